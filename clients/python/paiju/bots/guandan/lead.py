"""Leading: what is weak and long first, and nothing that lets the other side out."""

from paiju.bots.guandan.combos import BOMBS, PAIR, SINGLE, Combo, left_to
from paiju.bots.guandan.split import split
from paiju.bots.guandan.worth import cost, strength
from paiju.v1.game_pb2 import View

SURE = 0.84
"""From here on a combination counts as one that takes the trick."""


def lead(view: View) -> Combo:
    level = view.header.level
    combos = split(view.hand, level).combos
    sure = [combo for combo in combos if strength(combo.kind, combo.key, level) > SURE]
    if len(combos) == len(sure) + 1 and sure:
        return min(sure, key=lambda combo: (combo.kind in BOMBS, cost(combo, level)))
    return max(combos, key=lambda combo: wish(view, combo))


def wish(view: View, combo: Combo) -> float:
    """Return how much to lead it, in turns."""
    level, size = view.header.level, len(combo.cards)
    if combo.kind in BOMBS:
        return -2 + cost(combo, level)
    wish = cost(combo, level) + 0.12 * size
    for seat in (1, 3):
        if left_to(view, view.seat + seat) == size <= 2:
            wish -= 1.5 * cost(combo, level)  # the other side could go out with it
    if left_to(view, view.seat + 2) == size and combo.kind in (SINGLE, PAIR):
        wish += 0.8
    return wish
