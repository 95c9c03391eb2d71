"""Singles, pairs, triples and runs: how cards of one group hang together, and what may answer what."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from paiju.bots.shengji.order import Order
from paiju.cards import Card


class Unit(NamedTuple):
    width: int
    """Copies of each card: 1 for a single, 2 for a pair or a tractor, 3 for a triple or a titanic."""
    length: int
    """Neighbours in a row; 1 unless it is a run."""
    top: int
    """The height of its highest card."""
    cards: tuple[Card, ...]

    @property
    def shape(self) -> "Shape":
        return self.width, self.length


Shape: TypeAlias = tuple[int, int]
Faces: TypeAlias = tuple[Card, ...]
"""One card of each face, from low to high."""
Held: TypeAlias = tuple[tuple[Card, int], ...]
"""Each face and its copies, from low to high."""


def count(order: Order, cards: Iterable[Card]) -> Held:
    return tuple(sorted(Counter(cards).items(), key=lambda face: (order.height[face[0]], face[0])))


def wide(held: Held, width: int) -> Faces:
    """Return the faces of which there are so many copies."""
    return tuple([face for face, copies in held if copies >= width])


def without(held: Held, faces: Faces, width: int) -> Held:
    left = [(face, copies - width if face in faces else copies) for face, copies in held]
    return tuple([face for face in left if face[1]])


def runs(order: Order, faces: Faces, length: int) -> Iterator[Faces]:
    """Yield every choice of faces that are neighbours in a row of this length."""
    heights: dict[int, list[Card]] = {}
    for face in faces:
        heights.setdefault(order.height[face], []).append(face)
    for bottom in heights:
        yield from product(*(heights.get(height, ()) for height in range(bottom, bottom + length)))


def unit(order: Order, faces: Faces, width: int) -> Unit:
    return Unit(width, len(faces), order.height[faces[-1]], copied(faces, width))


def copied(faces: Faces, width: int) -> tuple[Card, ...]:
    return tuple([face for face in faces for _ in range(width)])


def cut(order: Order, cards: Iterable[Card]) -> list[Unit]:
    """Cut cards of one group into as few units as can be, the largest first, then the widest, then the highest."""
    return list(fewest(order, count(order, cards), {(): ()}))


def fewest(order: Order, held: Held, known: dict[Held, tuple[Unit, ...]]) -> tuple[Unit, ...]:
    if held not in known:
        ways = ((first, *fewest(order, left, known)) for first, left in beginnings(order, held))
        known[held] = min((tuple(sorted(way, key=rank)) for way in ways), key=preference)
    return known[held]


def beginnings(order: Order, held: Held) -> Iterator[tuple[Unit, Held]]:
    """Yield the units that the lowest face can be in: it stands alone, or a run begins with it."""
    lowest, copies = held[0]
    yield unit(order, (lowest,), copies), held[1:]
    for width in range(2, copies + 1):
        faces = wide(held, width)
        for length in range(2, len(faces) + 1):
            for run in runs(order, faces, length):
                if run[0] == lowest:
                    yield unit(order, run, width), without(held, run, width)


def rank(of: Unit) -> tuple[int, int, int]:
    return -of.width * of.length, -of.width, -of.top


def preference(units: Sequence[Unit]) -> tuple[int, list[int], list[int], list[int]]:
    sizes, widths, tops = zip(*map(rank, units), strict=True)
    return len(units), list(sizes), list(widths), list(tops)


def owed(order: Order, cards: Iterable[Card], shapes: Iterable[Shape]) -> list[tuple[Card, ...]]:
    """Return every choice of the cards that must be played because of their shape.

    Each unit led, the largest first, gets the first of its demands that what is left can meet.
    """
    ways: set[tuple[tuple[Card, ...], Held]] = {((), count(order, cards))}
    for shape in shapes:
        ways = next(met for demand in demands(*shape) if (met := meet(order, ways, demand)))
    return list(dict.fromkeys(taken for taken, _ in sorted(ways)))


def meet(
    order: Order, ways: set[tuple[tuple[Card, ...], Held]], demand: Iterable[Shape]
) -> set[tuple[tuple[Card, ...], Held]]:
    for width, length in demand:
        ways = {
            (tuple(sorted(taken + copied(run, width))), without(held, run, width))
            for taken, held in ways
            for run in runs(order, wide(held, width), length)
        }
    return ways


@cache
def demands(width: int, length: int) -> list[tuple[Shape, ...]]:
    """Return what a unit asks for, the strictest first (docs/rules/tractor.md 6)."""
    if width == 1:
        return [()]
    if width == 2:
        lists = (lengths for pairs in range(length + 1) for lengths in partitions(pairs, pairs))
        return [tuple((2, run) for run in lengths) for lengths in sorted(lists, reverse=True)]
    whole = [((3, length),), ((3, 1),) * length, ((2, length),)]
    return whole[: 3 if length > 1 else 1] + [
        ((3, 1),) * triples + ((2, 1),) * pairs
        for triples in range(length - 1, -1, -1)
        for pairs in range(length - triples, -1, -1)
    ]


def partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for first in range(min(total, largest), 0, -1):
        yield from ((first, *rest) for rest in partitions(total - first, first))


def covers(order: Order, cards: Iterable[Card], shapes: Sequence[Shape]) -> int | None:
    """Return the height that counts if some cards of one group cover a lead, the highest first shape there can be."""
    held = count(order, cards)
    (width, length), *rest = shapes
    if width == 1:
        return order.height[held[-1][0]]
    asked = [shape for shape in rest if shape[0] > 1]
    found = runs(order, wide(held, width), length)
    tops = (order.height[run[-1]] for run in found if serves(order, without(held, run, width), asked))
    return max(tops, default=None)


def serves(order: Order, held: Held, shapes: Sequence[Shape]) -> bool:
    if not shapes:
        return True
    (width, length), *rest = shapes
    if sum(length for _, length in shapes) > len(wide(held, 2)):
        return False
    found = runs(order, wide(held, width), length)
    return any(serves(order, without(held, run, width), rest) for run in found)
