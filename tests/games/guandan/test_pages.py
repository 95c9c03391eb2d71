"""The page of the rules says all that the code refuses and offers."""

import re
from pathlib import Path

from referee.games.guandan.rules import OPTIONS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/rules/guandan.md").read_text(encoding="utf-8")
FOLDER = ROOT / "referee/games/guandan"
SOURCES = [path.read_text(encoding="utf-8") for path in (*FOLDER.rglob("*.py"), ROOT / "referee/games/turn.py")]
NAME = r"((?:play|pass|resist|pay|return|claim)\.[a-z_]+)"


def test_every_refusal_is_explained_and_no_other() -> None:
    used = {name for source in SOURCES for name in re.findall(f'"{NAME}"', source)}
    assert len(used) == 13
    assert used == set(re.findall(f"^\\| `{NAME}` \\|", PAGE, re.MULTILINE))


def test_every_option_is_listed_with_its_default() -> None:
    rows = re.findall(r"^\| `([a-z_0-9]+)` \| [^|]+ \| `([^`|]+)` \|", PAGE, re.MULTILINE)
    assert rows == [(option.name, option.default) for option in OPTIONS]


def test_every_value_of_an_option_is_named() -> None:
    rows = dict(re.findall(r"^\| `([a-z_0-9]+)` \| ([^|]+) \|", PAGE, re.MULTILINE))
    for option in OPTIONS:
        if option.type == "word" and not option.name.endswith("_level"):
            assert tuple(rows[option.name].split(", ")) == option.values


def test_paragraphs_that_the_code_cites_are_there() -> None:
    numbers = set(re.findall(r"^(\d+\.\d+) ", PAGE, re.MULTILINE)) | set(re.findall(r"^## (\d+) ", PAGE, re.MULTILINE))
    cited = {
        number
        for source in SOURCES
        for group in re.findall(r"guandan\.md ([\d. ,and]*\d)", source)
        for number in re.findall(r"\d+(?:\.\d+)?", group)
    }
    assert {"1", "3", "4", "5", "6"} <= cited
    assert cited <= numbers
