import pytest

from tournament.statistics.swing import Estimate, estimate, estimate_of_sums


def test_the_error_is_of_the_mean_over_boards() -> None:
    # s = 2, N = 4, z = 1.959964
    assert estimate([1, 1, 5, 1], 0.95) == pytest.approx((2, 1.959964), abs=1e-6)


def test_a_wider_interval_is_surer() -> None:
    assert estimate([1, 3], 0.99).error == pytest.approx(2.575829, abs=1e-6)


def test_equal_boards_have_no_error() -> None:
    assert estimate([-3, -3, -3], 0.95) == Estimate(-3, 0)


def test_one_board_has_no_known_error() -> None:
    assert estimate([4], 0.95) == Estimate(4, None)


@pytest.mark.parametrize("swings", [(4,), (-3, -3, -3), (1, 1, 5, 1), (10**9, 10**9 + 1, 10**9 - 1)], ids=str)
def test_sums_say_the_same(swings: tuple[int, ...]) -> None:
    sums = estimate_of_sums(len(swings), sum(swings), sum(swing**2 for swing in swings), 0.95)
    by_board = estimate(swings, 0.95)
    assert sums.value == by_board.value
    assert sums.error is by_board.error or sums.error == pytest.approx(by_board.error, rel=1e-12)
