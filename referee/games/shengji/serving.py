"""Serving shapes out of some cards of one group, face by face from low to high.

There are three copies of a face at most, so a face serves one shape or none: a pair out of a triple leaves a single
card. What is still owing says all that matters about the faces gone by. That makes few states, however many ways.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TypeAlias

from referee.cards import POINTS, Cards
from referee.games.shengji.shapes import Shape, Stock

Demand: TypeAlias = tuple[Shape, ...]
"""Units that are asked for."""
Enough: TypeAlias = Callable[[int, int], bool]
"""Do so many copies supply such a width? `ge`, or `eq` where triples are protected."""


Runs: TypeAlias = bytes
"""Units, a byte each, the largest first: width times 64 and length. Bytes are hashed once."""
Owing: TypeAlias = tuple[Runs, Runs, Runs, int]
"""What is still to be served, a plain tuple as thousands are made.

What is left of runs that must go on with a face of this class, and of those that have got theirs; units that have not
begun; last, how many cards all that takes.
"""

UNIT = [bytes([unit]) for unit in range(256)]
SERVED: Owing = (b"", b"", b"", 0)


def owing_all(demand: Iterable[Shape]) -> Owing:
    asked = sorted(demand, reverse=True)
    rest = bytes([width << 6 | length for width, length in asked])
    return b"", b"", rest, sum([width * length for width, length in asked])


class Supply:
    """Cards that are asked again and again what they can serve."""

    def __init__(self, held: Stock, enough: Enough) -> None:
        self.held = held
        steps = (*(min(2, after[0] - before[0]) for before, after in pairwise(held)), 2)
        self.faces = [(copies, step, enough) for (_, _, copies), step in zip(held, steps, strict=False)]
        self.most = {width: longest(held, width, enough) for width in (2, 3)}
        """How many neighbouring classes have faces for a run of this width."""
        self.wide = left_from([copies if copies > 1 else 0 for _, _, copies in held])
        """How many cards may serve from each face on."""
        self.known: dict[tuple[int, Owing], bool] = {}
        self.open: dict[tuple[int, Owing], list[tuple[int, Owing]]] = {}

    def serves(self, demand: Collection[Shape]) -> bool:
        return all(length <= self.most[width] for width, length in demand) and self.can(0, owing_all(demand))

    def can(self, index: int, owing: Owing) -> bool:
        """Return whether the faces from this one on serve what is owing, as soon as one way is found."""
        cards = owing[-1]
        if not cards:
            return True
        if cards > self.wide[index]:
            return False
        found = self.known.get((index, owing))
        if found is None:
            found = False
            for _, after in ways(owing, *self.faces[index]):
                if self.can(index + 1, after):
                    found = True
                    break
            self.known[index, owing] = found
        return found

    def ways(self, index: int, owing: Owing) -> list[tuple[int, Owing]]:
        """Return how many copies of a face may serve, and what is owing then, which the faces after it can serve."""
        found = self.open.get((index, owing))
        if found is None:
            left = self.wide[index + 1]
            found = [
                (width, after)
                for width, after in ways(owing, *self.faces[index])
                if not after[-1] or (after[-1] <= left and self.ways(index + 1, after))
            ]
            self.open[index, owing] = found
        return found


def left_from(numbers: list[int]) -> list[int]:
    """Return the sums of all from each place on, the last of which is 0."""
    return [0, *accumulate(reversed(numbers))][::-1]


def longest(held: Stock, width: int, enough: Enough) -> int:
    length = best = 0
    before = -1
    for height, _, copies in held:
        if enough(copies, width) and height != before:
            length = length + 1 if height == before + 1 else 1
            before, best = height, max(best, length)
    return best


@lru_cache(maxsize=1 << 14)
def ways(owing: Owing, copies: int, step: int, enough: Enough) -> tuple[tuple[int, Owing], ...]:
    """Return how a face may serve; `step` tells how many classes further the next face is, 2 standing for more."""
    found = served(owing, copies, enough)
    if step == 0:
        return tuple(found)
    return tuple(
        [
            (width, (ahead, b"", rest, cards))
            for width, (now, ahead, rest, cards) in found
            if not now and (step == 1 or not ahead)
        ]
    )


def served(owing: Owing, copies: int, enough: Enough) -> Iterator[tuple[int, Owing]]:
    """Yield how wide a face may serve and what is owing then, in the same class; the largest units first."""
    now, ahead, rest, cards = owing
    for unit in dict.fromkeys(now):
        width = unit >> 6
        if enough(copies, width):
            yield width, (less(now, unit), further(ahead, unit), rest, cards - width)
    for unit in dict.fromkeys(rest):
        width = unit >> 6
        if enough(copies, width):
            yield width, (now, further(ahead, unit), less(rest, unit), cards - width)
    yield 0, owing


def less(units: Runs, unit: int) -> Runs:
    return units.replace(UNIT[unit], b"", 1)


def further(ahead: Runs, unit: int) -> Runs:
    """Note what is left of a unit that has got one face."""
    if unit & 63 == 1:
        return ahead
    left = UNIT[unit - 1]
    return bytes(sorted(ahead + left, reverse=True)) if ahead else left


class Choices:
    """The sets of so many cards that serve one of several demands; `exact`: what serves a pair is only a pair."""

    def __init__(self, supply: Supply, demands: Iterable[Demand], number: int, *, exact: bool) -> None:
        self.supply = supply
        self.held = supply.held
        self.number = number
        self.exact = exact
        self.starts = [owing_all(demand) for demand in demands if supply.serves(demand)]
        self.known: dict[tuple[int, int, frozenset[Owing]], list[tuple[Cards, frozenset[Owing]]]] = {}
        self.cards = left_from([copies for _, _, copies in self.held])
        """How many cards there are from each face on."""

    def cheapest(self) -> Cards:
        """Return the set with the fewest points; of these the one with the lowest cards.

        What does not serve fills up, and cards without points fill up from the lowest. So the states are few: what is
        owing, and how many cards are still to fill up. Prices add up, a digit a face telling how many of it are in.
        """
        places = len(self.held)
        layer = {(owing, self.number - owing[-1]): 0 for owing in self.starts}
        for index, (_, face, copies) in enumerate(self.held):
            price = (POINTS[face] << 2 * places) - (1 << 2 * (places - 1 - index))
            reached: dict[tuple[Owing, int], int] = {}
            for (owing, fill), cost in layer.items():
                for width, after in self.supply.ways(index, owing):
                    most = 0 if self.exact and width else min(copies - width, fill)
                    least = max(fill + after[-1] - self.cards[index + 1], 0) if POINTS[face] else most
                    for more in range(least, most + 1):
                        state = after, fill - more
                        total = cost + price * (width + more)
                        if total < reached.get(state, total + 1):
                            reached[state] = total
            layer = reached
        return self.priced(layer[SERVED, 0])

    def priced(self, cost: int) -> Cards:
        """Return the cards that a price stands for."""
        places = len(self.held)
        digits = -cost % (1 << 2 * places)
        return tuple(
            face for index, (_, face, _) in enumerate(self.held) for _ in range(digits >> 2 * (places - 1 - index) & 3)
        )

    def all(self) -> Iterator[Cards]:
        """Yield every set once, by height."""
        waiting: list[tuple[Cards, int, int, frozenset[Owing]]] = [((), 0, self.number, frozenset(self.starts))]
        while waiting:
            begun, index, left, owing = waiting.pop()
            if not left:
                yield begun
                continue
            more = self.known.get((index, left, owing))
            if more is None:
                more = self.known[index, left, owing] = self.further(index, left, owing)
            waiting += [(begun + faces, index + 1, left - len(faces), after) for faces, after in more]

    def further(self, index: int, left: int, owing: frozenset[Owing]) -> list[tuple[Cards, frozenset[Owing]]]:
        """Return how many copies of a face may be in, and what is owing then."""
        _, face, copies = self.held[index]
        ways = {way for each in owing for way in self.supply.ways(index, each)}
        found = []
        for count in range(max(left - self.cards[index + 1], 0), min(copies, left) + 1):
            fit = (0, count) if self.exact else range(count + 1)
            after = frozenset([each for width, each in ways if width in fit and each[-1] <= left - count])
            if after:
                found.append(((face,) * count, after))
        return found
