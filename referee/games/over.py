from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from referee.cards import Seat
from referee.game import Action, Ask, Result, TableError


@dataclass(frozen=True, slots=True)
class Over:
    """A deal that has its result."""

    result: Result
    to_act: frozenset[Seat] = frozenset()

    def ask(self, seat: Seat) -> Ask:
        raise TableError(f"the deal is over; seat {seat} is asked nothing")

    def moves(self, seat: Seat) -> Iterator[Action]:
        raise TableError(f"the deal is over; seat {seat} has no moves")

    def act(self, seat: Seat, action: Action) -> NoReturn:
        raise TableError(f"the deal is over; seat {seat} cannot {action.verb.name}")
