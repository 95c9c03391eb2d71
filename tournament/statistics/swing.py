"""The mean of a number a board, and how sure it is."""

from collections.abc import Sequence
from fractions import Fraction
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


def estimate_of_sums(boards: int, swing: int, squares: int, interval: float) -> Estimate:
    """Do the same with the sums of swings and of their squares."""
    if boards < 2:
        return Estimate(swing / boards, None)
    variance = Fraction(boards * squares - swing**2, boards * (boards - 1))
    return Estimate(swing / boards, NormalDist().inv_cdf((1 + interval) / 2) * sqrt(variance / boards))
