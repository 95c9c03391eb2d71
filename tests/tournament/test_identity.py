from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tournament.sample import HEAD, team, write
from tournament.config import load
from tournament.identity import identity, lineups
from tournament.ledger import Identity


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    bots = tmp_path / "bots"
    (bots / "pack").mkdir(parents=True)
    for name in ("bot.py", "weights", "other", "pack/__init__.py", "pack/__main__.py", "pack/solver.py"):
        (bots / name).write_text(name, encoding="utf-8")
    (bots / "run").write_text("#!/bin/sh\n", encoding="utf-8")
    (bots / "run").chmod(0o755)
    return tmp_path


def fingerprint(folder: Path, keys: str) -> str:
    """Return that of a bot with these keys."""
    file = f'{HEAD}{team("z")}[[team]]\nname = "a"\ndir = "bots"\n{keys}\n'
    config = load(write(folder, file))
    (bot, _) = next(team.bots for team in config.teams if team.name == "a")
    return identity(bot, config.directory_of(bot)).fingerprint


SCRIPT = 'cmd = ["python", "bot.py", "weights"]'
PACK = 'cmd = ["python", "-m", "pack.solver"]'
WHOLE_PACK = 'cmd = ["python", "-m", "pack"]'


def spoil(name: str) -> Callable[[Path], object]:
    return lambda folder: (folder / "bots" / name).write_text("changed", encoding="utf-8")


@pytest.mark.parametrize(
    ("keys", "change"),
    [
        pytest.param(SCRIPT, spoil("bot.py"), id="the script"),
        pytest.param(SCRIPT, spoil("weights"), id="a file in the command"),
        pytest.param('cmd = ["./run"]', spoil("run"), id="the program"),
        pytest.param(PACK, spoil("pack/solver.py"), id="the module"),
        pytest.param(WHOLE_PACK, spoil("pack/__main__.py"), id="the package that is run"),
        pytest.param('python = "pack.solver:Solver"', spoil("pack/solver.py"), id="the module of an object"),
    ],
)
def test_other_files_make_another_bot(folder: Path, keys: str, change: Callable[[Path], object]) -> None:
    before = fingerprint(folder, keys)
    change(folder)
    assert fingerprint(folder, keys) != before


@pytest.mark.parametrize(
    ("keys", "change"),
    [
        pytest.param(SCRIPT, spoil("other"), id="a file it does not name"),
        pytest.param(PACK, spoil("pack/__main__.py"), id="another module"),
        pytest.param(WHOLE_PACK, spoil("pack/solver.py"), id="what a module imports"),
    ],
)
def test_files_it_does_not_name_do_not_matter(folder: Path, keys: str, change: Callable[[Path], object]) -> None:
    before = fingerprint(folder, keys)
    change(folder)
    assert fingerprint(folder, keys) == before


def test_every_command_is_another_bot(folder: Path) -> None:
    commands = [
        SCRIPT,
        PACK,
        WHOLE_PACK,
        'cmd = ["python", "bot.py", "--fast"]',
        'cmd = ["python", "bot.py"]\noptions = { rollouts = 200 }',
        'cmd = ["python", "-m", "no.such.module"]',
        'cmd = ["python", "-m"]',
        'cmd = ["./run"]',
        'python = "tests.tournament.bots:Lowest"',
    ]
    assert len({fingerprint(folder, keys) for keys in commands}) == len(commands)


def test_where_the_files_lie_does_not_matter(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    copy = tmp_path_factory.mktemp("elsewhere")
    (folder / "bots").rename(copy / "bots")
    elsewhere = fingerprint(copy, SCRIPT)
    (copy / "bots").rename(folder / "bots")
    assert fingerprint(folder, SCRIPT) == elsewhere


def test_nothing_is_imported_to_find_a_module(folder: Path) -> None:
    (folder / "bots" / "pack" / "__init__.py").write_text("raise SystemExit(3)", encoding="utf-8")
    assert fingerprint(folder, PACK)


def test_a_lineup_is_two_bots_with_their_versions(folder: Path) -> None:
    bots = (
        '[[bot]]\nname = "x"\ncmd = ["python"]\nversion = "1.2"\n'
        '[[bot]]\nname = "far"\nremote = true\nversion = "3"\n[[team]]\nname = "a"\nbots = ["x", "far"]\n'
    )
    served = '[referee]\naddress = "h:1"\nadmin = "h:2"\nadmin_token_file = "t"\n'
    found = lineups(load(write(folder, HEAD + bots + team("b") + served)))
    x, far = found["a"]
    assert (x.name, x.version) == ("x", "1.2")
    assert far == Identity("far", "3", "")
    assert found["b"][0] == found["b"][1]
    assert found["b"][0].fingerprint == x.fingerprint


def test_names_versions_and_programs_tell_bots_apart() -> None:
    bots = [Identity("a"), Identity("b"), Identity("a", "1"), Identity("a", "", "1"), Identity("a1"), Identity("", "a")]
    assert len({bot.id for bot in bots}) == len(bots)
