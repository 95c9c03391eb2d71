"""Following: a ladder of demands for each unit led (docs/rules/tractor.md 6).

Each unit is a slot. What can be asked of a follower in a slot is a list of demands, the strictest first; slots are
served in order out of what the earlier ones left. A hand owes the strictest of each slot that it can meet; a play is
legal if it meets as much.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from operator import eq, ge
from typing import NamedTuple, TypeAlias

from referee.cards import Card, Cards
from referee.games.shengji.choices import Choices
from referee.games.shengji.order import Group, Order
from referee.games.shengji.serving import Demand, Supply
from referee.games.shengji.shapes import Cut, Shape, Stock, alike, stock

Due: TypeAlias = tuple[Demand, ...]
"""What is asked for in each slot."""


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
def ladder(triples: int) -> tuple[Demand, ...]:
    """Return what a titanic, or a triple, asks for, the strictest first; the last asks for nothing."""
    whole: list[Demand] = [((3, triples),), ((3, 1),) * triples, ((2, triples),)]
    parts: list[Demand] = [
        ((3, 1),) * some + ((2, 1),) * pairs
        for some in range(triples - 1, -1, -1)
        for pairs in range(triples - some, -1, -1)
    ]
    return tuple(dict.fromkeys(whole + parts))


def reach(supply: Supply, slots: Iterable[Shape]) -> Due:
    """Return the most that some cards can give."""
    due: Due = ()
    for width, length in slots:
        before = demanded(due)
        if width == 2:
            due = (*due, longest_runs(supply, before, length))
        else:
            due = (*due, next(asked for asked in ladder(length) if supply.serves(before + asked)))
    return due


def longest_runs(supply: Supply, before: Demand, pairs: int) -> Demand:
    """Return the longest runs that can be had beside what was asked before, up to so many pairs, longest first."""
    runs: Demand = ()
    run = pairs
    while run := min(run, pairs):
        if supply.serves((*before, *runs, (2, run))):
            runs, pairs = (*runs, (2, run)), pairs - run
        else:
            run -= 1
    return runs


def erased(order: Order, cards: Cards) -> Stock:
    """Forget faces, and cards without a pair."""
    return alike(tuple([kind for kind in stock(order, cards) if kind[2] > 1]))


def owed(order: Order, cards: Cards, lead: Lead, *, protect: bool) -> Due:
    """Return what these cards of the led group can answer a lead with."""
    return reach(Supply(erased(order, cards), eq if protect else ge), lead.slots)


def answered(order: Order, cards: Cards, lead: Lead, due: Due, *, protect: bool) -> bool:
    """Return whether a play of the led group gives what its hand owes."""
    supply = Supply(erased(order, cards), eq if protect else ge)
    return any(supply.serves(demand) for demand in enough(lead, due, protect=protect))


def words(due: Due) -> str:
    """Say what is asked for."""
    names = {(3, 1): "a triple", (2, 1): "a pair"}
    said = [
        names.get((width, length), f"a run of {length} {'triples' if width == 3 else 'pairs'}")
        for width, length in demanded(due)
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
    """Yield the follows that owe a shape, the cheapest first."""
    supply = Supply(stock(order, held), ge)
    due = owed(order, held, lead, protect=True) if protect else reach(supply, lead.slots)
    return iter(Choices(supply, enough(lead, due, protect=protect), lead.size, exact=protect))


def enough(lead: Lead, due: Due, *, protect: bool) -> Iterator[Demand]:
    """Yield what a play may serve: what is owed or, as breaking a protected triple can reach higher, what is above."""
    yield demanded(due)
    if protect:
        for place, asked in enumerate(due):
            more = any(due[place + 1 :])
            for higher in above(lead.slots[place], asked):
                if more or not gives(higher, asked):
                    yield demanded((*due[:place], higher))


def above(slot: Shape, asked: Demand) -> list[Demand]:
    """Return what reaches higher than this; whatever else does serves one of these."""
    width, length = slot
    if width == 2:
        longer = [(*asked[: asked.index((2, run))], (2, run + 1)) for _, run in dict.fromkeys(asked)]
        return [demand for demand in (*longer, (*asked, (2, 1))) if pairs(demand) <= length]
    rungs = ladder(length)
    least = {*rungs[:3], (*asked, (2, 1)), ((3, 1),) * (asked.count((3, 1)) + 1)}
    return [demand for demand in rungs[: rungs.index(asked)] if demand in least]


def gives(higher: Demand, asked: Demand) -> bool:
    """Return whether what serves the higher of two demands serves the other as well, be triples protected or not."""
    return pairs(higher) >= pairs(asked) and all(width == 2 for width, _ in asked + higher)


def pairs(runs: Demand) -> int:
    return sum([length for _, length in runs])


def demanded(due: Due) -> Demand:
    return tuple(chain.from_iterable(due))


def without(cards: Cards, gone: Cards) -> Cards:
    kept = list(cards)
    for face in gone:
        kept.remove(face)
    return tuple(kept)
