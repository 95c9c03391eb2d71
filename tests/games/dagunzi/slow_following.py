"""Following in Da Gunzi, slowly: cards are text, and every rule is read off the page (docs/rules/dagunzi.md 2 and 8).

No table of the referee is used.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Setting(NamedTuple):
    level: str
    trump: str
    mode: str
    shelter: bool


def group(card: str, setting: Setting) -> str:
    special = card in {"LJ", "HJ"} or card[0] in {"2", setting.level} or card[1] == setting.trump
    return "trump" if special else card[1]


def has_equal(cards: Counter[str], number: int) -> bool:
    return any(copies >= number for copies in cards.values())


def legal(hand: Sequence[str], lead: Sequence[str], play: Sequence[str], setting: Setting) -> bool:
    size, led = len(lead), group(lead[0], setting)
    if len(play) != size or Counter(play) - Counter(hand):
        return False
    held = Counter(card for card in hand if group(card, setting) == led)
    given = Counter(card for card in play if group(card, setting) == led)
    if held.total() < size:
        return given == held
    if setting.mode == "live" or size == 1:
        return given.total() == size
    return dead(held, given, size, shelter=setting.shelter)


def dead(held: Counter[str], given: Counter[str], size: int, *, shelter: bool) -> bool:
    """Judge a play to a pair or triple by somebody who holds enough of the group."""
    if size == 3:
        best = max(held.values())
        return given.total() == 3 and has_equal(given, min(best, 3))
    if 2 in held.values():
        return given.total() == 2 and has_equal(given, 2)
    if not shelter:
        return given.total() == 2
    whole = {card for card, copies in held.items() if copies == 3 and card not in given}
    counted = Counter({card: copies for card, copies in held.items() if card not in whole})
    if counted.total() >= 2:
        return given.total() == 2
    return given == counted
