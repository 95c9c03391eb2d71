"""What a card is worth in the hand: what one gives up by playing it."""

from paiju.bots.shengji.order import TRUMPS
from paiju.bots.shengji.sight import SINGLE, Sight
from paiju.bots.shengji.style import Style
from paiju.bots.shengji.units import Shape
from paiju.cards import Card


def keep(sight: Sight, style: Style) -> dict[Card, float]:
    worth: dict[Card, float] = {}
    for group, held in enumerate(sight.groups):
        for card in held:
            worth[card] = worth_of(sight, style, card, group, (held.count(card), 1))
    return worth


def worth_of(sight: Sight, style: Style, card: Card, group: int, whole: Shape) -> float:
    height = sight.order.height[card]
    worth = style.trump if group == TRUMPS else 0.0
    worth += style.master * max(0.0, 1 - 2 * sight.share) ** sight.higher(group, SINGLE, height)
    if whole != SINGLE:
        worth += style.pair if sight.higher(group, whole, height) else style.master_pair
    return worth
