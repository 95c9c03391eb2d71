"""How well each bot behaved: its time, its refusals, its forfeits."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
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


def health(results: Iterable[Result], retired: Collection[str] = ()) -> tuple[Health, ...]:
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
    return tuple(
        _health(key, times[key], forfeits[key], voids[key], is_retired=key[0] in retired) for key in sorted(times)
    )


def by_seat(result: Result) -> tuple[Identity, ...]:
    """Return who sat where: A0 B0 A1 B1 from seat `sitting` on; from sitting 4 on B0 and B1 are exchanged."""
    a0, a1, b0, b1 = result.bots
    around = (a0, b0, a1, b1) if result.sitting < SEATS else (a0, b1, a1, b0)
    return tuple(around[(seat - result.sitting) % SEATS] for seat in range(SEATS))


def _health(
    key: tuple[str, str], times: list[SeatTimes], forfeits: Counter[str], voids: int, *, is_retired: bool
) -> Health:
    decisions = sum(own.decisions for own in times)
    return Health(
        *key,
        seats=len(times),
        decisions=decisions,
        mean_ms=sum(own.time_ms for own in times) / decisions if decisions else None,
        p95_ms=_percentile(times, 95),
        max_ms=max(own.max_time_ms for own in times),
        bank_used_ms=sum(own.bank_used_ms for own in times),
        timeouts=sum(own.timeouts for own in times),
        refusals=sum(own.refusals for own in times),
        strikes=sum(own.strikes for own in times),
        forfeits={reason.value: forfeits[reason.value] for reason in Reason if forfeits[reason.value]},
        voids=voids,
        is_retired=is_retired,
    )


def _percentile(times: Sequence[SeatTimes], percent: int) -> int | None:
    """Return the least time that so many decisions did not exceed; nothing if not all decisions were counted."""
    counts: Counter[int] = Counter()
    for own in times:
        for ms, decisions in own.decisions_by_ms:
            counts[ms] += decisions
    wanted, longest = counts.total() * percent, max((own.max_time_ms for own in times), default=0)
    if counts.total() < sum(own.decisions for own in times) or not counts:
        return None
    below = accumulate(counts[ms] for ms in sorted(counts))
    return next(min(ms, longest) for ms, so_far in zip(sorted(counts), below, strict=True) if so_far * 100 >= wanted)
