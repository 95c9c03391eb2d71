"""Who leads, computed from the results and from nothing else."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournament.boards import Board
from tournament.config import Config
from tournament.records import Record, Records, records_of, total
from tournament.schedule import SITTINGS
from tournament.statistics.bradley_terry import Encounter, Strength, rate
from tournament.statistics.swing import estimate_of_sums


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


def standings(config: Config, boards: Iterable[Board], rated: Mapping[str, Strength], lots: str) -> Standings:
    """Rank by points, then swing a board, then points among those still tied, then lots drawn from a published text."""
    return ranked(config, records_of(boards), rated, lots)


def ranked(config: Config, records: Records, rated: Mapping[str, Strength], lots: str) -> Standings:
    """Do the same with records for boards."""
    order: list[str] = []
    by_lot: list[str] = []
    teams = [team.name for team in config.teams]
    played = {team: total(_against(records, team, teams)) for team in teams}
    for tied in _ties(played, records):
        drawn = sorted(tied, key=lambda team: hashlib.sha256(f"{lots}/{team}".encode()).digest())
        order += drawn
        by_lot += drawn if len(drawn) > 1 else []
    rows = tuple(_row(rank, team, played[team], rated, config) for rank, team in enumerate(order, 1))
    pairs = [(team, opponent) for team in order for opponent in order if (team, opponent) in records]
    return Standings(rows, tuple(_cell(pair, records[pair]) for pair in pairs), tuple(by_lot))


def _against(records: Records, team: str, opponents: Iterable[str]) -> list[Record]:
    return [records[team, opponent] for opponent in opponents if (team, opponent) in records]


def _ties(played: Mapping[str, Record], records: Records) -> list[list[str]]:
    """Return the teams, best first, in groups that play does not tell apart."""
    merits = {team: _merit(own) for team, own in played.items()}
    groups: list[list[str]] = []
    for _, tied in groupby(sorted(played, key=merits.__getitem__, reverse=True), merits.__getitem__):
        level = list(tied)
        direct = {team: total(_against(records, team, level)).points for team in level}
        best_first = sorted(level, key=direct.__getitem__, reverse=True)
        groups += [list(equal) for _, equal in groupby(best_first, direct.__getitem__)]
    return groups


def _merit(own: Record) -> tuple[Fraction, Fraction]:
    return own.points, Fraction(own.swing, max(1, own.boards))


def _row(rank: int, team: str, own: Record, rated: Mapping[str, Strength], config: Config) -> Row:
    interval = config.rating.interval
    found = estimate_of_sums(own.boards, own.swing, own.squares, interval) if own.boards else (None, None)
    rating, rating_error = rated.get(team) or (None, None)
    return Row(
        rank=rank,
        team=team,
        matches=own.boards * SITTINGS[config.tournament.seating],
        boards=own.boards,
        won=own.won,
        drawn=own.drawn,
        lost=own.lost,
        points=float(own.points),
        swing=found[0],
        swing_error=found[1],
        rating=rating,
        rating_error=rating_error,
        forfeits=own.forfeits,
    )


def _cell(pair: tuple[str, str], own: Record) -> Cell:
    return Cell(*pair, own.boards, own.won, own.drawn, own.lost, float(own.points), own.swing / own.boards)
