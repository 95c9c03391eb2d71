"""What golden lines of the family may say, and what they may not."""

import json
from pathlib import Path

import pytest

from referee.games.guandan.vectors import CHECKS
from referee.golden import checked, run

CORNERS = Path(__file__).parents[2] / "golden/vectors/guandan_corners.jsonl"
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


RETURN: dict[str, object] = {"id": "R900", "kind": "return", "level": "7", "hand": "3c As", "received": "As"}
TRIBUTE: dict[str, object] = {"id": "T900", "kind": "tribute", "level": "4", "finish": [0, 1, 2, 3]}
BEATS: dict[str, object] = {"id": "B900", "kind": "beats", "level": "7", "prev": "8s", "next": "9s"}


def fault(line: dict[str, object]) -> str:
    return checked("here", json.dumps(line)).fault


def test_a_reading_that_is_none_is_a_bad_declaration() -> None:
    expect = {"ok": False, "error": "BAD_DECLARATION"}
    assert fault(DECLARE | {"declared": "quad:9", "expect": expect}) == ""


def test_a_line_may_expect_less_than_is_known() -> None:
    assert fault(WIND) == ""
    assert fault(LEVELS | {"expect": {"gain": 2}}) == ""


def test_the_rules_agree_with_the_corners() -> None:
    assert [outcome for outcome in run([CORNERS]) if outcome.fault] == []
    assert {json.loads(line)["kind"] for line in CORNERS.read_text(encoding="utf-8").splitlines()} == set(CHECKS)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(BEATS | {"prev_as": None, "next_as": None, "beats": True}, id="null for a reading"),
        pytest.param(
            DECLARE | {"declared": None, "prev": None, "expect": {"reading": "single:9"}}, id="null to declare"
        ),
        pytest.param(
            DECLARE | {"cards": "9s 9d 4s 4d 7h", "expect": {"ok": False, "error": "AMBIGUOUS"}}, id="no choices told"
        ),
        pytest.param(
            TRIBUTE
            | {"hands": {"3": "Ks As Ah Ad"}, "expect": {"pay_options": {"3": ["As", "Ad", "Ah"]}, "payers": [3]}},
            id="cards in any order",
        ),
        pytest.param(
            TRIBUTE
            | {"finish": [0, 2, 1, 3], "hands": {"1": "HJ", "3": "HJ"}}
            | {"left": {"1": 1, "3": 2}, "resist": True, "expect": {"payers": [3, 1], "resist_by": [3, 1]}},
            id="seats in any order",
        ),
        pytest.param(RETURN | {"legal": ["As", "3c"]}, id="to whom does not matter"),
        pytest.param(WIND | {"moves": [[0, "play", "3s"], [1, "pass"]], "expect": {"turn": 2}}, id="cards by name"),
        pytest.param({key: value for key, value in LEVELS.items() if key != "declarer"}, id="no declarer"),
    ],
)
def test_a_line_may_be_written_in_other_ways(line: dict[str, object]) -> None:
    assert fault({"expect": {}} | line) == ""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        pytest.param(DECLARE | {"prev": "quad:9", "expect": {}}, "no reading is called 'quad:9'", id="a reading"),
        pytest.param(WIND | {"moves": [[0, "sing", 1]]}, "is no move", id="a move"),
        pytest.param(WIND | {"start_left": [1, "5", 5, 5]}, "'start_left' is not a list of numbers", id="numbers"),
        pytest.param(LEVELS | {"opts": {"gain": 1}, "expect": {}}, "gain: there is no such option", id="an option"),
        pytest.param(WIND | {"moves": [[0, "pass"]], "expect": {}}, "play.cannot_pass_lead", id="an illegal move"),
        pytest.param(WIND | {"moves": [[0, "play", 2]]}, "seat 0 plays 2 cards of 1", id="more than there is"),
        pytest.param(WIND | {"moves": []}, "there is no move", id="no move"),
        pytest.param(BEATS | {"prev": "8s LJ"}, "'prev' has no such reading", id="no combination on the table"),
        pytest.param(BEATS | {"prev_as": "single:9"}, "'prev' has no such reading", id="another reading on the table"),
        pytest.param(TRIBUTE | {"finish": [0, 1, 2], "hands": {}}, "'finish' has 3 seats, not 4", id="three seats"),
        pytest.param(TRIBUTE | {"finish": [0, 1, 2, 7], "hands": {}}, "7 is not a seat: 0 to 3", id="a seat"),
        pytest.param(TRIBUTE | {"finish": [0, 1, 1, 3], "hands": {}}, "'finish' has a seat twice", id="a seat twice"),
        pytest.param(TRIBUTE | {"hands": {"3": "4h 4h"}}, "seat 3 has nothing to pay", id="wilds alone"),
        pytest.param(LEVELS | {"declarer": 2}, "2 is not a team: 0 or 1", id="a team"),
        pytest.param(LEVELS | {"levels": ["2"]}, "a member for each of 2 teams", id="one level"),
        pytest.param(RETURN | {"hand": ""}, "'hand' is empty", id="an empty hand"),
        pytest.param(RETURN | {"received": "As 3c"}, "'received' is not one card", id="two cards"),
        pytest.param(
            {"id": "F900", "kind": "first_lead", "start": 0, "revealed_index": 108},
            "not 0 to 107",
            id="a card too many",
        ),
    ],
)
def test_a_broken_line_says_why(line: dict[str, object], words: str) -> None:
    assert words in fault({"expect": {}} | line)


def test_an_option_that_makes_matches_follow_each_other_scores_each() -> None:
    line: dict[str, object] = LEVELS | {"levels": ["A", "9"], "declarer": 0, "opts": {"after_pass": "restart"}}
    expect = {"over": False, "match_winner": 0, "levels": ["2", "2"], "next_declarer": None, "next_level": "2"}
    assert fault(line | {"expect": expect}) == ""


@pytest.mark.parametrize("finish", [[0, 1, 3, 2], [0, 1, 2, 3]])
def test_without_tribute_the_first_leads(finish: list[int]) -> None:
    line: dict[str, object] = {"id": "T900", "kind": "tribute", "level": "4", "finish": finish, "hands": {"2": "As"}}
    expect = {"payers": [], "transfers": [], "leader": 0, "resisted": False}
    assert fault(line | {"opts": {"tribute": False}, "expect": expect}) == ""
