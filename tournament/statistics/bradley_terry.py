"""Strengths of entrants from all results at once (Bradley and Terry 1952), on the Elo scale.

The share of points side a is expected to take from side b is 1 / (1 + 10^((r_b - r_a) / 400)); a draw is half a win
to each. A side's strength is the mean of its members', so that teams, and the bots they are made of, are rated by the
same code. `prior_draws` virtual draws are added to each pairing that has been played, and to no other (as BayesElo
does): they keep 0 % and 100 % finite. The order of results is of no consequence.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tournament.brackets import RatingTable
from tournament.statistics.elo import z_of

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

ELO = 400 / log(10)
"""Elo points in one unit of log odds."""
STEPS = 500
TOLERANCE = 1e-10
HIGHEST = 25.0
"""Log odds between two sides beyond which strengths are running away."""
SEED = 1
"""Of the bootstrap, so that the same results have the same intervals."""


class Encounter(NamedTuple):
    """One board between two sides. Boards of one cluster have the same cards and are not independent."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    score: float
    """Of side a: 1 for a win, ½ for a draw."""
    cluster: str


class Strength(NamedTuple):
    rating: float
    error: float | None
    """Half the width of the interval of the difference to the anchor, or to the mean of the field."""


@dataclass(frozen=True)
class Design:
    """All encounters as arrays. Pairings are the rows of `sides`, entrants its columns."""

    sides: Floats
    """1 over its number of members for each of side a, minus that for side b."""
    pairing: Integers
    cluster: Integers
    score: Floats

    def totals(self, weights: Floats, prior_draws: float) -> tuple[Floats, Floats]:
        """Return points of side a and games for each pairing, encounters weighted, virtual draws included."""
        points = np.bincount(self.pairing, weights * self.score, len(self.sides)).astype(np.float64)
        games = np.bincount(self.pairing, weights, len(self.sides)).astype(np.float64)
        return points + prior_draws / 2, games + prior_draws

    @property
    def is_extreme(self) -> NDArray[np.bool_]:
        """Tell for each entrant whether it took all points or none."""
        points, games = self.totals(np.ones(len(self.score)), 0)
        taken = (self.sides > 0).T @ points + (self.sides < 0).T @ (games - points)
        extreme: NDArray[np.bool_] = (taken == 0) | (taken == (self.sides != 0).T @ games)
        return extreme


Errors: TypeAlias = Callable[[Design, Floats, Integers, RatingTable], Floats | None]


def rate(encounters: Sequence[Encounter], entrants: Sequence[str], method: RatingTable) -> dict[str, Strength]:
    """Return the strength of each entrant that results connect with the anchor, or else with the largest group.

    Clusters of boards are resampled with replacement and refitted for the errors (Efron's percentile interval). Of
    those that won or lost everything no resampling can be otherwise: their errors are those of `rate_quickly`.
    """
    return _rate(encounters, entrants, method, resampled)


def rate_quickly(encounters: Sequence[Encounter], entrants: Sequence[str], method: RatingTable) -> dict[str, Strength]:
    """Do as `rate`, but take boards for independent and the likelihood for normal: errors by Fisher's information."""
    return _rate(encounters, entrants, method, by_curvature)


def _rate(
    encounters: Sequence[Encounter], entrants: Sequence[str], method: RatingTable, errors_of: Errors
) -> dict[str, Strength]:
    if not encounters:
        return {}
    data = design(encounters, entrants)
    among = _compared(data.sides, entrants, method.anchor)
    zero = np.array([entrants.index(method.anchor)] if method.anchor else among)
    points, games = data.totals(np.ones(len(encounters)), method.prior_draws)
    strengths = fit(data.sides, points[None], games[None])
    ratings = _on_scale(strengths, zero, method.anchor_rating)[0]
    errors = errors_of(data, strengths, zero, method)
    return {entrants[i]: Strength(float(ratings[i]), None if errors is None else float(errors[i])) for i in among}


def design(encounters: Sequence[Encounter], entrants: Sequence[str]) -> Design:
    pairings = {pair: row for row, pair in enumerate(sorted({(e.a, e.b) for e in encounters}))}
    clusters = {name: i for i, name in enumerate(sorted({e.cluster for e in encounters}))}
    # Sorted, so that the arrays, and with them the bootstrap, do not depend on the order of results.
    rows = sorted((clusters[e.cluster], pairings[e.a, e.b], e.score) for e in encounters)
    return Design(
        np.array([_row(a, b, entrants) for a, b in pairings]),
        np.array([pairing for _, pairing, _ in rows]),
        np.array([cluster for cluster, _, _ in rows]),
        np.array([score for _, _, score in rows], np.float64),
    )


def _row(a: tuple[str, ...], b: tuple[str, ...], entrants: Sequence[str]) -> list[float]:
    return [a.count(entrant) / len(a) - b.count(entrant) / len(b) for entrant in entrants]


def fit(sides: Floats, points: Floats, games: Floats, start: Floats | float = 0.0) -> Floats:
    """Return the likeliest strengths in log odds, one row for each row of totals; `start` near them saves time.

    Newton's method, each step shortened so that it converges from anywhere (Sun and Tran-Dinh 2019, damped steps for
    generalised self-concordant functions). Raise ArithmeticError if no finite strengths are likeliest, which needs a
    pairing without virtual draws.
    """
    strengths = np.zeros((len(points), sides.shape[1])) + start
    loose = _loose(sides)
    for _ in range(STEPS):
        odds = strengths @ sides.T
        win, lose = 1 / (1 + np.exp(-odds)), 1 / (1 + np.exp(odds))
        slope = (points * lose - (games - points) * win) @ sides
        step = np.linalg.solve(_curve(sides, games * win * lose, loose), slope[:, :, None])[:, :, 0]
        reach = np.abs(step @ sides.T).max(axis=1, keepdims=True)
        strengths += step * np.where(reach > TOLERANCE, np.log1p(reach) / np.maximum(reach, TOLERANCE), 1)
        if np.abs(strengths @ sides.T).max() > HIGHEST:
            break
        if reach.max() < TOLERANCE:
            return strengths
    raise ArithmeticError("no finite strengths are likeliest")


def _curve(sides: Floats, information: Floats, loose: Floats) -> Floats:
    """Return Fisher's information on the strengths, a matrix for each row of information on the pairings.

    What results do not determine is held at 0, the mean of each connected group first of all: `loose` fills the matrix
    up there, at the scale of the rest.
    """
    one, other = np.triu_indices(sides.shape[1])
    half = information @ (sides[:, one] * sides[:, other])
    curve = np.empty((len(information), *loose.shape))
    curve[:, one, other] = curve[:, other, one] = half
    curve += information.mean(axis=1)[:, None, None] * loose
    return curve


def _loose(sides: Floats) -> Floats:
    """Return the projection onto the strengths that results do not determine."""
    gram = sides.T @ sides
    projection: Floats = np.eye(len(gram)) - np.linalg.pinv(gram, rcond=1e-12, hermitian=True) @ gram
    return projection


def groups(sides: Floats) -> list[list[int]]:
    """Return the entrants whose differences the results determine, group by group, as columns of `sides`."""
    loose = _loose(sides)
    found: list[list[int]] = []
    for i, row in enumerate(loose):
        home = next((group for group in found if np.allclose(loose[group[0]], row, atol=1e-9)), None)
        if home is None:
            found.append([i])
        else:
            home.append(i)
    return found


def _compared(sides: Floats, entrants: Sequence[str], anchor: str | None) -> list[int]:
    found = groups(sides)
    if anchor is None:
        return max(found, key=len)
    return next(group for group in found if entrants.index(anchor) in group)


def _on_scale(strengths: Floats, zero: Integers, anchor_rating: float) -> Floats:
    shifted: Floats = ELO * (strengths - strengths[:, zero].mean(axis=1, keepdims=True)) + anchor_rating
    return shifted


def resampled(data: Design, strengths: Floats, zero: Integers, method: RatingTable) -> Floats | None:
    """Return half the width of the bootstrap interval of each strength; nothing below two clusters."""
    clusters = int(data.cluster.max()) + 1
    if clusters < 2:
        return None
    luck = np.random.default_rng(SEED)
    drawn = (np.bincount(luck.integers(clusters, size=clusters), minlength=clusters) for _ in range(method.bootstrap))
    totals = [data.totals(counts[data.cluster].astype(np.float64), method.prior_draws) for counts in drawn]
    points, games = np.array([one[0] for one in totals]), np.array([one[1] for one in totals])
    ratings = _on_scale(fit(data.sides, points, games, strengths), zero, 0.0)
    tail = (1 - method.interval) / 2
    low, high = np.quantile(ratings, [tail, 1 - tail], axis=0)
    errors: Floats = np.where(data.is_extreme, by_curvature(data, strengths, zero, method), (high - low) / 2)
    return errors


def by_curvature(data: Design, strengths: Floats, zero: Integers, method: RatingTable) -> Floats:
    """Return z standard errors of each strength from the curvature of the likelihood at its maximum."""
    _, games = data.totals(np.ones(len(data.score)), method.prior_draws)
    odds = strengths @ data.sides.T
    information = games / ((1 + np.exp(odds)) * (1 + np.exp(-odds)))
    variance = np.linalg.inv(_curve(data.sides, information, _loose(data.sides)))[0]
    to_zero = np.eye(len(variance))
    to_zero[:, zero] -= 1 / len(zero)
    errors: Floats = ELO * z_of(method.interval) * np.sqrt(np.diag(to_zero @ variance @ to_zero.T).clip(0))
    return errors
