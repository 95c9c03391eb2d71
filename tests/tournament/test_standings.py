import math
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tournament.sample import config, ended
from tournament.boards import boards_of
from tournament.config import Config
from tournament.ledger import Reason, Result
from tournament.schedule import matches
from tournament.standings import Row, Standings, standings, strengths

Scores = Mapping[str, tuple[int, ...]]
"""By the letters of two teams: the first team's score in each match, two a board."""


def played(event: Config, scores: Scores) -> list[Result]:
    results: list[Result] = []
    for pair, own in scores.items():
        ours = [match for match in matches(event) if match.a + match.b == pair]
        ordered = sorted(ours, key=lambda match: match.id)
        results += [ended(match, score) for match, score in zip(ordered, own, strict=False)]
    return results


def table(event: Config, results: list[Result], lots: str = "") -> Standings:
    boards = boards_of(event, results)
    return standings(event, boards, strengths(event, boards), lots)


def order(rows: tuple[Row, ...]) -> str:
    return "".join(row.team for row in rows)


def test_a_board_is_the_sum_of_its_sittings(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 4\n")
    # +3, -2 wins; +1, -1 draws; -5, +4 and 0, -1 lose.
    a, b = table(event, played(event, {"ab": (3, -2, 1, -1, -5, 4, 0, -1)})).rows
    assert (a.team, a.won, a.drawn, a.lost, a.points, a.swing) == ("b", 2, 1, 1, 2.5, 0.25)
    assert (b.team, b.won, b.drawn, b.lost, b.points, b.swing) == ("a", 1, 1, 2, 1.5, -0.25)
    assert (a.matches, a.boards, b.matches, b.boards) == (8, 4, 8, 4)
    assert a.swing_error == b.swing_error == pytest.approx(1.959964 * math.sqrt(11 / 12) / 2, abs=1e-6)


def test_a_half_played_board_counts_nowhere(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 2\n")
    rows = table(event, played(event, {"ab": (1, 1, 5)})).rows
    assert [(row.team, row.boards, row.matches, row.points) for row in rows] == [("a", 1, 2, 1), ("b", 1, 2, 0)]


def test_a_void_attempt_counts_nowhere(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 1\n")
    one, other = played(event, {"ab": (1, 1)})
    assert boards_of(event, [one, replace(other, reason=Reason.VOID)]) == []
    again = [one, replace(other, reason=Reason.VOID), replace(other, attempt=1)]
    assert len(boards_of(event, again)) == 1


def test_a_forfeit_counts_with_its_score_and_is_told(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 1\n")
    first, second = (match for match in matches(event))
    results = [ended(first, 5, Reason.CRASH, culprit="b"), ended(second, -4)]
    rows = table(event, results).rows
    assert [(row.team, row.points, row.swing, row.forfeits) for row in rows] == [("a", 1, 1, 0), ("b", 0, -1, 1)]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param({"ab": (1, 0), "ac": (1, 0), "bc": (1, 0)}, "abc", id="points"),
        # All have a point. b has swung +4 a board, a and c -2; c has beaten a.
        pytest.param({"ab": (1, 0), "ac": (-5, 0), "bc": (9, 0)}, "bca", id="swing, then direct encounters"),
        # a and b have 2 points and no swing; b has beaten a.
        pytest.param(
            {"ab": (-1, 0, 0, 0), "ac": (1, 0, 0, 0), "bd": (-1, 0, 0, 0), "cd": (0, 0, 0, 0)},
            "dbac",
            id="direct encounters",
        ),
        # a, b and c have a point: c has swung +2 on its only board, a +3 on two.
        pytest.param({"ab": (4, 0, -1, 0), "cd": (2, 0)}, "cabd", id="swing a board, not in all"),
    ],
)
def test_teams_rank_by_points_then_swing_then_direct_encounters(tmp_path: Path, scores: Scores, expected: str) -> None:
    event = config(tmp_path, sorted({letter for pair in scores for letter in pair}))
    result = table(event, played(event, scores))
    assert order(result.rows) == expected
    assert [row.rank for row in result.rows] == list(range(1, len(expected) + 1))
    assert result.by_lot == ()


def test_a_circle_of_equals_is_left_to_lots(tmp_path: Path) -> None:
    event = config(tmp_path, "abcd")
    scores = {"ab": (1, 0), "bc": (1, 0), "ac": (-1, 0), "ad": (2, 0), "bd": (2, 0), "cd": (2, 0)}
    result = table(event, played(event, scores))
    assert sorted(result.by_lot) == ["a", "b", "c"]
    assert order(result.rows) == "".join(result.by_lot) + "d"


def test_lots_are_drawn_of_the_published_text_and_not_of_the_order_of_the_file(tmp_path: Path) -> None:
    drawn = {lots: order(table(config(tmp_path, "abcde"), [], lots).rows) for lots in map(str, range(20))}
    assert len(set(drawn.values())) > 10
    for teams in ("edcba", "badce"):
        assert {lots: order(table(config(tmp_path, teams), [], lots).rows) for lots in drawn} == drawn


def test_the_cross_table_has_both_views_of_each_encounter(tmp_path: Path) -> None:
    event = config(tmp_path, "abc")
    cells = {
        (cell.team, cell.opponent): cell for cell in table(event, played(event, {"ab": (3, 0, -1, 0)})).cross_table
    }
    assert set(cells) == {("a", "b"), ("b", "a")}
    ab, ba = cells["a", "b"], cells["b", "a"]
    assert (ab.boards, ab.won, ab.drawn, ab.lost, ab.points, ab.swing) == (2, 1, 0, 1, 1, 1)
    assert (ba.boards, ba.won, ba.drawn, ba.lost, ba.points, ba.swing) == (2, 1, 0, 1, 1, -1)


def test_all_numbers_are_sums_of_the_cross_table(tmp_path: Path) -> None:
    luck = random.Random(3)
    event = config(tmp_path, "abcd", "boards = 9\nrounds = 2\n")
    result = table(event, [ended(match, luck.randint(-5, 5)) for match in matches(event)])
    for row in result.rows:
        cells = [cell for cell in result.cross_table if cell.team == row.team]
        assert row.boards == sum(cell.boards for cell in cells) == 3 * 18
        assert row.points == sum(cell.points for cell in cells)
        assert row.swing == pytest.approx(sum(cell.swing * cell.boards for cell in cells) / row.boards)
        assert row.boards == row.won + row.drawn + row.lost
    assert sum(row.points for row in result.rows) == 6 * 18
    assert sum((row.swing or 0) * row.boards for row in result.rows) == pytest.approx(0)


def test_standings_do_not_depend_on_the_order_of_results(tmp_path: Path) -> None:
    luck = random.Random(4)
    event = config(tmp_path, "abcd", "boards = 5\n")
    results = [ended(match, luck.randint(-2, 2)) for match in matches(event)]
    first = table(event, results)
    for _ in range(5):
        luck.shuffle(results)
        assert table(event, results) == first


def test_numbers_that_are_not_known_are_nothing(tmp_path: Path) -> None:
    event = config(tmp_path, "abc")
    result = table(event, played(event, {"ab": (1, 0)}))
    known = {row.team: (row.boards, row.swing, row.swing_error, row.rating_error) for row in result.rows}
    assert known == {"a": (1, 1, None, None), "b": (1, -1, None, None), "c": (0, None, None, None)}
    assert {row.team: row.rating is None for row in result.rows} == {"a": False, "b": False, "c": True}


def test_ratings_are_of_boards_won_drawn_and_lost(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 4\n")
    a, _ = table(event, played(event, {"ab": (5, 5, 1, 0, 0, 0, -1, 0)})).rows
    # 2½ points of 4, and a virtual draw: 3 of 5.
    assert a.rating == pytest.approx(200 * math.log10(3 / 2))
