"""Every set of cards that serves a demand, those with the fewest points first.

For each face and each course of runs it is found beforehand what the sets of the faces from it on come to, so none is
begun that cannot be ended. A face that is in no run may serve a triple or a pair: how many are served is counted in
bits, so that all numbers are looked at in one step.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from operator import eq, ge
from typing import NamedTuple, TypeAlias

from referee.cards import POINTS, Cards
from referee.games.shengji.serving import Course, Demand, Enough, Owing, Supply, courses, left_from, owing_all

Needs: TypeAlias = int
"""Numbers of triples and pairs, any of which will do: a bit for each of both, in rows that count pairs."""
Totals: TypeAlias = int
"""What sets come to: `Needs` that are met for each sum of points, in fives, for each number of cards.

So a total is a place among the bits, and to add a card to all sets is a shift.
"""


class Rest:
    """The faces from one on, when runs have come so far."""

    __slots__ = ("totals", "ways")

    def __init__(self, totals: Totals, ways: "Ways") -> None:
        self.totals = totals
        self.ways = ways
        """What may come next, for each number of copies of the first face that are in."""


Ways: TypeAlias = "tuple[list[Way], list[Way], list[Way], list[Way]]"


class Way(NamedTuple):
    spare: bool
    """Are the copies in no run, and enough for a triple or a pair?"""
    rest: Rest


Node: TypeAlias = tuple[int, int, frozenset[tuple[Rest, Needs]]]
"""A face, the total that is left for it and those after it, and what may be owing."""


class Choices:
    """The sets of so many cards that serve one of several demands; `exact`: what serves a pair is only a pair."""

    def __init__(self, supply: Supply, demands: Iterable[Demand], number: int, *, exact: bool) -> None:
        self.held = supply.held
        self.faces = supply.faces
        self.number = number
        self.exact = exact
        enough = eq if exact else ge
        self.starts = least([owing_all(demand) for demand in demands if supply.serves(demand)])
        self.width = 1 + max([pairs for _, _, pairs, _ in self.starts])
        self.group = self.width * (1 + max([triples for _, triples, _, _ in self.starts]))
        self.row = self.group * (1 + sum([copies * POINTS[face] for _, face, copies in self.held]) // 5)
        self.worth = [self.row + POINTS[face] // 5 * self.group for _, face, _ in self.held]
        """What a copy of each face adds to a total."""
        self.all = left_from([copies * worth for (_, _, copies), worth in zip(self.held, self.worth, strict=True)])
        """What all cards from each face on come to."""
        every = (1 << self.all[0] + self.group) - 1
        self.some_pairs = every - every // ((1 << self.width) - 1)
        self.some_triples = every - every // ((1 << self.group) - 1) * ((1 << self.width) - 1)
        self.spans = [[spans(copies, width, enough) for width in range(4)] for _, _, copies in self.held]
        self.cards = [[(face,) * count for count in range(copies + 1)] for _, face, copies in self.held]
        self.known: list[dict[Course, Rest]] = [{} for _ in self.all]
        self.open: dict[Node, list[tuple[Cards, Node]]] = {}

    def __iter__(self) -> Iterator[Cards]:
        """Yield every set once: those with the fewest points first, of these the ones with the lowest cards."""
        starts = [(self.rest(0, course), 1 << triples * self.width + pairs) for course, triples, pairs, _ in self.starts]
        for total in range(self.number * self.row, (self.number + 1) * self.row, self.group):
            if any(rest.totals >> total & needs for rest, needs in starts):
                yield from self.sets((0, total, frozenset(starts)))

    def rest(self, index: int, course: Course) -> Rest:
        known = self.known[index]
        found = known.get(course)
        if found is None:
            found = known[course] = self.found(index, course)
        return found

    def found(self, index: int, course: Course) -> Rest:
        if index == len(self.held):
            return Rest(int(not any(course)), ([], [], [], []))
        totals = 0
        copies, step = self.faces[index]
        worth, spans = self.worth[index], self.spans[index]
        ways: Ways = [], [], [], []
        for width, then in courses(course, step):
            rest = self.rest(index + 1, then)
            if rest.totals:
                for count in spans[width]:
                    spare = not width and count > 1
                    ways[count].append((spare, rest))
                    totals |= (self.served(rest.totals, count) if spare else rest.totals) << count * worth
        return Rest(totals, ways)

    def served(self, totals: Totals, copies: int) -> Totals:
        """Let so many copies of a face serve a triple or a pair."""
        found = totals
        if copies == 2 or not self.exact:
            found |= totals << 1 & self.some_pairs
        if copies == 3:
            found |= totals << self.width & self.some_triples
        return found

    def spared(self, needs: Needs, copies: int) -> Needs:
        """Return what is needed when so many copies of a face serve a triple or a pair."""
        found = needs
        if copies == 2 or not self.exact:
            found |= (needs & self.some_pairs) >> 1
        if copies == 3:
            found |= (needs & self.some_triples) >> self.width
        return found

    def sets(self, start: Node) -> Iterator[Cards]:
        """Yield the sets that come to a total, those with more of the lowest cards first."""
        waiting: list[tuple[Cards, Node]] = [((), start)]
        while waiting:
            begun, node = waiting.pop()
            index, total, _ = node
            if not total:
                yield begun
            elif total == self.all[index]:
                yield begun + tuple([face for _, face, copies in self.held[index:] for _ in range(copies)])
            else:
                for more, then in self.open.get(node) or self.after(node):
                    waiting.append((begun + more, then))

    def after(self, node: Node) -> list[tuple[Cards, Node]]:
        """Return which copies of a face may be in, the fewest first, and what comes then."""
        found = self.open[node] = []
        index, left, owing = node
        worth = self.worth[index]
        for count, cards in enumerate(self.cards[index]):
            then: dict[Rest, Needs] = {}
            for before, needs in owing:
                for spare, rest in before.ways[count]:
                    asked = self.spared(needs, count) if spare else needs
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
    """Return the numbers of copies with which a face may serve a run of this width, or none."""
    return [count for count in range(copies + 1) if not width or enough(count, width)]
