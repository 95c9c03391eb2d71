"""Serving shapes out of some cards of one group, face by face from low to high.

There are three copies of a face at most, so a face serves one shape or none: a pair out of a triple leaves a single
card. What is still owing says all that matters about the faces gone by. A face that is in no run serves what it can, as
a later one is spared for it; so only the places of runs are open, and the states are few.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate, pairwise
from operator import eq, ge
from typing import TypeAlias

from referee.games.shengji.shapes import Shape, Stock

Demand: TypeAlias = tuple[Shape, ...]
"""Units that are asked for."""
Enough: TypeAlias = Callable[[int, int], bool]
"""Do so many copies supply such a width? `ge`, or `eq` where triples are protected."""

Runs: TypeAlias = bytes
"""Runs, a byte each, the largest first: width times 64 and length. Bytes are hashed once."""
Course: TypeAlias = tuple[Runs, Runs, Runs]
"""How far runs are: what is left of those that must go on with a face of this class, and of those that have got theirs;
and those that have not begun."""
Owing: TypeAlias = tuple[Course, int, int, int]
"""What is still to be served, a plain tuple as hundreds are made: runs, triples, pairs, and the `places` all take."""

PLACES: dict[Enough, tuple[int, ...]] = {ge: (0, 0, 1, 0x101), eq: (0, 0, 1, 0x100)}
"""The places a face takes that serves a width, and has with so many copies: low for any, or where triples are protected
for a pair only, and above for a triple."""
FREE = 0x8080
"""Bits that are lost when more places are taken than there are."""
RUN = [bytes([run]) for run in range(256)]
LEFT = [RUN[run - 1] if run & 63 > 1 else b"" for run in range(256)]
"""What is left of a run that has got one face."""


class Supply:
    """Cards that are asked again and again what they can serve."""

    def __init__(self, held: Stock, enough: Enough) -> None:
        self.held = held
        self.enough = enough
        steps = (*(min(2, after[0] - before[0]) for before, after in pairwise(held)), 2)
        self.faces = [(copies, step) for (_, _, copies), step in zip(held, steps, strict=False)]
        self.most = {width: longest(held, width, enough) for width in (2, 3)}
        """How many neighbouring classes have faces for a run of this width."""
        self.takes = PLACES[enough]
        self.places = [FREE + places for places in left_from([self.takes[copies] for _, _, copies in held])]
        """Those of the faces from each on."""
        self.known: list[dict[Owing, bool]] = [{} for _ in held]

    def serves(self, demand: Demand) -> bool:
        return all(length <= self.most[width] for width, length in demand) and self.can(0, self.owing(demand))

    def owing(self, demand: Demand) -> Owing:
        runs = bytes(sorted([width << 6 | length for width, length in demand if length > 1], reverse=True))
        places = sum([self.takes[width] * length for width, length in demand])
        return (b"", b"", runs), demand.count((3, 1)), demand.count((2, 1)), places

    def can(self, index: int, owing: Owing) -> bool:
        """Return whether the faces from this one on serve what is owing."""
        places = owing[-1]
        if not places:
            return True
        if not self.fit(index, places):
            return False
        found = self.known[index].get(owing)
        if found is None:
            copies, step = self.faces[index]
            found = False
            for width, then in courses(owing[0], step):
                if not width or self.enough(copies, width):
                    found = self.can(index + 1, self.served(owing, width, then, copies))
                    if found:
                        break
            self.known[index][owing] = found
        return found

    def fit(self, index: int, places: int) -> bool:
        """Return whether the faces from this one on have so many places."""
        return self.places[index] - places & FREE == FREE

    def served(self, owing: Owing, width: int, then: Course, copies: int) -> Owing:
        """Return what is owing after a face has served a run of this width, or none, but then a triple or a pair."""
        _, triples, pairs, places = owing
        if width:
            return then, triples, pairs, places - self.takes[width]
        if triples and self.enough(copies, 3):
            return then, triples - 1, pairs, places - self.takes[3]
        if pairs and self.enough(copies, 2):
            return then, triples, pairs - 1, places - self.takes[2]
        return then, triples, pairs, places


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
    if step == 0:
        found = [(run >> 6, (less(now, run), further(ahead, run), runs)) for run in dict.fromkeys(now)]
        found += [(run >> 6, (now, further(ahead, run), less(runs, run))) for run in dict.fromkeys(runs)]
        return *found, (0, course)
    if len(now) > 1:
        return ()
    if now:
        ahead = further(ahead, now[0])
        return () if ahead and step > 1 else ((now[0] >> 6, (ahead, b"", runs)),)
    if step > 1:
        return () if ahead else ((0, course),)
    found = [(run >> 6, (further(ahead, run), b"", less(runs, run))) for run in dict.fromkeys(runs)]
    return *found, (0, (ahead, b"", runs))


def less(runs: Runs, run: int) -> Runs:
    return runs.replace(RUN[run], b"", 1)


def further(ahead: Runs, run: int) -> Runs:
    """Note what is left of a run that has got one face."""
    left = LEFT[run]
    return bytes(sorted(ahead + left, reverse=True)) if ahead and left else ahead or left
