"""Serving shapes out of some cards of one group, face by face from low to high.

There are three copies of a face at most, so a face serves one shape or none: a pair out of a triple leaves a single
card. What is still owing says all that matters about the faces gone by. A face that is in no run serves what it can, as
a later one is spared for it; so only the places of runs are open, and the states are few.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import accumulate, pairwise
from operator import eq, ge
from typing import TypeAlias

from referee.cards import POINTS, Cards
from referee.games.shengji.shapes import Shape, Stock

Demand: TypeAlias = tuple[Shape, ...]
"""Units that are asked for."""
Enough: TypeAlias = Callable[[int, int], bool]
"""Do so many copies supply such a width? `ge`, or `eq` where triples are protected."""

Runs: TypeAlias = bytes
"""Runs, a byte each, the largest first: width times 64 and length. Bytes are hashed once."""
Course: TypeAlias = tuple[Runs, Runs, Runs]
"""How far the runs are: what is left of those that must go on with a face of this class, and of those that have got
theirs; and those that have not begun."""
Owing: TypeAlias = tuple[Course, int, int, int]
"""What is still to be served, a plain tuple as hundreds are made: runs, triples, pairs, and how many cards all take."""
Node: TypeAlias = tuple[int, int, frozenset[Owing]]
"""A face, how many cards are left to choose, and what may be owing."""

RUN = [bytes([run]) for run in range(256)]


def owing_all(demand: Sequence[Shape]) -> Owing:
    runs = bytes(sorted([width << 6 | length for width, length in demand if length > 1], reverse=True))
    cards = sum([width * length for width, length in demand])
    return (b"", b"", runs), demand.count((3, 1)), demand.count((2, 1)), cards


def least(demands: Iterable[Owing]) -> list[Owing]:
    """Leave out what asks for all that another asks for, and more."""
    distinct = dict.fromkeys(demands)
    return [more for more in distinct if not any(more != owing and covers(more, owing) for owing in distinct)]


def covers(more: Owing, owing: Owing) -> bool:
    (_, _, many), triples, pairs, _ = more
    (_, _, few), some, others, _ = owing
    return triples >= some and pairs >= others and all(many.count(run) >= few.count(run) for run in few)


class Supply:
    """Cards that are asked again and again what they can serve."""

    def __init__(self, held: Stock, enough: Enough) -> None:
        self.held = held
        self.enough = enough
        steps = (*(min(2, after[0] - before[0]) for before, after in pairwise(held)), 2)
        self.faces = [(copies, step) for (_, _, copies), step in zip(held, steps, strict=False)]
        self.most = {width: longest(held, width, enough) for width in (2, 3)}
        """How many neighbouring classes have faces for a run of this width."""
        self.wide = left_from([copies if copies > 1 else 0 for _, _, copies in held])
        """How many cards may serve from each face on."""
        self.known: list[dict[Owing, bool]] = [{} for _ in held]

    def serves(self, demand: Sequence[Shape]) -> bool:
        return all(length <= self.most[width] for width, length in demand) and self.can(0, owing_all(demand))

    def can(self, index: int, owing: Owing) -> bool:
        """Return whether the faces from this one on serve what is owing."""
        cards = owing[-1]
        if not cards:
            return True
        if cards > self.wide[index]:
            return False
        found = self.known[index].get(owing)
        if found is None:
            copies, step = self.faces[index]
            found = False
            for width, then in courses(owing[0], step):
                if not width or self.enough(copies, width):
                    found = self.can(index + 1, served(owing, width, then, copies, self.enough))
                    if found:
                        break
            self.known[index][owing] = found
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


@lru_cache(maxsize=1 << 12)
def courses(course: Course, step: int) -> tuple[tuple[int, Course], ...]:
    """Return how wide a run a face may serve, and how far all are then; last, if it can be, that it serves none.

    `step` tells how many classes further the next face is, 2 standing for more.
    """
    now, ahead, runs = course
    found = [(run >> 6, (less(now, run), further(ahead, run), runs)) for run in dict.fromkeys(now)]
    found += [(run >> 6, (now, further(ahead, run), less(runs, run))) for run in dict.fromkeys(runs)]
    found.append((0, course))
    if step == 0:
        return tuple(found)
    return tuple(
        [(width, (ahead, b"", runs)) for width, (now, ahead, runs) in found if not now and (step == 1 or not ahead)]
    )


def served(owing: Owing, width: int, then: Course, copies: int, enough: Enough) -> Owing:
    """Return what is owing after a face has served a run of this width, or none, but then a triple or a pair."""
    _, triples, pairs, cards = owing
    if width:
        return then, triples, pairs, cards - width
    if triples and enough(copies, 3):
        return then, triples - 1, pairs, cards - 3
    if pairs and enough(copies, 2):
        return then, triples, pairs - 1, cards - 2
    return then, triples, pairs, cards


def less(runs: Runs, run: int) -> Runs:
    return runs.replace(RUN[run], b"", 1)


def further(ahead: Runs, run: int) -> Runs:
    """Note what is left of a run that has got one face."""
    if run & 63 == 1:
        return ahead
    left = RUN[run - 1]
    return bytes(sorted(ahead + left, reverse=True)) if ahead else left


class Choices:
    """The sets of so many cards that serve one of several demands; `exact`: what serves a pair is only a pair."""

    def __init__(self, supply: Supply, demands: Iterable[Demand], number: int, *, exact: bool) -> None:
        self.supply = supply
        self.held = supply.held
        self.number = number
        self.enough = eq if exact else ge
        self.whole = Supply(self.held, eq) if exact else supply
        """Tells what all the cards serve if none is left out."""
        self.starts = least(owing_all(demand) for demand in demands if supply.serves(demand))
        self.cards = left_from([copies for _, _, copies in self.held])
        """How many cards there are from each face on."""
        self.open: list[dict[Owing, list[list[Owing]]]] = [{} for _ in self.held]
        self.known: dict[Node, list[tuple[Cards, Node]]] = {}

    def cheapest(self) -> Cards:
        """Return the set with the fewest points; of these the one with the lowest cards.

        Prices add up: points, above a digit for each face that tells how many of it are in. What is hoped for is looked
        at first: the fewest points that so many of the cards after may have, whatever is owing.
        """
        places = len(self.held)
        hopes = [[0, *accumulate(sorted(map(POINTS.__getitem__, self.after(index))))] for index in range(1, places + 1)]
        waiting = [(0, 0, self.number, owing, 0) for owing in self.starts]
        seen = set()
        while True:
            _, index, left, owing, cost = heappop(waiting)
            if index == places:
                return self.priced(cost)
            if (index, left, owing) in seen:
                continue
            seen.add((index, left, owing))
            digit = 1 << 2 * (places - 1 - index)
            price = (POINTS[self.held[index][1]] << 2 * places) - digit
            for count, after in self.worthy(index, left, owing):
                total = cost + price * count
                hoped = total + (hopes[index][left - count] << 2 * places) - digit
                heappush(waiting, (hoped, index + 1, left - count, after, total))

    def worthy(self, index: int, left: int, owing: Owing) -> Iterator[tuple[int, Owing]]:
        """Yield how many copies of a face may be in a cheapest set, and what is owing then.

        Of a face without points as many as may be, for which later cards are left out, unless fewer serve more.
        """
        ways, free = self.ways(index, owing), not POINTS[self.held[index][1]]
        least: dict[Course, int] = {}
        for count in reversed(self.counts(index, left)):
            for after in ways[count]:
                course, _, _, cards = after
                if cards <= left - count and not (free and cards >= least.get(course, cards + 1)):
                    least[course] = cards
                    yield count, after

    def after(self, index: int) -> Cards:
        """Return all the cards from a face on."""
        return tuple([face for _, face, copies in self.held[index:] for _ in range(copies)])

    def counts(self, index: int, left: int) -> range:
        """Return how many copies of a face may be among so many cards."""
        return range(max(left - self.cards[index + 1], 0), min(self.held[index][2], left) + 1)

    def ways(self, index: int, owing: Owing) -> list[list[Owing]]:
        """Return for each number of copies of a face what may be owing then, which the faces after it can serve."""
        found = self.open[index].get(owing)
        if found is None:
            copies, step = self.supply.faces[index]
            found = self.open[index][owing] = [[] for _ in range(copies + 1)]
            for width, then in courses(owing[0], step):
                before = None
                for count in range(width, copies + 1):
                    if width and not self.enough(count, width):
                        continue
                    after = served(owing, width, then, count, self.enough)
                    if after != before:
                        before, fits = after, self.supply.can(index + 1, after)
                    if fits:
                        found[count].append(after)
        return found

    def priced(self, cost: int) -> Cards:
        """Return the cards that a price stands for."""
        places = len(self.held)
        digits = -cost % (1 << 2 * places)
        return tuple(
            face for index, (_, face, _) in enumerate(self.held) for _ in range(digits >> 2 * (places - 1 - index) & 3)
        )

    def all(self) -> Iterator[Cards]:
        """Yield every set once, by height."""
        waiting: list[tuple[Cards, Node]] = [((), (0, self.number, frozenset(self.starts)))]
        while waiting:
            begun, node = waiting.pop()
            index, left, owing = node
            if left == self.cards[index]:
                if any(self.whole.can(index, each) for each in owing):
                    yield begun + self.after(index)
            elif left:
                waiting += [(begun + more, after) for more, after in self.further(node)]
            else:
                yield begun

    def further(self, node: Node) -> list[tuple[Cards, Node]]:
        """Return which copies of a face may be in, and what comes then."""
        found = self.known.get(node)
        if found is None:
            found = self.known[node] = []
            index, left, owing = node
            face = self.held[index][1]
            ways = [self.ways(index, each) for each in owing]
            for count in self.counts(index, left):
                after = frozenset([way for each in ways for way in each[count] if way[-1] <= left - count])
                if after:
                    found.append(((face,) * count, (index + 1, left - count, after)))
        return found
