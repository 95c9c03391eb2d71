import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tournament.sample import config, ended
from tournament.boards import boards_of
from tournament.config import Config
from tournament.ledger import Reason, Result
from tournament.schedule import matches
from tournament.statistics.sprt import Verdict
from tournament.stopping import Decision, Stopping, decision


def event(folder: Path, teams: str = "ab", more: str = "") -> Config:
    return config(folder, teams, "boards = 60\nrounds = 2\n", f"[sprt]\nelo1 = 100\n{more}")


def results(event: Config, weights: tuple[int, int], seed: int = 1) -> list[Result]:
    """Return results in the order of the schedule; weights are of team a winning and losing a match."""
    luck = random.Random(seed)
    return [ended(match, luck.choices((1, -1), weights)[0]) for match in matches(event)]


def decided(event: Config, played: list[Result]) -> Decision:
    """Return what is decided while results come, which is what is decided afterwards."""
    stopping = Stopping(event, bool)
    for result in played:
        stopping.ended(result)
    assert decision(event, boards_of(event, played)) == stopping.decision
    return stopping.decision


def test_the_better_team_is_found_and_told_once(tmp_path: Path) -> None:
    cup = event(tmp_path)
    told: list[int] = []
    stopping = Stopping(cup, lambda: told.append(stopping.test.boards))
    for result in results(cup, (7, 3)):
        stopping.ended(result)
    assert told == [stopping.decision.boards]
    assert stopping.decision.verdict is Verdict.H1
    assert told[0] < 60


def test_the_view_is_that_of_the_first_team_of_the_file(tmp_path: Path) -> None:
    played = results(event(tmp_path), (7, 3))
    found = [decided(event(tmp_path, teams), played) for teams in ("ab", "ba")]
    assert [(one.team, one.opponent, one.verdict) for one in found] == [
        ("a", "b", Verdict.H1),
        ("b", "a", Verdict.H0),
    ]


def test_the_order_in_which_matches_end_is_of_no_consequence(tmp_path: Path) -> None:
    cup = event(tmp_path)
    played = results(cup, (6, 4), seed=2)
    first = decided(cup, played)
    for seed in range(5):
        random.Random(seed).shuffle(played)
        assert decided(cup, played) == first


def test_boards_wait_for_those_before_them(tmp_path: Path) -> None:
    cup = event(tmp_path)
    played = results(cup, (7, 3))
    assert decided(cup, played[1:]).boards == 0
    void = replace(played[0], reason=Reason.VOID)
    assert decided(cup, [void, *played[1:]]).boards == 0
    assert decided(cup, [*played[1:21], replace(played[0], attempt=1), void]).boards == 10


def test_swings_are_judged_if_the_file_says_so(tmp_path: Path) -> None:
    """Every board is won by one sitting and one point, so results know no doubt, and swings have some."""
    cup = event(tmp_path, more='score = "swing"\n')
    luck = random.Random(3)
    played = [ended(match, luck.choice((5, 4, -3, -4))) for match in matches(cup)]
    by_swing, by_result = decided(cup, played), decided(event(tmp_path), played)
    assert (by_swing.score, by_result.score) == ("swing", "result")
    assert by_swing.llr != by_result.llr


def test_an_event_without_a_test_has_no_decision(tmp_path: Path) -> None:
    assert decision(config(tmp_path), []) is None
    assert decision(event(tmp_path, more="enabled = false\n"), []) is None


def test_all_boards_may_leave_it_undecided(tmp_path: Path) -> None:
    cup = config(tmp_path, "ab", "boards = 5\n", "[sprt]\nelo1 = 5\n")
    found = decided(cup, results(cup, (1, 1)))
    assert (found.boards, found.verdict) == (5, Verdict.OPEN)


@pytest.mark.parametrize(
    ("teams", "keys", "line"),
    [
        pytest.param("abc", "", "sprt: needs 2 teams, got 3", id="three teams"),
        pytest.param("ab", "elo0 = 5\nelo1 = 5\n", "sprt.elo1: more than elo0 = 5, got 5", id="no difference"),
        pytest.param("ab", "alpha = 0.6\nbeta = 0.4\n", "sprt.beta: less than 1 together with", id="no risk left"),
        pytest.param(
            "ab", 'score = "swing"\nmodel = "logistic"\n', 'sprt.score: "swing" needs model = "normalized"', id="swing"
        ),
    ],
)
def test_tests_that_make_no_sense_are_refused(tmp_path: Path, teams: str, keys: str, line: str) -> None:
    with pytest.raises(Exception, match="sprt") as refusal:
        config(tmp_path, teams, "", f"[sprt]\n{keys}")
    assert line in str(refusal.value)
