"""Which family answers a line, and where a line that none can answer is to be found."""

import json
from pathlib import Path

import pytest

from referee.golden import checked, run

DAGUNZI = {"kind": "follow", "mode": "live", "level": "6", "trump": "h", "hand": "3s 4c", "lead": "Ks", "play": "3s"}
SHENGJI = {"kind": "follow", "decks": 2, "level": "6", "trump": "h", "hand": "3s 4c", "lead": "Ks", "play": "3s"}
GUANDAN = {"kind": "classify", "level": "6", "cards": "3s 3c", "types": ["pair:3"]}
LADDER = ["HJ", "LJ", "6h", "6c 6d 6s", "2h", "2c 2d 2s", *(f"{rank}h" for rank in "AKQJT987543")]


@pytest.mark.parametrize("name", ["f1", "follow-1", "F1", "a line of my own"])
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(DAGUNZI | {"legal": True}, id="Da Gunzi"),
        pytest.param(SHENGJI | {"legal": True}, id="Shengji"),
        pytest.param(GUANDAN, id="Guandan"),
    ],
)
def test_a_line_is_of_the_family_whose_members_it_has(line: dict[str, object], name: str) -> None:
    assert checked("here", json.dumps({"id": name} | line)).fault == ""


def test_a_line_with_the_members_of_no_family_is_of_the_one_that_its_name_says() -> None:
    line = {"kind": "order", "level": "6", "trump": "h", "desc": LADDER}
    assert checked("here", json.dumps({"id": "o1"} | line)).fault == ""
    assert checked("here", json.dumps({"id": "?"} | line)).fault.endswith("have 'ascending' or 'basis' or 'decks'")


def test_a_broken_line_is_told_by_its_place_and_its_name(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text("\n".join(json.dumps({"id": "f1"} | DAGUNZI | {"lead": lead}) for lead in ("9s", "8x")))
    assert [outcome.name for outcome in run([file])] == [f"{file}:1", f"{file}:2"]
    assert [outcome.fault.partition(":")[0] for outcome in run([file])] == ["f1", "f1"]
