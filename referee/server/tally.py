"""How a seat uses its time, summed up while the match goes on."""

from collections import Counter

from referee.server.item import SeatReport
from referee.table.table import DefaultReason, Timing


class Tally:
    def __init__(self, move_ms: int) -> None:
        self.move_ms = move_ms
        self._charged: Counter[int] = Counter()
        self._defaults: Counter[DefaultReason] = Counter()
        self._refusals = 0

    def add(self, timing: Timing) -> None:
        self._charged[timing.charged_ms] += 1
        self._refusals += timing.question.refusals
        if timing.default is not None:
            self._defaults[timing.default] += 1

    @property
    def report(self) -> SeatReport:
        by_ms: Counter[int] = Counter()
        for ms, times in self._charged.items():
            by_ms[rounded_up(ms)] += times
        return SeatReport(
            decisions=self._charged.total(),
            time_ms=sum(ms * times for ms, times in self._charged.items()),
            max_time_ms=max(self._charged, default=0),
            bank_used_ms=sum(max(0, ms - self.move_ms) * times for ms, times in self._charged.items()),
            timeouts=self._defaults[DefaultReason.TIME],
            refusals=self._refusals,
            strikes=self._defaults.total(),
            decisions_by_ms=by_ms,
        )


def rounded_up(number: int) -> int:
    """Return the next number of at most five significant binary digits, at most a sixteenth more."""
    shift = max(0, number.bit_length() - 5)
    return -(-number >> shift) << shift
