"""The report for people: Rich tables on a terminal, plain text elsewhere. What cannot be known is a dash."""

from collections.abc import Iterator, Sequence
from typing import TextIO

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from tournament.health import SEATS, Health
from tournament.pairings import Pairing
from tournament.report import Forfeits, Head, Report, Tables
from tournament.seats import Seats, SeatTable
from tournament.standings import Cell, Row
from tournament.statistics.sprt import Verdict
from tournament.stopping import Decision

COLUMNS = 120
"""Of what is not shown on a terminal."""


def screen(file: TextIO | None = None) -> Console:
    """Return where to show things: by default standard output."""
    console = Console(file=file)
    return console if console.is_terminal else Console(file=file, width=COLUMNS)


def show(report: Report, console: Console) -> None:
    for part in _parts(report):
        # Lines of text are not broken: a path in two pieces is of no use.
        console.print(part, soft_wrap=isinstance(part, Text))


def standings_table(rows: Sequence[Row], title: str = "Standings") -> Table:
    table = plain_table(title, ("#", "team"), ("matches", "boards", "w-d-l", "points", "swing", "rating"))
    for row in rows:
        results = f"{row.won}-{row.drawn}-{row.lost}"
        cells = [str(row.rank), row.team, str(row.matches), str(row.boards), results, f"{row.points:g}"]
        cells += [with_error(row.swing, row.swing_error, 2), with_error(row.rating, row.rating_error, 0)]
        table.add_row(*cells)
    return table


def _parts(report: Report) -> Iterator[RenderableType]:
    yield Text("\n".join(_head(report)))
    yield standings_table(report.standings)
    if report.cross_table:
        yield _cross_table(report.standings, report.cross_table)
    if report.sprt:
        yield Text(f"{_decision(report.sprt)}\n")
    if report.pairings:
        yield Text("\n".join(["Pairings", *_pairings(report.pairings)]))
        yield _seats(report.seats)
        yield _sides(report.seats)
    yield _health(report.health)
    if report.forfeits:
        yield _forfeits(report.forfeits)
    if report.without_forfeits:
        yield from _without(report.without_forfeits)
    yield Text("\n".join(report.notes))


def _without(clean: Tables) -> Iterator[RenderableType]:
    yield standings_table(clean.standings, "Standings of boards without forfeits")
    if clean.pairings:
        yield Text("\n".join(["Pairings of boards without forfeits", *_pairings(clean.pairings)]))


def _head(report: Report) -> Iterator[str]:
    event, boards = report.event, report.boards
    yield " · ".join(part for part in (event.name, event.site, event.notes) if part)
    options = "".join(f", {name} = {value}" for name, value in event.options.items())
    yield f"{event.game}{options}; {event.format}, rounds {event.rounds}, seating {event.seating}"
    yield _deals(event)
    played = f"{boards.complete} of {boards.planned} boards, {boards.matches_ended} of {boards.matches_planned} matches"
    yield f"played {played}{f', void attempts {boards.voids}' if boards.voids else ''}"
    yield f"config {event.config_hash[:16]}, started {event.started_at:%Y-%m-%d %H:%M:%S} UTC"


def _deals(event: Head) -> str:
    if event.srand is not None:
        return f"srand {event.srand}: deals are public"
    return f"deals committed to: {event.commitment}"


def _cross_table(rows: Sequence[Row], cells: Sequence[Cell]) -> Table:
    met = {(cell.team, cell.opponent): cell for cell in cells}
    table = plain_table("Cross table: points of boards, swing", ("#", "team"), [str(row.rank) for row in rows])
    for row in rows:
        against = (met.get((row.team, other.team)) for other in rows)
        table.add_row(str(row.rank), row.team, *(_meeting(cell) for cell in against))
    return table


def _meeting(cell: Cell | None) -> str:
    return f"{cell.points:g}/{cell.boards} {cell.swing:+.1f}" if cell else "·"


def _decision(sprt: Decision) -> str:
    claims = (
        f"SPRT of {sprt.team} against {sprt.opponent}, {sprt.model} Elo of {sprt.score}s {sprt.elo0:g} or {sprt.elo1:g}"
    )
    ratio = f"boards {sprt.boards}, LLR {sprt.llr:+.2f} of {sprt.lower:+.2f} to {sprt.upper:+.2f}"
    return f"{claims}: {ratio}: {sprt.verdict}{'' if sprt.verdict is Verdict.OPEN else ' accepted'}"


def _pairings(pairings: Sequence[Pairing]) -> Iterator[str]:
    for one in pairings:
        pairs = "-".join(str(count.boards) for count in one.pairs)
        yield f"{one.team} against {one.opponent}: {one.boards} boards, {one.won}-{one.drawn}-{one.lost}"
        yield (
            f"  Elo {with_error(one.elo, one.elo_error, 1)}, "
            f"nElo {with_error(one.normalised_elo, one.normalised_elo_error, 1)}, LOS {_percent(one.superiority)}"
        )
        yield (
            f"  pairs {pairs}, drawn {_percent(one.draw_ratio)}, ratio {_number(one.pairs_ratio)}, "
            f"efficiency {_number(one.efficiency)}"
        )
        yield (f"  swing {with_error(one.swing, one.swing_error, 2)}, efficiency {_number(one.swing_efficiency)}")
    yield ""


def _seats(seats: SeatTable) -> Table:
    table = plain_table(
        "Score a match by the seat of a team's first bot", ("team",), [f"seat {n}" for n in range(SEATS)]
    )
    found = {(one.who, one.seat): one for one in seats.teams}
    for team in dict.fromkeys(one.who for one in seats.teams):
        table.add_row(team, *(_score(found.get((team, seat))) for seat in range(SEATS)))
    return table


def _sides(seats: SeatTable) -> Table:
    table = plain_table("Score a match by side, whoever sat there", ("side",), ("matches", "score"))
    for one in seats.sides:
        table.add_row(one.who if one.seat is None else f"{one.who}, seat {one.seat}", str(one.matches), _score(one))
    return table


def _score(seats: Seats | None) -> str:
    return with_error(seats.score, seats.error, 2) if seats else "·"


def _health(rows: Sequence[Health]) -> Table:
    numbers = ("decisions", "mean", "95 %", "max", "bank", "late", "refused", "strikes", "voids")
    table = plain_table("Bots, with times in ms", ("bot",), numbers)
    for one in rows:
        p95 = _number(one.p95_ms, 0)
        times = (one.decisions, _number(one.mean_ms, 1), p95, one.max_ms, one.bank_used_ms)
        counts = (one.timeouts, one.refusals, one.strikes, one.voids)
        retired = ", retired" * one.is_retired
        table.add_row(f"{one.bot} {one.version}".strip() + retired, *map(str, (*times, *counts)))
    return table


def _forfeits(forfeits: Sequence[Forfeits]) -> Table:
    table = plain_table("Forfeits", ("team", "bot", "cause"), ("matches",))
    for one in forfeits:
        table.add_row(one.team, one.bot, one.cause, str(one.matches))
    return table


def plain_table(title: str, words: Sequence[str], numbers: Sequence[str]) -> Table:
    table = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for word in words:
        table.add_column(word, overflow="fold", min_width=min(len(word), 8))
    for number in numbers:
        table.add_column(number, justify="right", no_wrap=True)
    return table


def with_error(value: float | None, error: float | None, digits: int) -> str:
    if value is None:
        return "-"
    shown = f"{value:+.{digits}f}"
    return shown if error is None else f"{shown} ± {error:.{digits}f}"


def _number(value: float | None, digits: int = 2) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.2%}"
