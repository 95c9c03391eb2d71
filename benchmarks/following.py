"""The hands and leads of three decks that cost most, looked for by Hypothesis, and by changing what it finds.

The search counts lines that are run, so it finds the same again; what it finds is then timed, in turns with a bare
loop of 5 ms. Nothing is remembered from one hand to the next: a referee that has run for a while is faster.
"""

import argparse
import gc
import heapq
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from operator import itemgetter
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NamedTuple, TypeAlias

from hypothesis import HealthCheck, Phase, given, settings, target
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir

from benchmarks.rules import Play, bare
from referee import cards
from referee.cards import FACES, SUITS, BySeat, Card, Cards, Rank, Seat, Suit
from referee.game import Action, Verb
from referee.games.shengji.following import ladder
from referee.games.shengji.order import TRUMPS, Group, order_of
from referee.games.shengji.phases.tricks import Terms, Tricks, read
from referee.games.shengji.progress import Progress
from referee.games.shengji.rules import Rules, parse
from referee.games.shengji.serving import courses
from referee.games.shengji.shapes import weight

LISTED = 64
HAND = 39
BRED = 24
"""So many of the dearest are kept, to change one of them again and again."""
TIMED = 24
"""Of the hands that run most lines so many are timed."""
TURNS = 15
FIVE_MS = [Play(tuple(map(Card, range(HAND))), tuple(map(Card, range(13))))] * 1400
"""The least that so many plays need takes 5 ms, where docs/performance.md was measured and nobody disturbs."""
FACES_OF_TRUMPS = 21
"""There are no more in any group."""
SHARES = [(led, held) for led in range(4) for held in range(4 - led)]
"""How the copies of a face may lie: led, and in the follower's hand; another seat has the rest."""
RULES = [
    parse({"decks": "3", "protect_triples": protect, "ruff_tiebreak": tiebreak})
    for protect in ("false", "true")
    for tiebreak in ("first", "next_unit")
]


class Case(NamedTuple):
    """A lead and the hands that stand against it, the follower's first."""

    terms: Terms
    lead: Cards
    hands: tuple[Cards, Cards]

    @property
    def leading(self) -> Tricks:
        return Tricks(self.terms, BySeat((self.lead, *self.hands, ())), Seat.EAST)

    @property
    def following(self) -> Tricks:
        """The lead taken as it stands."""
        lead = read(self.terms, self.lead, None)
        return self.leading.opened(Seat.EAST, lead, self.lead, (), 0)


Work: TypeAlias = Callable[[], object]
Count: TypeAlias = Callable[[FrameType, str, object], "Count"]


def leads(case: Case) -> Iterator[Work]:
    """List what may be led."""
    hand = Tricks(case.terms, BySeat((case.hands[0], (), (), ())), Seat.EAST)
    yield lambda: list(islice(hand.moves(Seat.EAST), LISTED))


def lead(case: Case) -> Iterator[Work]:
    """Cut a lead and see whether it stands."""
    position = case.leading
    yield lambda: position.act(Seat.EAST, Action(Verb.PLAY, case.lead))


def default(case: Case) -> Iterator[Work]:
    position = case.following
    yield lambda: next(position.moves(Seat.NORTH))


def moves(case: Case) -> Iterator[Work]:
    position = case.following
    yield lambda: list(islice(position.moves(Seat.NORTH), LISTED))


def follow(case: Case) -> Iterator[Work]:
    """Judge what is offered first, and last."""
    position = case.following
    offered = list(islice(position.moves(Seat.NORTH), LISTED))
    for action in (offered[0], offered[-1]):
        yield partial(position.act, Seat.NORTH, action)


ASKED = {work.__name__: work for work in (leads, lead, default, moves, follow)}


class Draft(NamedTuple):
    """What a case is made of: changing a little of it changes little."""

    rules: Rules
    level: Rank
    trump: Suit
    two_trump: bool
    group: Group
    shares: tuple[tuple[int, int], ...]


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    trump = draw(st.sampled_from(Suit))
    group = draw(st.sampled_from([TRUMPS, *(Group(suit) for suit in SUITS if suit != trump)]))
    common = draw(st.lists(st.sampled_from(SHARES), min_size=1, max_size=4, unique=True))
    shares = draw(st.lists(st.sampled_from(common), min_size=FACES_OF_TRUMPS, max_size=FACES_OF_TRUMPS))
    return Draft(
        draw(st.sampled_from(RULES)), draw(st.sampled_from(Rank)), trump, draw(st.booleans()), group, tuple(shares)
    )


def case_of(draft: Draft) -> Case:
    order = order_of(draft.level, draft.trump, two_trump=draft.two_trump)
    members = sorted(order.members[draft.group], key=order.height.__getitem__)
    led, held, others = [], [], []
    for (copies, mine), face in zip(draft.shares, members, strict=False):
        led += [face] * copies
        held += [face] * mine
        others += [face] * (3 - copies - mine)
    led = led[:HAND] or [min(members)]
    beside = [Card(face) for face in range(FACES) if face not in members]
    held = (held + beside * 3)[: max(len(held), len(led))][:HAND]
    terms = Terms(draft.rules, Progress((draft.level, draft.level), Seat.EAST), order, Seat.EAST, ())
    return Case(terms, tuple(sorted(led)), (tuple(sorted(held)), tuple(sorted(others[:HAND]))))


def changed(draft: Draft, chance: random.Random) -> Draft:
    """Change the share of one face, or of two, or the terms."""
    if chance.random() < 0.1:
        rules, trump, level = chance.choice(RULES), chance.choice(list(Suit)), chance.choice(list(Rank))
        return draft._replace(rules=rules, trump=trump, level=level, two_trump=chance.random() < 0.5)
    shares = list(draft.shares)
    one, other = chance.choices(range(len(shares)), k=2)
    shares[one], shares[other] = shares[other], shares[one]
    if chance.random() < 0.8:
        shares[one] = chance.choice(SHARES)
    return draft._replace(shares=tuple(shares))


class Took(NamedTuple):
    """Some turns. The fastest counts: a pause of the machine is not the work's."""

    ratio: float
    """By the bare loop: the machine may be slow, as it is for both."""
    ms: float
    slowest_ms: float


class Row(NamedTuple):
    asked: str
    ms: float
    ratio: float
    slowest_ms: float
    """Of all turns of all hands and leads that were timed, pauses of the machine included."""
    lines: int
    terms: str
    lead: str
    hand: str


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks following", description=__doc__)
    parser.add_argument("--asked", choices=ASKED, action="append", default=[])
    parser.add_argument("--examples", type=int, default=400, help="hands and leads looked at for each question")
    parser.add_argument("--steps", type=int, default=2000, help="more of them, each a little change of a dear one")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    rows = (dearest(name, worst(name, chosen.examples, chosen.steps)) for name in chosen.asked or ASKED)
    if chosen.json:
        print(json.dumps([row._asdict() for row in rows]))
        return
    for row in rows:
        took = f"{row.ms} ms, ratio {row.ratio}, {row.lines} lines; slowest reading {row.slowest_ms} ms"
        print(f"{row.asked:<10}{took}; {row.terms}")
        print(f"    led {row.lead}\n    to  {row.hand}", flush=True)


def worst(asked: str, examples: int, steps: int = 0) -> list[tuple[int, Case]]:
    """Return the cases that run most lines, of all that were looked at."""
    found: dict[Draft, int] = {}

    def look(draft: Draft) -> int:
        found[draft] = max(map(lines, ASKED[asked](case_of(draft))))
        return found[draft]

    @settings(
        max_examples=examples,
        phases=[Phase.generate, Phase.target],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(drafts())
    def search(draft: Draft) -> None:
        target(look(draft))

    with TemporaryDirectory() as notes:
        set_hypothesis_home_dir(notes)
        search()
    chance = random.Random(asked)
    bred = [draft._replace(group=TRUMPS) for draft in heapq.nlargest(BRED, found, key=found.__getitem__)]
    pool = [(look(draft), number, draft) for number, draft in enumerate(bred)]
    heapq.heapify(pool)
    for number in range(BRED, BRED + steps):
        _, _, draft = chance.choice(pool)
        other = changed(draft, chance)
        heapq.heappushpop(pool, (look(other), number, other))
    return [(found[draft], case_of(draft)) for draft in heapq.nlargest(TIMED, found, key=found.__getitem__)]


def lines(work: Work) -> int:
    """Count the lines that some work runs: some 16,000 take a millisecond, whatever they do."""
    number = 0

    def count(_: FrameType, event: str, __: object) -> Count:
        nonlocal number
        number += event == "line"
        return count

    forget()
    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return number


def dearest(asked: str, found: list[tuple[int, Case]]) -> Row:
    readings = [(took, number, case) for number, case in found for took in map(timed, ASKED[asked](case))]
    took, number, case = max(readings, key=itemgetter(0))
    slowest_ms = max(each.slowest_ms for each, _, _ in readings)
    rules, order = case.terms.rules, case.terms.order
    options = f"protect_triples={str(rules.protect_triples).lower()} ruff_tiebreak={rules.ruff_tiebreak}"
    terms = f"level {order.level}, trump {order.trump}, {options}"
    lead, hand = cards.text(case.lead), cards.text(case.hands[0])
    return Row(asked, round(took.ms, 2), round(took.ratio, 2), round(slowest_ms, 2), number, terms, lead, hand)


def timed(work: Work) -> Took:
    """Time some work in turns with the bare loop.

    The collector's pauses are left out: all that the search has made is more than a referee ever has, which collects
    seldom besides.
    """
    times, limits = [], []
    gc.collect()
    gc.disable()
    for _ in range(TURNS):
        forget()
        began = time.process_time()
        work()
        middle = time.process_time()
        bare(FIVE_MS)
        times.append(middle - began)
        limits.append(time.process_time() - middle)
    gc.enable()
    return Took(min(times) / min(limits), 1000 * min(times), 1000 * max(times))


def forget() -> None:
    for remembered in (courses, ladder, weight):
        remembered.cache_clear()
