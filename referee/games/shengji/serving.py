"""Serving shapes out of some cards of one group, face by face from low to high.

There are three copies of a face at most, so a face serves one shape or none: a pair out of a triple leaves a single
card. What is still owing says all that matters about the faces gone by. That makes few states, however many ways.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple, TypeAlias

from referee.cards import POINTS, Cards
from referee.games.shengji.shapes import Shape, Stock

Demand: TypeAlias = tuple[Shape, ...]
"""Units that are asked for."""
Enough: TypeAlias = Callable[[int, int], bool]
"""Do so many copies supply such a width? `ge`, or `eq` where triples are protected."""


class Owing(NamedTuple):
    """What is still to be served."""

    now: Demand
    """Runs that must go on with a face of this class; shapes say what is left of them."""
    ahead: Demand
    """Runs that have got their face of this class."""
    rest: Demand
    """Units that have not begun."""
    cards: int
    """How many cards all that takes."""


SERVED = Owing((), (), (), 0)


def owing_all(demand: Iterable[Shape]) -> Owing:
    asked = tuple(sorted(demand, reverse=True))
    return Owing((), (), asked, sum([width * length for width, length in asked]))


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

    def serves(self, demand: Iterable[Shape]) -> bool:
        owing = owing_all(demand)
        return all(length <= self.most[width] for width, length in owing.rest) and self.can(0, owing)

    def can(self, index: int, owing: Owing) -> bool:
        """Return whether the faces from this one on serve what is owing."""
        if not owing.cards:
            return True
        if owing.cards > self.wide[index]:
            return False
        found = self.known.get((index, owing))
        if found is None:
            found = False
            for _, after in self.ways(index, owing):
                if self.can(index + 1, after):
                    found = True
                    break
            self.known[index, owing] = found
        return found

    def ways(self, index: int, owing: Owing) -> tuple[tuple[int, Owing], ...]:
        """Return how many copies of a face may serve, and what is owing after it; last it serves nothing."""
        return ways(owing, *self.faces[index])


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
    found = (*served(owing, copies, enough), (0, owing))
    if step == 0:
        return found
    return tuple(
        (width, Owing(after.ahead, (), after.rest, after.cards))
        for width, after in found
        if not after.now and (step == 1 or not after.ahead)
    )


def served(owing: Owing, copies: int, enough: Enough) -> Iterator[tuple[int, Owing]]:
    now, ahead, rest, cards = owing
    for shape in dict.fromkeys(now):
        if enough(copies, shape[0]):
            yield shape[0], Owing(less(now, shape), further(ahead, shape), rest, cards - shape[0])
    for shape in dict.fromkeys(rest):
        if enough(copies, shape[0]):
            yield shape[0], Owing(now, further(ahead, shape), less(rest, shape), cards - shape[0])


def less(demand: Demand, shape: Shape) -> Demand:
    place = demand.index(shape)
    return demand[:place] + demand[place + 1 :]


def further(ahead: Demand, shape: Shape) -> Demand:
    """Note what is left of a unit that has got one face."""
    width, length = shape
    return tuple(sorted((*ahead, (width, length - 1)), reverse=True)) if length > 1 else ahead


class Choices:
    """The sets of so many cards that serve one of several demands; `exact`: what serves a pair is only a pair."""

    def __init__(self, supply: Supply, demands: Iterable[Demand], number: int, *, exact: bool) -> None:
        self.supply = supply
        self.held = supply.held
        self.number = number
        self.exact = exact
        self.starts = [owing_all(demand) for demand in demands if supply.serves(demand)]
        self.cards = left_from([copies for _, _, copies in self.held])
        """How many cards there are from each face on."""

    def cheapest(self) -> Cards:
        """Return the set with the fewest points; of these the one with the lowest cards.

        What does not serve fills up, and cards without points fill up from the lowest. So the states are few: what is
        owing, and how many cards are still to fill up. Prices add up, a digit a face telling how many of it are in.
        """
        places = len(self.held)
        layer = {(owing, self.number - owing.cards): 0 for owing in self.starts}
        for index, (_, face, copies) in enumerate(self.held):
            price = (POINTS[face] << 2 * places) - (1 << 2 * (places - 1 - index))
            reached: dict[tuple[Owing, int], int] = {}
            for (owing, fill), cost in layer.items():
                for width, after in self.supply.ways(index, owing):
                    if self.supply.can(index + 1, after):
                        for more in self.filling(copies - width, fill, width, dear=POINTS[face] > 0):
                            state, total = (after, fill - more), cost + price * (width + more)
                            if total < reached.get(state, total + 1):
                                reached[state] = total
            layer = reached
        return self.priced(layer[SERVED, 0])

    def filling(self, spare: int, fill: int, width: int, *, dear: bool) -> Iterable[int]:
        """Return how many further copies of a face may fill up."""
        if self.exact and width:
            return (0,)
        most = min(spare, fill)
        return range(most + 1) if dear else (most,)

    def priced(self, cost: int) -> Cards:
        """Return the cards that a price stands for."""
        places = len(self.held)
        digits = -cost % (1 << 2 * places)
        return tuple(
            face for index, (_, face, _) in enumerate(self.held) for _ in range(digits >> 2 * (places - 1 - index) & 3)
        )

    def all(self) -> Iterator[Cards]:
        """Yield every set once, by height."""
        return self.beginning((), 0, self.number, set(self.starts))

    def beginning(self, begun: Cards, index: int, left: int, owing: set[Owing]) -> Iterator[Cards]:
        """Yield the sets with these cards of the faces before; any of what is owing may be served."""
        if not left:
            yield begun
            return
        _, face, copies = self.held[index]
        ways = {way for each in owing for way in self.supply.ways(index, each)}
        for count in range(min(copies, left), -1, -1):
            after = {each for width, each in ways if self.fits(count, width) and self.open(index, left - count, each)}
            if after:
                yield from self.beginning(begun + (face,) * count, index + 1, left - count, after)

    def fits(self, count: int, width: int) -> bool:
        return count >= width if width == 0 or not self.exact else count == width

    def open(self, index: int, left: int, owing: Owing) -> bool:
        """Return whether so many cards after this face can serve what is owing."""
        return owing.cards <= left <= self.cards[index + 1] and self.supply.can(index + 1, owing)
