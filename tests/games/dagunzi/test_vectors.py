"""Golden lines that the golden file has no example of."""

import json
from pathlib import Path

import pytest

from referee.games.shengji.dagunzi.vectors import CHECKS
from referee.golden import checked, run

CORNERS = Path(__file__).parents[2] / "golden/vectors/dagunzi_corners.jsonl"
ORDER: dict[str, object] = {"id": "o99", "kind": "order", "level": "6", "trump": "h", "basis": "page"}
SHOW: dict[str, object] = {"id": "s99", "kind": "show", "hand_no": "later", "level": "6"}
FOLLOW: dict[str, object] = {"id": "f99", "kind": "follow", "level": "6", "trump": "h", "lead": "8s 8s"}
TRICK: dict[str, object] = {"id": "t99", "kind": "trick", "level": "6", "trump": "h", "leader": 1}
PAY: dict[str, object] = {
    "id": "r99",
    "kind": "tribute",
    "action": "pay",
    "level": "6",
    "trump": "h",
    "hand": "Kd 5s",
}
VISIBLE: dict[str, object] = {"id": "k99", "kind": "kitty", "action": "visibility", "phase": "after_bury"}
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


def test_the_rules_agree_with_the_corners() -> None:
    assert [outcome for outcome in run([CORNERS]) if outcome.fault] == []
    assert {json.loads(line)["kind"] for line in CORNERS.read_text(encoding="utf-8").splitlines()} == set(CHECKS)


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
        pytest.param(
            PROMOTION | {"buried_jokers": {}, "expect": {"match_winner": "declarers"}}, id="jokers that are not told"
        ),
        pytest.param(ORDER | {"desc": ["6s 6c", "2c", "Ah", "3h", "As", "5s"]}, id="a ladder with steps left out"),
        pytest.param(ORDER | {"desc": ["HJ HJ HJ", "3h 3h"]}, id="a ladder with a card twice"),
        *(
            pytest.param(SHOW | {"bid": {"seat": 2, "cards": "LJ LJ LJ"} | suit, "legal": False}, id=f"a show {suit}")
            for suit in ({}, {"suit": None}, {"suit": ""}, {"suit": "n"}, {"suit": "NT"}, {"suit": "no-trump"})
        ),
        pytest.param(
            SHOW | {"current": None, "bid": {"seat": 2, "cards": "6h", "suit": "no-trump"}, "legal": False},
            id="level cards for no-trump",
        ),
        pytest.param(FOLLOW | {"hand": "5s 5s 3s", "play": "5s 3s", "legal": True}, id="following by default"),
        pytest.param(
            FOLLOW | {"hand": "5s 5s 3s", "play": "5s 3s", "options": {"follow_mode": "dead"}, "legal": False},
            id="a mode among options",
        ),
        pytest.param(
            TRICK | {"plays": ["9s", "Ks", "3s", "As"], "winner_seat": 0}, id="a trick that asks for the seat"
        ),
        pytest.param(PAY | {"blood": 1, "pay": "", "legal": True}, id="nothing that can be paid"),
        pytest.param(PAY | {"blood": 1, "pay": "Kd", "legal": False}, id="points for nothing that can be paid"),
        pytest.param(
            VISIBLE | {"kitty": "3c 4c", "dry": True, "expect": {"public": True}}, id="a dry kitty stays open"
        ),
        pytest.param(
            {"id": "e99", "kind": "score", "attacker_tricks": 5, "last_trick_winner": "attackers", "kitty": "Kc"}
            | {"options": {"kitty_multiplier": 0}, "expect": {"attackers": 5, "kitty_taken": True}},
            id="a kitty that counts nothing is taken",
        ),
    ],
)
def test_lines_hold(line: dict[str, object]) -> None:
    assert checked("here", json.dumps(line)).fault == ""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        pytest.param(
            {"id": "e99", "kind": "score", "attacker_tricks": 0, "last_trick_winner": "nobody", "kitty": "3c"},
            "'last_trick_winner' is 'nobody'; allowed: declarers, attackers",
            id="a winner",
        ),
        pytest.param(ORDER | {"desc": ["As", "Kd"]}, "side cards of two suits", id="suits that do not compare"),
        pytest.param(ORDER | {"a": "As Kd", "b": "3c", "cmp": "="}, "'a' is not one card", id="two cards"),
        pytest.param(ORDER | {"trump": "n", "desc": ["HJ"]}, "'trump' is no-trump", id="no-trump"),
        pytest.param(TRICK | {"plays": ["9s", "Ks"]}, "'plays' has 2, not 4", id="half a trick"),
        pytest.param(TRICK | {"leader": 4, "plays": ["9s"] * 4}, "'leader' is 4, which is not a seat", id="a seat"),
        pytest.param(VISIBLE | {"action": "swap"}, "'action' is 'swap'; allowed: declarer_bury,", id="an action"),
        pytest.param(SEIZE | {"mode": "spin"}, "'mode' is 'spin'; allowed: seize,", id="a mode"),
        pytest.param(SHOW | {"hand_no": "third"}, "'hand_no' is 'third'; allowed: first, later", id="a deal"),
        pytest.param(PROMOTION | {"buried_jokers": {"HJ": 4}}, "there are 3 HJ, not 4", id="a fourth joker"),
    ],
)
def test_a_broken_line_says_why(line: dict[str, object], words: str) -> None:
    bid = {"bid": {"seat": 2, "cards": "6h", "suit": "h"}}
    assert words in checked("here", json.dumps(bid | line)).fault
