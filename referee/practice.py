"""Bots play here, in this process: by the referee's rules and with its messages, but no server, clocks or strikes.

It is for tests of bots. What the referee would refuse is an error (paiju.testing.RefusedError), and so is whatever a
bot raises (paiju.errors.BotError).
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

from paiju import Action, Bot, Decision
from paiju.testing import Player, RefusedError
from paiju.v1 import referee_pb2

from referee.cards import SEATS, BySeat, NotationError
from referee.game import Event, Game
from referee.games import GAMES
from referee.games.options import text as word
from referee.server.item import Manners, Told
from referee.server.listener import Listener, message
from referee.server.wire.game import WireError, read_action
from referee.server.wire.player import read_manners
from referee.shuffle import board_seed, practice_master
from referee.table import transcript
from referee.table.clock import Clocks
from referee.table.match import MOST_DEALS, Adjudication, BoardName, Match, Mode
from referee.table.replay import known
from referee.table.table import Accepted, Entry, Moved, Refused, Stale, start

BotType: TypeAlias = Callable[[Mapping[str, object]], Bot]
"""A class of bots, or whatever makes one of its options."""
Options: TypeAlias = Mapping[str, str | int | bool]
"""Of a game, away from their defaults, as in `brackets.toml`, but a list of words is one string with commas."""
NO_STRIKES = Adjudication(max_strikes=1_000_000)


class Outcome(NamedTuple):
    score: int
    """Of seats 0 and 2; seats 1 and 3 have the same with the other sign."""
    points: int
    deals: int
    transcript: str
    """In a file, `referee replay` shows it."""


class Turn(NamedTuple):
    """One decision and what came of it."""

    seat: int
    decision: Decision
    action: Action
    events: Sequence[Event]


def play(  # noqa: PLR0913  # as many choices as a match has, each with a default
    bots: Sequence[BotType | Bot],
    game: str | Game = "tractor",
    options: Options | None = None,
    *,
    board: int = 0,
    seed: int = 1,
    deals: int | None = None,
) -> Outcome:
    """Play a board between four bots, seat by seat, or a match of at most so many deals. Raise RefusedError, BotError.

    A class makes a bot for each of its seats; an object may hold several seats, and each is a table of its own to it.
    Seed and board settle the cards: the same bots play the same match. Raise NotationError for a game, an option or a
    number of deals that does not exist.
    """
    sitting = Sitting(bots, match(game, options, board=board, seed=seed, deals=deals))
    for _ in sitting.turns():
        pass
    return sitting.outcome


def duel(  # noqa: PLR0913  # likewise
    bot: BotType | Bot,
    other: BotType | Bot,
    game: str | Game = "tractor",
    options: Options | None = None,
    *,
    boards: int = 10,
    seed: int = 1,
) -> list[int]:
    """Play boards between two of a bot and two of another, each twice with the seats exchanged, as tournaments do.

    Return what each board was worth to the bot: luck in the cards has cancelled out. Raise what `play` raises.
    """
    return [
        play((bot, other, bot, other), game, options, board=board, seed=seed).score
        - play((other, bot, other, bot), game, options, board=board, seed=seed).score
        for board in range(boards)
    ]


def recording(file: Path | str, seat: int) -> Iterator[referee_pb2.Item]:
    """Yield what a seat was told in the match of a transcript: for `paiju.testing.play_recording`, or its `write`.

    Raise TranscriptError, also for a transcript without its seed: that is there when all sittings of its board ended.
    """
    record = transcript.read(transcript.decoded(transcript.unpacked(Path(file).read_bytes())))
    table = Table(replace(known(record, GAMES), adjudication=NO_STRIKES))
    yield table.seated(seat)
    for entry in (entry for deal in record.deals for entry in deal.entries):
        if entry.seat == seat:
            yield table.news(seat)
            yield table.asked(seat, Manners())
        table.repeat(entry)
    yield table.news(seat)


def match(
    game: str | Game,
    options: Options | None = None,
    *,
    board: int = 0,
    seed: int = 1,
    deals: int | None = None,
) -> Match:
    """Return a match whose cards anybody can compute. A game is a name, or rules already made. Raise NotationError."""
    if deals is not None and not 1 <= deals <= MOST_DEALS:
        raise NotationError(f"a match has 1 to {MOST_DEALS} deals")
    rules = made(game, options or {}) if isinstance(game, str) else game
    return Match(
        "practice",
        BoardName("practice", "practice", board),
        rules,
        GAMES[rules.name].rules_version,
        BySeat(("0", "1", "2", "3")),
        board_seed(practice_master(seed), board),
        Clocks(),
        NO_STRIKES,
        Mode.BOARD if deals is None else Mode.MATCH,
        deals or 1,
    )


def made(game: str, options: Options) -> Game:
    if game not in GAMES:
        raise NotationError(f"no game is called {game!r}; there are {', '.join(GAMES)}")
    return GAMES[game].make({name: word(value) for name, value in options.items()})


class Sitting:
    """Four bots at a table."""

    def __init__(self, bots: Sequence[BotType | Bot], played: Match) -> None:
        self.bots = [bot if isinstance(bot, Bot) else bot({}) for bot in bots]
        one, two, three, four = (f"{type(bot).__name__}/{seat}" for seat, bot in enumerate(self.bots))
        self.table = Table(replace(played, players=BySeat((one, two, three, four))))

    @property
    def outcome(self) -> Outcome:
        """Of a match that has been played to its end."""
        state = self.table.state
        assert state.ended is not None
        written = transcript.seal(transcript.write(state.match, state.deals, state.ended), state.match)
        return Outcome(state.ended.score, state.ended.points, len(state.deals), written)

    def turns(self) -> Iterator[Turn]:
        """Play to the end."""
        table = self.table
        with asyncio.Runner() as loop:
            of_object = {id(bot): Player(bot, loop) for bot in self.bots}
            players = [of_object[id(bot)] for bot in self.bots]
            for seat, player in enumerate(players):
                player.tell(table.seated(seat))
            while table.state.ended is None:
                for seat in table.state.asking:
                    asked = ask(table, seat, players[seat])
                    action = players[seat].ask(asked)
                    events = table.act(seat, asked, action)
                    players[seat].tell(table.accepted(seat, asked))
                    yield Turn(seat, asked, action, events)
            for seat, player in enumerate(players):
                inform(table, seat, player)
                player.tell(table.ended(seat))


def inform(table: "Table", seat: int, player: Player) -> None:
    """Tell a player that wants events what it has seen since the last time."""
    if not player.desk.settings.without_events:
        player.tell(table.news(seat))


def ask(table: "Table", seat: int, player: Player) -> Decision:
    """Return what a player is asked, after its events, as it wants to be served."""
    inform(table, seat, player)
    return table.asked(seat, read_manners(player.desk.settings)).decision


class Table:
    """A match and the messages that its players would be sent. To each seat the table has a name of its own."""

    def __init__(self, played: Match) -> None:
        self.listeners = [Listener(f"practice.{seat:d}", seat) for seat in SEATS]
        self.state, events = start(played)
        self._see(events)

    def seated(self, seat: int) -> referee_pb2.Item:
        return message(self.listeners[seat].seated(self.state))

    def news(self, seat: int) -> referee_pb2.Item:
        """Return the events that a seat has not been told yet."""
        return message(self.listeners[seat].news())

    def asked(self, seat: int, manners: Manners) -> referee_pb2.Item:
        """Return what a seat that is to act is asked."""
        return message(self.listeners[seat].asked(self.state, manners))

    def act(self, seat: int, asked: Decision, action: Action) -> Sequence[Event]:
        """Return what happened. Raise RefusedError, and then nothing did."""
        try:
            moved = self.state.answer(SEATS[seat], asked.decision_id, read_action(action), 0)
        except WireError as error:
            raise RefusedError(asked, action, "answer.malformed", str(error)) from None
        match moved.verdict:
            case Accepted():
                return self._take(moved)
            case Refused(rule, text):
                raise RefusedError(asked, action, rule, text)
            case verdict:
                assert isinstance(verdict, Stale), "there are no strikes"
                raise RefusedError(asked, action, "stale", verdict.text)

    def accepted(self, seat: int, asked: Decision) -> referee_pb2.Item:
        closed = self.state.chairs[seat].closed
        assert closed is not None
        return message(Told(self.listeners[seat].name, asked.decision_id, closed.verdict))

    def ended(self, seat: int) -> referee_pb2.Item:
        return message(self.listeners[seat].over(self.state))

    def repeat(self, entry: Entry) -> None:
        """Act as somebody did once, or as was done for them."""
        question = self.state.chairs[entry.seat].question
        assert question is not None
        self._take(
            self.state.answer(entry.seat, question.id, entry.action, 0)
            if entry.default is None
            else self.state.default(entry.seat, entry.default, 0)
        )

    def _take(self, moved: Moved) -> Sequence[Event]:
        self.state = moved.table
        self._see(moved.events)
        return moved.events

    def _see(self, events: Sequence[Event]) -> None:
        for listener in self.listeners:
            listener.see(events)
