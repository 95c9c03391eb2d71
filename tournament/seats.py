"""Whether seats are alike: scores by seat and by side, which luck alone should make differ."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeAlias

from tournament.boards import Board
from tournament.statistics.swing import estimate

AROUND = 4
Scores: TypeAlias = defaultdict[tuple[str, int | None], defaultdict[str, list[int]]]
"""By who sat where, and by deal."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The score a match of somebody, by where they sat."""

    who: str
    seat: int | None
    matches: int
    score: float
    error: float | None
    """Boards with the same cards are one."""


@dataclass(frozen=True, slots=True)
class SeatTable:
    teams: tuple[Seats, ...]
    """Each team in its order, by the seat of its first bot, as far as it sat there."""
    sides: tuple[Seats, ...]
    """Of seats 0 and 2, and of the side a board is preset for, by the seat it is preset for."""


SIDE = "seats 0 and 2"
PRESET = "preset side"


def seat_table(order: Iterable[str], boards: Iterable[Board], interval: float, *, is_preset: bool) -> SeatTable:
    """`is_preset`: boards are preset for a seat, which is their number modulo 4."""
    scores: Scores = defaultdict(lambda: defaultdict(list))
    for board in boards:
        for sitting, score in enumerate(board.scores):
            _note(scores, board, sitting, score)
    rows = {key: _seats(*key, by_deal, interval) for key, by_deal in scores.items()}
    sides = [(SIDE, None), *((PRESET, seat) for seat in range(AROUND) if is_preset)]
    teams = [(team, seat) for team in order for seat in range(AROUND)]
    return SeatTable(*(tuple(rows[key] for key in keys if key in rows) for keys in (teams, sides)))


def _note(scores: Scores, board: Board, sitting: int, score: int) -> None:
    """Note one sitting; the score is that of team a, which has the side of the sitting's number."""
    side, preset = sitting % 2, board.number % AROUND
    scores[board.a, sitting % AROUND][board.deal].append(score)
    scores[board.b, _seat_of_b0(sitting)][board.deal].append(-score)
    scores[SIDE, None][board.deal].append(-score if side else score)
    scores[PRESET, preset][board.deal].append(score if preset % 2 == side else -score)


def _seats(who: str, seat: int | None, by_deal: Mapping[str, Sequence[int]], interval: float) -> Seats:
    found = estimate([fmean(by_deal[deal]) for deal in sorted(by_deal)], interval)
    return Seats(who, seat, sum(map(len, by_deal.values())), *found)


def _seat_of_b0(sitting: int) -> int:
    """Return where the second team's first bot sits: beside the first team's, from sitting 4 on at its other hand."""
    return (sitting + (1 if sitting < AROUND else 3)) % AROUND
