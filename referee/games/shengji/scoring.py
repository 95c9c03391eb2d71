"""What a deal is worth (docs/rules/tractor.md 9)."""

import math
from typing import NamedTuple

from referee.games.shengji.rules import Rules
from referee.games.shengji.shapes import Cut

MAX_SCORE = 5


class Outcome(NamedTuple):
    attackers_won: bool
    levels: int
    """What the winners rise, before any stop."""

    @property
    def score(self) -> int:
        """For the declarers' side."""
        return max(-self.levels - 2, -MAX_SCORE) if self.attackers_won else min(self.levels + 1, MAX_SCORE)


def outcome(rules: Rules, points: int) -> Outcome:
    """Read the table of attackers' points."""
    steps = points // rules.step
    if points == 0:
        return Outcome(attackers_won=False, levels=3)
    if steps < 2:
        return Outcome(attackers_won=False, levels=2 - steps)
    levels = steps - 2 if rules.attacker_level_cap is None else min(steps - 2, rules.attacker_level_cap)
    return Outcome(attackers_won=True, levels=levels)


def coins(rules: Rules, end: Outcome, fans: int) -> tuple[int, int]:
    """Return what each winner gets and each loser pays."""
    paid = units(rules, end, fans) * rules.room_factor
    return math.floor(paid * rules.coin_win_rate), paid


def units(rules: Rules, end: Outcome, fans: int) -> int:
    """Return the units at stake."""
    plain = end.levels + (rules.coin_attacker_offset if end.attackers_won else 1)
    return plain << fans if rules.fan_doubles else plain


def multiplier(rules: Rules, units: Cut) -> int:
    """Return what points in the kitty count when the attackers win the last trick with these units deciding."""
    largest = max(unit.width * unit.length for unit in units)
    if rules.kitty_multiplier == "times2":
        return 2 * largest
    if rules.kitty_multiplier == "pow2_cards":
        return 1 << largest
    if rules.kitty_multiplier == "fixed2":
        return 2
    return 1 << max(unit.width + unit.length - 1 for unit in units)
