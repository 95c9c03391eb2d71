"""All a tournament has to say, as one value: `build` computes it from the ledger, `as_json` writes it for programs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import TypeAdapter

from tournament.boards import Board, boards_of
from tournament.config import Config
from tournament.health import Conduct, Health
from tournament.ledger import Result, Run
from tournament.pairings import Pairing, pairings
from tournament.schedule import matches
from tournament.seats import SeatTable, seat_table
from tournament.standings import Cell, Row, Standings, standings, strengths
from tournament.stopping import Decision, decision


@dataclass(frozen=True, slots=True)
class Head:
    name: str
    site: str
    notes: str
    format: str
    game: str
    options: Mapping[str, str]
    """Those away from their defaults."""
    rounds: int
    seating: str
    config_hash: str
    srand: int | None
    """Practice: anybody can compute the deals."""
    commitment: str
    """Of the master seed, as published before play."""
    started_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class Progress:
    """How much has been played. A board is one team against another in all sittings."""

    planned: int
    complete: int
    matches_planned: int
    matches_ended: int
    voids: int
    """Attempts that count nowhere; their matches are played again if they can be."""


@dataclass(frozen=True, slots=True)
class Forfeits:
    team: str
    bot: str
    cause: str
    matches: int


@dataclass(frozen=True, slots=True)
class Tables:
    """All that is computed from boards."""

    standings: tuple[Row, ...]
    cross_table: tuple[Cell, ...]
    pairings: tuple[Pairing, ...]
    seats: SeatTable


@dataclass(frozen=True, slots=True)
class Report:
    event: Head
    boards: Progress
    standings: tuple[Row, ...]
    cross_table: tuple[Cell, ...]
    sprt: Decision | None
    pairings: tuple[Pairing, ...]
    seats: SeatTable
    health: tuple[Health, ...]
    forfeits: tuple[Forfeits, ...]
    without_forfeits: Tables | None
    """The same of the boards nobody forfeited; nothing if there are no forfeits."""
    notes: tuple[str, ...]


@dataclass
class Totals:
    """What is to be said of results beside their boards, as sums: there may be too many to have them all at once."""

    ended: int = 0
    voids: int = 0
    forfeits: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    conduct: Conduct = field(default_factory=Conduct)
    transcript: str = ""
    """Of any match, as an example."""

    def counted(self, results: Iterable[Result]) -> Iterator[Result]:
        """Hand on results, each counted."""
        for result in results:
            self.ended += not result.is_void
            self.voids += result.is_void
            if result.culprit and not result.is_void:
                self.forfeits[*result.culprit, result.reason.value] += 1
            self.conduct.add(result)
            self.transcript = self.transcript or result.transcript
            yield result


def build(config: Config, run: Run, results: Iterable[Result]) -> Report:
    totals = Totals()
    boards = boards_of(config, totals.counted(results))
    clean = [board for board in boards if not board.forfeits]
    ranked = standings(config, boards, strengths(config, boards), run.commitment)
    tables = _tables(config, boards, ranked)
    return Report(
        event=_head(config, run),
        boards=_progress(config, boards, totals),
        standings=tables.standings,
        cross_table=tables.cross_table,
        sprt=decision(config, boards),
        pairings=tables.pairings,
        seats=tables.seats,
        health=totals.conduct.health(run.retired),
        forfeits=_forfeits(totals),
        without_forfeits=None if len(clean) == len(boards) else _without(config, run, clean),
        notes=tuple(_notes(config, tables.standings, ranked.by_lot, totals)),
    )


def _without(config: Config, run: Run, clean: Sequence[Board]) -> Tables:
    return _tables(config, clean, standings(config, clean, strengths(config, clean), run.commitment))


def _tables(config: Config, boards: Sequence[Board], ranked: Standings) -> Tables:
    order = [row.team for row in ranked.rows]
    return Tables(
        standings=ranked.rows,
        cross_table=ranked.cross_table,
        pairings=pairings(order, boards, config.rating.interval),
        seats=seat_table(order, boards, config.rating.interval, is_preset=config.game.mode == "board"),
    )


def as_json(report: Report) -> str:
    return TypeAdapter(Report).dump_json(report, indent=2).decode()


def _head(config: Config, run: Run) -> Head:
    return Head(
        name=config.event.name,
        site=config.event.site,
        notes=config.event.notes,
        format=config.tournament.format,
        game=config.game.name,
        options=config.game.options,
        rounds=config.tournament.rounds,
        seating=config.tournament.seating,
        config_hash=run.config_hash,
        srand=config.tournament.srand,
        commitment=run.commitment,
        started_at=run.started_at,
        finished_at=run.finished_at,
    )


def _progress(config: Config, boards: Sequence[Board], totals: Totals) -> Progress:
    planned = matches(config)
    return Progress(
        planned=sum(match.sitting == 0 for match in planned),
        complete=len(boards),
        matches_planned=len(planned),
        matches_ended=totals.ended,
        voids=totals.voids,
    )


def _forfeits(totals: Totals) -> tuple[Forfeits, ...]:
    return tuple(Forfeits(*key, matches) for key, matches in sorted(totals.forfeits.items()))


def _notes(config: Config, rows: Sequence[Row], by_lot: Sequence[str], totals: Totals) -> Iterator[str]:
    yield from config.warnings
    percent = f"{config.rating.interval:.0%}"
    yield "rank: points (1 a board won, 1/2 drawn), then swing, points among those tied, lots"
    yield f"swing: score a board over all its sittings, ± the {percent} confidence interval over boards"
    yield _method(config)
    if any(row.boards for row in rows) and by_lot:
        yield f"told apart by lot only: {', '.join(by_lot)}"
    unrated = [row.team for row in rows if row.boards and row.rating is None]
    if unrated:
        yield f"no results connect these with the rated teams: {', '.join(unrated)}"
    remote = sorted({bot.name for team in config.teams for bot in team.bots if bot.remote})
    if remote:
        yield f"remote, separation of partners and sittings not enforced: {', '.join(remote)}"
    trusted = [team.name for team in config.teams if team.trusted]
    if trusted:
        yield f"trusted, partners may share a process: {', '.join(trusted)}"
    if totals.transcript:
        yield f"to see a match: referee replay {config.output_directory / totals.transcript}"


def _method(config: Config) -> str:
    rating = config.rating
    zero = f"{rating.anchor_rating:g} is {rating.anchor or 'the mean of the field'}"
    prior = f"{rating.prior_draws:g} virtual draw{'s' * (rating.prior_draws != 1)} a pairing"
    return f"rating: Bradley-Terry of boards in Elo, {prior}, {zero}, ± by {rating.bootstrap} resamplings of boards"
