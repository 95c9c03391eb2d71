"""What one deal hands the next: levels, who declares, blood, which levels were played (docs/rules/dagunzi.md 11)."""

from dataclasses import dataclass

from referee.cards import SEATS, SIDES, NotationError, Rank, Seat, Side
from referee.games.shengji.dagunzi.outcome import Case, Outcome, Role
from referee.games.shengji.dagunzi.rules import Rules

Played = tuple[tuple[Rank, ...], tuple[Rank, ...]]


@dataclass(frozen=True, slots=True)
class Progress:
    levels: tuple[Rank, Rank]
    declarer: Seat | None = None
    """Nobody before the first deal of a match: there the declarer is found by seizing or flipping."""
    winner: Side | None = None
    blood: int = 0
    """Cards the seat before the declarer owes him."""
    played: Played = ((), ())
    """The obligatory levels each side has declared at."""

    def __str__(self) -> str:
        """Like `5 3 2 - 4 3 -`: the level of each side, declarer, winner, blood, the levels played by each side."""
        after = ("-" if value is None else str(int(value)) for value in (self.declarer, self.winner))
        played = ("".join(map(str, levels)) or "-" for levels in self.played)
        return " ".join((*map(str, self.levels), *after, str(self.blood), *played))

    @property
    def level(self) -> Rank:
        """The level of the next deal; in the first both sides stand on it."""
        return self.levels[self.declarer.side if self.declarer is not None else 0]


def parse(text: str) -> Progress:
    words = text.split()
    if len(words) != 7 or words[2] not in (*"0123", "-") or words[3] not in (*"01", "-") or not is_number(words[4]):
        raise NotationError(
            f"{text!r} is no progress: two levels, a seat or -, a side or -, blood, and for each side the obligatory "
            "levels it has played or -, such as '5 3 2 - 4 3 -'"
        )
    return Progress(
        (Rank.parse(words[0]), Rank.parse(words[1])),
        None if words[2] == "-" else SEATS[int(words[2])],
        None if words[3] == "-" else SIDES[int(words[3])],
        int(words[4]),
        (ranks(words[5]), ranks(words[6])),
    )


def is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def ranks(word: str) -> tuple[Rank, ...]:
    return () if word == "-" else tuple(map(Rank.parse, word))


def start(rules: Rules) -> Progress:
    return Progress((rules.start_level, rules.start_level))


def board(rules: Rules, number: int) -> Progress:
    """Preset a board: the declarer goes round, then the level goes up."""
    level = rules.ladder[number // 4 % len(rules.ladder)]
    return Progress((level, level), SEATS[number % 4])


def advance(rules: Rules, progress: Progress, declarer: Seat, outcome: Outcome) -> Progress:
    """Raise whom the case promotes, note the level played, and pass on deal and blood."""
    played = noted(rules, progress, declarer.side)
    following = next_declarer(rules, declarer, outcome.case)
    if outcome.ended_by is not None:
        won = declarer.side if outcome.ended_by is Role.DECLARERS else declarer.side.other
        return Progress(progress.levels, following, won, 0, played)
    side = declarer.side.other if outcome.case.attackers_won else declarer.side
    level, won_by_level = climb(
        rules, progress.levels[side], outcome.steps, played[side], declared=side == declarer.side
    )
    levels = (level, progress.levels[1]) if side == Side.EVEN else (progress.levels[0], level)
    if won_by_level:
        return Progress(levels, following, side, 0, played)
    return Progress(levels, following, None, outcome.blood, played)


def noted(rules: Rules, progress: Progress, side: Side) -> Played:
    """Add the level a side declares at to those it has played, if it is an obligatory one."""
    level = progress.levels[side]
    if level not in rules.obligatory_levels:
        return progress.played
    more = tuple(sorted({*progress.played[side], level}))
    return (more, progress.played[1]) if side == Side.EVEN else (progress.played[0], more)


def next_declarer(rules: Rules, declarer: Seat, case: Case) -> Seat:
    if case.attackers_won:
        return declarer.after()
    if case is Case.B and rules.rotation == "stay_on_lost_kitty":
        return declarer
    return declarer.partner


def climb(rules: Rules, level: Rank, steps: int, played: tuple[Rank, ...], *, declared: bool) -> tuple[Rank, bool]:
    """Rise step by step; return the level, and whether a step led off the last one, which wins the match."""
    may_leave = {"played": level in played, "defend": declared, "no_skip": True}[rules.obligatory_mode]
    for step in range(steps):
        if level in rules.obligatory_levels and not (step == 0 and may_leave):
            break
        if level == rules.end_level:
            return level, True
        level = Rank(level + 1)
    return level, False
