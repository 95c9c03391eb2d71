"""What golden lines of the family may say, and what they may not."""

import json

import pytest

from referee.golden import checked

DECLARE: dict[str, object] = {"id": "D900", "kind": "declare", "level": "7", "cards": "9s"}
WIND: dict[str, object] = {
    "id": "W900",
    "kind": "wind",
    "start_left": [1, 5, 5, 5],
    "moves": [[0, "play", 1]],
    "expect": {"turn": 1},
}
LEVELS: dict[str, object] = {
    "id": "L900",
    "kind": "levelup",
    "levels": ["2", "2"],
    "declarer": None,
    "finish": [0, 1, 2, 3],
}


def fault(line: dict[str, object]) -> str:
    return checked("here", json.dumps(line)).fault


def test_a_reading_that_is_none_is_a_bad_declaration() -> None:
    expect = {"ok": False, "error": "BAD_DECLARATION"}
    assert fault(DECLARE | {"declared": "quad:9", "expect": expect}) == ""


def test_a_line_may_expect_less_than_is_known() -> None:
    assert fault(WIND) == ""
    assert fault(LEVELS | {"expect": {"gain": 2}}) == ""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        pytest.param(DECLARE | {"prev": "quad:9", "expect": {}}, "no reading is called 'quad:9'", id="a reading"),
        pytest.param(WIND | {"moves": [[0, "sing", 1]]}, "is no move", id="a move"),
        pytest.param(WIND | {"start_left": [1, "5", 5, 5]}, "'start_left' is not a list of numbers", id="numbers"),
        pytest.param(LEVELS | {"opts": {"gain": 1}, "expect": {}}, "there is no option gain", id="an option"),
        pytest.param(WIND | {"moves": [[0, "pass"]], "expect": {}}, "play.cannot_pass_lead", id="an illegal move"),
    ],
)
def test_a_broken_line_says_why(line: dict[str, object], words: str) -> None:
    assert words in fault(line)


def test_an_option_that_makes_matches_follow_each_other_scores_each() -> None:
    line: dict[str, object] = LEVELS | {"levels": ["A", "9"], "declarer": 0, "opts": {"after_pass": "restart"}}
    expect = {"over": False, "match_winner": 0, "levels": ["2", "2"], "next_declarer": None, "next_level": "2"}
    assert fault(line | {"expect": expect}) == ""


@pytest.mark.parametrize("finish", [[0, 1, 3, 2], [0, 1, 2, 3]])
def test_without_tribute_the_first_leads(finish: list[int]) -> None:
    line: dict[str, object] = {"id": "T900", "kind": "tribute", "level": "4", "finish": finish, "hands": {"2": "As"}}
    expect = {"payers": [], "transfers": [], "leader": 0, "resisted": False}
    assert fault(line | {"opts": {"tribute": False}, "expect": expect}) == ""
