import tomllib
from pathlib import Path

import pytest

from tests.tournament.sample import HEAD, team, write
from tournament.brackets import Brackets
from tournament.config import canonical, load, template
from tournament.config_text import toml

MIXED = r"""
[tournament]
srand = -7
[game.rules]
throw_penalty = 10
order = ["a", "b"]
"odd key" = true
[rating]
anchor = "b"
anchor_rating = 1500
prior_draws = 1e-9
[sprt]
elo1 = 10
[each]
env = { OMP_NUM_THREADS = "1" }
[[bot]]
name = "x"
cmd = ["python", "-c", 'print("\")', "贪心", "tab\there"]
options = { deep = { list = [1, 2.5, "three", [true]], "a.b" = "\"" }, none = {} }
env = { A = "\u007f" }
[[bot]]
name = "y"
cmd = ["python"]
[[team]]
name = "mixed"
bots = ["x", "y"]
trusted = true
"""
TEXTS = {
    "short": HEAD + team("a") + team("b"),
    "long": HEAD.replace('"Cup"', '"Cup"\nnotes = "a \\"quoted\\" word, \\\\ and 牌"')
    + MIXED.replace('"\\u007f"', '"\\u007F"')
    + team("b", 'version = "1.2"\n'),
    "template": template(),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_file_with_its_defaults_means_the_same(tmp_path: Path, text: str) -> None:
    first = load(write(tmp_path, text.replace("[sprt]\nelo1 = 10\n", "")))
    printed = toml(first)
    again = load(write(tmp_path, printed))
    assert canonical(again) == canonical(first)
    assert again == first
    assert toml(again) == printed


def test_every_key_is_there_or_said_to_have_no_value(tmp_path: Path) -> None:
    printed = toml(load(write(tmp_path, TEXTS["short"])))
    data = tomllib.loads(printed)
    for name, field in Brackets.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type):
            keys = {*data[name], *(line.split()[1] for line in printed.splitlines() if line.endswith("has no value"))}
            assert set(kind.model_fields) <= keys
    assert data["sprt"]["enabled"] is False
    assert "# anchor has no value" in printed
