"""Leading: one card, or two or three equal ones."""

from paiju.bots.dagunzi.sight import Sight, keep, units
from paiju.bots.shengji.sight import Value
from paiju.bots.shengji.style import Style
from paiju.cards import Card, points


def lead(sight: Sight, style: Style) -> list[Card]:
    price = keep(sight, style)
    return max(units(sight.hand), key=lambda cards: worth_of(sight, style, cards, price))


def worth_of(sight: Sight, style: Style, cards: list[Card], price: dict[Card, float]) -> float:
    group = sight.order.group[cards[0]]
    best = Value(trumped=False, height=sight.order.height[cards[0]])
    stands = (1 - sight.chance(group, len(cards), best)) ** 2
    wins = stands + (1 - stands) * style.partner
    stake = points(cards) + style.trick * len(cards)
    return (2 * wins - 1) * stake + style.lead * stands - sum(price[card] for card in cards)
