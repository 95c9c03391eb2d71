import random
from collections.abc import Mapping
from itertools import combinations

import choix
import numpy as np
import pytest

from tournament.brackets import RatingTable
from tournament.statistics.bradley_terry import ELO, Encounter, Strength, design, fit, groups, rate

Scores = Mapping[tuple[str, str], tuple[int, int]]

FOUR: Scores = {
    ("A", "B"): (14, 6),
    ("A", "C"): (17, 3),
    ("A", "D"): (19, 1),
    ("B", "C"): (12, 8),
    ("B", "D"): (15, 5),
    ("C", "D"): (13, 7),
}
UNDEFEATED: Scores = {("A", "B"): (10, 0), ("A", "C"): (10, 0), ("B", "C"): (5, 5)}


def boards(scores: Scores) -> list[Encounter]:
    """Return as many won and lost boards, each with cards of its own."""
    return [
        Encounter((a,), (b,), score, f"{a}{b}/{score}/{number}")
        for (a, b), (won, lost) in scores.items()
        for score, count in ((1.0, won), (0.0, lost))
        for number in range(count)
    ]


def likeliest(scores: Scores, entrants: str, prior_draws: float) -> list[float]:
    data = design(boards(scores), entrants)
    points, games = data.totals(np.ones(len(data.score)), prior_draws)
    return [float(strength) for strength in ELO * fit(data.sides, points[None], games[None])[0]]


@pytest.mark.parametrize(
    ("scores", "entrants", "prior_draws", "expected"),
    [
        # Own fixed point (Hunter 2004) and choix agree on these to 1e-12.
        pytest.param(FOUR, "ABCD", 0, ["220.326", "27.941", "-64.018", "-184.249"], id="four teams, no prior"),
        # Undefeated, with one virtual draw a pairing.
        pytest.param(UNDEFEATED, "ABC", 1, ["352.592", "-176.296", "-176.296"], id="undefeated, prior 1"),
    ],
)
def test_strengths_are_those_published(scores: Scores, entrants: str, prior_draws: float, expected: list[str]) -> None:
    assert [f"{strength:.3f}" for strength in likeliest(scores, entrants, prior_draws)] == expected


def test_an_independent_program_finds_the_same_maximum() -> None:
    luck = random.Random(5)
    scores = {(a, b): (luck.randint(1, 20), luck.randint(1, 20)) for a, b in combinations("ABCDEFG", 2)}
    column = {name: i for i, name in enumerate("ABCDEFG")}
    wins = [
        (column[winner], column[loser])
        for (a, b), (won, lost) in scores.items()
        for winner, loser, count in ((a, b, won), (b, a, lost))
        for _ in range(count)
    ]
    theirs = ELO * choix.mm_pairwise(7, wins, tol=1e-13)
    assert likeliest(scores, "ABCDEFG", 0) == pytest.approx(list(theirs - theirs.mean()), abs=1e-6)


@pytest.mark.parametrize(
    ("scores", "entrants"),
    [
        pytest.param({("A", "B"): (100_000, 0)}, "AB", id="100 %"),
        pytest.param({("A", "B"): (0, 1)}, "AB", id="0 % of one board"),
        pytest.param({("A", "B"): (500, 0), ("B", "C"): (500, 0), ("C", "D"): (500, 0)}, "ABCD", id="a ladder"),
    ],
)
def test_the_prior_keeps_extremes_finite(scores: Scores, entrants: str) -> None:
    rated = rate(boards(scores), entrants, RatingTable(bootstrap=100))
    assert all(abs(strength.rating) < 4000 for strength in rated.values())
    order = sorted(rated, key=lambda name: rated[name].rating, reverse=True)
    assert order == (list("BA") if scores == {("A", "B"): (0, 1)} else list(entrants))


def test_without_a_prior_an_undefeated_team_has_no_finite_strength() -> None:
    with pytest.raises(ArithmeticError, match="no finite strengths"):
        likeliest(UNDEFEATED, "ABC", 0)


def test_who_won_everything_is_not_taken_for_certain() -> None:
    """No resampling of twelve won boards has a lost one. The curvature knows that there were only twelve."""
    twelve, hundred = (rate(boards({("A", "B"): (won, 0)}), "AB", RatingTable()) for won in (12, 100))
    assert (hundred["A"].error or 0) > 100
    assert 200 < (twelve["A"].error or 0) < 400
    mixed = rate(boards({("A", "B"): (12, 0), ("B", "C"): (6, 6)}), "ABC", RatingTable(anchor="B"))
    assert (mixed["A"].error or 0) > (mixed["C"].error or 0) > 0
    assert mixed["B"].error == 0


def test_draws_only_make_equals() -> None:
    drawn = [Encounter((a,), (b,), 0.5, f"{a}{b}{n}") for a, b in combinations("ABC", 2) for n in range(9)]
    assert rate(drawn, "ABC", RatingTable(bootstrap=100)) == {name: Strength(0, 0) for name in "ABC"}


def test_the_prior_is_given_to_played_pairings_only() -> None:
    chain = boards({("A", "B"): (3, 1), ("B", "C"): (3, 1)})
    rated = rate(chain, "ABC", RatingTable(prior_draws=1, bootstrap=100))
    # 3½ of 5 against the neighbour; a draw between A and C as well would pull the ends together.
    step = ELO * np.log(3.5 / 1.5)
    assert [rated[name].rating for name in "ABC"] == pytest.approx([step, 0, -step])


def test_the_anchor_has_the_rating_it_is_given() -> None:
    anchored = rate(boards(FOUR), "ABCD", RatingTable(anchor="D", anchor_rating=1500, bootstrap=100))
    free = rate(boards(FOUR), "ABCD", RatingTable(bootstrap=100))
    assert anchored["D"] == Strength(1500, 0)
    assert anchored["A"].rating - 1500 == pytest.approx(free["A"].rating - free["D"].rating)


def test_the_order_of_results_is_of_no_consequence() -> None:
    results = boards(FOUR)
    method = RatingTable(bootstrap=200)
    first = rate(results, "ABCD", method)
    random.Random(1).shuffle(results)
    assert rate(results, "ABCD", method) == first


TWO_GROUPS = boards({("A", "B"): (3, 1), ("C", "D"): (3, 1), ("D", "E"): (1, 1)})


@pytest.mark.parametrize(
    ("anchor", "compared"),
    [pytest.param(None, "CDE", id="the largest group"), pytest.param("B", "AB", id="the anchor's group")],
)
def test_teams_that_results_do_not_connect_are_not_compared(anchor: str | None, compared: str) -> None:
    rated = rate(TWO_GROUPS, "ABCDEF", RatingTable(anchor=anchor, bootstrap=100))
    assert "".join(rated) == compared


def test_groups_are_those_the_results_connect() -> None:
    assert groups(design(TWO_GROUPS, "ABCDEF").sides) == [[0, 1], [2, 3, 4], [5]]


def test_a_team_is_as_strong_as_the_mean_of_its_bots() -> None:
    strengths = {"A": 100.0, "B": 0.0, "C": -100.0}
    sides = [("AA", "AB"), ("AB", "BB"), ("BC", "CC"), ("AC", "BB"), ("AA", "CC")]
    expected = {
        (a, b): 1 / (1 + 10 ** ((sum(strengths[x] for x in b) - sum(strengths[x] for x in a)) / 2 / 400))
        for a, b in sides
    }
    encounters = [Encounter(tuple(a), tuple(b), score, a + b) for (a, b), score in expected.items()]
    data = design(encounters, "ABC")
    points, games = data.totals(np.ones(len(encounters)), 0)
    found = ELO * fit(data.sides, points[None], games[None])[0]
    assert found - found.mean() == pytest.approx([100, 0, -100], abs=1e-6)


def test_partners_who_never_part_cannot_be_told_apart() -> None:
    together = [Encounter(("A", "B"), ("C", "C"), 1.0, "1"), Encounter(("A", "B"), ("D", "D"), 0.0, "2")]
    assert groups(design(together, "ABCD").sides) == [[0], [1], [2, 3]]


def test_no_results_give_no_ratings() -> None:
    assert rate([], "AB", RatingTable()) == {}


def test_one_board_gives_ratings_without_an_error() -> None:
    rated = rate(boards({("A", "B"): (1, 0)}), "AB", RatingTable())
    assert {strength.error for strength in rated.values()} == {None}
    assert rated["A"].rating == pytest.approx(-rated["B"].rating)


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    """200 events of 100 boards between teams 100 points apart, 90 % intervals: 90 % ± 3 standard deviations."""
    luck = random.Random(11)
    method = RatingTable(interval=0.9, bootstrap=200, prior_draws=0.001, anchor="B")
    share = 1 / (1 + 10 ** (-100 / 400))
    covered = 0
    for _ in range(200):
        won = sum(luck.random() < share for _ in range(100))
        a = rate(boards({("A", "B"): (won, 100 - won)}), "AB", method)["A"]
        covered += abs(a.rating - 100) <= (a.error or 0)
    assert 0.83 <= covered / 200 <= 0.97


def test_shared_deals_are_resampled_together() -> None:
    """The same boards counted ten times, as one deal each, are no better known than once."""
    once = boards({("A", "B"): (12, 8)})
    copies = [encounter for encounter in once for _ in range(10)]
    apart = [encounter._replace(cluster=f"{n}") for n, encounter in enumerate(copies)]
    method = RatingTable(bootstrap=2000, prior_draws=0.001)
    errors = [rate(sample, "AB", method)["A"].error or 0 for sample in (once, copies, apart)]
    # Half the width of a normal 95 % interval of the log odds, halved: the field's mean is half-way to the other.
    assert errors[0] == pytest.approx(ELO * 1.96 / (20 * 0.6 * 0.4) ** 0.5 / 2, rel=0.15)
    assert errors[1] == pytest.approx(errors[0], rel=0.01)
    assert errors[2] == pytest.approx(errors[0] / 10**0.5, rel=0.1)
