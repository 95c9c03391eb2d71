"""The sequential probability ratio test (Wald 1945) of whole boards: stop as soon as one of two claims is refuted.

The log-likelihood ratio is that of the generalised test on any support: each hypothesis is represented by the
distribution nearest to what has been seen among those it allows. M. Van den Bergh, "Comparing approximations of the
GSPRT" and "normalized_elo_practical", as in fishtest and OpenBench. A hypothesis is about the share of points
(`logistic`) or about the mean over the standard deviation of a match (`normalized`).

Boards must be judged in the order of the schedule. In the order in which they end, short boards come first, and if
lost boards are short, the test is biased.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from math import fsum, log, sqrt

from tournament.brackets import SprtTable
from tournament.statistics.distribution import Distribution
from tournament.statistics.elo import NORMALISED, share_of

UNSEEN = 1e-3
"""Counted for a score that has not been seen yet, so that nothing is impossible."""
NOTHING = 1e-300
"""A share whose logarithm is finite."""
STEPS = 100
TOLERANCE = 1e-12


class Verdict(StrEnum):
    OPEN = "undecided"
    H0 = "H0"
    H1 = "H1"


class Sprt:
    """A test under way. Its verdict, once there, is not changed by later boards."""

    def __init__(self, rule: SprtTable, support: Iterable[float], sittings: int) -> None:
        self.verdict = Verdict.OPEN
        self.llr = 0.0
        self.boards = 0
        """Judged so far."""
        self._rule = rule
        self._sittings = sittings
        self._counts = Counter(dict.fromkeys(support, 0))

    def add(self, score: float) -> None:
        """Judge the next board of the schedule, unless there is a verdict."""
        if self.verdict is not Verdict.OPEN:
            return
        self.boards += 1
        self._counts[score] += 1
        self.llr = llr(Distribution(tuple(sorted(self._counts.items())), self._sittings), self._rule)
        lower, upper = bounds(self._rule)
        if self.boards >= self._rule.min_boards:
            self.verdict = Verdict.H0 if self.llr <= lower else Verdict.H1 if self.llr >= upper else Verdict.OPEN


def bounds(rule: SprtTable) -> tuple[float, float]:
    """Return the ratios, as logarithms, at which H0 and H1 are accepted."""
    return log(rule.beta / (1 - rule.alpha)), log((1 - rule.beta) / rule.alpha)


def llr(scores: Distribution, rule: SprtTable) -> float:
    """Return ln(likelihood under H1 / likelihood under H0)."""
    counts = {1 - score: UNSEEN for score, _ in scores.counts}
    counts.update((score, count or UNSEEN) for score, count in scores.counts)
    if len(counts) < 2:
        return 0.0  # draws alone, and nothing else conceivable
    boards = fsum(counts.values())
    points = sorted(counts)
    seen = [counts[point] / boards for point in points]
    under0, under1 = (_nearest(points, seen, elo, scores.sittings, rule) for elo in (rule.elo0, rule.elo1))
    return boards * fsum(p * log(one / zero) for p, zero, one in zip(seen, under0, under1, strict=True))


def _nearest(
    points: Sequence[float], seen: Sequence[float], elo: float, sittings: int, rule: SprtTable
) -> Sequence[float]:
    """Return the likeliest distribution among those of which the hypothesis is true."""
    if rule.model == "logistic":
        share = share_of(elo)
        return _with_zero_mean([point - share for point in points], seen)
    t = elo / NORMALISED * sqrt(sittings)
    sign = -1 if t < 0 else 1
    return _with_t_value([sign * (point - 0.5) for point in points], seen, abs(t))


def _with_t_value(values: Sequence[float], seen: Sequence[float], t: float) -> Sequence[float]:
    """Return the likeliest distribution whose mean is t ≥ 0 of its standard deviations.

    That is to say mean = u·size, where size is the root of the mean square and u = t / √(1 + t²). As u·size is the
    least of u/2·(s + size² / s) over all s, it is a condition on a mean once s is known: s must be the size found.
    """
    u = t / sqrt(1 + t * t)

    def found(size: float) -> list[float]:
        return _with_zero_mean([value - u / 2 * (size + value * value / size) for value in values], seen)

    def growth(size: float) -> float:
        return _size(found(size), values) - size

    # A size below least / 2 · u, or above the greatest, can have no such distribution.
    least = u * min(value for value in values if value > 0)
    return found(_root(growth, max(_size(seen, values), least), least / 2, max(values)))


def _size(shares: Sequence[float], values: Sequence[float]) -> float:
    return sqrt(fsum(p * value * value for p, value in zip(shares, values, strict=True)))


def _with_zero_mean(values: Sequence[float], seen: Sequence[float]) -> list[float]:
    """Return the likeliest distribution under which these values have mean 0: seen / (1 + x·value), Owen 2001.

    Where no distribution has, as all values are below 0, return the one that comes nearest.
    """
    greatest = max(values)
    if greatest <= 0:
        return [1.0 if value == greatest else NOTHING for value in values]

    def excess(x: float) -> float:
        return fsum(p * value / (1 + x * value) for p, value in zip(seen, values, strict=True))

    x = _root(excess, 0.0, -1 / greatest, -1 / min(values))
    return [p / (1 + x * value) for p, value in zip(seen, values, strict=True)]


def _root(function: Callable[[float], float], x: float, low: float, high: float) -> float:
    """Return where a function falls through 0 between two points: the secant method, kept between by bisection."""
    close = TOLERANCE * (high - low)
    y = function(x)
    following = x + y
    for _ in range(STEPS):
        if abs(following - x) <= close:
            break
        low, high = (x, high) if y > 0 else (low, x)
        before, x = x, following if low < following < high else (low + high) / 2
        y_before, y = y, function(x)
        following = x - y * (x - before) / (y - y_before) if y != y_before else x
    return x
