"""Numbers that others have published, to the digits they printed, with the place beside each."""

from collections.abc import Callable, Sequence
from math import log, log10

import numpy as np
import pytest

from tournament.brackets import RatingTable, SprtTable
from tournament.statistics.bradley_terry import ELO, Encounter, by_curvature, design, fit
from tournament.statistics.distribution import Distribution, efficiency
from tournament.statistics.elo import elo, normalised_elo, superiority
from tournament.statistics.sprt import bounds, llr

MATCHES = {"LL": (0, 0), "LD": (0, 0.5), "split": (0, 1), "WD": (1, 0.5), "WW": (1, 1)}


def pairs(*counts: int) -> Distribution:
    """Two matches a score: LL, LD, WL or DD, WD, WW."""
    return Distribution(tuple((i / 4, count) for i, count in enumerate(counts)), sittings=2)


def games(won: int, lost: int, drawn: int) -> Distribution:
    return Distribution(((0.0, lost), (0.5, drawn), (1.0, won)), sittings=1)


def elo_text(scores: Distribution) -> str:
    found = elo(scores, 0.95)
    assert found is not None
    return f"{found.value:.2f} ± {found.error:.2f}"


def normalised_text(scores: Distribution) -> str:
    found = normalised_elo(scores, 0.95)
    assert found is not None
    return f"{found.value:.2f} ± {found.error:.2f}"


def superiority_text(scores: Distribution) -> str:
    return f"{superiority(scores) or 0:.2%}"


def draws_text(scores: Distribution) -> str:
    return f"{scores.draw_ratio:.2%}"


def ratio_text(scores: Distribution) -> str:
    return f"{scores.pairs_ratio:.2f}"


def efficiency_text(scores: Distribution) -> str:
    """Without double draws, as those who published it had it."""
    boards = [board for board, (_, count) in zip(MATCHES.values(), scores.counts, strict=True) for _ in range(count)]
    return f"{efficiency(boards):.2f}"


FASTCHESS_807 = pairs(30, 6, 18, 0, 6)
FASTCHESS_908 = pairs(40, 32, 69, 18, 36)
FASTCHESS_757 = pairs(0, 0, 1, 1, 0)
FASTCHESS_1007 = pairs(5, 5, 36, 22, 22)
FASTCHESS_1007_SMALL = pairs(1, 3, 4, 1, 4)
FISHTEST = pairs(13, 37, 50, 25, 3)
CUTECHESS = games(3225, 3068, 3707)


@pytest.mark.parametrize(
    ("text", "scores", "published"),
    [
        pytest.param(elo_text, FASTCHESS_807, "-168.40 ± 73.37", id="fastchess issue 807, Elo"),
        pytest.param(normalised_text, FASTCHESS_807, "-170.08 ± 62.16", id="fastchess issue 807, nElo"),
        pytest.param(superiority_text, FASTCHESS_807, "0.00%", id="fastchess issue 807, LOS"),
        pytest.param(draws_text, FASTCHESS_807, "30.00%", id="fastchess issue 807, draw ratio"),
        pytest.param(ratio_text, FASTCHESS_807, "0.17", id="fastchess issue 807, pairs ratio"),
        pytest.param(efficiency_text, FASTCHESS_807, "0.88", id="fastchess issue 807, efficiency"),
        pytest.param(elo_text, FASTCHESS_908, "-19.62 ± 32.94", id="fastchess issue 908, Elo"),
        pytest.param(normalised_text, FASTCHESS_908, "-20.64 ± 34.48", id="fastchess issue 908, nElo"),
        pytest.param(superiority_text, FASTCHESS_908, "12.03%", id="fastchess issue 908, LOS"),
        pytest.param(draws_text, FASTCHESS_908, "35.38%", id="fastchess issue 908, draw ratio"),
        pytest.param(ratio_text, FASTCHESS_908, "0.75", id="fastchess issue 908, pairs ratio"),
        pytest.param(elo_text, FASTCHESS_757, "88.74 ± 136.27", id="fastchess issue 757, Elo"),
        pytest.param(normalised_text, FASTCHESS_757, "245.67 ± 340.48", id="fastchess issue 757, nElo"),
        pytest.param(superiority_text, FASTCHESS_757, "92.14%", id="fastchess issue 757, LOS"),
        pytest.param(elo_text, FASTCHESS_1007, "101.21 ± 42.63", id="fastchess issue 1007, Elo"),
        pytest.param(normalised_text, FASTCHESS_1007, "128.22 ± 50.76", id="fastchess issue 1007, nElo"),
        pytest.param(elo_text, FASTCHESS_1007_SMALL, "53.88 ± 134.87", id="fastchess issue 1007, few boards, Elo"),
        pytest.param(
            normalised_text, FASTCHESS_1007_SMALL, "57.12 ± 133.55", id="fastchess issue 1007, few boards, nElo"
        ),
        pytest.param(lambda scores: f"{scores.mean:.5f}", FISHTEST, "0.43750", id="fishtest raw statistics, score"),
        pytest.param(
            lambda scores: f"{scores.variance:.5f}", FISHTEST, "0.05762", id="fishtest raw statistics, variance a pair"
        ),
        pytest.param(
            lambda scores: normalised_text(scores).split()[0], FISHTEST, "-63.97", id="fishtest raw statistics, nElo"
        ),
        pytest.param(
            lambda scores: "{:.1f} ± {:.1f}".format(*elo(scores, 0.95) or ()),
            CUTECHESS,
            "5.5 ± 5.4",
            id="cutechess, Elo",
        ),
        pytest.param(lambda scores: f"{superiority(scores):.1%}", CUTECHESS, "97.6%", id="cutechess, LOS"),
        pytest.param(lambda scores: f"{scores.draw_ratio:.1%}", CUTECHESS, "37.1%", id="cutechess, draws"),
    ],
)
def test_elo_and_its_kin(text: Callable[[Distribution], str], scores: Distribution, published: str) -> None:
    assert text(scores) == published


NORMALISED_0_4 = SprtTable(elo0=0, elo1=4)
LOGISTIC_0_2716 = SprtTable(elo0=0, elo1=2.716, model="logistic")
OPENBENCH = SprtTable(elo0=0.5, elo1=2.5)


@pytest.mark.parametrize(
    ("scores", "rule", "digits", "published"),
    [
        pytest.param(FISHTEST, NORMALISED_0_4, 5, "-0.54912", id="fishtest raw statistics, normalized"),
        pytest.param(FISHTEST, LOGISTIC_0_2716, 4, "-0.5378", id="fishtest raw statistics, logistic"),
        pytest.param(pairs(39, 8843, 26675, 9240, 44), OPENBENCH, 4, "2.9417", id="OpenBench sample"),
    ],
)
def test_log_likelihood_ratios(scores: Distribution, rule: SprtTable, digits: int, published: str) -> None:
    assert f"{llr(scores, rule):.{digits}f}" == published


def test_bounds_of_the_ratio() -> None:
    assert [f"{bound:.4f}" for bound in bounds(SprtTable())] == ["-2.9444", "2.9444"]  # fishtest


def test_a_ratio_by_another_model_of_draws_is_near() -> None:
    """1.94 in the style of cutechess: draws as in BayesElo at the scale of Elo, and half a game added to each count."""
    counts = [3225.5, 3068.5, 3707.5]
    won, lost, _ = (count / sum(counts) for count in counts)
    draw_elo = 200 * log10((1 - lost) * (1 - won) / (lost * won))
    x = 10 ** (-draw_elo / 400)

    def shares(elo: float) -> tuple[float, float, float]:
        bayes = elo * (1 + x) ** 2 / (4 * x)
        win, lose = (1 / (1 + 10 ** ((draw_elo - sign * bayes) / 400)) for sign in (1, -1))
        return win, lose, 1 - win - lose

    theirs = sum(count * log(one / zero) for count, zero, one in zip(counts, shares(0), shares(5), strict=True))
    assert f"{theirs:.2f}" == "1.94"
    assert llr(CUTECHESS, SprtTable(elo0=0, elo1=5, model="logistic")) == pytest.approx(theirs, abs=1e-3)


def strengths(scores: Sequence[tuple[str, str, int, int]], prior_draws: float) -> tuple[list[str], list[str]]:
    """Return ratings, and 95 % half-widths of the differences to the last."""
    encounters = [
        Encounter((a,), (b,), score, f"{a}{b}{score}{n}")
        for a, b, won, lost in scores
        for score, count in ((1.0, won), (0.0, lost))
        for n in range(count)
    ]
    entrants = sorted({name for a, b, _, _ in scores for name in (a, b)})
    data = design(encounters, entrants)
    points, counts = data.totals(np.ones(len(encounters)), prior_draws)
    found = fit(data.sides, points[None], counts[None])
    # They were published with z rounded to two digits.
    method = RatingTable.model_construct(prior_draws=prior_draws, interval=0.9500042)
    errors = by_curvature(data, found, np.array([len(entrants) - 1]), method)
    return [f"{rating:.3f}" for rating in ELO * found[0]], [f"{error:.1f}" for error in errors[:-1]]


def test_strengths_of_four_and_their_half_widths() -> None:
    """Two fixed points (Hunter 2004; choix) agree on the strengths to 1e-12."""
    scores = [
        ("A", "B", 14, 6),
        ("A", "C", 17, 3),
        ("A", "D", 19, 1),
        ("B", "C", 12, 8),
        ("B", "D", 15, 5),
        ("C", "D", 13, 7),
    ]
    assert strengths(scores, 0) == (["220.326", "27.941", "-64.018", "-184.249"], ["150.0", "128.9", "124.6"])


def test_strengths_of_the_undefeated() -> None:
    ratings, _ = strengths([("A", "B", 10, 0), ("A", "C", 10, 0), ("B", "C", 5, 5)], 1)
    assert ratings == ["352.592", "-176.296", "-176.296"]
