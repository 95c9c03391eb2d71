"""Giving cards away: to the kitty, in exchange for tribute, or jokers for a higher stake."""

from collections.abc import Iterable
from itertools import combinations

from paiju.bots.dagunzi.sight import Sight, keep
from paiju.bots.shengji.bury import voids_of
from paiju.bots.shengji.order import GROUPS, TRUMPS
from paiju.bots.shengji.style import Style
from paiju.cards import BIG_JOKER, CARD_POINTS, SMALL_JOKER, Card
from paiju.v1.game_pb2 import VERB_PASS, Action


def bury(sight: Sight, style: Style, size: int) -> list[Card]:
    """Lay away big jokers if the hand is strong without them, and the cheapest cards."""
    jokers = stakes(sight, style)
    return jokers + give(sight, style, size - len(jokers), style.buried_point)


def stakes(sight: Sight, style: Style) -> list[Card]:
    """Return the big jokers that the hand can spare."""
    big = sight.hand.count(BIG_JOKER)
    return [BIG_JOKER] * big if strength(sight, big) >= style.stake else []


def strength(sight: Sight, jokers: int) -> float:
    """Return the share of trumps in the hand without so many jokers; the high ones count twice."""
    trumps = sight.groups[TRUMPS]
    high = sum(card >= SMALL_JOKER or sight.higher(TRUMPS, 1, sight.order.height[card]) <= 4 for card in trumps)
    return (len(trumps) + high - 2 * jokers) / len(sight.hand)


def give(sight: Sight, style: Style, size: int, point: float) -> list[Card]:
    """Return the cheapest cards, whole suits where that can be done; `point` is what it costs to give a point."""
    worth = keep(sight, style)
    price = {card: worth[card] + point * CARD_POINTS[card] for card in worth}
    suits = [group for group in GROUPS[1:] if 0 < len(sight.groups[group]) <= size]
    plans = [
        filled(sight, price, voids, size)
        for number in range(len(suits) + 1)
        for voids in combinations(suits, number)
        if sum(len(sight.groups[group]) for group in voids) <= size
    ]
    return min(
        plans, key=lambda plan: sum(price[card] for card in plan) - style.buried_void * voids_of(sight.groups, plan)
    )


def filled(sight: Sight, price: dict[Card, float], voids: Iterable[int], size: int) -> list[Card]:
    """Return the cards of these suits and the cheapest others, but no jokers."""
    gone = [card for group in voids for card in sight.groups[group]]
    rest = [card for card in sight.hand if card < SMALL_JOKER and sight.order.group[card] not in voids]
    return gone + sorted(rest, key=price.__getitem__)[: size - len(gone)]


def add(sight: Sight, style: Style, offers: Iterable[Action]) -> Action:
    """Add all the big jokers the hand can spare, if it may."""
    jokers = stakes(sight, style)
    wanted = [offer for offer in offers if jokers and list(offer.cards) == jokers]
    return wanted[0] if wanted else Action(verb=VERB_PASS)


def cheapest(sight: Sight, style: Style, offers: Iterable[Action]) -> Action:
    """Return the payment that costs least."""
    worth = keep(sight, style)
    return min(offers, key=lambda offer: sum(worth[card] for card in offer.cards))
