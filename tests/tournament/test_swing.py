import pytest

from tournament.statistics.swing import Estimate, estimate


def test_the_error_is_of_the_mean_over_boards() -> None:
    # s = 2, N = 4, z = 1.959964
    assert estimate([1, 1, 5, 1], 0.95) == pytest.approx((2, 1.959964), abs=1e-6)


def test_a_wider_interval_is_surer() -> None:
    assert estimate([1, 3], 0.99).error == pytest.approx(2.575829, abs=1e-6)


def test_equal_boards_have_no_error() -> None:
    assert estimate([-3, -3, -3], 0.95) == Estimate(-3, 0)


def test_one_board_has_no_known_error() -> None:
    assert estimate([4], 0.95) == Estimate(4, None)
