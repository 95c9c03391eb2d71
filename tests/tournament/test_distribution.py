import pytest

from tournament.statistics.distribution import Distribution, efficiency


def test_scores_are_counted_whether_they_came_up_or_not() -> None:
    scores = Distribution.of([1, 0.5, 1, 0.25], (0, 0.5, 1), sittings=2)
    assert scores.counts == ((0, 0), (0.25, 1), (0.5, 1), (1, 2))
    assert (scores.boards, scores.mean, scores.variance) == (4, 0.6875, 0.10546875)


def test_boards_that_are_all_alike_have_no_variance_at_all() -> None:
    assert Distribution.of([1 / 3] * 7, (), sittings=1).variance == 0.0


def test_ratios_are_of_boards_above_and_below_a_half() -> None:
    scores = Distribution.of([0, 0.25, 0.5, 0.5, 0.75, 1, 1, 1], (), sittings=2)
    assert (scores.draw_ratio, scores.pairs_ratio) == (0.25, 2)


def test_a_ratio_to_nothing_is_nothing() -> None:
    assert Distribution.of([1, 0.5], (), sittings=1).pairs_ratio is None


@pytest.mark.parametrize(
    ("boards", "expected"),
    [
        # Luck in the cards cancels: each match is worth any number of matches.
        pytest.param([(1, 0), (1, 0.5), (0, 1), (0.5, 1)], 5.5, id="luck cancels"),
        pytest.param([(1, 1), (0, 0), (1, 1), (0, 0)], 0.5, id="the second sitting repeats the first"),
        pytest.param([(1, 0), (0, 1)], None, id="boards are all alike"),
        pytest.param([(5,), (-2,), (1,)], 1, id="one sitting is one match"),
    ],
)
def test_efficiency_is_the_worth_of_a_match(boards: list[tuple[float, ...]], expected: float | None) -> None:
    assert efficiency(boards) == (None if expected is None else pytest.approx(expected))
