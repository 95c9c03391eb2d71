"""The report for people: Rich tables on a terminal, plain text elsewhere."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from tournament.report import Forfeits, Head, Report
from tournament.standings import Cell, Row


def show(report: Report, console: Console) -> None:
    for part in _parts(report):
        # Lines of text are not broken: a path in two pieces is of no use.
        console.print(part, soft_wrap=isinstance(part, Text))


def standings_table(rows: Sequence[Row], title: str = "Standings") -> Table:
    table = _table(title, ("#", "team"), ("matches", "boards", "w-d-l", "points", "swing", "rating"))
    for row in rows:
        results = f"{row.won}-{row.drawn}-{row.lost}"
        cells = [str(row.rank), row.team, str(row.matches), str(row.boards), results, f"{row.points:g}"]
        cells += [_with_error(row.swing, row.swing_error, 2), _with_error(row.rating, row.rating_error, 0)]
        table.add_row(*cells)
    return table


def _parts(report: Report) -> Iterator[RenderableType]:
    yield Text("\n".join(_head(report)))
    yield standings_table(report.standings)
    if report.cross_table:
        yield _cross_table(report.standings, report.cross_table)
    if report.forfeits:
        yield _forfeits(report.forfeits)
    if report.without_forfeits:
        yield standings_table(report.without_forfeits, "Standings of boards without forfeits")
    yield Text("\n".join(report.notes))


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
    table = _table("Cross table: points of boards, swing", ("#", "team"), [str(row.rank) for row in rows])
    for row in rows:
        against = (met.get((row.team, other.team)) for other in rows)
        table.add_row(str(row.rank), row.team, *(_meeting(cell) for cell in against))
    return table


def _meeting(cell: Cell | None) -> str:
    return f"{cell.points:g}/{cell.boards} {cell.swing:+.1f}" if cell else "·"


def _forfeits(forfeits: Sequence[Forfeits]) -> Table:
    table = _table("Forfeits", ("team", "bot", "cause"), ("matches",))
    for one in forfeits:
        table.add_row(one.team, one.bot, one.cause, str(one.matches))
    return table


def _table(title: str, words: Sequence[str], numbers: Sequence[str]) -> Table:
    table = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for word in words:
        table.add_column(word, overflow="fold", min_width=min(len(word), 8))
    for number in numbers:
        table.add_column(number, justify="right", no_wrap=True)
    return table


def _with_error(value: float | None, error: float | None, digits: int) -> str:
    if value is None:
        return "-"
    shown = f"{value:+.{digits}f}"
    return shown if error is None else f"{shown} ± {error:.{digits}f}"
