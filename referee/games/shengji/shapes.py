"""Units and how a lead is cut into them (docs/rules/tractor.md 5).

A stock is what is left of some cards of one group: `(height, face, copies)` of each face, from low to high. Where
faces do not matter they are erased (0), so that fewer stocks differ.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from referee.cards import Card, Cards
from referee.games.shengji.order import SUIT_RANK, Order

Stock: TypeAlias = tuple[tuple[int, Card, int], ...]
Shape: TypeAlias = tuple[int, int]
"""Width and length: (1, 1) is a single, (2, 1) a pair, (2, 3) a tractor of three pairs, (3, 2) a titanic."""


class Unit(NamedTuple):
    """Cards that are led as one: a single, pair or triple, or a run of pairs or triples."""

    width: int
    length: int
    top: int
    """The height of its highest class."""
    cards: Cards
    """From the lowest class to the highest."""

    @property
    def shape(self) -> Shape:
        return self.width, self.length

    @property
    def suits(self) -> tuple[int, ...]:
        """What decides between units of equal shape and height: their suits, from the highest class."""
        return tuple([SUIT_RANK[face] for face in reversed(self.cards)])


Cut: TypeAlias = tuple[Unit, ...]


def stock(order: Order, cards: Iterable[Card]) -> Stock:
    copies: dict[Card, int] = {}
    for face in cards:
        copies[face] = copies.get(face, 0) + 1
    height = order.height
    return tuple(sorted((height[face], face, number) for face, number in copies.items()))


def left_by(held: Stock, index: int, width: int) -> Stock:
    """Take so many copies of one face out."""
    height, face, copies = held[index]
    kept = ((height, face, copies - width),) if copies > width else ()
    return held[:index] + kept + held[index + 1 :]


def take(held: Stock, width: int, length: int, bottom: int | None = None) -> Iterator[tuple[int, Stock]]:
    """Yield the top and what is left, for every way to take such a unit out; `bottom` fixes its lowest height."""
    before = None
    for index, kind in enumerate(held):
        if kind != before and kind[2] >= width and (bottom is None or kind[0] == bottom):
            left = left_by(held, index, width)
            if length == 1:
                yield kind[0], left
            else:
                yield from take(left, width, length - 1, kind[0] + 1)
        before = kind


def runs(held: Stock, width: int) -> Iterator[tuple[Unit, Stock]]:
    """Yield every run of two or more classes that begins with the first face, which has copies enough."""
    bottom, face, _ = held[0]
    pending = [(Unit(width, 1, bottom, (face,) * width), left_by(held, 0, width))]
    while pending:
        unit, left = pending.pop()
        for index, (height, other, copies) in enumerate(left):
            if height == unit.top + 1 and copies >= width:
                longer = Unit(width, unit.length + 1, height, unit.cards + (other,) * width)
                rest = left_by(left, index, width)
                yield longer, rest
                pending.append((longer, rest))


def wide_units(order: Order, cards: Cards) -> Iterator[Unit]:
    """Yield every unit of two or more cards that some cards of one group hold, each once."""
    held = stock(order, cards)
    for index, (height, face, copies) in enumerate(held):
        for width in range(2, copies + 1):
            yield Unit(width, 1, height, (face,) * width)
            for run, _ in runs(held[index:], width):
                yield run


def cut(order: Order, cards: Cards) -> Cut:
    """Cut cards of one group into the fewest units, then the largest (tractor.md 5.4), the principal one first."""
    if cards.count(cards[0]) == len(cards):
        return (Unit(len(cards), 1, order.height[cards[0]], cards),)
    return min_cut(stock(order, cards), {(): ()})


def min_cut(held: Stock, known: dict[Stock, Cut]) -> Cut:
    """Either the lowest face stands alone, or a run begins with it."""
    if held not in known:
        height, face, copies = held[0]
        alone = Unit(copies, 1, height, (face,) * copies)
        choices = [(alone, held[1:])]
        choices += (choice for width in range(2, copies + 1) for choice in runs(held, width))
        known[held] = min(
            (tuple(sorted((unit, *min_cut(left, known)), key=precedence)) for unit, left in choices), key=preference
        )
    return known[held]


def precedence(unit: Unit) -> tuple[int, int, int, tuple[int, ...]]:
    """Order units: the largest first, then the widest, the highest, then d c h s."""
    return -unit.width * unit.length, -unit.width, -unit.top, unit.suits


def preference(units: Cut) -> tuple[int, list[int], list[int], list[int], list[tuple[int, ...]]]:
    """Order cuts; the least is the one to take."""
    return (
        len(units),
        [-unit.width * unit.length for unit in units],
        [-unit.width for unit in units],
        [-unit.top for unit in units],
        [unit.suits for unit in units],
    )


def announced(order: Order, cards: Cards, pieces: tuple[Cards, ...]) -> Cut | None:
    """Return the cut a leader announces, or nothing if it is none of these cards, or has more units than needed."""
    if sorted(face for piece in pieces for face in piece) != list(cards) or not all(pieces):
        return None
    cuts = [cut(order, tuple(sorted(piece))) for piece in pieces]
    if any(len(units) > 1 for units in cuts) or len(cuts) > len(cut(order, cards)):
        return None
    return tuple(sorted((units[0] for units in cuts), key=precedence))
