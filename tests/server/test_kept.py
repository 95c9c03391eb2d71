import pytest

from referee.server.kept import Kept
from referee.server.lobby import KEPT_LETTERS, KEPT_RESULTS, Run
from tests.server.test_results import result


@pytest.mark.parametrize(
    ("lengths", "gone"),
    [
        pytest.param([3, 3, 4], [[], [], []], id="as much as may be"),
        pytest.param([1, 1, 1, 1, 1], [[], [], [], [0], [1]], id="too many"),
        pytest.param([3, 3, 5], [[], [], [0]], id="too long together"),
        pytest.param([6, 6, 1, 1], [[], [0], [], []], id="what went leaves room"),
        pytest.param([5, 5, 9], [[], [], [0, 1]], id="two have to go"),
        pytest.param([1, 20, 1], [[], [0], [1]], id="one is too long by itself"),
    ],
)
def test_the_oldest_go_when_there_is_too_much(lengths: list[int], gone: list[list[int]]) -> None:
    kept: Kept[int, str] = Kept(3, 10, len)
    assert [kept.put(number, "x" * length) for number, length in enumerate(lengths)] == gone
    assert list(kept) == list(range(sum(map(len, gone)), len(lengths)))


@pytest.mark.parametrize(
    ("size", "put", "kept"),
    [
        pytest.param(1, KEPT_RESULTS + 10, KEPT_RESULTS, id="short"),
        pytest.param(KEPT_LETTERS // 4, 10, 4, id="long"),
    ],
)
def test_an_organiser_that_comes_back_is_told_the_newest_results(size: int, put: int, kept: int) -> None:
    run = Run("run")
    for number in range(1, put + 1):
        run.ended = number
        run.results.put(number, result(number, size))
    assert [one.match for one in run.since(0)] == [
        f"m{number}" for number in range(run.ended - kept + 1, run.ended + 1)
    ]
    assert [one.match for one in run.since(run.ended - 2)] == [f"m{run.ended - 1}", f"m{run.ended}"]
    assert not run.since(run.ended)
