"""Every set of cards that serves a demand, the one with the fewest points first.

For each face and each course of runs it is found beforehand what the sets of the faces from it on come to, so none is
begun that cannot be ended. A face that is in no run may serve a triple or a pair; bits tell how many are served, so one
step looks at all numbers.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from operator import eq, ge
from typing import TypeAlias

from referee.cards import POINTS, Cards
from referee.games.shengji.serving import Course, Demand, Enough, Owing, Supply, courses, left_from

Needs: TypeAlias = int
"""What may be owing besides runs: a bit for so many triples and so many pairs, in rows by the number of triples."""
Totals: TypeAlias = int
"""What sets come to: for each number of cards, and in it each sum of points, in fives, the `Needs` that are met.

So a total is a place among the bits, and to add a card to all sets is a shift.
"""
Way: TypeAlias = "tuple[bool, Rest]"
"""May the copies of a face serve a triple or a pair, and what comes then?"""
Ways: TypeAlias = tuple[list[Way], list[Way], list[Way], list[Way]]
"""For each number of copies."""


class Rest:
    """The faces from one on, when runs have come so far."""

    __slots__ = ("totals", "ways")

    def __init__(self, totals: Totals, ways: Ways) -> None:
        self.totals = totals
        self.ways = ways


Node: TypeAlias = tuple[int, int, frozenset[tuple[Rest, Needs]]]
"""A face, the total that is left for it and those after it, and what may be owing."""

NO_WAYS: Ways = [], [], [], []
DEAD, DONE = Rest(0, NO_WAYS), Rest(1, NO_WAYS)


class Choices:
    """The sets of so many cards that serve one of several demands; `exact`: what serves a pair is only a pair."""

    def __init__(self, supply: Supply, demands: Iterable[Demand], number: int, *, exact: bool) -> None:
        self.supply = supply
        self.held, self.takes = supply.held, supply.takes
        self.number = number
        self.starts = least([supply.owing(demand) for demand in demands])
        self.wide = 1 + max([pairs for _, _, pairs, _ in self.starts])
        """How many bits are in a row of needs."""
        self.step = self.wide * (1 + max([triples for _, triples, _, _ in self.starts]))
        """How far it is to the total of five points more."""
        self.row = self.step * (1 + sum([copies * POINTS[face] for _, face, copies in self.held]) // 5)
        self.worth = [self.row + POINTS[face] // 5 * self.step for _, face, _ in self.held]
        """What a copy of each face adds to a total."""
        every = (1 << self.all(self.worth)[0] + self.step) - 1
        some_pairs = every - every // ((1 << self.wide) - 1)
        some_triples = every - every // ((1 << self.step) - 1) * ((1 << self.wide) - 1)
        self.pairs = 0, 0, some_pairs, 0 if exact else some_pairs
        """For each number of copies that can serve a pair, the bits that tell of one."""
        self.triples = 0, 0, 0, some_triples
        enough = eq if exact else ge
        self.spans = [[spans(copies, width, enough) for width in range(4)] for _, _, copies in self.held]
        self.cards = [[(face,) * count for count in range(copies + 1)] for _, face, copies in self.held]
        self.whole = tuple([face for _, face, copies in self.held for _ in range(copies)])
        self.known: list[dict[Course, Rest]] = [{} for _ in range(len(self.held) + 1)]
        self.open: dict[Node, list[tuple[Cards, Node]]] = {}

    def all(self, worth: list[int]) -> list[int]:
        """Return what all cards from each face on come to."""
        return left_from([copies * card for (_, _, copies), card in zip(self.held, worth, strict=True)])

    def __iter__(self) -> Iterator[Cards]:
        """Yield every set once: first one with the fewest points, then those with more of the lowest cards."""
        starts: dict[Rest, Needs] = {}
        for rest, needs in map(self.start, self.starts):
            starts[rest] = starts.get(rest, 0) | needs
        first = self.cheapest(starts)
        yield first
        any_points = ((1 << self.row) - 1) // ((1 << self.step) - 1)  # a bit for each sum
        owing = frozenset([(rest, needs * any_points) for rest, needs in starts.items()])
        for found in self.sets((0, self.number * self.row, owing), [self.row] * len(self.held)):
            if found != first:
                yield found

    def cheapest(self, starts: dict[Rest, Needs]) -> Cards:
        cards, owing = self.number * self.row, frozenset(starts.items())
        totals = range(cards, cards + self.row, self.step)
        total = next(total for total in totals if any(rest.totals >> total & needs for rest, needs in owing))
        return next(self.sets((0, total, owing), self.worth))

    def start(self, owing: Owing) -> tuple[Rest, Needs]:
        course, triples, pairs, places = owing
        runs = places - triples * self.takes[3] - pairs * self.takes[2]
        return self.rest(0, course, runs), 1 << triples * self.wide + pairs

    def rest(self, index: int, course: Course, places: int) -> Rest:
        """Find what the faces from this one on come to; `places` are those the runs still take."""
        known = self.known[index]
        found = known.get(course)
        if found is None:
            fit = self.supply.fit(index, places)
            found = known[course] = self.found(index, course, places) if fit else DEAD
        return found

    def found(self, index: int, course: Course, places: int) -> Rest:
        if index == len(self.held):
            return DONE
        totals = 0
        ways: Ways = [], [], [], []
        worth, spans = self.worth[index], self.spans[index]
        for width, then in courses(course, self.supply.faces[index][1]):
            rest = self.rest(index + 1, then, places - self.takes[width]) if spans[width] else DEAD
            if rest.totals:
                for count in spans[width]:
                    spare = count > 1 and not width
                    ways[count].append((spare, rest))
                    found = rest.totals
                    if spare:
                        found |= found << 1 & self.pairs[count] | found << self.wide & self.triples[count]
                    totals |= found << count * worth
        return Rest(totals, ways)

    def sets(self, start: Node, worth: list[int]) -> Iterator[Cards]:
        """Yield the sets that come to a total, those with more of the lowest cards first.

        `worth` tells what a copy of each face adds to it: without points, if those of all the others are as good.
        """
        left = self.all(worth)
        waiting: list[tuple[Cards, Node]] = [((), start)]
        while waiting:
            begun, node = waiting.pop()
            index, total, _ = node
            if not total:
                yield begun
            elif total == left[index]:
                yield begun + self.whole[len(begun) - self.number :]
            else:
                for more, then in self.open.get(node) or self.after(node, worth[index], left[index + 1]):
                    waiting.append((begun + more, then))

    def after(self, node: Node, worth: int, most: int) -> list[tuple[Cards, Node]]:
        """Return which copies of a face may be in, the fewest first, and what comes then."""
        found = self.open[node] = []
        index, left, owing = node
        for count, cards in enumerate(self.cards[index]):
            if left <= most:
                then: dict[Rest, Needs] = {}
                for before, needs in owing:
                    for spare, rest in before.ways[count]:
                        asked = needs
                        if spare:
                            asked |= (needs & self.pairs[count]) >> 1 | (needs & self.triples[count]) >> self.wide
                        if rest.totals >> left & asked:
                            then[rest] = then.get(rest, 0) | asked
                if then:
                    found.append((cards, (index + 1, left, frozenset(then.items()))))
            left -= worth
            if left < 0:
                break
        return found


def least(demands: list[Owing]) -> list[Owing]:
    """Leave out what asks for all that another asks for, and more."""
    distinct = dict.fromkeys(demands)
    return [more for more in distinct if not any(more != owing and includes(more, owing) for owing in distinct)]


def includes(more: Owing, owing: Owing) -> bool:
    (_, _, many), triples, pairs, _ = more
    (_, _, few), some, others, _ = owing
    return triples >= some and pairs >= others and all(many.count(run) >= few.count(run) for run in few)


@cache
def spans(copies: int, width: int, enough: Enough) -> list[int]:
    """Return how many copies of a face may be in that serves a run of this width, or none."""
    return [count for count in range(copies + 1) if not width or enough(count, width)]
