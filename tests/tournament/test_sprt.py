import random
from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import count
from math import inf, isfinite, sqrt

import numpy as np
import pytest
from scipy.optimize import minimize

from tournament.brackets import SprtTable
from tournament.statistics.distribution import Distribution
from tournament.statistics.elo import NORMALISED, share_of
from tournament.statistics.sprt import Sprt, Verdict, bounds, llr

RESULTS = (0.0, 0.5, 1.0)


def results(lost: int, drawn: int, won: int, sittings: int = 2) -> Distribution:
    return Distribution(tuple(zip(RESULTS, (lost, drawn, won), strict=True)), sittings)


def judged(scores: Iterable[float], rule: SprtTable, support: Iterable[float] = RESULTS) -> Sprt:
    test = Sprt(rule, support, sittings=2)
    for score in scores:
        test.add(score)
    return test


def test_the_verdict_stands_whatever_comes_after_it() -> None:
    rule = SprtTable(elo1=50)
    luck = random.Random(1)
    scores = luck.choices(RESULTS, (0.2, 0.2, 0.6), k=400)
    test = judged(scores, rule)
    assert test.verdict is Verdict.H1
    assert 10 < test.boards < 400
    assert judged(scores[: test.boards] + [0.0] * 1000, rule).verdict is Verdict.H1
    assert judged(scores[: test.boards - 1], rule).verdict is Verdict.OPEN
    assert test.llr == llr(Distribution.of(scores[: test.boards], RESULTS, 2), rule)
    assert test.llr >= bounds(rule)[1]


def test_the_worse_side_is_found_out() -> None:
    test = judged(random.Random(2).choices(RESULTS, (0.6, 0.2, 0.2), k=400), SprtTable(elo1=50))
    assert test.verdict is Verdict.H0
    assert test.llr <= bounds(SprtTable())[0]


def test_no_verdict_comes_before_the_least_number_of_boards() -> None:
    scores = random.Random(1).choices(RESULTS, (0.2, 0.2, 0.6), k=400)
    assert judged(scores, SprtTable(elo1=50)).boards < 150
    assert judged(scores, SprtTable(elo1=50, min_boards=150)).boards == 150


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize(
    ("scores", "sign"),
    [
        pytest.param(results(0, 0, 30), 1, id="no losses, no draws"),
        pytest.param(results(0, 5, 30), 1, id="no losses"),
        pytest.param(results(30, 0, 0), -1, id="no wins"),
        pytest.param(results(0, 30, 0), -1, id="draws alone"),
        pytest.param(results(0, 1, 0), -1, id="one draw"),
    ],
)
def test_ratios_are_finite_whatever_has_not_been_seen(scores: Distribution, sign: int, model: str) -> None:
    ratio = llr(scores, SprtTable.model_validate({"elo1": 30, "model": model}))
    assert isfinite(ratio)
    assert sign * ratio > 0


def test_swings_are_judged_on_any_scale() -> None:
    """The mean over the deviation does not depend on the unit, and one side's losses are the other's gains."""
    luck = random.Random(3)
    swings = [luck.randint(-4, 6) for _ in range(200)]
    rule = SprtTable(elo1=40, score="swing")
    ratios = [llr(Distribution.of([0.5 + unit * swing for swing in swings], (), 2), rule) for unit in (1, 1 / 64)]
    assert ratios[0] == pytest.approx(ratios[1], abs=1e-9)
    assert judged([0.5 + swing for swing in swings], rule, ()).verdict is Verdict.H1
    assert judged([0.5 - swing for swing in swings], rule, ()).verdict is Verdict.H0


def test_swings_that_are_all_nothing_say_nothing() -> None:
    assert judged([0.5] * 20, SprtTable(score="swing"), ()).llr == 0


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize("elo1", [5.0, 60.0, 100.0])
@pytest.mark.parametrize(
    "counts",
    [
        pytest.param((3, 9, 20, 11, 7), id="even"),
        pytest.param((90, 1, 0, 0, 2), id="lost"),
        pytest.param((0, 0, 1, 2, 40), id="won"),
    ],
)
def test_an_independent_search_finds_no_likelier_distributions(
    counts: tuple[int, ...], elo1: float, model: str
) -> None:
    points = np.linspace(0, 1, 5)
    seen = np.array([count or 1e-3 for count in counts])

    def best(elo: float) -> float:
        t = elo / NORMALISED * sqrt(2)

        def fault(shares: "np.typing.NDArray[np.float64]") -> float:
            mean = shares @ points
            if model == "logistic":
                return float(mean - share_of(elo))
            return float(mean - 0.5 - t * sqrt(shares @ (points - mean) ** 2))

        found = minimize(
            lambda shares: -(seen / seen.sum()) @ np.log(shares),
            np.full(5, 0.2),
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": fault},
                {"type": "eq", "fun": lambda shares: shares.sum() - 1},
            ],
            options={"maxiter": 1000, "ftol": 1e-13},
        )
        return float(-found.fun * seen.sum())

    scores = Distribution(tuple(zip(points.tolist(), counts, strict=True)), sittings=2)
    rule = SprtTable.model_validate({"elo1": elo1, "model": model})
    assert llr(scores, rule) == pytest.approx(best(elo1) - best(0), abs=2e-3)


def test_swings_far_apart_are_judged_too() -> None:
    """With hypotheses this far apart some sizes of the sought distribution are impossible, and must be passed over."""
    luck = random.Random(5)
    rule = SprtTable(elo0=-100, elo1=100, score="swing")
    for _ in range(50):
        swings = luck.choices((1, -1, 32, -32, 0), [luck.random() for _ in range(5)], k=luck.randint(1, 30))
        ratio = llr(Distribution.of((0.5 + swing for swing in swings), (), 8), rule)
        opposite = llr(Distribution.of((0.5 - swing for swing in swings), (), 8), rule)
        assert isfinite(ratio)
        assert ratio == pytest.approx(-opposite, abs=1e-6)


IN_FLIGHT = 48
DURATION = {1.0: 1, 0.5: 2, 0.0: 6}
"""Won boards are short here and lost ones long, as where a program gives up or thinks long when it is losing."""


def finished(scores: Iterable[float]) -> Iterable[tuple[int, float]]:
    """Yield number and score of boards in the order in which they end, when so many are played at once."""
    waiting = enumerate(scores)
    running: list[tuple[int, int, float]] = []
    now = 0
    while True:
        while len(running) < IN_FLIGHT:
            number, score = next(waiting)
            heappush(running, (now + DURATION[score], number, score))
        now, number, score = heappop(running)
        yield number, score


def in_schedule_order(ended: Iterable[tuple[int, float]]) -> Iterable[float]:
    """Yield scores when all boards before have ended."""
    early: dict[int, float] = {}
    following = count()
    number = next(following)
    for ended_number, score in ended:
        early[ended_number] = score
        while number in early:
            yield early.pop(number)
            number = next(following)


def accepted(rule: SprtTable, elo: float, runs: int, *, as_they_end: bool = False) -> tuple[float, float]:
    """Return the share of runs in which H1 was accepted and the boards a run took, 55 % of boards being split."""
    lead = elo / NORMALISED * sqrt(2 * 0.45)
    weights = (0.225 - lead / 2, 0.55, 0.225 + lead / 2)
    luck = random.Random(48)
    wins = boards = 0
    for _ in range(runs):
        test = Sprt(rule, RESULTS, sittings=2)
        ended = finished(iter(lambda: luck.choices(RESULTS, weights)[0], inf))
        for score in (score for _, score in ended) if as_they_end else in_schedule_order(ended):
            test.add(score)
            if test.verdict is not Verdict.OPEN:
                break
        wins += test.verdict is Verdict.H1
        boards += test.boards
    return wins / runs, boards / runs


def test_false_alarms_are_as_rare_as_they_should_be() -> None:
    rate, boards = accepted(SprtTable(elo1=60), elo=0, runs=400)
    assert rate <= 0.06
    assert 70 < boards < 120


def test_a_true_difference_is_found() -> None:
    rate, boards = accepted(SprtTable(elo1=60), elo=60, runs=100)
    assert rate >= 0.9
    assert 70 < boards < 120


def test_boards_judged_as_they_end_would_deceive() -> None:
    """The control: this is why boards wait for those before them in the schedule."""
    rate, _ = accepted(SprtTable(elo1=60), elo=0, runs=40, as_they_end=True)
    assert rate > 0.5
