"""Units and how a lead is cut into them (docs/rules/tractor.md 5).

A stock is what is left of some cards of one group: `(height, face, copies)` of each face, from low to high. Where
faces do not matter they are erased (0), so that fewer stocks differ.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from referee.cards import Card, Cards
from referee.games.shengji.order import SUIT_RANK, Order

Kind: TypeAlias = tuple[int, Card, int]
Stock: TypeAlias = tuple[Kind, ...]
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
Runs: TypeAlias = tuple[tuple[int, Sequence[Kind]], ...]
"""The width of each, and what it is taken from, from the lowest class."""
Chain: TypeAlias = tuple[int, ...]
"""Places in a stock, of one face in each class."""


def stock(order: Order, cards: Iterable[Card]) -> Stock:
    copies: dict[Card, int] = {}
    for face in cards:
        copies[face] = copies.get(face, 0) + 1
    height = order.height
    return tuple(sorted((height[face], face, number) for face, number in copies.items()))


def alike(held: Stock) -> Stock:
    """Forget faces."""
    return tuple(sorted([(height, Card(0), copies) for height, _, copies in held]))


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


def chains(held: Stock, first: int, width: int, free: int) -> Iterator[tuple[Chain, int]]:
    """Yield every chain of neighbouring classes from a face on that makes a unit of this width, and what stays free.

    Of equal kinds only the first is tried.
    """
    pending: list[tuple[Chain, int]] = [((first,), free & ~(1 << first))]
    while pending:
        chain, free = pending.pop()
        yield chain, free
        before = None
        for index in range(chain[-1] + 1, len(held)):
            kind = held[index]
            if kind[0] > held[chain[-1]][0] + 1:
                break
            if kind[0] > held[chain[-1]][0] and kind[2] >= width and free >> index & 1 and kind != before:
                before = kind
                pending.append(((*chain, index), free & ~(1 << index)))


def unit_of(kinds: Sequence[Kind], width: int) -> Unit:
    return Unit(width, len(kinds), kinds[-1][0], tuple([face for _, face, _ in kinds for _ in range(width)]))


def wide_units(order: Order, cards: Cards) -> Iterator[Unit]:
    """Yield every unit of two or more cards that some cards of one group hold, each once."""
    held = stock(order, cards)
    for first, (_, _, copies) in enumerate(held):
        for width in range(2, copies + 1):
            for chain, _ in chains(held, first, width, -1):
                yield unit_of([held[index] for index in chain], width)


def cut(order: Order, cards: Cards) -> Cut:
    """Cut cards of one group into the fewest units, then the largest (tractor.md 5.4), the principal one first.

    A face lies in one run at most, and what is left of it is one unit. Suits decide last: which runs there are is found
    without them.
    """
    if cards.count(cards[0]) == len(cards):
        return (Unit(len(cards), 1, order.height[cards[0]], cards),)
    held = stock(order, cards)
    _, runs = best_runs(alike(held), (1 << len(held)) - 1, {0: (0, ())})
    return tuple(sorted(dealt(held, runs), key=precedence))


def best_runs(held: Stock, free: int, known: dict[int, tuple[int, Runs]]) -> tuple[int, Runs]:
    """Return the weight of the best cut, and its runs: the lowest face that is free lies in one of them or in none."""
    if free not in known:
        first = (free & -free).bit_length() - 1
        height, _, copies = held[first]
        best, runs = best_runs(held, free & ~(1 << first), known)
        best += weight(copies, 1, height)
        for width in range(2, copies + 1):
            for chain, after in chains(held, first, width, free):
                kinds = [held[index] for index in chain]
                total, others = best_runs(held, after, known)
                total += weight(width, len(chain), kinds[-1][0])
                total += sum([weight(1, 1, place) for place, _, copies in kinds if copies > width])
                if total < best:
                    best, runs = total, ((width, kinds), *others)
        known[free] = best, runs
    return known[free]


@cache
def weight(width: int, length: int, top: int) -> int:
    """Return what a unit adds to the weight of a cut; the lightest is the one to take.

    Its digits say how many units there are, then how many of each size, of each shape, and of each shape and top, from
    the largest: few units, but of the large ones many.
    """
    size = width * length
    shape = 2 * size + (width == 3)
    units, *large = [1 << 6 * place for place in (1480, 1440 + size, 1360 + shape, 17 * shape + top)]
    return units - sum(large)


def dealt(held: Stock, runs: Runs) -> Iterator[Unit]:
    """Give the runs their faces, the lowest suits to the first; what is left of each face stands alone."""
    wanted = Counter((width, height, copies) for width, kinds in runs for height, _, copies in kinds)
    free = sorted(held, key=lambda kind: SUIT_RANK[kind[1]])
    for width, kinds in sorted(runs, key=lambda run: precedence(unit_of(run[1], run[0]))):
        faces: list[Kind] = []
        for place, _, _ in reversed(kinds):
            kind = next(kind for kind in free if kind[0] == place and wanted[width, place, kind[2]])
            wanted[width, place, kind[2]] -= 1
            free.remove(kind)
            faces.insert(0, kind)
        yield unit_of(faces, width)
        yield from (unit_of((kind,), 1) for kind in faces if kind[2] > width)
    yield from (unit_of((kind,), kind[2]) for kind in free)


def precedence(unit: Unit) -> tuple[int, int, int, tuple[int, ...]]:
    """Order units: the largest first, then the widest, the highest, then d c h s."""
    return -unit.width * unit.length, -unit.width, -unit.top, unit.suits


def announced(order: Order, cards: Cards, pieces: tuple[Cards, ...]) -> Cut | None:
    """Return the cut a leader announces, or nothing if it is none of these cards, or has more units than needed."""
    if sorted(face for piece in pieces for face in piece) != list(cards) or not all(pieces):
        return None
    cuts = [cut(order, tuple(sorted(piece))) for piece in pieces]
    if any(len(units) > 1 for units in cuts) or len(cuts) > len(cut(order, cards)):
        return None
    return tuple(sorted((units[0] for units in cuts), key=precedence))
