"""Golden lines that the golden file has no example of."""

import json

import pytest

from referee.golden import checked

SEIZE = {"id": "c99", "kind": "declarer", "mode": "seize", "seat": 3, "draws_after_show": ""}
PROMOTION = {
    "id": "m99",
    "kind": "promotion",
    "attackers": 100,
    "kitty_taken": False,
    "buried_jokers": {"HJ": 1, "LJ": 0},
    "declarer_level": "T",
    "attacker_level": "3",
}
ENDS = {"declarer_level": "T", "match_winner": "declarers"}


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(SEIZE | {"kitty": "LJ LJ LJ HJ HJ HJ", "expect": {"redeal": True}}, id="a kitty of jokers"),
        pytest.param(
            {"id": "c99", "kind": "declarer", "mode": "draw", "draws": "LJ LJ", "expect": {"redeal": True}}, id="draws"
        ),
        pytest.param(
            {
                "id": "k99",
                "kind": "kitty",
                "action": "visibility",
                "phase": "before_take",
                "shown": False,
                "expect": {"public": False},
            },
            id="a kitty nobody has shown for",
        ),
        pytest.param(PROMOTION | {"expect": ENDS}, id="off the last level"),
        pytest.param(PROMOTION | {"expect": ENDS, "options": {"obligatory_levels": [3, 10]}}, id="a 10 as a number"),
        pytest.param(
            PROMOTION | {"expect": {"declarer_level": "K"}, "options": {"end_level": "A"}}, id="another last level"
        ),
    ],
)
def test_lines_hold(line: dict[str, object]) -> None:
    assert checked("here", json.dumps(line)).fault == ""


def test_a_winner_is_attackers_or_declarers() -> None:
    line = {"id": "e99", "kind": "score", "attacker_tricks": 0, "last_trick_winner": "nobody", "kitty": "3c"}
    assert "'nobody' is neither" in checked("here", json.dumps(line)).fault
