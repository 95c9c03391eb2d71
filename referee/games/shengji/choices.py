"""Every set of cards that serves a demand, those with the fewest points first.

For each face and each thing that may be owing it is found beforehand what the sets of the faces from it on come to, so
none is begun that cannot be ended.
"""

from collections.abc import Iterable, Iterator
from functools import cache, reduce
from operator import eq, ge, or_
from typing import TypeAlias

from referee.cards import POINTS, Cards
from referee.games.shengji.serving import Demand, Enough, Owing, Supply, courses, left_from, owing_all, served

Totals: TypeAlias = int
"""What sets come to: bits, a row for each number of cards, in it one for each sum of points, in fives.

So a total is the place of a bit, and to add a card to all sets is a shift.
"""
Way: TypeAlias = tuple[int, Owing, Totals]
"""How many copies of a face are in, what is owing then, and what the sets of the faces after it come to."""
Node: TypeAlias = tuple[int, int, frozenset[Owing]]
"""A face, the total that is left for it and those after it, and what may be owing."""


class Choices:
    """The sets of so many cards that serve one of several demands; `exact`: what serves a pair is only a pair."""

    def __init__(self, supply: Supply, demands: Iterable[Demand], number: int, *, exact: bool) -> None:
        self.supply = supply
        self.held = supply.held
        self.number = number
        self.enough = eq if exact else ge
        self.starts = least([owing_all(demand) for demand in demands if supply.serves(demand)])
        self.row = 1 + sum([copies * POINTS[face] for _, face, copies in self.held]) // 5
        self.worth = [self.row + POINTS[face] // 5 for _, face, _ in self.held]
        """What a copy of each face adds to a total."""
        self.all = left_from([copies * worth for (_, _, copies), worth in zip(self.held, self.worth, strict=True)])
        """What all cards from each face on come to."""
        self.spans = [[spans(copies, width, self.enough) for width in range(4)] for _, _, copies in self.held]
        self.known: list[dict[Owing, Totals]] = [{} for _ in self.all]
        self.ways: list[dict[Owing, list[Way]]] = [{} for _ in self.held]
        self.open: dict[Node, list[tuple[Cards, Node]]] = {}

    def __iter__(self) -> Iterator[Cards]:
        """Yield every set once: those with the fewest points first, of these the ones with the lowest cards."""
        totals = reduce(or_, [self.totals(0, owing) for owing in self.starts])
        for total in range(self.number * self.row, (self.number + 1) * self.row):
            if totals >> total & 1:
                yield from self.sets((0, total, frozenset(self.starts)))

    def totals(self, index: int, owing: Owing) -> Totals:
        """Find what the sets come to, of the faces from this one on, that serve what is owing."""
        found = 0
        if index == len(self.held):
            found = int(not owing[-1])
        elif owing[-1] <= self.supply.wide[index]:
            _, step = self.supply.faces[index]
            known, worth, alikes = self.known[index + 1], self.worth[index], self.spans[index]
            ways = self.ways[index][owing] = []
            for width, then in courses(owing[0], step):
                for alike in alikes[width]:
                    after = served(owing, width, then, alike[0], self.enough)
                    totals = known.get(after)
                    if totals is None:
                        totals = self.totals(index + 1, after)
                    if totals:
                        for count in alike:
                            ways.append((count, after, totals))
                            found |= totals << count * worth
        self.known[index][owing] = found
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
                waiting += [(begun + more, after) for more, after in self.after(node)]

    def after(self, node: Node) -> list[tuple[Cards, Node]]:
        """Return which copies of a face may be in, the fewest first, and what comes then."""
        found = self.open.get(node)
        if found is None:
            index, total, owing = node
            (_, face, copies), worth = self.held[index], self.worth[index]
            left = [total - count * worth for count in range(copies + 1)]
            after: list[list[Owing]] = [[] for _ in left]
            for each in owing:
                for count, way, totals in self.ways[index][each]:
                    if left[count] >= 0 and totals >> left[count] & 1:
                        after[count].append(way)
            found = self.open[node] = [
                ((face,) * count, (index + 1, left[count], frozenset(ways))) for count, ways in enumerate(after) if ways
            ]
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
def spans(copies: int, width: int, enough: Enough) -> tuple[tuple[int, ...], ...]:
    """Group the numbers of copies with which a face may serve a run of this width, or none, by what else they serve."""
    if width:
        found = [tuple([count for count in range(copies + 1) if enough(count, width)])]
    else:
        found = [tuple(range(min(copies, 1) + 1)), *[(count,) for count in range(2, copies + 1)]]
    return tuple([each for each in found if each])
