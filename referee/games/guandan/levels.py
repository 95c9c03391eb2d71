"""What a deal is worth, and how levels rise (docs/rules/guandan.md 6)."""

from dataclasses import replace
from typing import NamedTuple

from referee.cards import Rank, Seat, Side
from referee.games.guandan.progress import Progress, start
from referee.games.guandan.rules import Rules

MAX_SCORE = 3
LAST = 4
"""The place of a seat that did not go out."""


class Outcome(NamedTuple):
    winner: Side
    place: int
    """The place of the partner of the first, from 2."""
    gain: int
    """Levels won, before any stop at A."""
    passed: bool
    """A was passed, and with it the match is won."""
    progress: Progress

    @property
    def score(self) -> int:
        """For the winners: 3, 2, 1, whatever the gains of the match."""
        return LAST + 1 - self.place


def outcome(rules: Rules, before: Progress, finish: tuple[Seat, ...], left: tuple[int, ...] = ()) -> Outcome:
    """Read a finish: two partners, or all four seats."""
    winner = finish[0].side
    place = finish.index(finish[0].partner) + 1
    gain = {2: rules.gain_12, 3: rules.gain_13, 4: rules.gain_14}[place]
    passed = passes(rules, before, winner, place) or overshoots(rules, before.levels[winner], gain)
    risen = Rank(min(Rank.ACE, before.levels[winner] + gain))
    levels = put(before.levels, winner, risen, shared=rules.level_track == "shared")
    after = replace(before, levels=levels, finish=finish, left=left)
    return Outcome(winner, place, gain, passed, won(rules, after, winner) if passed else tried(rules, before, after))


def passes(rules: Rules, before: Progress, winner: Side, place: int) -> bool:
    """Is A passed? Only in a deal at A, by a side that stands on it."""
    if before.level != Rank.ACE or before.levels[winner] != Rank.ACE:
        return False
    declarer = before.declarer
    if rules.a_requires_declarer and declarer is not None and declarer.side != winner:
        return False
    return place <= {"any_win": 4, "partner_not_last": 3, "one_two": 2}[rules.a_pass]


def overshoots(rules: Rules, level: Rank, gain: int) -> bool:
    return rules.overshoot_wins and level < Rank.ACE < level + gain


def won(rules: Rules, after: Progress, winner: Side) -> Progress:
    passed = (after.passed[0] + (winner == 0), after.passed[1] + (winner == 1))
    if rules.after_pass == "restart":  # noqa: S105 - what is passed is A
        return replace(start(rules), passed=passed)
    return replace(after, passed=passed, winner=winner)


def tried(rules: Rules, before: Progress, after: Progress) -> Progress:
    """Count a failed try of the declarers at A, after the gains."""
    fails, levels = list(before.fails), after.levels
    trying = before.declarer.side if before.declarer is not None and before.level == Rank.ACE else None
    for side in Side:
        if side == trying:
            fails[side] += 1
            if rules.a_max_fails and fails[side] >= rules.a_max_fails:
                fails[side] = 0
                levels = put(levels, side, rules.a_fail_level, shared=False)
        elif rules.a_fail_count == "consecutive":
            fails[side] = 0
    return replace(after, fails=(fails[0], fails[1]), levels=levels)


def put(levels: tuple[Rank, Rank], side: Side, level: Rank, *, shared: bool) -> tuple[Rank, Rank]:
    if shared:
        return level, level
    return (level, levels[1]) if side == Side.EVEN else (levels[0], level)
