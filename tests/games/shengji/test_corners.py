"""Golden lines of rare cases: every option, every kind of lead, rules that meet; and lines that say too little."""

import json
from pathlib import Path

import pytest

from referee.golden import checked

FILE = Path(__file__).parents[2] / "golden" / "vectors" / "shengji_corners.jsonl"
LINES = FILE.read_text(encoding="utf-8").splitlines()
PLAYED: dict[str, object] = {"level": "T", "trump": "h", "lead": "Ks", "plays": ["3s", "4s", "5s"], "winner": 0}
THROWN: dict[str, object] = {"level": "T", "trump": "h", "throw": "Ks 3s", "others": ["4s", "", ""], "result": "3s"}
SHOWN = {"seat": 1, "cards": "Ts Ts"}
OFFERED: dict[str, object] = {"level": "T", "current": None, "last_burier": 0, "offer": SHOWN, "legal": True}
WON: dict[str, object] = {"winner": "attackers", "levels": 0, "N": 1, "fans": 0, "expect": {"X": 2}}
LAST: dict[str, object] = {
    "level": "T",
    "trump": "h",
    "kitty": "5s",
    "last_lead": "Ah",
    "last_trick_won_by": "attackers",
    "policy": "fixed2",
    "expect": {"bonus": 10},
}
RISEN: dict[str, object] = {"levels": 1, "as_declarer_and_won": True, "mandatory": ["A"], "expect": {"level": "3"}}
COUNTED: dict[str, object] = {"rules": "004", "attackers": 80, "declarer": 0, "expect": {"levels": 0}}


@pytest.mark.parametrize("line", LINES, ids=lambda line: json.loads(line)["id"])
def test_the_rules_agree_with_each_rare_case(line: str) -> None:
    assert checked("here", line).fault == ""


def test_no_two_lines_have_one_name() -> None:
    assert len({json.loads(line)["id"] for line in LINES}) == len(LINES)


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        pytest.param("trick", PLAYED, id="trick"),
        pytest.param("throw", THROWN, id="throw"),
        pytest.param("fandi", OFFERED, id="fan-di without decks"),
        pytest.param("coins", WON, id="coins"),
        pytest.param("kitty", LAST, id="kitty"),
        pytest.param("level", RISEN | {"level": "2"}, id="level"),
        pytest.param("score", COUNTED, id="score"),
    ],
)
def test_a_line_that_says_enough_passes(kind: str, members: dict[str, object]) -> None:
    assert checked("here", json.dumps({"id": f"{kind}-1", "kind": kind, **members})).fault == ""


@pytest.mark.parametrize(
    ("kind", "members", "fault"),
    [
        pytest.param("trick", PLAYED | {"lead": "Ks 3h"} | {"plays": ["3s 4s"] * 3}, "'lead' is not", id="two suits"),
        pytest.param("trick", PLAYED | {"plays": ["3s", "4s"]}, "'plays' has 2 members, not 3", id="two plays"),
        pytest.param("trick", PLAYED | {"plays": ["3s", "4s", "5s 6s"]}, "not as large as the lead", id="a large play"),
        pytest.param("throw", THROWN | {"throw": ""}, "'throw' is not cards of one suit", id="an empty throw"),
        pytest.param("throw", THROWN | {"others": ["4s"]}, "'others' has 1 member, not 3", id="one other hand"),
        pytest.param("throw", THROWN | {"opts": {"announced": ["Ks"]}}, "no cut of 'throw'", id="a cut of less"),
        pytest.param("kitty", LAST | {"last_lead": ""}, "'last_lead' is not cards", id="an empty last lead"),
        pytest.param("kitty", LAST | {"last_trick_won_by": "us"}, "allowed: declarers, attackers", id="no side"),
        pytest.param("coins", WON | {"winner": "me"}, "'winner' is 'me'", id="no winner"),
        pytest.param("coins", WON | {"fans": -1}, "'fans' is less than 0", id="fewer than no fans"),
        pytest.param("fandi", OFFERED | {"last_burier": 4}, "'last_burier' is 4", id="a fifth seat"),
        pytest.param("fandi", OFFERED | {"offer": SHOWN | {"seat": -1}}, "'seat' is -1", id="a seat before the first"),
        pytest.param("fandi", OFFERED | {"current": SHOWN | {"cards": ""}}, "is no declaration", id="nothing shown"),
        pytest.param("fandi", OFFERED | {"current": SHOWN | {"cards": "9s"}}, "is no declaration", id="no level card"),
        pytest.param(
            "level", RISEN | {"level": "2", "two_trump": True}, "'level' is none", id="a level below the first"
        ),
        pytest.param("score", COUNTED | {"rules": "003"}, "allowed: 004, 002", id="rules of no text"),
        pytest.param("score", COUNTED | {"attackers": -5}, "'attackers' is less than 0", id="fewer than no points"),
    ],
)
def test_a_line_that_cannot_be_is_told_why(kind: str, members: dict[str, object], fault: str) -> None:
    told = checked("here", json.dumps({"id": f"{kind}-1", "kind": kind, **members})).fault
    assert fault in told
    assert "Error" not in told
