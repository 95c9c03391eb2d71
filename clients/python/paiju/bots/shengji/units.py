"""Singles, pairs and tractors: how cards of one group hang together, and what may answer what."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from paiju.bots.shengji.order import Order
from paiju.cards import Card


class Unit(NamedTuple):
    width: int
    """Copies of each card: 1 for a single, 2 for a pair or a tractor."""
    length: int
    """Neighbours in a row; 1 unless it is a tractor."""
    top: int
    """The height of its highest card."""
    cards: tuple[Card, ...]

    @property
    def shape(self) -> "Shape":
        return self.width, self.length


Shape: TypeAlias = tuple[int, int]
Pairs: TypeAlias = tuple[Card, ...]
"""One card of each pair, from low to high."""


def pairs_of(order: Order, cards: Iterable[Card]) -> Pairs:
    held = sorted(cards, key=lambda card: (order.height[card], card))
    return tuple(dict.fromkeys(card for card, copy in pairwise(held) if card == copy))


def runs(order: Order, pairs: Pairs, length: int) -> Iterator[Pairs]:
    """Yield every choice of pairs that are neighbours in a row of this length."""
    if length == 1:
        yield from ((card,) for card in pairs)
        return
    for tail in runs(order, pairs, length - 1):
        yield from ((card, *tail) for card in pairs if order.height[card] + 1 == order.height[tail[0]])


def cut(order: Order, cards: Iterable[Card]) -> list[Unit]:
    """Cut cards of one group into as few units as there can be, the largest first, then the highest."""
    held = list(cards)
    pairs = pairs_of(order, held)
    singles = list(held)
    units: list[Unit] = []
    for length in range(len(pairs), 0, -1):
        while run := next(runs(order, pairs, length), None):
            units.append(Unit(2, length, order.height[run[-1]], twice(run)))
            pairs = without(pairs, run)
    for unit in units:
        for card in unit.cards:
            singles.remove(card)
    units += [Unit(1, 1, order.height[card], (card,)) for card in singles]
    return sorted(units, key=lambda unit: (-len(unit.cards), -unit.top))


def twice(pairs: Pairs) -> tuple[Card, ...]:
    return tuple(card for pair in pairs for card in (pair, pair))


def without(pairs: Pairs, gone: Pairs) -> Pairs:
    return tuple(card for card in pairs if card not in gone)


def owed(order: Order, cards: Iterable[Card], shapes: Iterable[Shape]) -> list[tuple[Card, ...]]:
    """Return every choice of the cards that must be played because of their shape.

    For each pair and tractor led, largest first: the longest runs that are left, then shorter ones, then pairs.
    """
    ways: list[tuple[Pairs, Pairs]] = [((), pairs_of(order, cards))]
    for width, length in shapes:
        if width == 2:
            ways = first_served(order, ways, length)
    return [twice(taken) for taken, _ in ways]


def first_served(order: Order, ways: list[tuple[Pairs, Pairs]], length: int) -> list[tuple[Pairs, Pairs]]:
    for demand in demands(length):
        served = ways
        for run_length in demand:
            served = list(
                dict.fromkeys(
                    (tuple(sorted(taken + run)), without(left, run))
                    for taken, left in served
                    for run in runs(order, left, run_length)
                )
            )
        if served:
            return served
    return ways


@cache
def demands(length: int) -> list[tuple[int, ...]]:
    """Return what a tractor of this length asks for: lists of run lengths, the strictest first."""
    lists = (runs for pairs in range(length + 1) for runs in partitions(pairs, pairs))
    return sorted(lists, reverse=True)


def partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for first in range(min(total, largest), 0, -1):
        yield from ((first, *rest) for rest in partitions(total - first, first))


def covers(order: Order, cards: Iterable[Card], shapes: Sequence[Shape]) -> int | None:
    """Return the height that counts if some cards of one group cover a lead, the highest first shape there can be."""
    held = list(cards)
    (width, length), *rest = shapes
    if width == 1:
        return max(order.height[card] for card in held)
    pairs = pairs_of(order, held)
    tops = (order.height[run[-1]] for run in runs(order, pairs, length) if serves(order, without(pairs, run), rest))
    return max(tops, default=None)


def serves(order: Order, pairs: Pairs, shapes: Sequence[Shape]) -> bool:
    if not shapes or shapes[0][0] == 1:
        return True
    (_, length), *rest = shapes
    return any(serves(order, without(pairs, run), rest) for run in runs(order, pairs, length))
