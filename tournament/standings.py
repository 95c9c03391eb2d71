"""Who leads, computed from the results and from nothing else."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournament.boards import HALF, Board
from tournament.config import Config
from tournament.schedule import SITTINGS
from tournament.statistics.bradley_terry import Encounter, Strength, rate
from tournament.statistics.swing import estimate


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


def strengths(config: Config, boards: Iterable[Board]) -> dict[str, Strength]:
    """Rate teams by won, drawn and lost boards; those that results do not connect with the others are left out."""
    encounters = [Encounter((b.a,), (b.b,), float(b.score_of(b.a)), b.deal) for b in boards]
    return rate(encounters, [team.name for team in config.teams], config.rating)


def standings(config: Config, boards: Sequence[Board], rated: Mapping[str, Strength], lots: str) -> Standings:
    """Rank by points, then swing a board, then points among those still tied, then lots drawn from a published text."""
    played: dict[str, list[Board]] = {team.name: [] for team in config.teams}
    met: defaultdict[tuple[str, str], list[Board]] = defaultdict(list)
    for board in boards:
        played[board.a].append(board)
        played[board.b].append(board)
        met[board.a, board.b].append(board)
    order: list[str] = []
    by_lot: list[str] = []
    for tied in _ties(played):
        drawn = sorted(tied, key=lambda team: hashlib.sha256(f"{lots}/{team}".encode()).digest())
        order += drawn
        by_lot += drawn if len(drawn) > 1 else []
    rows = tuple(_row(rank, team, played[team], rated, config) for rank, team in enumerate(order, 1))
    pairs = [
        (team, opponent) for team in order for opponent in order if (min(team, opponent), max(team, opponent)) in met
    ]
    return Standings(rows, tuple(_cell(pair, met) for pair in pairs), tuple(by_lot))


def _ties(played: Mapping[str, list[Board]]) -> list[list[str]]:
    """Return the teams, best first, in groups that play does not tell apart."""
    merits = {team: _merit(team, own) for team, own in played.items()}
    groups: list[list[str]] = []
    for _, tied in groupby(sorted(played, key=merits.__getitem__, reverse=True), merits.__getitem__):
        level = list(tied)
        direct = {team: _points(team, (b for b in played[team] if b.a in level and b.b in level)) for team in level}
        ranked = sorted(level, key=direct.__getitem__, reverse=True)
        groups += [list(equal) for _, equal in groupby(ranked, direct.__getitem__)]
    return groups


def _merit(team: str, own: Sequence[Board]) -> tuple[Fraction, Fraction]:
    return _points(team, own), Fraction(sum(board.swing_of(team) for board in own), max(1, len(own)))


def _points(team: str, own: Iterable[Board]) -> Fraction:
    return sum((board.score_of(team) for board in own), Fraction(0))


def _row(rank: int, team: str, own: Sequence[Board], rated: Mapping[str, Strength], config: Config) -> Row:
    won, drawn, lost = _counts(team, own)
    swing, swing_error = estimate([b.swing_of(team) for b in own], config.rating.interval) if own else (None, None)
    rating, rating_error = rated.get(team) or (None, None)
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


def _cell(pair: tuple[str, str], met: Mapping[tuple[str, str], Sequence[Board]]) -> Cell:
    team, opponent = pair
    own = met[min(pair), max(pair)]
    won, drawn, lost = _counts(team, own)
    swing = sum(board.swing_of(team) for board in own) / len(own)
    return Cell(team, opponent, len(own), won, drawn, lost, won + drawn / 2, swing)


def _counts(team: str, own: Iterable[Board]) -> tuple[int, int, int]:
    scores = [board.score_of(team) for board in own]
    return scores.count(Fraction(1)), scores.count(HALF), scores.count(Fraction(0))
