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


def boards_of(config: Config, results: Iterable[Result]) -> list[Board]:
    """Return the boards of which all sittings are finished or forfeited. Void attempts do not count."""
    played: defaultdict[tuple[int, str, str, int], list[Result]] = defaultdict(list)
    for result in results:
        if not result.is_void:
            played[result.round, result.a, result.b, result.board].append(result)
    whole = SITTINGS[config.tournament.seating]
    return [board_of(sittings) for _, sittings in sorted(played.items()) if len(sittings) == whole]


def board_of(results: Sequence[Result]) -> Board:
    """Return the board of which these are all sittings."""
    sittings = sorted(results, key=lambda result: result.sitting)
    first = sittings[0]
    return Board(
        first.a,
        first.b,
        first.board,
        f"{first.group}/{first.board}",
        tuple(result.score for result in sittings),
        sum(result.points for result in sittings),
        tuple(result.culprit.team for result in sittings if result.culprit),
    )
