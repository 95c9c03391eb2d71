"""Following: a ladder of demands for each unit led (docs/rules/tractor.md 6).

Each unit is a slot. What can be asked of a follower in a slot is a list of demands, the strictest first; slots are
served in order out of what the earlier ones left. A hand reaches a vector of rungs, one a slot, the least possible;
a play is legal if it reaches the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import product
from operator import eq, ge
from typing import NamedTuple, TypeAlias

from referee.cards import Card, Cards, points
from referee.games.shengji.order import Group, Order
from referee.games.shengji.shapes import Cut, Enough, Shape, Stock, stock, take

Demand: TypeAlias = tuple[Shape, ...]
Rungs: TypeAlias = tuple[int, ...]


class Lead(NamedTuple):
    """What a trick was opened with."""

    group: Group
    cut: Cut
    size: int
    shapes: tuple[Shape, ...]
    slots: tuple[Shape, ...]
    """The shapes that ask for more than single cards."""


def lead_of(order: Order, units: Cut) -> Lead:
    shapes = tuple([unit.shape for unit in units])
    size = sum([len(unit.cards) for unit in units])
    slots = tuple([shape for shape in shapes if shape[0] > 1])
    return Lead(order.group[units[0].cards[0]], units, size, shapes, slots)


@cache
def ladder(width: int, length: int) -> tuple[Demand, ...]:
    """Return the demands of a slot, the strictest first; the last asks for nothing."""
    if width == 2:
        lists = (runs for pairs in range(length + 1) for runs in partitions(pairs, pairs))
        return tuple(tuple((2, run) for run in runs) for runs in sorted(lists, reverse=True))
    whole: list[Demand] = [((3, length),), ((3, 1),) * length, ((2, length),)]
    parts: list[Demand] = [
        ((3, 1),) * triples + ((2, 1),) * pairs
        for triples in range(length - 1, -1, -1)
        for pairs in range(length - triples, -1, -1)
    ]
    return tuple(dict.fromkeys(whole + parts))


def partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the falling lists of numbers up to `largest` with that total."""
    if total == 0:
        yield ()
    for first in range(min(total, largest), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


def serve(stocks: Iterable[Stock], demand: Demand, enough: Enough) -> set[Stock]:
    """Return all that can be left after a demand was met out of any of these stocks."""
    left = set(stocks)
    for width, length in demand:
        left = {rest for each in left for _, rest in take(each, width, length, enough)}
    return left


def reach(held: Stock, slots: Sequence[Shape], enough: Enough) -> Rungs:
    """Return the least rungs that some cards can reach."""
    reached, stocks = [], {held}
    for index, slot in enumerate(slots):
        later = has_run(slots[index + 1 :])
        served = ((rung, answer(stocks, demand, enough, later=later)) for rung, demand in enumerate(ladder(*slot)))
        rung, stocks = next((rung, left) for rung, left in served if left)
        reached.append(rung)
    return tuple(reached)


def answer(stocks: set[Stock], demand: Demand, enough: Enough, *, later: bool) -> set[Stock]:
    """Meet a demand; heights are forgotten as soon as no run is asked for any more, here or later."""
    number = sum(length > 1 for _, length in demand)
    left = serve(stocks, demand[:number], enough)
    return serve(left if later else map(flat, left), demand[number:], enough)


def has_run(shapes: Iterable[Shape]) -> bool:
    return any(length > 1 for _, length in shapes)


def flat(held: Stock) -> Stock:
    return tuple(sorted((0, Card(0), copies) for _, _, copies in held if copies > 1))


def erased(order: Order, cards: Cards) -> Stock:
    """Forget faces, and cards without a pair."""
    return tuple([(height, Card(0), copies) for height, _, copies in stock(order, cards) if copies > 1])


def owed(order: Order, cards: Cards, lead: Lead, *, protect: bool) -> Rungs:
    """Return what these cards of the led group can answer a lead with."""
    return reach(erased(order, cards), lead.slots, eq if protect else ge)


def words(lead: Lead, rungs: Rungs) -> str:
    """Say what rungs ask for."""
    names = {(3, 1): "a triple", (2, 1): "a pair"}
    shapes = [shape for slot, rung in zip(lead.slots, rungs, strict=True) for shape in ladder(*slot)[rung]]
    said = [
        names.get((width, length), f"a run of {length} {'triples' if width == 3 else 'pairs'}")
        for width, length in shapes
    ]
    return " and ".join(said)


def of_group(order: Order, hand: Cards, group: Group) -> Cards:
    members = order.members[group]
    return tuple([face for face in hand if face in members])


def follows(order: Order, hand: Cards, lead: Lead, *, protect: bool) -> Iterator[Cards]:
    """Yield every legal follow of several cards once, unsorted; first the one that gives least (tractor.md 6.8)."""
    held = of_group(order, hand, lead.group)
    if len(held) > lead.size and lead.slots:
        return shaped(order, held, lead, protect=protect)
    if len(held) >= lead.size:
        return choose(by_price(order, held), lead.size)
    rest = [face for face in hand if order.group[face] != lead.group]
    return (held + more for more in choose(by_price(order, rest), lead.size - len(held)))


def answers(order: Order, hand: Cards, group: Group) -> list[Card]:
    """Return the cards that answer a single, the cheapest first."""
    distinct = set(hand)
    held = distinct & order.members[group] or distinct
    return sorted(held, key=order.cheap.__getitem__)


def by_price(order: Order, cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=order.cheap.__getitem__)


def choose(cards: list[Card], number: int) -> Iterator[Cards]:
    """Yield each choice of so many cards once, the foremost first; equal cards stand side by side."""
    if number == 1:
        return zip(dict.fromkeys(cards))
    return choose_several(cards, number)


def choose_several(cards: list[Card], number: int) -> Iterator[Cards]:
    if number == 0:
        yield ()
        return
    before = None
    for index in range(len(cards) - number + 1):
        face = cards[index]
        if face != before:
            for rest in choose(cards[index + 1 :], number - 1):
                yield (face, *rest)
        before = face


def shaped(order: Order, held: Cards, lead: Lead, *, protect: bool) -> Iterator[Cards]:
    """Yield the follows that owe a shape: each way to meet the demands, with every choice of cards beside it."""
    limit = owed(order, held, lead, protect=protect)
    seen: set[Cards] = set()
    for some in services(order, held, lead.size, demands(lead, limit, protect=protect)):
        spare = by_price(order, without(held, some))
        for more in choose(spare, lead.size - len(some)):
            play = tuple(sorted(some + more))
            if play not in seen and (not protect or owed(order, play, lead, protect=True) <= limit):
                seen.add(play)
                yield play


def demands(lead: Lead, limit: Rungs, *, protect: bool) -> set[Demand]:
    """Return what may be served: the rungs owed, or, as breaking a triple can reach higher, any stricter ones."""
    ladders = [ladder(*slot) for slot in lead.slots]
    reached = [limit]
    if protect:
        reached = [rungs for rungs in product(*(range(len(each)) for each in ladders)) if rungs <= limit]
    return {
        tuple(shape for each, rung in zip(ladders, rungs, strict=True) for shape in each[rung]) for rungs in reached
    }


def services(order: Order, held: Cards, size: int, asked: Iterable[Demand]) -> Iterator[Cards]:
    """Yield each set of cards that meets a demand, once a demand, the cheapest first.

    A search that goes on where the cards set aside, filled up with the cheapest others, cost least: filling up never
    makes a play cheaper, so the first to be complete is the cheapest of all.
    """
    whole = stock(order, held)
    heap = [(price(order, beside(order, held, (), size)), len(demand), demand, whole) for demand in asked]
    heapify(heap)
    seen: set[tuple[Demand, Stock]] = set()
    while heap:
        _, _, demand, left = heappop(heap)
        if not demand:
            yield difference(whole, left)
            continue
        for rest in {rest for _, rest in take(left, *demand[0])}:
            if (demand[1:], rest) not in seen:
                seen.add((demand[1:], rest))
                cost = price(order, beside(order, held, difference(whole, rest), size))
                heappush(heap, (cost, len(demand) - 1, demand[1:], rest))


def difference(whole: Stock, left: Stock) -> Cards:
    kept = {face: copies for _, face, copies in left}
    return tuple(face for _, face, copies in whole for _ in range(copies - kept.get(face, 0)))


def without(cards: Cards, gone: Cards) -> Cards:
    kept = list(cards)
    for face in gone:
        kept.remove(face)
    return tuple(kept)


def beside(order: Order, held: Cards, some: Cards, size: int) -> Cards:
    """Fill up with the cheapest cards."""
    return some + tuple(by_price(order, without(held, some))[: size - len(some)])


def price(order: Order, cards: Cards) -> tuple[int, list[int]]:
    """Order follows of one group: few points first, then low cards."""
    return points(cards), sorted(order.low[face] for face in cards)
