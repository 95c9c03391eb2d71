"""What a combination is worth: how likely it takes the trick, and from that, what it costs to have it in the hand."""

from paiju.bots.guandan.combos import (
    BOMB,
    BOMBS,
    FULL_HOUSE,
    JOKER_BOMB,
    PAIR,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    Combo,
    value_of,
)

SINGLES = {17: 1.0, 16: 0.85, 15: 0.65, 14: 0.45, 13: 0.25, 12: 0.12}
PAIRS = {17: 1.0, 16: 1.0, 15: 0.85, 14: 0.7, 13: 0.55, 12: 0.4, 11: 0.3}
TRICK = 0.85
"""What a sure trick is worth of the turn that a combination costs."""


def cost(combo: Combo, level: int) -> float:
    """Return about how many turns it takes to be rid of it: one, less what it wins. A bomb wins one for another."""
    if combo.kind in BOMBS:
        return -0.5 - 0.1 * power(combo)
    return 1 - TRICK * strength(combo.kind, combo.key, level)


def power(combo: Combo) -> int:
    """Return the class of a bomb, from 0 for four alike."""
    if combo.kind == JOKER_BOMB:
        return 8
    size = len(combo.cards)
    if combo.kind == BOMB:
        return size - 4 if size < 6 else size - 3
    return 2


def strength(kind: int, key: int, level: int) -> float:
    """Return how likely it is not beaten, about; runs go by their printed rank."""
    value = value_of(key, level)
    if kind in BOMBS:
        return 0.9
    if kind == SINGLE:
        return SINGLES.get(value, 0.0)
    if kind == PAIR:
        return PAIRS.get(value, value / 60)
    if kind in (TRIPLE, FULL_HOUSE):
        return min(0.95, 0.2 + value / 20)
    return 0.3 + key / 28 if kind == STRAIGHT else min(0.95, 0.5 + key / 30)
