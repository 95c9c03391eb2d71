"""The page of the rules says all that the code refuses and offers."""

import re
from pathlib import Path

from referee.games.shengji.rules import OPTIONS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/rules/tractor.md").read_text(encoding="utf-8")
FILES = [path for path in (ROOT / "referee/games/shengji").rglob("*.py") if "dagunzi" not in path.parts]
SOURCES = [path.read_text(encoding="utf-8") for path in FILES]
NAME = r"((?:play|lead|follow|bury|declare|claim)\.[a-z_]+)"


def test_every_refusal_is_explained_and_no_other() -> None:
    used = {name for source in SOURCES for name in re.findall(f'"{NAME}"', source)}
    assert len(used) == 20
    assert used == set(re.findall(f"^\\| `{NAME}` \\|", PAGE, re.MULTILINE))


def test_every_option_is_listed_with_its_default() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| [^|]+ \| `([^`|]+)` \|", PAGE, re.MULTILINE)
    assert rows == [(option.name, option.default) for option in OPTIONS]


def test_paragraphs_that_the_code_cites_are_there() -> None:
    numbers = set(re.findall(r"^(\d+\.\d+) ", PAGE, re.MULTILINE)) | set(re.findall(r"^## (\d+) ", PAGE, re.MULTILINE))
    cited = {
        number
        for source in SOURCES
        for group in re.findall(r"tractor\.md ([\d. ,and to]+\d)", source)
        for number in re.findall(r"\d+(?:\.\d+)?", group)
    }
    assert cited
    assert cited <= numbers
