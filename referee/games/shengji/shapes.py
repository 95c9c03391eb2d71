"""Units and how a lead is cut into them (docs/rules/tractor.md 5).

A stock is what is left of some cards of one group: `(height, face, copies)` of each face, from low to high. Where
faces do not matter they are erased (0), so that fewer stocks differ.
"""

import itertools
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
Chains: TypeAlias = tuple[tuple[int, Chain], ...]
"""The width of each, and where it lies."""


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


def take(held: Stock, width: int, length: int) -> Iterator[tuple[int, Stock]]:
    """Yield the top and what is left, for every way to take such a unit out."""
    before = None
    for index, kind in enumerate(held):
        if kind != before and kind[2] >= width:
            yield from grown(held, index, width, length)
        before = kind


def grown(held: Stock, index: int, width: int, length: int) -> Iterator[tuple[int, Stock]]:
    """Take a unit out whose lowest face this is."""
    height, left = held[index][0], left_by(held, index, width)
    if length == 1:
        yield height, left
        return
    before = None
    for place in range(index, len(left)):
        kind = left[place]
        if kind[0] > height + 1:
            break
        if kind[0] > height and kind[2] >= width and kind != before:
            before = kind
            yield from grown(left, place, width, length - 1)


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
    faces = [face for _, face, _ in kinds]
    copies = zip(*[faces] * width, strict=True)
    return Unit(width, len(kinds), kinds[-1][0], tuple(itertools.chain.from_iterable(copies)))


def wide_units(order: Order, cards: Cards) -> Iterator[Unit]:
    """Yield every unit of two or more cards that some cards of one group hold, each once, those of few cards first."""
    held = stock(order, cards)
    places = [
        (width, chain)
        for first, (_, _, copies) in enumerate(held)
        for width in range(2, copies + 1)
        for chain, _ in chains(held, first, width, -1)
    ]
    for width, chain in sorted(places, key=lambda place: place[0] * len(place[1])):
        yield unit_of([held[index] for index in chain], width)


def cut(order: Order, cards: Cards) -> Cut:
    """Cut cards of one group into the fewest units, then the largest (tractor.md 5.4), the principal one first.

    A face lies in one run at most, and what is left of it is one unit. Suits decide last: which runs there are is found
    without them.
    """
    if cards.count(cards[0]) == len(cards):
        return (Unit(len(cards), 1, order.height[cards[0]], cards),)
    held = stock(order, cards)
    return tuple(sorted(dealt(held, Cutting(alike(held)).runs()), key=precedence))


class Cutting:
    """Looks for the best cut of a stock, once for all that may be left of it."""

    def __init__(self, held: Stock) -> None:
        self.held = held
        self.odd = [weight(1, 1, height) if copies == 3 else 0 for height, _, copies in held]
        """The weight of the single that a pair leaves of each face."""
        self.known: dict[int, tuple[int, Chains]] = {0: (0, ())}

    def runs(self) -> Runs:
        _, runs = self.best((1 << len(self.held)) - 1)
        return tuple([(width, [self.held[index] for index in chain]) for width, chain in runs])

    def best(self, free: int) -> tuple[int, Chains]:
        """Return the weight of the best cut, and its runs: the lowest face that is free lies in one or in none."""
        if free not in self.known:
            first = (free & -free).bit_length() - 1
            height, _, copies = self.held[first]
            best, runs = self.best(free & ~(1 << first))
            best += weight(copies, 1, height)
            for width in range(2, copies + 1):
                for chain, after in chains(self.held, first, width, free):
                    total, others = self.best(after)
                    total += weight(width, len(chain), self.held[chain[-1]][0])
                    if width == 2:
                        total += sum(map(self.odd.__getitem__, chain))
                    if total < best:
                        best, runs = total, ((width, chain), *others)
            self.known[free] = best, runs
        return self.known[free]


CLASSES = 17
"""There are no more in a group: with permanent 2s and a level among the trumps."""
SHAPES = [(1, 1), *((width, length) for width in (2, 3) for length in range(1, CLASSES + 1))]
RANKS = {shape: rank for rank, shape in enumerate(sorted(SHAPES, key=lambda shape: (shape[0] * shape[1], shape[0])))}
"""The place of each shape among all, by size and then by width."""
BY_SHAPE = 3 * CLASSES * len(RANKS)
BY_SIZE = BY_SHAPE + 6 * len(RANKS)
UNITS = BY_SIZE + 6 * (3 * CLASSES + 1)


@cache
def weight(width: int, length: int, top: int) -> int:
    """Return what a unit adds to the weight of a cut; the lightest is the one to take.

    Its digits say how many units there are, then how many of each size, of each shape, and of each shape and top, from
    the largest: few units, but of the large ones many. The last have three bits, as a class has four faces at most.
    """
    rank = RANKS[width, length]
    units, *large = [
        1 << place for place in (UNITS, BY_SIZE + 6 * width * length, BY_SHAPE + 6 * rank, 3 * (CLASSES * rank + top))
    ]
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
