"""The commands and what they say of mistakes: one line, exit code 2, before any match."""

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.tournament import bots
from tests.tournament.test_end_to_end import TOURNEY, process_of, start, told, tourney, until_results
from tests.tournament.test_processes import own, until_gone
from tournament.__main__ import app
from tournament.__main__ import tourney as commands


def test_every_command_is_helped_with(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["tourney", "--help"])
    with pytest.raises(SystemExit):
        app()
    text = capsys.readouterr().out
    for command in commands.registered_commands:
        assert command.callback
        assert command.callback.__doc__
        assert command.callback.__name__ in text


def test_a_new_configuration_is_one_that_loads(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    assert tourney("init", file).stdout.startswith(f"wrote {file}; try it with: tourney check {file}")
    again = tourney("init", file, expect=2)
    assert again.stderr == f"{file}: File exists\n"
    tried = json.loads(tourney("check", file, "--json").stdout)
    assert tried["warnings"] == []
    assert all(bot["startup_ms"] > 0 and not bot["fault"] for bot in tried["bots"])


def test_a_check_starts_every_bot_and_says_which_fail(tmp_path: Path) -> None:
    programs = {"fine": bots.LOWEST, "exits": bots.EXITS, "idle": ["/bin/true"], "mute": bots.NEVER_SAYS_HELLO}
    teams = [bots.team(name, cmd) for name, cmd in programs.items()]
    file = bots.write(tmp_path, *teams, time_control="startup_ms = 6000")
    lines = tourney("check", file, expect=2).stdout.splitlines()
    assert lines[0] == f"{file}: the referee plays tractor so"
    assert re.fullmatch(r"bot fine: said hello after \d+ ms; played a deal: \d+ decisions, .* at most", lines[1])
    assert lines[2:] == [
        "bot exits: FAILED: exit code 3; no licence",
        "bot idle: FAILED: ended (exit code 0) before it connected: does it call paiju.run, and is its command right?",
        "bot mute: FAILED: no hello within 6000 ms; killed by SIGTERM",
    ]


def test_a_check_plays_a_deal_and_tells_what_a_bot_does_wrong_in_it(tmp_path: Path) -> None:
    muses = bots.odd("print('what now?', file=sys.stderr, flush=True); time.sleep(1000)")
    teams = [bots.team("dies", bots.DIES), bots.team("slow", muses)]
    file = bots.write(tmp_path, *teams, time_control="move_ms = 200\nbank_ms = 0")
    dies, slow = json.loads(tourney("check", file, "--json", expect=2).stdout)["bots"]
    assert "crash" in dies["fault"]
    assert "SIGKILL" in dies["fault"]
    assert re.fullmatch(r"timeout: .* strike 3 of 3; what now\?", slow["fault"])
    assert slow["times"]["timeouts"] == 3


INTERRUPTIBLE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs inherit that it is ignored
from tournament.__main__ import app
app()
"""
INTERRUPTS = """
import os, signal, paiju
class Once(paiju.Bot):
    def act(self, view, decision):
        os.kill(os.getpid(), signal.SIGINT)
        Once.act = lambda self, view, decision: decision.default
        return decision.default
"""


def test_a_check_can_be_interrupted_while_a_bot_plays(tmp_path: Path) -> None:
    (tmp_path / "interrupts.py").write_text(INTERRUPTS, encoding="utf-8")
    inside = '[[team]]\nname = "inside"\npython = "interrupts:Once"\n'
    file = bots.write(tmp_path, inside, bots.team("fine", bots.LOWEST))
    command = [sys.executable, "-c", INTERRUPTIBLE, "check", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


def test_the_rules_of_a_game_can_be_read() -> None:
    options = json.loads(tourney("check", "--rules", "tractor", "--json").stdout)
    assert {"name": "decks", "default": "2"}.items() <= options[0].items()
    assert all(option["help"] for option in options)
    assert "kitty_multiplier = pow2_shape\n" in tourney("check", "--rules", "tractor").stdout
    refused = tourney("check", "--rules", "whist", expect=2)
    assert refused.stderr.startswith("no game is called 'whist', only tractor, ")


def newer(folder: Path) -> None:
    tourney("run", folder / "brackets.toml", "--out", folder / "first")
    with sqlite3.connect(folder / "paiju.sqlite") as database:
        database.execute("update alembic_version set version_num = '0099'")


def foreign(folder: Path) -> None:
    (folder / "paiju.sqlite").write_text("no database at all, but a text of some length" * 100)


def blocked(folder: Path) -> None:
    (folder / "out").write_text("")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        pytest.param(newer, ": use the newer program", id="newer database"),
        pytest.param(foreign, "paiju.sqlite: file is not a database", id="no database"),
        pytest.param(blocked, "/out/cup: the output directory cannot be made", id="no directory"),
    ],
)
def test_what_cannot_be_used_is_one_line(tmp_path: Path, spoil: Callable[[Path], None], said: str) -> None:
    file = bots.write(tmp_path, *(bots.team(name, bots.LOWEST) for name in "ab"), boards=1)
    spoil(tmp_path)
    for command in ("run", "check"):
        refused = tourney(command, file, expect=2)
        assert said in refused.stderr
        assert refused.stderr.count("\n") == 1
    assert not (tmp_path / "out/cup/run.json").exists()


def test_a_report_that_cannot_be_written_can_be_later(tmp_path: Path) -> None:
    file = bots.write(tmp_path, *(bots.team(name, bots.LOWEST) for name in "ab"), boards=1)
    out = tmp_path / "out/cup"
    out.mkdir(parents=True)
    (out / "report.json.part").symlink_to("/dev/full")
    finish = f"when that is mended, finish with: tourney resume {out}"
    assert tourney("run", file, expect=2).stderr == f"{out}/report.json: No space left on device; {finish}\n"
    assert not (out / "report.json").exists()
    (out / "report.json.part").unlink()
    assert "2 matches" in tourney("resume", out).stdout
    assert json.loads((out / "report.json").read_text())


def test_a_full_standard_output_is_one_line(tmp_path: Path) -> None:
    file = bots.write(tmp_path, *(bots.team(name, bots.LOWEST) for name in "ab"))
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*TOURNEY, "config", file], stdout=full, stderr=PIPE, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (2, "standard output: No space left on device\n")


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        pytest.param({"game": 'name = "tractr"'}, ":8: game.name: the referee plays", id="game"),
        pytest.param(
            {"game": 'name = "tractor"\nrules = { kitty = 8 }'}, ":9: game.rules.kitty: tractor has", id="option"
        ),
        pytest.param({"tournament": "bords = 3"}, ":4: tournament.bords: unknown key, did you mean boards?", id="key"),
    ],
)
def test_a_mistake_in_the_file_is_a_line_of_it(tmp_path: Path, tables: dict[str, str], said: str) -> None:
    file = bots.write(tmp_path, *(bots.team(name, bots.LOWEST) for name in "ab"), boards=2, **tables)
    for command in ("run", "check"):
        refused = tourney(command, file, expect=2)
        assert refused.stderr.startswith(f"{file}:")
        assert said in refused.stderr
        assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [("report",), ("resume",), ("show", "r1")], ids=lambda words: words[0])
def test_a_directory_without_a_run_is_one_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    command, *rest = words
    assert tourney(command, tmp_path, *rest, expect=2).stderr == f"{tmp_path}: no run here, there is no run.json\n"


@pytest.mark.parametrize("words", [("report",), ("resume",), ("show", "r1")], ids=lambda words: words[0])
def test_a_file_where_a_directory_is_meant_is_one_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    file = bots.write(tmp_path)
    command, *rest = words
    hint = "give the output directory of its run, out/NAME unless [output] says otherwise"
    assert tourney(command, file, *rest, expect=2).stderr == f"{file}: not a directory; {hint}\n"


def test_a_run_is_read_without_its_file_and_its_programs(tmp_path: Path) -> None:
    file = bots.write(tmp_path, *(bots.team(name, bots.LOWEST) for name in "ab"), boards=1)
    printed = tourney("run", file, "--out", tmp_path / "out", "--json").stdout
    file.unlink()
    report = tourney("report", tmp_path / "out", "--json").stdout
    assert json.loads(report) == json.loads(printed) == json.loads((tmp_path / "out/report.json").read_text())
    assert [row["team"] for row in json.loads(report)["standings"]]
    assert (tmp_path / "out/report.txt").read_text() in tourney("report", tmp_path / "out").stdout
    unknown = tourney("show", tmp_path / "out", "r9.a-vs-b.b000.s0", expect=2)
    assert unknown.stderr.startswith(f"{tmp_path}/out: no match r9.a-vs-b.b000.s0 has ended")
    refused = tourney("resume", tmp_path / "out", expect=2)
    assert refused.stderr == f"{file}: No such file or directory\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param("referee serve", "the process of the referee: killed by SIGKILL", id="referee"),
        pytest.param("tournament.warden", "the warden of the bot processes has ended", id="warden"),
    ],
)
def test_a_run_that_loses_a_process_of_its_own_can_be_resumed(tmp_path: Path, words: str, said: str) -> None:
    file = bots.write(tmp_path, *(bots.team(name, bots.LOWEST) for name in "ab"), boards=100)
    mark = f"lost-{words.replace(' ', '-')}"

    async def main() -> None:
        process = await start("run", file, "--out", tmp_path / "out", mark=mark)
        await until_results(tmp_path / "out", 1)
        os.kill(process_of(own(f"/{mark}"), words), signal.SIGKILL)
        await told(process, said)
        await told(process, f"play them with: tourney resume {tmp_path}/out")
        assert await process.wait() == 3
        await until_gone(own(f"/{mark}"))

    asyncio.run(main())
