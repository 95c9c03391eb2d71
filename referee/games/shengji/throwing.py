"""Throws: several units led at once stand if no other hand can beat any of them (docs/rules/tractor.md 8)."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from referee.cards import Cards
from referee.games.shengji.following import Lead, of_group
from referee.games.shengji.order import Order
from referee.games.shengji.shapes import Stock, Unit, stock, take

Choice: TypeAlias = Callable[[Unit], tuple[int, int, tuple[int, ...]]]

FORCED: dict[str, Choice] = {
    "lowest_rank": lambda unit: (unit.top, unit.width * unit.length, unit.suits),
    "largest_type_first": lambda unit: (-unit.width * unit.length, unit.top, unit.suits),
    "shortest_first": lambda unit: (unit.width * unit.length, unit.top, unit.suits),
}
"""Which of the beaten units must be played: the least."""


def forced_unit(order: Order, lead: Lead, others: Iterable[Cards], choice: str) -> Unit | None:
    """Return the unit that must be played instead of a throw, or nothing if the throw stands."""
    stocks = [stock(order, of_group(order, hand, lead.group)) for hand in others]
    beaten = [unit for unit in lead.cut if any(beats(held, unit) for held in stocks)]
    return min(beaten, key=FORCED[choice], default=None)


def beats(held: Stock, unit: Unit) -> bool:
    return any(top > unit.top for top, _ in take(held, unit.width, unit.length))
