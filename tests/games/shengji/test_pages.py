"""The pages of the rules say all that the code refuses and offers."""

import re
from pathlib import Path

import pytest

from referee.games.shengji import chaodi
from referee.games.shengji.rules import OPTIONS

ROOT = Path(__file__).parents[3]
PAGES = {name: (ROOT / f"docs/rules/{name}.md").read_text(encoding="utf-8") for name in ("tractor", "chaodi")}
PATHS = [path for path in (ROOT / "referee/games/shengji").rglob("*.py") if "dagunzi" not in path.parts]
SOURCES = [path.read_text(encoding="utf-8") for path in PATHS]
NAME = r"((?:play|lead|follow|bury|declare|claim|counter)\.[a-z_]+)"


def test_every_refusal_is_explained_once_and_no_other() -> None:
    used = {name for source in SOURCES for name in re.findall(f'"{NAME}"', source)}
    listed = [name for page in PAGES.values() for name in re.findall(f"^\\| `{NAME}` \\|", page, re.MULTILINE)]
    assert len(listed) == 23
    assert sorted(listed) == sorted(used)


def defaults(page: str) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = re.findall(r"^\| `([a-z_]+)` \| [^|]+ \| `([^`|]+)` \|", page, re.MULTILINE)
    return rows


def test_every_option_is_listed_with_its_default() -> None:
    assert defaults(PAGES["tractor"]) == [(option.name, option.default) for option in OPTIONS]


def test_options_of_chaodi_that_differ_are_listed() -> None:
    differ = [option for option, usual in zip(chaodi.OPTIONS, OPTIONS, strict=True) if option != usual]
    assert defaults(PAGES["chaodi"]) == [(option.name, option.default) for option in differ]


@pytest.mark.parametrize("name", PAGES)
def test_paragraphs_that_are_cited_are_there(name: str) -> None:
    page = PAGES[name]
    numbers = set(re.findall(r"^(\d+\.\d+) ", page, re.MULTILINE)) | set(re.findall(r"^## (\d+) ", page, re.MULTILINE))
    cited = {
        number
        for text in (*SOURCES, *PAGES.values())
        for group in re.findall(rf"{name}\.md\)? ([\d., ]*(?: ?(?:and|to) )?[\d.]*\d)", text)
        for number in re.findall(r"\d+(?:\.\d+)?", group)
    }
    assert len(cited) > 2
    assert cited <= numbers
