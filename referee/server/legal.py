"""The legal actions a client is shown: up to a limit, and whether there are others."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple, TypeAlias

from referee.cards import Seat
from referee.game import Action, Ask, Position

AT_ONCE = 64
"""So many are listed before the other tables have their turn: those of some hands take milliseconds."""
Choice: TypeAlias = Callable[[Iterator[Action]], Iterable[Action]]
"""Which of the legal actions to list."""


class Legal(NamedTuple):
    """What a seat is asked, and its legal actions, which begin with the default; `complete`: there are no others."""

    ask: Ask
    actions: list[Action]
    complete: bool


def legal(position: Position, seat: Seat, limit: int, choice: Choice = iter) -> Legal:
    ask = position.ask(seat)
    actions = list(islice(choice(position.moves(seat)), limit + 1))
    return Legal(ask, actions[:limit], ask.complete and len(actions) <= limit and choice is iter)


class Listing:
    """The same, made part by part."""

    def __init__(self, position: Position, seat: Seat, limit: int) -> None:
        self.position = position
        self.limit = limit
        self._ask = position.ask(seat)
        self._moves = position.moves(seat)
        self._parts = parts(self._moves, limit)
        self._actions: list[Action] = []

    def is_done(self) -> bool:
        """Add a part, unless there are no more; return whether that was the last."""
        some = next(self._parts, [])
        self._actions += some
        return len(some) < AT_ONCE or len(self._actions) == self.limit

    def legal(self) -> Legal:
        return Legal(self._ask, self._actions, self._ask.complete and next(self._moves, None) is None)


def parts(moves: Iterator[Action], limit: int) -> Iterator[list[Action]]:
    """Yield so many moves at most, in parts."""
    for start in range(0, limit, AT_ONCE):
        some = list(islice(moves, min(AT_ONCE, limit - start)))
        yield some
        if len(some) < AT_ONCE:
            return
