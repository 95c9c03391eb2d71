"""The mean of a number a board, and how sure it is."""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple


class Estimate(NamedTuple):
    value: float
    error: float | None
    """Half the width of the confidence interval; nothing below two boards."""


def estimate(swings: Sequence[float], interval: float) -> Estimate:
    """Return mean ± z·s/√N over N ≥ 1 boards, s with N - 1 degrees of freedom.

    Boards are independent of each other, the sittings of a board are not: duplicate bridge compares boards, and so
    does the computer poker competition's duplicate mode (ACPC 2006).
    """
    if len(swings) < 2:
        return Estimate(fmean(swings), None)
    return Estimate(fmean(swings), NormalDist().inv_cdf((1 + interval) / 2) * stdev(swings) / sqrt(len(swings)))
