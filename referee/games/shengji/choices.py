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
Numbers: TypeAlias = int
"""The same whatever the points: for each number of cards the `Needs` that are met."""
Serves: TypeAlias = tuple[tuple[int, int], ...]
"""What copies of a face may serve besides runs: the bits that tell of one more served, and how far it moves them."""
Way: TypeAlias = "tuple[Serves, Rest]"
"""What the copies of a face may serve, and what comes then."""
Ways: TypeAlias = tuple[list[Way], list[Way], list[Way], list[Way]]
"""For each number of copies."""


class Rest:
    """The faces from one on, when runs have come so far."""

    __slots__ = ("numbers", "totals", "ways")

    def __init__(self, totals: Totals, numbers: Numbers, ways: Ways) -> None:
        self.totals = totals
        self.numbers = numbers
        self.ways = ways


Node: TypeAlias = tuple[int, int, tuple[tuple[Rest, Needs], ...]]
"""A face, the place of the number of cards that are left for it and those after it, and what may be owing."""

NO_WAYS: Ways = [], [], [], []
DEAD, DONE = Rest(0, 0, NO_WAYS), Rest(1, 1, NO_WAYS)


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
        """How far it is to one card more among numbers, to five points more among totals."""
        self.row = self.step * (1 + sum([copies * POINTS[face] for _, face, copies in self.held]) // 5)
        self.worth = [self.row + POINTS[face] // 5 * self.step for _, face, _ in self.held]
        """What a copy of each face adds to a total."""
        self.left = left_from([copies * self.step for _, _, copies in self.held])
        """The place of the number of all cards from each face on."""
        most = sum([copies * worth for (_, _, copies), worth in zip(self.held, self.worth, strict=True)])
        every = (1 << most + self.step) - 1
        some_pairs = every - every // ((1 << self.wide) - 1)
        some_triples = every - every // ((1 << self.step) - 1) * ((1 << self.wide) - 1)
        pair, triple = (some_pairs, 1), (some_triples, self.wide)
        self.serves: tuple[Serves, ...] = (), (), (pair,), (triple,) if exact else (pair, triple)
        """By number of copies."""
        enough = eq if exact else ge
        self.spans = [[spans(copies, width, enough) for width in range(4)] for _, _, copies in self.held]
        self.cards = [[(face,) * count for count in range(copies + 1)] for _, face, copies in self.held]
        self.whole = tuple([face for _, face, copies in self.held for _ in range(copies)])
        self.known: list[dict[Course, Rest]] = [{} for _ in self.left]
        self.open: dict[Node, list[tuple[Cards, Node]]] = {}

    def __iter__(self) -> Iterator[Cards]:
        """Yield every set once: first one with the fewest points, then those with more of the lowest cards."""
        starts: dict[Rest, Needs] = {}
        for rest, needs in map(self.start, self.starts):
            starts[rest] = starts.get(rest, 0) | needs
        first = self.cheapest(starts)
        yield first
        for found in self.sets((0, self.number * self.step, tuple(starts.items()))):
            if found != first:
                yield found

    def cheapest(self, starts: dict[Rest, Needs]) -> Cards:
        """Return the set with the fewest points, of these the one with more of the lowest cards."""
        place, cards = self.number * self.step, self.number * self.row
        totals = range(cards, cards + self.row, self.step)
        total = next(total for total in totals if any(rest.totals >> total & needs for rest, needs in starts.items()))
        found: Cards = ()
        owing = starts
        for worth, numbers in zip(self.worth, self.cards, strict=True):
            for more in reversed(numbers):
                count = len(more)
                left = total - count * worth
                if left >= 0:
                    then = self.after(owing.items(), count, place - count * self.step)
                    then = {rest: needs for rest, needs in then.items() if rest.totals >> left & needs}
                    if then:
                        break
            found, owing, total, place = found + more, then, left, place - count * self.step
        return found

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
        totals = numbers = 0
        ways: Ways = [], [], [], []
        worth, step, behind = self.worth[index], self.step, self.known[index + 1]
        for width, then in courses(course, self.supply.faces[index][1]):
            counts = self.spans[index][width]
            if not counts:
                continue
            rest = behind.get(then) or self.rest(index + 1, then, places - self.takes[width])
            if rest.numbers:
                for count in counts:
                    serves = () if width else self.serves[count]
                    ways[count].append((serves, rest))
                    some, many = rest.totals, rest.numbers
                    for bits, by in serves:
                        some |= rest.totals << by & bits
                        many |= rest.numbers << by & bits
                    totals |= some << count * worth
                    numbers |= many << count * step
        return Rest(totals, numbers, ways)

    def sets(self, start: Node) -> Iterator[Cards]:
        """Yield the sets of so many cards, those with more of the lowest before the others."""
        waiting: list[tuple[Cards, Node]] = [((), start)]
        while waiting:
            begun, node = waiting.pop()
            index, left, _ = node
            if not left:
                yield begun
            elif left == self.left[index]:
                yield begun + self.whole[len(begun) - self.number :]
            else:
                for more, then in self.open.get(node) or self.branches(node):
                    waiting.append((begun + more, then))

    def branches(self, node: Node) -> list[tuple[Cards, Node]]:
        """Return which copies of a face may be in, the fewest first, and what comes then."""
        found = self.open[node] = []
        index, left, owing = node
        most = self.left[index + 1]
        for count, cards in enumerate(self.cards[index]):
            if left <= most:
                then = self.after(owing, count, left)
                if then:
                    found.append((cards, (index + 1, left, tuple(then.items()))))
            left -= self.step
            if left < 0:
                break
        return found

    def after(self, owing: Iterable[tuple[Rest, Needs]], count: int, left: int) -> dict[Rest, Needs]:
        """Return what may be owing after so many copies of a face, if a number of cards is left for those behind it."""
        found: dict[Rest, Needs] = {}
        for before, needs in owing:
            for serves, rest in before.ways[count]:
                asked = needs
                for bits, by in serves:
                    asked |= (needs & bits) >> by
                if rest.numbers >> left & asked:
                    found[rest] = found.get(rest, 0) | asked
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
