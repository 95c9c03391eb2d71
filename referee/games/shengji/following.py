"""Following: a ladder of demands for each unit led (docs/rules/tractor.md 6).

Each unit is a slot. What can be asked of a follower in a slot is a list of demands, the strictest first; slots are
served in order out of what the earlier ones left. A hand reaches a vector of rungs, one a slot, the least possible;
a play is legal if it reaches the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from operator import eq, ge
from typing import NamedTuple, TypeAlias

from referee.cards import Card, Cards
from referee.games.shengji.order import Group, Order
from referee.games.shengji.serving import Choices, Demand, Supply
from referee.games.shengji.shapes import Cut, Shape, Stock, stock

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


def reach(supply: Supply, slots: Sequence[Shape]) -> Rungs:
    """Return the least rungs that some cards can reach."""
    demand, reached = Demand(), Rungs()
    for slot in slots:
        rung, asked = next(step for step in enumerate(ladder(*slot)) if supply.serves(demand + step[1]))
        demand, reached = demand + asked, (*reached, rung)
    return reached


def erased(order: Order, cards: Cards) -> Stock:
    """Forget faces, and cards without a pair."""
    return tuple([(height, Card(0), copies) for height, _, copies in stock(order, cards) if copies > 1])


def owed(order: Order, cards: Cards, lead: Lead, *, protect: bool) -> Rungs:
    """Return what these cards of the led group can answer a lead with."""
    return reach(Supply(erased(order, cards), eq if protect else ge), lead.slots)


def answered(order: Order, cards: Cards, lead: Lead, due: Rungs, *, protect: bool) -> bool:
    """Return whether a play of the led group gives what its hand owes."""
    supply = Supply(erased(order, cards), eq if protect else ge)
    return any(supply.serves(demand) for demand in enough(lead, due, protect=protect))


def words(lead: Lead, rungs: Rungs) -> str:
    """Say what rungs ask for."""
    names = {(3, 1): "a triple", (2, 1): "a pair"}
    said = [
        names.get((width, length), f"a run of {length} {'triples' if width == 3 else 'pairs'}")
        for width, length in demanded(lead, rungs)
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
    choices = Choices(supply, enough(lead, due, protect=protect), lead.size, exact=protect)
    first = choices.cheapest()
    yield first
    yield from (cards for cards in choices.all() if cards != first)


def enough(lead: Lead, due: Rungs, *, protect: bool) -> Iterator[Demand]:
    """Yield what a play may serve: what is owed or, as breaking a protected triple can reach higher, what is above."""
    yield demanded(lead, due)
    if protect:
        for place, rung in enumerate(due):
            begun = demanded(lead, due[:place])
            yield from (begun + higher for higher in above(*lead.slots[place], rung))


@cache
def above(width: int, length: int, rung: int) -> tuple[Demand, ...]:
    """Return the least that reaches higher than a rung; whatever else does serves that or the rung itself too."""
    rungs = ladder(width, length)
    least = [rungs[rung]]
    for higher in reversed(rungs[:rung]):
        if not any(Supply(apart(higher), eq).serves(demand) for demand in least):
            least.append(higher)
    return tuple(least[1:])


def apart(demand: Demand) -> Stock:
    """Return cards that serve a demand and nothing beside it."""
    ends = accumulate(length + 1 for _, length in demand)
    return tuple(
        (height, Card(0), width)
        for (width, length), end in zip(demand, ends, strict=True)
        for height in range(end - length, end)
    )


def demanded(lead: Lead, rungs: Rungs) -> Demand:
    """Return what the rungs of the first slots ask for."""
    return tuple(shape for slot, rung in zip(lead.slots, rungs, strict=False) for shape in ladder(*slot)[rung])


def without(cards: Cards, gone: Cards) -> Cards:
    kept = list(cards)
    for face in gone:
        kept.remove(face)
    return tuple(kept)
