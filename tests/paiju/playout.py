"""Whole deals between bots in this process: rules, views and messages as a referee makes them, without a network."""

from collections.abc import Mapping, Sequence
from itertools import islice

from paiju import Action, Bot, Decision
from paiju.v1 import referee_pb2

from referee.cards import SEATS, Seat
from referee.game import Event, Game, Position, Result
from referee.games import GAMES
from referee.server.item import Asked
from referee.server.wire.game import fill_decision, read_action
from referee.shuffle import SeededLuck, board_seed, practice_master
from referee.table.view import View

LEGAL_LIMIT = 64
TABLE = "t1"


class Deal:
    """One deal as it is played."""

    def __init__(self, game: Game, number: int, seed: int) -> None:
        luck = SeededLuck(board_seed(practice_master(seed), number), len(game.pack()))
        self.views = [View(seat) for seat in SEATS]
        self.position: Position
        self.position, events = game.deal(game.board(number), luck)
        self._see(events)

    def question(self, seat: Seat) -> Decision:
        legal = list(islice(self.position.moves(seat), LEGAL_LIMIT + 1))
        ask = self.position.ask(seat)
        complete = ask.complete and len(legal) <= LEGAL_LIMIT
        asked = Asked(TABLE, 1, ask, legal[:LEGAL_LIMIT], complete, 0, 0, self.views[seat], 0)
        message = Decision()
        fill_decision(message, asked)
        return message

    def act(self, seat: Seat, action: Action) -> Sequence[Event]:
        """Return what happened. Raise RuleError for an action that is not legal."""
        self.position, events = self.position.act(seat, read_action(action))
        self._see(events)
        return events

    def _see(self, events: Sequence[Event]) -> None:
        for event in events:
            for view in self.views:
                if (seen := event.seen_by(view.seat)) is not None:
                    view.see(seen)


def seated(bot: Bot, game: Game) -> Bot:
    """Give a bot the table of these deals."""
    bot.tables = {TABLE: referee_pb2.Seated(table=TABLE, game=game.name, options=game.options)}
    return bot


def play_deal(game: Game, number: int, bots: Sequence[Bot], seed: int = 1) -> Result:
    deal = Deal(game, number, seed)
    while deal.position.result is None:
        for seat in sorted(deal.position.to_act):
            asked = deal.question(seat)
            action = bots[seat].act(asked.view, asked)
            assert isinstance(action, Action)
            deal.act(seat, action)
    return deal.position.result


def play_board(game: Game, number: int, bot: Bot, other: Bot, seed: int = 1) -> int:
    """Return what a board in two sittings is worth to a team of two copies of `bot`."""
    first = play_deal(game, number, (bot, other, bot, other), seed)
    second = play_deal(game, number, (other, bot, other, bot), seed)
    return first.score - second.score


def tractor(options: Mapping[str, str] | None = None) -> Game:
    return GAMES["tractor"].make(options or {})
