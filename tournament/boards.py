"""Boards as results make them: what two teams did with the same cards in all sittings."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.config import Config
from tournament.ledger import Result
from tournament.schedule import SITTINGS

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Board:
    """A board two teams have played in all its sittings. Scores and points are team a's."""

    round: int
    a: str
    b: str
    number: int
    """In its group of deals."""
    deal: str
    """Boards of one deal have the same cards."""
    scores: tuple[int, ...]
    """By sitting."""
    points: int
    """Over all sittings."""
    forfeits: tuple[str, ...]
    """The team at fault, once for each sitting forfeited."""

    @property
    def swing(self) -> int:
        return sum(self.scores)

    def swing_of(self, team: str) -> int:
        return self.swing if team == self.a else -self.swing

    def scores_of(self, team: str) -> tuple[int, ...]:
        return self.scores if team == self.a else tuple(-score for score in self.scores)

    def score_of(self, team: str) -> Fraction:
        """1 for a won board, ½ for a drawn one, 0 for a lost one."""
        return share(self.swing_of(team))


def share(score: int) -> Fraction:
    """Return what a score is worth: 1 if it is a win, ½ if it is a draw."""
    return Fraction(1) if score > 0 else Fraction(0) if score < 0 else HALF


class HalfPlayed:
    """Results of boards some sittings of which have not ended."""

    def __init__(self, config: Config) -> None:
        self._whole = SITTINGS[config.tournament.seating]
        self._ended: defaultdict[tuple[int, str, str, int], list[Result]] = defaultdict(list)

    def add(self, result: Result) -> Board | None:
        """Return the board that is whole with this result, finished or forfeited. Void attempts do not count."""
        if result.is_void:
            return None
        board = result.round, result.a, result.b, result.board
        self._ended[board].append(result)
        return _board(self._ended.pop(board)) if len(self._ended[board]) == self._whole else None


def boards_of(config: Config, results: Iterable[Result]) -> list[Board]:
    """Return the boards of which all sittings have ended, in order of rounds, teams and numbers."""
    half = HalfPlayed(config)
    boards = [board for result in results if (board := half.add(result)) is not None]
    return sorted(boards, key=lambda board: (board.round, board.a, board.b, board.number))


def _board(results: Sequence[Result]) -> Board:
    sittings = sorted(results, key=lambda result: result.sitting)
    first = sittings[0]
    return Board(
        first.round,
        first.a,
        first.b,
        first.board,
        f"{first.group}/{first.board}",
        tuple(result.score for result in sittings),
        sum(result.points for result in sittings),
        tuple(result.culprit.team for result in sittings if result.culprit),
    )
