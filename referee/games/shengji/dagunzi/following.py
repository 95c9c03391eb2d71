"""Leads of equal cards; follows, live or dead with a duty to answer in kind (docs/rules/dagunzi.md 7 and 8)."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from referee.cards import Card, Cards, points
from referee.game import RuleError
from referee.games.shengji.dagunzi.rules import Rules
from referee.games.shengji.following import by_price, choose, of_group, without
from referee.games.shengji.order import GROUP_NAMES, TRUMPS, Group, Order
from referee.games.turn import counted

UNITS = {1: "a single card", 2: "a pair", 3: "a triple"}


class Lead(NamedTuple):
    """What a trick was opened with."""

    group: Group
    size: int


def strength(order: Order, cards: Cards, led: Group) -> tuple[bool, int] | None:
    """Return how strong a play is, or nothing if it is not in the running. A later play must be strictly greater."""
    group = order.group[cards[0]]
    if (group != led and group != TRUMPS) or cards[0] != cards[-1]:  # noqa: PLR1714 - twice as fast as a tuple
        return None
    return group == TRUMPS, order.height[cards[0]]


def check_follow(rules: Rules, order: Order, lead: Lead, hand: Cards, cards: Cards) -> None:
    """Raise RuleError for the first duty that is not met: count, suit, shape."""
    if len(cards) != lead.size:
        raise RuleError("follow.count", f"follow with {counted(lead.size, 'card')}, not {len(cards)}")
    given, held = of_group(order, cards, lead.group), of_group(order, hand, lead.group)
    due = width_due(rules, held, lead)
    if len(given) == lead.size and due == 1:
        return
    owed = exposed(held, given) if may_shelter(rules, held, lead) else held
    if len(given) < min(len(owed), lead.size):
        raise RuleError("follow.suit", f"you still have {counted(len(owed) - len(given), GROUP_NAMES[lead.group])}")
    if most_equal(given) < due:
        raise RuleError("follow.shape", f"you can answer with {UNITS[due]}")


def copies(cards: Cards) -> list[int]:
    return [cards.count(face) for face in dict.fromkeys(cards)]


def most_equal(cards: Cards) -> int:
    return max(copies(cards), default=1)


def width_due(rules: Rules, held: Cards, lead: Lead) -> int:
    """Return how many equal cards are owed, from what a hand holds of the group; 1 asks for nothing."""
    if not rules.dead or len(held) < lead.size:
        return 1
    if lead.size == 2:
        return 2 if 2 in copies(held) else 1
    return min(most_equal(held), lead.size)


def may_shelter(rules: Rules, held: Cards, lead: Lead) -> bool:
    """Return whether triples may stay whole although their suit was led."""
    return rules.dead and rules.gunzi_shelter and lead.size == 2 and len(held) > 1 and 2 not in copies(held)


def exposed(held: Cards, given: Cards) -> Cards:
    """Leave out the triples of which no card is played."""
    return tuple(face for face in held if held.count(face) < 3 or face in given)


def follows(rules: Rules, order: Order, lead: Lead, hand: Cards) -> Iterator[Cards]:
    """Yield every legal follow of several cards once, unsorted; first the one that gives least."""
    held = of_group(order, hand, lead.group)
    if len(held) < lead.size:
        return beside(order, held, hand, lead)
    if may_shelter(rules, held, lead):
        return sheltering(order, held, hand, lead)
    due = width_due(rules, held, lead)
    return choose(by_price(order, held), lead.size) if due == 1 else answers_in_kind(order, held, lead, due)


def beside(order: Order, must: Cards, hand: Cards, lead: Lead) -> Iterator[Cards]:
    """Yield these cards with every choice of cards of other groups."""
    rest = [face for face in hand if order.group[face] != lead.group]
    return (must + more for more in choose(by_price(order, rest), lead.size - len(must)))


def answers_in_kind(order: Order, held: Cards, lead: Lead, due: int) -> Iterator[Cards]:
    for face in dict.fromkeys(by_price(order, held)):
        if held.count(face) >= due:
            equal = (face,) * due
            yield from (equal + more for more in choose(by_price(order, without(held, equal)), lead.size - due))


def sheltering(order: Order, held: Cards, hand: Cards, lead: Lead) -> Iterator[Cards]:
    """Yield follows in the suit, and such as keep every triple whole; first whatever begins cheaper."""
    singles = tuple(face for face in held if held.count(face) == 1)
    within = choose(by_price(order, held), lead.size)
    if len(singles) >= lead.size:
        return within
    first, other = next(within), beside(order, singles, hand, lead)
    second = next(other, None)
    if second is None:
        return chain((first,), within)
    if price(order, first) <= price(order, second):
        return chain((first,), within, (second,), other)
    return chain((second,), other, (first,), within)


def price(order: Order, cards: Cards) -> tuple[int, int, list[int]]:
    """Order follows: few points first, then few trumps, then low cards."""
    return points(cards), sum(order.group[face] == TRUMPS for face in cards), sorted(order.low[face] for face in cards)


def leads(order: Order, hand: Cards) -> Iterator[Cards]:
    """Yield every lead once: single cards from the lowest, then pairs, then triples."""
    held = set(hand)
    faces = [face for face in order.lowest if face in held]
    yield from ((face,) for face in faces)
    yield from wide_leads(hand, faces)


def wide_leads(hand: Cards, faces: list[Card]) -> Iterator[Cards]:
    for width in (2, 3):
        yield from ((face,) * width for face in faces if hand.count(face) >= width)


def check_lead(cards: Cards) -> None:
    """Raise RuleError unless these are one, two or three equal cards."""
    if not cards:
        raise RuleError("lead.empty", "lead at least one card")
    if len(cards) > 3 or cards[0] != cards[-1]:
        raise RuleError("lead.unit", "lead one card, or two or three equal ones")
