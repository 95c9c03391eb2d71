"""What a distribution of scores says of the difference of two sides, in Elo. All of it from the first side's view."""

from math import log, log10, sqrt
from statistics import NormalDist

from tournament.statistics.distribution import Distribution
from tournament.statistics.swing import Estimate

NORMAL = NormalDist()
NORMALISED = 800 / log(10)
"""Normalised Elo in one standard deviation of a match, so that small differences of games without draws are Elo."""
GUARD = 1e-3
"""Intervals of a share end this far from 0 and 1 (fishtest), unless the share itself is beyond."""


def elo_of(share: float) -> float:
    """Return the difference in Elo at which a side takes this share of the points, 0 < share < 1."""
    return 400 * log10(share / (1 - share))


def share_of(elo: float) -> float:
    return float(1 / (1 + 10 ** (-elo / 400)))


def z_of(interval: float) -> float:
    return NORMAL.inv_cdf((1 + interval) / 2)


def elo(scores: Distribution, interval: float) -> Estimate | None:
    """Return Elo ± half the width of its interval (fastchess, elo_pentanomial); nothing at 0 % and 100 %."""
    share = scores.mean
    if not 0 < share < 1:
        return None
    if scores.boards < 2:
        return Estimate(elo_of(share), None)
    reach = z_of(interval) * sqrt(scores.variance / scores.boards)
    low, high = max(share - reach, min(GUARD, share)), min(share + reach, max(1 - GUARD, share))
    return Estimate(elo_of(share), (elo_of(high) - elo_of(low)) / 2)


def normalised_elo(scores: Distribution, interval: float) -> Estimate | None:
    """Return normalised Elo ±, a match's mean over its standard deviation; nothing if all boards are alike.

    M. Van den Bergh, normalized_elo_practical: it says how many matches it takes to tell two sides apart.
    """
    if not scores.variance:
        return None
    deviation = sqrt(scores.sittings * scores.variance)
    error = z_of(interval) * sqrt(scores.variance / scores.boards)
    return Estimate((scores.mean - 0.5) / deviation * NORMALISED, error / deviation * NORMALISED)


def superiority(scores: Distribution) -> float | None:
    """Return the likelihood of superiority, Φ((μ - ½) / se) (fastchess); nothing if all boards are alike."""
    if not scores.variance:
        return None
    return NORMAL.cdf((scores.mean - 0.5) / sqrt(scores.variance / scores.boards))
