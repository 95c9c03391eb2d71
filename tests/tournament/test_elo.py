from math import isfinite, sqrt

import pytest

from tournament.statistics.distribution import Distribution
from tournament.statistics.elo import elo, elo_of, normalised_elo, share_of, superiority
from tournament.statistics.swing import Estimate


def boards(lost: int, drawn: int, won: int) -> Distribution:
    return Distribution(((0.0, lost), (0.5, drawn), (1.0, won)), sittings=2)


def test_a_share_and_a_difference_say_the_same() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert share_of(elo_of(0.3)) == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param(boards(0, 0, 20), (None, None, None), id="won all"),
        pytest.param(boards(20, 0, 0), (None, None, None), id="lost all"),
        pytest.param(boards(0, 20, 0), (Estimate(0, 0), None, None), id="drew all"),
        pytest.param(boards(0, 1, 0), (Estimate(0, None), None, None), id="drew one"),
        pytest.param(boards(0, 0, 1), (None, None, None), id="won one"),
    ],
)
def test_what_cannot_be_known_is_nothing(
    scores: Distribution, expected: tuple[Estimate | None, Estimate | None, float | None]
) -> None:
    assert (elo(scores, 0.95), normalised_elo(scores, 0.95), superiority(scores)) == expected


def test_intervals_that_would_reach_beyond_100_percent_are_finite() -> None:
    for won in (3, 30, 3000, 300_000):
        found = elo(boards(1, 0, won), 0.95)
        assert found is not None
        assert found.error
        assert isfinite(found.error)


def test_the_other_side_sees_the_opposite() -> None:
    ours, theirs = boards(3, 2, 8), boards(8, 2, 3)
    for measure in (elo, normalised_elo):
        one, other = measure(ours, 0.9), measure(theirs, 0.9)
        assert one is not None
        assert other is not None
        assert one == pytest.approx((-other.value, other.error))
    assert (superiority(ours) or 0) + (superiority(theirs) or 0) == pytest.approx(1)


def test_normalised_elo_counts_deviations_of_a_match() -> None:
    """Without draws and near equality it is Elo: a match deviates by ½."""
    found = normalised_elo(Distribution(((0.25, 499), (0.75, 501)), sittings=4), 0.95)
    assert found is not None
    assert found.value == pytest.approx(elo_of(0.5005), rel=1e-4)
    assert found.error == pytest.approx(1.959964 / sqrt(4 * 1000) * 347.4356, rel=1e-6)
