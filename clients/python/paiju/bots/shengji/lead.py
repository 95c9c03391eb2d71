"""Leading: one unit, whole, so that pairs and tractors stay together; or a throw that cannot fail."""

from collections.abc import Iterator
from typing import TypeAlias

from paiju.bots.shengji.keep import keep
from paiju.bots.shengji.order import GROUPS
from paiju.bots.shengji.sight import Lead, Sight, Value
from paiju.bots.shengji.style import Style
from paiju.bots.shengji.units import Unit, cut
from paiju.cards import Card, points

Choice: TypeAlias = tuple[int, list[Unit]]
"""A group, and what to lead of it."""


def lead(sight: Sight, style: Style) -> list[Card]:
    worth = keep(sight, style)
    _, units = max(choices(sight, style), key=lambda choice: worth_of(sight, style, worth, choice))
    return cards_of(units)


def choices(sight: Sight, style: Style) -> Iterator[Choice]:
    for group in GROUPS:
        units = cut(sight.order, sight.groups[group])
        yield from ((group, [unit]) for unit in units)
        if style.throws:
            safe = [unit for unit in units if is_safe(sight, group, unit)]
            if len(safe) > 1:
                yield group, safe


def is_safe(sight: Sight, group: int, unit: Unit) -> bool:
    """Return whether nothing that is out could beat a unit in its own suit, even if one hand held it all."""
    return sight.higher(group, unit.shape, unit.top) == 0


def worth_of(sight: Sight, style: Style, keep: dict[Card, float], choice: Choice) -> float:
    group, units = choice
    cards = cards_of(units)
    led = Lead(group, tuple(unit.shape for unit in units), len(cards))
    stands = (1 - sight.chance(led, Value(trumped=False, height=units[0].top))) ** 2
    wins = stands + (1 - stands) * style.partner
    worth = (2 * wins - 1) * (points(cards) + style.trick * len(cards)) + style.lead * stands
    return worth - sum(keep[card] for card in cards)


def cards_of(units: list[Unit]) -> list[Card]:
    return [card for unit in units for card in unit.cards]
