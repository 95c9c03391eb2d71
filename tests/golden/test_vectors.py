"""Golden lines, and what the command says about bad ones."""

import json
from pathlib import Path

import pytest

from referee.games.guandan.vectors import CHECKS as GUANDAN
from referee.games.shengji.dagunzi.vectors import CHECKS as DAGUNZI
from referee.games.shengji.vectors import CHECKS as SHENGJI
from referee.golden import checked, golden, run

VECTORS = Path(__file__).parent / "vectors"
FAMILIES = {"shengji": SHENGJI, "guandan": GUANDAN, "dagunzi": DAGUNZI}
COUNTS = {"shengji": 357, "guandan": 203, "dagunzi": 256}


def lines_of(family: str) -> list[str]:
    lines = (VECTORS / f"{family}.jsonl").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if json.loads(line)["kind"] in FAMILIES[family]]


LINES = lines_of("shengji")
GOOD = '{"id": "follow-1", "kind": "follow", "level": "T", "trump": "h", "lead": "Ks", "hand": "3s 4c", "play": "3s", '


@pytest.mark.parametrize("family", FAMILIES)
def test_all_kinds_of_line_are_there(family: str) -> None:
    lines = lines_of(family)
    assert {json.loads(line)["kind"] for line in lines} == set(FAMILIES[family])
    assert len(lines) == COUNTS[family]


@pytest.mark.parametrize(
    "line", [line for family in FAMILIES for line in lines_of(family)], ids=lambda line: json.loads(line)["id"]
)
def test_the_rules_agree_with_each_line(line: str) -> None:
    assert checked("here", line).fault == ""


def test_a_file_that_passes_says_so_in_its_last_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "good.jsonl"
    file.write_text("\n".join((*LINES[:20], "", "  ")), encoding="utf-8")
    assert golden([file]) == 0
    assert capsys.readouterr().out == "20 passed, 0 failed\n"


def test_a_failure_shows_what_was_expected_and_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(LINES[0] + "\n" + GOOD + '"legal": false}\n', encoding="utf-8")
    assert golden([file]) == 1
    assert capsys.readouterr().out == "follow-1: expected false, given true\n1 passed, 1 failed\n"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        pytest.param("{", "JSONDecodeError", id="not JSON"),
        pytest.param("[1]", "is no JSON object", id="no object"),
        pytest.param('{"kind": "follow"}', "no 'id'", id="no id"),
        pytest.param('{"id": "follow-1"}', "no 'kind'", id="no kind"),
        pytest.param('{"id": "follow-1", "kind": "follow"}', "no 'hand'", id="no hand"),
        pytest.param('{"id": "dance-1", "kind": "dance"}', "unknown kind 'dance'", id="unknown kind"),
        pytest.param('{"id": "?", "kind": "order"}', "lines of the kind 'order' have", id="no family"),
        pytest.param(GOOD + '"legal": 1}', "neither true nor false", id="a number for a flag"),
        pytest.param(GOOD.replace("3s 4c", "3x") + '"legal": true}', "'3x' is not a card", id="no card"),
        pytest.param(
            GOOD.replace('"Ks"', '""') + '"legal": true}', "'lead' is not cards of one suit", id="an empty lead"
        ),
        pytest.param(
            GOOD + '"opts": {"follow": "x"}, "legal": true}', "follow: there is no such option", id="no option"
        ),
        pytest.param(GOOD + '"decks": "2", "legal": true}', "'decks' is not a number", id="text for a number"),
        pytest.param(GOOD.replace('"3s"', "3") + '"legal": true}', "'play' is not text", id="a number for cards"),
        pytest.param(GOOD + '"opts": 3, "legal": true}', "is no object", id="a number for options"),
        pytest.param(
            GOOD + '"opts": {"announced": "Ks"}, "legal": true}', "'announced' is not a list", id="text for a list"
        ),
        pytest.param(
            GOOD + '"opts": {"announced": [1]}, "legal": true}', "not a list of texts", id="a number in a list of cards"
        ),
        pytest.param(
            GOOD + '"opts": {"announced": ["As"]}, "legal": true}', "no cut of 'lead'", id="a cut of something else"
        ),
        pytest.param(
            '{"id": "bid-1", "kind": "bid", "level": "T", "first_hand": true, "history": [{"seat": 1, "cards": "9s"}], '
            '"bid": {"seat": 0, "cards": "Ts"}, "legal": true}',
            "declaration 1 of the history is not legal",
            id="a history that cannot be",
        ),
        pytest.param("[" * 100_000, "RecursionError", id="too deep"),
    ],
)
def test_a_broken_line_fails_and_says_why(line: str, fault: str) -> None:
    outcome = checked("file:7", line)
    assert outcome.name == "file:7"
    assert fault in outcome.fault
    assert "file:7" not in outcome.fault  # it is printed after the name


def test_odd_spaces_between_cards_do_not_matter() -> None:
    assert checked("here", GOOD.replace("3s 4c", "  3s\\t 4c ") + '"legal": true}').fault == ""


def test_an_order_may_be_asked_of_trumps_alone() -> None:
    order = {"id": "order-1", "kind": "order", "level": "2", "trump": "n", "desc": ["HJ", "LJ", "2s 2h 2d 2c"]}
    assert checked("here", json.dumps(order)).fault == ""


def test_options_are_read_as_numbers_lists_flags_and_none() -> None:
    options = '"opts": {"mandatory_levels": ["5", "K"], "throw_penalty": 5, "kitty_point_limit": null}, '
    assert checked("here", GOOD + options + '"legal": true}').fault == ""


def test_a_file_that_is_not_text_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_bytes(b"\xff")
    assert [outcome.fault for outcome in run([tmp_path / "odd.jsonl"])] == ["is not UTF-8"]
