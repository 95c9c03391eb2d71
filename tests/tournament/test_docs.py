"""docs/tournaments.md names every key there is and no other, with its default."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from tests.tournament.sample import write
from tournament.brackets import Bot, Brackets, Each, TeamTable
from tournament.config import load

PAGE = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")
ROWS = [line.split(" | ") for line in PAGE.splitlines() if line.startswith("| `")]
DEFAULTS = {key: row[1].strip() for row in ROWS for key in re.findall("`([a-z0-9_.]+)`", row[0])}


def sections() -> dict[str, type[BaseModel]]:
    fields = {name: field.annotation for name, field in Brackets.model_fields.items()}
    return {name: kind for name, kind in fields.items() if isinstance(kind, type) and issubclass(kind, BaseModel)}


def test_every_key_of_every_table_is_explained() -> None:
    keys = {f"{name}.{key}" for name, kind in sections().items() for key in kind.model_fields}
    assert keys <= set(DEFAULTS)
    assert {key for key in DEFAULTS if "." in key} == keys
    assert set(Bot.model_fields) <= set(DEFAULTS)
    assert all(f"`{key}" in PAGE for key in TeamTable.model_fields)


@pytest.mark.parametrize("name", sections())
def test_defaults_are_those_of_the_page(name: str) -> None:
    kind = sections()[name]
    if kind is Each:
        return
    for key, field in kind.model_fields.items():
        default = field.default
        if isinstance(default, int | float) and not isinstance(default, bool):
            assert DEFAULTS[f"{name}.{key}"] == f"{default:g}"
        elif isinstance(default, str) and default:
            assert DEFAULTS[f"{name}.{key}"] == f'`"{default}"`'


def test_the_shortest_file_is_one(tmp_path: Path) -> None:
    text = PAGE.split("```toml\n")[1].split("```")[0]
    bot = tmp_path / "my_bot"
    bot.write_text("#!/bin/sh\n", encoding="utf-8")
    bot.chmod(0o755)
    assert [team.name for team in load(write(tmp_path, text)).teams] == ["greedy", "mine"]
