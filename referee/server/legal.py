"""The legal actions a client is shown: up to a limit, and whether there are others."""

import asyncio
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


async def legal_in_parts(position: Position, seat: Seat, limit: int) -> Legal:
    """The same, but others have their turn between parts."""
    if limit <= AT_ONCE:
        return legal(position, seat, limit)
    ask, moves = position.ask(seat), position.moves(seat)
    actions: list[Action] = []
    for some in parts(moves, limit):
        if actions:
            await asyncio.sleep(0)
        actions += some
    return Legal(ask, actions, ask.complete and next(moves, None) is None)


def parts(moves: Iterator[Action], limit: int) -> Iterator[list[Action]]:
    """Yield so many moves at most, in parts."""
    for start in range(0, limit, AT_ONCE):
        some = list(islice(moves, min(AT_ONCE, limit - start)))
        yield some
        if len(some) < AT_ONCE:
            return
