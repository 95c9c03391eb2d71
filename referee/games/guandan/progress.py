"""What one deal hands the next (docs/rules/guandan.md 6)."""

from dataclasses import dataclass

from referee.cards import SEATS, SIDES, NotationError, Rank, Seat, Side
from referee.games.guandan.rules import Rules


@dataclass(frozen=True, slots=True)
class Progress:
    levels: tuple[Rank, Rank]
    fails: tuple[int, int] = (0, 0)
    """Failed tries at A, by side."""
    passed: tuple[int, int] = (0, 0)
    """How often each side has passed A: at most once, unless a match begins anew then."""
    finish: tuple[Seat, ...] = ()
    """Who went out in the deal before: two partners, or all four. One seat: only who was first is known, and no
    tribute is due. None: there was no deal before."""
    left: tuple[int, ...] = ()
    """Cards left to each seat, after two partners went out first."""
    winner: Side | None = None

    def __str__(self) -> str:
        """Like `5 2 0,0 0,0 02 0,4,0,3 -`: levels, fails, passed, finish, cards left, winner."""
        finish = "".join(map(str, self.finish))
        numbers = (",".join(map(str, some)) for some in (self.fails, self.passed))
        left = ",".join(map(str, self.left))
        winner = "-" if self.winner is None else str(int(self.winner))
        return " ".join((*map(str, self.levels), *numbers, finish or "-", left or "-", winner))

    @property
    def declarer(self) -> Seat | None:
        """Who was first in the deal before; his side declares."""
        return self.finish[0] if self.finish else None

    @property
    def level(self) -> Rank:
        """The level of the next deal; in the first both sides stand on it."""
        return self.levels[self.finish[0].side if self.finish else 0]


def parse(text: str) -> Progress:
    """Read what `str` gave. Raise NotationError."""
    try:
        even, odd, fails, passed, finish, left, winner = text.split()
        progress = Progress(
            (Rank.parse(even), Rank.parse(odd)),
            pair(fails),
            pair(passed),
            tuple(SEATS[int(seat)] for seat in finish if finish != "-"),
            tuple(int(number) for number in left.split(",") if left != "-"),
            None if winner == "-" else SIDES[int(winner)],
        )
    except (ValueError, IndexError):
        raise NotationError(f"{text!r} is no progress, such as '5 2 0,0 0,0 02 0,4,0,3 -'") from None
    if str(progress) != text:
        raise NotationError(f"{text!r} is no progress; it would be {str(progress)!r}")
    return progress


def pair(text: str) -> tuple[int, int]:
    """Raise ValueError."""
    even, odd = map(int, text.split(","))
    return even, odd


def start(rules: Rules) -> Progress:
    return Progress((rules.start_level, rules.start_level))


def board(number: int) -> Progress:
    """Preset a board: who was first goes round, then the level goes up; tribute is none, single, double in turn."""
    ladder, first = tuple(Rank), SEATS[number % 4]
    level = ladder[number // 4 % len(ladder)]
    after = [first.after(steps) for steps in range(4)]
    if number % 3 == 2:
        left = [0, 0, 0, 0]
        left[after[1]], left[after[3]] = 2, 1
        return Progress((level, level), finish=(first, first.partner), left=tuple(left))
    return Progress((level, level), finish=(first,) if number % 3 == 0 else tuple(after))
