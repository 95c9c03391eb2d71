"""What people see of a run while it goes on: a live table on a terminal, a line now and then elsewhere."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tournament.ledger import Result
from tournament.live_rating import Estimates
from tournament.report_text import standings_table
from tournament.schedule import Match
from tournament.standings import Row

LINE_S = 5.0
"""Between two plain lines."""
TOP = 8
"""Teams shown."""


class Display:
    """Counts, and the standings as they were last computed."""

    def __init__(self, console: Console, planned: int, ended: int) -> None:
        self.console = console
        self.rows: Sequence[Row] = ()
        self._estimates = Estimates()
        self._planned = planned
        self._ended = self._ended_before = ended
        self._open = 0
        self._forfeits = 0
        self._voids = 0
        self._began = time.monotonic()
        self._next_line = self._began + LINE_S

    def started(self, match: Match) -> None:  # noqa: ARG002 - which one is of no interest here
        self._open += 1

    def ended(self, result: Result) -> None:
        self._open -= 1
        self._ended += not result.is_void
        self._voids += result.is_void
        self._forfeits += result.reason.is_forfeit
        self._estimates.add(result)
        if not self.console.is_terminal and time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + LINE_S
            self.note(self._line())

    def note(self, text: str) -> None:
        self.console.print(Text(text), soft_wrap=True)

    def _line(self) -> str:
        rate = (self._ended - self._ended_before) / max(time.monotonic() - self._began, 0.001)
        parts = [f"{self._ended} of {self._planned} matches", f"{rate:.1f}/s"]
        parts += [
            f"{number} {what}" for what, number in {"forfeits": self._forfeits, "void": self._voids}.items() if number
        ]
        if not self.console.is_terminal and any(row.boards for row in self.rows):
            parts.append(", ".join(self._standing(row) for row in self.rows[:TOP]))
        return " · ".join(parts)

    def _standing(self, row: Row) -> str:
        """Rank, team and points, and the least it is good for almost surely: openskill's mean less three deviations."""
        estimate = self._estimates.of(row.team)
        good_for = "" if estimate is None else f" (~{estimate[0] - 3 * estimate[1]:.0f})"
        return f"{row.rank}. {row.team} {row.points:g}{good_for}"

    def __rich__(self) -> RenderableType:
        bar = Table.grid(padding=(0, 2))
        bar.add_row(ProgressBar(self._planned, self._ended, width=30), Text(f"{self._line()} · {self._open} open"))
        return Group(standings_table(self.rows[:TOP]), bar) if self.rows else bar


@contextmanager
def display(console: Console, planned: int, ended: int) -> Iterator[Display]:
    """Show a run for a while."""
    shown = Display(console, planned, ended)
    if not console.is_terminal:
        yield shown
        return
    with Live(shown, console=console, refresh_per_second=4, transient=True):
        yield shown
