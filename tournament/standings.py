"""Who leads, computed from the results and from nothing else."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournament.config import Config
from tournament.ledger import Result
from tournament.schedule import SITTINGS
from tournament.statistics.bradley_terry import Encounter, Strength, rate
from tournament.statistics.swing import estimate

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Board:
    """A board two teams have played in all its sittings. Swing and points are team a's, over all sittings."""

    a: str
    b: str
    deal: str
    """Boards of one deal have the same cards."""
    swing: int
    points: int
    forfeits: tuple[str, ...]
    """The team at fault, once for each sitting forfeited."""

    def swing_of(self, team: str) -> int:
        return self.swing if team == self.a else -self.swing

    def score_of(self, team: str) -> Fraction:
        """1 for a won board, ½ for a drawn one, 0 for a lost one."""
        swing = self.swing_of(team)
        return Fraction(1) if swing > 0 else Fraction(0) if swing < 0 else HALF

    def has(self, *teams: str) -> bool:
        return {self.a, self.b}.issuperset(teams)


@dataclass(frozen=True, slots=True)
class Row:
    """One team. Only boards of which all sittings have ended are in it."""

    rank: int
    team: str
    matches: int
    boards: int
    won: int
    drawn: int
    lost: int
    points: float
    """1 a won board, ½ a drawn one."""
    swing: float | None
    """Score a board."""
    swing_error: float | None
    rating: float | None
    rating_error: float | None
    forfeits: int
    """Matches this team forfeited."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one team did against another."""

    team: str
    opponent: str
    boards: int
    won: int
    drawn: int
    lost: int
    points: float
    swing: float
    """Score a board."""


@dataclass(frozen=True, slots=True)
class Standings:
    rows: tuple[Row, ...]
    cross_table: tuple[Cell, ...]
    by_lot: tuple[str, ...]
    """Teams that only the draw of lots told apart."""


def boards_of(config: Config, results: Iterable[Result]) -> list[Board]:
    """Return the boards of which all sittings are finished or forfeited. Void attempts do not count."""
    played: defaultdict[tuple[int, str, str, int], list[Result]] = defaultdict(list)
    for result in results:
        if not result.is_void:
            played[result.round, result.a, result.b, result.board].append(result)
    whole = SITTINGS[config.tournament.seating]
    return [_board(sittings) for _, sittings in sorted(played.items()) if len(sittings) == whole]


def _board(sittings: Sequence[Result]) -> Board:
    first = sittings[0]
    return Board(
        first.a,
        first.b,
        f"{first.group}/{first.board}",
        sum(result.score for result in sittings),
        sum(result.points for result in sittings),
        tuple(result.culprit.team for result in sittings if result.culprit),
    )


def strengths(config: Config, boards: Iterable[Board]) -> dict[str, Strength]:
    """Rate teams by won, drawn and lost boards; those that results do not connect with the others are left out."""
    encounters = [Encounter((b.a,), (b.b,), float(b.score_of(b.a)), b.deal) for b in boards]
    return rate(encounters, [team.name for team in config.teams], config.rating)


def standings(config: Config, boards: Sequence[Board], rated: Mapping[str, Strength], lots: str) -> Standings:
    """Rank by points, then swing a board, then points among those still tied, then lots drawn from a published text."""
    names = [team.name for team in config.teams]
    order: list[str] = []
    by_lot: list[str] = []
    for tied in _ties(names, boards):
        drawn = sorted(tied, key=lambda team: hashlib.sha256(f"{lots}/{team}".encode()).digest())
        order += drawn
        by_lot += drawn if len(drawn) > 1 else []
    rows = tuple(_row(rank, team, boards, rated, config) for rank, team in enumerate(order, 1))
    cells = (_cell(team, opponent, boards) for team in order for opponent in order if team != opponent)
    return Standings(rows, tuple(cell for cell in cells if cell.boards), tuple(by_lot))


def _ties(names: Sequence[str], boards: Sequence[Board]) -> list[list[str]]:
    """Return the teams, best first, in groups that play does not tell apart."""
    merits = {name: _merit(name, boards) for name in names}
    groups: list[list[str]] = []
    for _, tied in groupby(sorted(names, key=merits.__getitem__, reverse=True), merits.__getitem__):
        level = list(tied)
        among = [board for board in boards if board.a in level and board.b in level]
        direct = {name: _points(name, among) for name in level}
        ranked = sorted(level, key=direct.__getitem__, reverse=True)
        groups += [list(equal) for _, equal in groupby(ranked, direct.__getitem__)]
    return groups


def _merit(team: str, boards: Sequence[Board]) -> tuple[Fraction, Fraction]:
    own = [board for board in boards if board.has(team)]
    return _points(team, own), Fraction(sum(board.swing_of(team) for board in own), max(1, len(own)))


def _points(team: str, boards: Iterable[Board]) -> Fraction:
    return sum((board.score_of(team) for board in boards if board.has(team)), Fraction(0))


def _row(rank: int, team: str, boards: Sequence[Board], rated: Mapping[str, Strength], config: Config) -> Row:
    own = [board for board in boards if board.has(team)]
    won, drawn, lost = _counts(team, own)
    swing, swing_error = estimate([b.swing_of(team) for b in own], config.rating.interval) if own else (None, None)
    rating, rating_error = rated.get(team, (None, None))
    return Row(
        rank=rank,
        team=team,
        matches=len(own) * SITTINGS[config.tournament.seating],
        boards=len(own),
        won=won,
        drawn=drawn,
        lost=lost,
        points=won + drawn / 2,
        swing=swing,
        swing_error=swing_error,
        rating=rating,
        rating_error=rating_error,
        forfeits=sum(board.forfeits.count(team) for board in own),
    )


def _cell(team: str, opponent: str, boards: Iterable[Board]) -> Cell:
    own = [board for board in boards if board.has(team, opponent)]
    won, drawn, lost = _counts(team, own)
    swing = sum(board.swing_of(team) for board in own) / max(1, len(own))
    return Cell(team, opponent, len(own), won, drawn, lost, won + drawn / 2, swing)


def _counts(team: str, boards: Iterable[Board]) -> tuple[int, int, int]:
    scores = [board.score_of(team) for board in boards]
    return scores.count(Fraction(1)), scores.count(HALF), scores.count(Fraction(0))
