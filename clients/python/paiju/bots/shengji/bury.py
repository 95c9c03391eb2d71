"""Burying: low side cards without points, whole suits where that can be done."""

from itertools import combinations

from paiju.bots.shengji.keep import keep
from paiju.bots.shengji.order import GROUPS, TRUMPS
from paiju.bots.shengji.sight import Sight
from paiju.bots.shengji.style import Style
from paiju.cards import CARD_POINTS, Card, points
from paiju.v1.game_pb2 import Decision


def bury(sight: Sight, style: Style, decision: Decision, most: int) -> list[Card]:
    """Return the best plan with at most so many points."""
    size = decision.min_cards
    worth = keep(sight, style)
    price = {card: worth[card] + style.buried_point * CARD_POINTS[card] for card in worth}
    suits = [group for group in GROUPS if group != TRUMPS and 0 < len(sight.groups[group]) <= size]
    plans = [
        filled(sight, price, voids, size)
        for number in range(len(suits) + 1)
        for voids in combinations(suits, number)
        if sum(len(sight.groups[group]) for group in voids) <= size
    ]
    allowed = [plan for plan in plans if points(plan) <= most] or [list(decision.default.cards)]
    return min(
        allowed, key=lambda plan: sum(price[card] for card in plan) - style.buried_void * voids_of(sight.groups, plan)
    )


def filled(sight: Sight, price: dict[Card, float], voids: tuple[int, ...], size: int) -> list[Card]:
    """Return the cards of these suits and the cheapest others."""
    gone = [card for group in voids for card in sight.groups[group]]
    rest = sorted((card for card in sight.hand if sight.order.group[card] not in voids), key=price.__getitem__)
    return gone + rest[: size - len(gone)]


def voids_of(groups: list[list[Card]], plan: list[Card]) -> int:
    """Count the side suits that a plan gives away to the last card."""
    return sum(bool(held) and set(held) <= set(plan) for held in groups[1:])
