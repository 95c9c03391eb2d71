"""How well each bot behaved: its time, its refusals, its forfeits."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, zip_longest

from tournament.ledger import Identity, Reason, Result, SeatTimes

SEATS = 4


@dataclass(frozen=True, slots=True)
class Health:
    bot: str
    version: str
    seats: int
    """Times it sat at a table to the end, void attempts included."""
    decisions: int
    mean_ms: float | None
    p95_ms: int | None
    """What 95 % of its decisions took at the most; a sixteenth too much at worst. Nothing where it was not counted."""
    max_ms: int
    bank_used_ms: int
    timeouts: int
    refusals: int
    strikes: int
    forfeits: Mapping[str, int]
    """Matches it lost by a fault of its own, by cause."""
    voids: int
    """Attempts at its matches that count nowhere."""
    is_retired: bool
    """It had too many faults in a row, so that its other matches stayed unplayed."""


@dataclass(slots=True)
class Sum:
    """What one bot did at all tables."""

    seats: int = 0
    times: SeatTimes = field(default_factory=SeatTimes)
    """Added up, but for the longest and for the distribution."""
    by_ms: Counter[int] = field(default_factory=Counter)
    forfeits: Counter[str] = field(default_factory=Counter)
    voids: int = 0

    def add(self, own: SeatTimes) -> None:
        self.seats += 1
        self.times = SeatTimes(
            self.times.decisions + own.decisions,
            self.times.time_ms + own.time_ms,
            max(self.times.max_time_ms, own.max_time_ms),
            self.times.bank_used_ms + own.bank_used_ms,
            self.times.timeouts + own.timeouts,
            self.times.refusals + own.refusals,
            self.times.strikes + own.strikes,
        )
        self.by_ms.update(dict(own.decisions_by_ms))


class Conduct:
    """Sums by name and version of bots, however many results there are."""

    def __init__(self) -> None:
        self._sums: defaultdict[tuple[str, str], Sum] = defaultdict(Sum)

    def add(self, result: Result) -> None:
        for bot, own in zip_longest(by_seat(result), result.times, fillvalue=None):
            assert bot is not None
            self._sums[bot[:2]].add(own or SeatTimes())
        if result.is_void:
            for key in {bot[:2] for bot in result.bots}:
                self._sums[key].voids += 1
        elif result.culprit:
            culprit = next(bot for bot in result.bots if bot.name == result.culprit.bot)
            self._sums[culprit[:2]].forfeits[result.reason.value] += 1

    def health(self, retired: Collection[str] = ()) -> tuple[Health, ...]:
        """Return a row for each bot that sat at a table, by name and version."""
        return tuple(_health(key, own, is_retired=key[0] in retired) for key, own in sorted(self._sums.items()))


def by_seat(result: Result) -> tuple[Identity, ...]:
    """Return who sat where: A0 B0 A1 B1 from seat `sitting` on; from sitting 4 on B0 and B1 are exchanged."""
    a0, a1, b0, b1 = result.bots
    around = (a0, b0, a1, b1) if result.sitting < SEATS else (a0, b1, a1, b0)
    return tuple(around[(seat - result.sitting) % SEATS] for seat in range(SEATS))


def _health(key: tuple[str, str], own: Sum, *, is_retired: bool) -> Health:
    times = own.times
    return Health(
        *key,
        seats=own.seats,
        decisions=times.decisions,
        mean_ms=times.time_ms / times.decisions if times.decisions else None,
        p95_ms=_percentile(own, 95),
        max_ms=times.max_time_ms,
        bank_used_ms=times.bank_used_ms,
        timeouts=times.timeouts,
        refusals=times.refusals,
        strikes=times.strikes,
        forfeits={reason.value: own.forfeits[reason.value] for reason in Reason if own.forfeits[reason.value]},
        voids=own.voids,
        is_retired=is_retired,
    )


def _percentile(own: Sum, percent: int) -> int | None:
    """Return the least time that so many decisions did not exceed; nothing if not all decisions were counted."""
    counts = own.by_ms
    if counts.total() < own.times.decisions or not counts:
        return None
    wanted, longest = counts.total() * percent, own.times.max_time_ms
    below = accumulate(counts[ms] for ms in sorted(counts))
    return next(min(ms, longest) for ms, so_far in zip(sorted(counts), below, strict=True) if so_far * 100 >= wanted)
