"""A table played by the real rules: the client has one seat, chance has the others."""

import random
from collections.abc import Callable
from itertools import islice
from typing import TypeAlias

from referee.cards import SEATS, BySeat, Seat
from referee.game import Action
from referee.games import GAMES
from referee.server.item import Answer, Asked, Manners, Over, Seated, TableEvents, TableView, Told, judged
from referee.server.legal import Choice
from referee.server.listener import Listener
from referee.table.clock import Clocks
from referee.table.match import Adjudication, BoardName, Match
from referee.table.table import DefaultReason, Moved, Table, start
from referee.table.view import Sight

CLOCKS = Clocks(move_ms=60_000, bank_ms=60_000)
CHOICES = 16
"""Chance plays one of the first so many legal actions."""

Moment: TypeAlias = Callable[[Table, Seat], bool]


class Sitting:
    """Where the client sits, with all it has been told."""

    def __init__(self, name: str, match: Match, seat: Seat) -> None:
        self.name = name
        self.seat = seat
        self.listener = Listener(name, seat)
        self._chance = random.Random(match.board.board)  # noqa: S311
        self.table, events = start(match)
        self.listener.see(events)

    @property
    def sight(self) -> Sight:
        return self.listener.sight

    @property
    def decision(self) -> int:
        """The id of the client's open decision, or 0."""
        question = self.table.chairs[self.seat].question
        return question.id if question else 0

    @property
    def over(self) -> bool:
        return self.table.ended is not None

    def wait_for(self, moment: Moment) -> bool:
        """Let chance play all seats until the client's is asked in such a moment; False if the match ends first."""
        while not self.over:
            if self.decision and moment(self.table, self.seat):
                return True
            self._play(self.seat if self.decision else self.table.asking[0])
        return False

    def go_on(self) -> None:
        """Let chance play the others until the client is asked, or the match is over."""
        while not self.over and not self.decision:
            self._play(self.table.asking[0])

    def actions(self, limit: int, choice: Choice = iter) -> list[Action]:
        return list(islice(choice(self.table.position.moves(self.seat)), limit))

    def seated(self) -> Seated:
        return self.listener.seated(self.table)

    def view(self) -> TableView:
        return TableView(self.name, self.sight.view, self.sight.seq)

    def news(self) -> TableEvents:
        """The events since the last news."""
        return self.listener.news()

    def asked(self, manners: Manners, choice: Choice = iter) -> Asked:
        """The open decision, listing only actions of one's choice; the first of them stands as the default."""
        return self.listener.asked(self.table, manners, choice)

    def judge(self, answer: Answer) -> Told:
        """Judge as a referee does, but without a clock."""
        moved, told = judged(self.table, self.seat, answer, 0.0)
        self._take(moved)
        return told

    def time_up(self) -> Told:
        """Take the default action of the client's open decision, and go on."""
        decision = self.decision
        moved = self.table.default(self.seat, DefaultReason.TIME, 0.0)
        self._take(moved)
        self.go_on()
        return Told(self.name, decision, moved.verdict)

    def ended(self) -> Over:
        return self.listener.over(self.table)

    def _play(self, seat: Seat) -> None:
        question = self.table.chairs[seat].question
        assert question is not None
        actions = list(islice(self.table.position.moves(seat), CHOICES))
        self._take(self.table.answer(seat, question.id, self._chance.choice(actions), 0.0))

    def _take(self, moved: Moved) -> None:
        self.table = moved.table
        self.listener.see(moved.events)


def sit(name: str, game: str, board: int = 0, seat: Seat = SEATS[0], given: Match | None = None) -> Sitting:
    """Begin a board, whose deal follows from its number, and go on until the client is asked."""
    sitting = Sitting(name, given or match(game, board), seat)
    sitting.go_on()
    return sitting


def sit_at(name: str, game: str, board: int, moment: Moment) -> Sitting:
    """Sit at the first seat that comes to such a moment in a board."""
    for seat in SEATS:
        sitting = sit(name, game, board, seat)
        if sitting.wait_for(moment):
            return sitting
    raise LookupError(f"board {board} of {game} has no such moment")


def match(game: str, board: int = 0) -> Match:
    family = GAMES[game]
    return Match(
        f"conformance.{game}.{board}",
        BoardName("conformance", "r1/client/chance", board),
        family.make({}),
        family.rules_version,
        BySeat(("client/0/0", "chance/0/0", "client/1/0", "chance/1/0")),
        board.to_bytes(128, "big"),
        CLOCKS,
        Adjudication(),
    )
