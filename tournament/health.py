"""How well each bot behaved: its time, its refusals, its forfeits."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest

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
    max_ms: int
    bank_used_ms: int
    timeouts: int
    refusals: int
    strikes: int
    forfeits: Mapping[str, int]
    """Matches it lost by a fault of its own, by cause."""
    voids: int
    """Attempts at its matches that count nowhere."""


def health(results: Iterable[Result]) -> tuple[Health, ...]:
    """Return a row for each bot that sat at a table, by name and version."""
    times: defaultdict[tuple[str, str], list[SeatTimes]] = defaultdict(list)
    forfeits: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    voids: Counter[tuple[str, str]] = Counter()
    for result in results:
        for bot, own in zip_longest(by_seat(result), result.times, fillvalue=None):
            assert bot is not None
            times[bot[:2]].append(own or SeatTimes())
        if result.is_void:
            voids.update({bot[:2] for bot in result.bots})
        elif result.culprit:
            culprit = next(bot for bot in result.bots if bot.name == result.culprit.bot)
            forfeits[culprit[:2]][result.reason.value] += 1
    return tuple(_health(key, times[key], forfeits[key], voids[key]) for key in sorted(times))


def by_seat(result: Result) -> tuple[Identity, ...]:
    """Return who sat where: A0 B0 A1 B1 from seat `sitting` on; from sitting 4 on B0 and B1 are exchanged."""
    a0, a1, b0, b1 = result.bots
    around = (a0, b0, a1, b1) if result.sitting < SEATS else (a0, b1, a1, b0)
    return tuple(around[(seat - result.sitting) % SEATS] for seat in range(SEATS))


def _health(key: tuple[str, str], times: list[SeatTimes], forfeits: Counter[str], voids: int) -> Health:
    decisions = sum(own.decisions for own in times)
    return Health(
        *key,
        seats=len(times),
        decisions=decisions,
        mean_ms=sum(own.time_ms for own in times) / decisions if decisions else None,
        max_ms=max(own.max_time_ms for own in times),
        bank_used_ms=sum(own.bank_used_ms for own in times),
        timeouts=sum(own.timeouts for own in times),
        refusals=sum(own.refusals for own in times),
        strikes=sum(own.strikes for own in times),
        forfeits={reason.value: forfeits[reason.value] for reason in Reason if forfeits[reason.value]},
        voids=voids,
    )
