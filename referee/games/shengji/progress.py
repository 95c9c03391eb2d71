"""What one deal hands the next: levels, who declares, who has won (docs/rules/tractor.md 10)."""

from dataclasses import dataclass

from referee.cards import SEATS, SIDES, NotationError, Rank, Seat, Side
from referee.games.shengji.rules import Rules
from referee.games.shengji.scoring import Outcome


@dataclass(frozen=True, slots=True)
class Progress:
    levels: tuple[Rank, Rank]
    declarer: Seat | None = None
    """Nobody before the first deal of a match: there the declarer is found by declaring."""
    winner: Side | None = None

    def __str__(self) -> str:
        """Like `2 5 3 -`: the level of each side, the declarer, the winner."""
        after = ("-" if value is None else str(int(value)) for value in (self.declarer, self.winner))
        return " ".join((*map(str, self.levels), *after))

    @property
    def level(self) -> Rank:
        """The level of the next deal; in the first both sides stand on it."""
        return self.levels[self.declarer.side if self.declarer is not None else 0]


def parse(text: str) -> Progress:
    words = text.split()
    if len(words) != 4 or words[2] not in (*"0123", "-") or words[3] not in (*"01", "-"):
        raise NotationError(f"{text!r} is no progress: two levels, a seat or -, a side or -, such as '2 5 3 -'")
    declarer = None if words[2] == "-" else SEATS[int(words[2])]
    winner = None if words[3] == "-" else SIDES[int(words[3])]
    return Progress((Rank.parse(words[0]), Rank.parse(words[1])), declarer, winner)


def start(rules: Rules) -> Progress:
    return Progress((rules.start_level, rules.start_level))


def board(rules: Rules, number: int) -> Progress:
    """Preset a board: the declarer goes round, then the level goes up."""
    level = rules.ladder[number // 4 % len(rules.ladder)]
    return Progress((level, level), SEATS[number % 4])


def advance(rules: Rules, progress: Progress, declarer: Seat, outcome: Outcome) -> Progress:
    """Raise the winners' level and pass the deal on."""
    side = declarer.side.other if outcome.attackers_won else declarer.side
    level = progress.levels[side]
    risen = climb(rules, level, outcome.levels, declared=not outcome.attackers_won)
    levels = (risen, progress.levels[1]) if side == Side.EVEN else (progress.levels[0], risen)
    won = level == Rank.ACE and not outcome.attackers_won
    return Progress(levels, next_declarer(declarer, outcome), side if won else None)


def next_declarer(declarer: Seat, outcome: Outcome) -> Seat:
    return declarer.after(1) if outcome.attackers_won else declarer.partner


def climb(rules: Rules, level: Rank, levels: int, *, declared: bool) -> Rank:
    """Rise step by step: a mandatory level is left only with the first step of a deal won as declarers."""
    ladder = rules.ladder
    for step in range(levels):
        if level == Rank.ACE or (level in rules.mandatory_levels and not (declared and step == 0)):
            break
        level = ladder[ladder.index(level) + 1]
    return level
