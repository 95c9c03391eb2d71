"""What a deal comes to: case, steps, blood, and the endings of a match (docs/rules/dagunzi.md 10)."""

from enum import Enum
from typing import NamedTuple

from referee.cards import HJ, LJ, Cards
from referee.games.shengji.dagunzi.rules import Rules

MAX_SCORE = 8
FULL = 300
"""All points there are."""


class Role(Enum):
    DECLARERS = "declarers"
    ATTACKERS = "attackers"


class Case(Enum):
    """By the attackers' points, and by who won the last trick."""

    A = "declarers hold stage and kitty"
    B = "declarers hold the stage and lose the kitty"
    C = "attackers take the stage without the kitty"
    D = "attackers take stage and kitty"

    @property
    def attackers_won(self) -> bool:
        return self in (Case.C, Case.D)


class Outcome(NamedTuple):
    case: Case
    steps: int = 0
    """Levels to rise, before any stop."""
    score_blood: int = 0
    joker_blood: int = 0
    ended_by: Role | None = None
    """Who has won the match by a special ending."""

    @property
    def blood(self) -> int:
        return self.score_blood + self.joker_blood

    @property
    def score(self) -> int:
        """For the declarers' side."""
        if self.ended_by is not None:
            return MAX_SCORE if self.ended_by is Role.DECLARERS else -MAX_SCORE
        worth = min(self.steps + 1, MAX_SCORE)
        return -worth if self.case.attackers_won else worth


def outcome(rules: Rules, points: int, kitty: Cards, *, taken: bool, dry: bool) -> Outcome:
    """Judge a deal by what the attackers captured, the kitty included if they have taken it."""
    case = case_of(rules, points, taken=taken)
    big, small = (0, 0) if dry else (kitty.count(HJ), kitty.count(LJ))
    winner = special(rules, case, points, big, small)
    if winner is not None:
        return Outcome(case, ended_by=winner)
    promoted = case in (Case.A, Case.D)
    return Outcome(
        case,
        steps=1 + big * rules.big_joker_levels + small * rules.small_joker_levels if promoted else 0,
        score_blood=score_blood(rules, points),
        joker_blood=0 if case is Case.B else big * rules.big_joker_blood + small * rules.small_joker_blood,
    )


def case_of(rules: Rules, points: int, *, taken: bool) -> Case:
    if points < rules.threshold:
        return Case.B if taken else Case.A
    return Case.D if taken else Case.C


def special(rules: Rules, case: Case, points: int, big: int, small: int) -> Role | None:
    """Return who wins the match whatever the levels, if somebody does."""
    if rules.zero_ends and points == 0:
        return Role.DECLARERS
    if rules.full_ends and points >= FULL:
        return Role.ATTACKERS
    tripled = {"identical": 3 in (big, small), "big_only": big == 3, "off": False}[rules.triple_joker_end]
    if tripled and case in (Case.A, Case.D):
        return Role.DECLARERS if case is Case.A else Role.ATTACKERS
    return None


def score_blood(rules: Rules, points: int) -> int:
    """A part of a step counts when points are missing, and does not when there are too many."""
    if points < rules.blood_low:
        return -((points - rules.blood_low) // rules.blood_step)
    return max(points - rules.blood_high, 0) // rules.blood_step
