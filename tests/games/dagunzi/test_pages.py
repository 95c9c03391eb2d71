"""The page of the rules says all that the code refuses and offers."""

import re
from pathlib import Path

from referee.games.shengji.dagunzi.rules import OPTIONS

ROOT = Path(__file__).parents[3]
FAMILY = ROOT / "referee/games/shengji"
PAGE = (ROOT / "docs/rules/dagunzi.md").read_text(encoding="utf-8")
OWN = [path.read_text(encoding="utf-8") for path in (FAMILY / "dagunzi").rglob("*.py")]
SHARED = [path.read_text(encoding="utf-8") for path in (FAMILY / "phases/polling.py", FAMILY.parent / "turn.py")]
NAME = r"((?:play|lead|follow|declare|pay|return|bury|add|pick|claim)\.[a-z_]+)"


def test_every_refusal_is_explained_and_no_other() -> None:
    used = {name for source in OWN + SHARED for name in re.findall(f'"{NAME}"', source)}
    assert len(used) > 25
    assert used == set(re.findall(f"^\\| `{NAME}` \\|", PAGE, re.MULTILINE))


def test_every_option_is_listed_with_its_default() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| [^|]+ \| `([^`|]+)` \|", PAGE, re.MULTILINE)
    assert rows == [(option.name, option.default) for option in OPTIONS]


def test_every_option_is_named_where_it_matters() -> None:
    rules = PAGE[: PAGE.index("## Options")]
    assert [option.name for option in OPTIONS if f"`{option.name}`" not in rules] == []


def test_paragraphs_that_the_code_cites_are_there() -> None:
    numbers = set(re.findall(r"^(\d+\.\d+) ", PAGE, re.MULTILINE)) | set(re.findall(r"^## (\d+) ", PAGE, re.MULTILINE))
    cited = {
        number
        for source in OWN
        for group in re.findall(r"dagunzi\.md ([\d. ,and to]*\d)", source)
        for number in re.findall(r"\d+(?:\.\d+)?", group)
    }
    assert len(cited) > 8
    assert cited <= numbers
    options = PAGE[PAGE.index("## Options") :]
    assert set(re.findall(r"\b(\d+\.\d+)\b", options)) <= numbers
