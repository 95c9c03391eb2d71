"""`tourney` as people use it: a process, a real referee, bots in processes of their own."""

import asyncio
import gzip
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.tournament import bots
from tests.tournament.test_processes import own, until_gone

TOURNEY = [sys.executable, "-m", "tournament"]
PATIENT = "startup_ms = 60000"
REFEREE = [sys.executable, "-m", "referee"]


def tourney(*words: str | Path, expect: int = 0) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run([*TOURNEY, *map(str, words)], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == expect, done.stdout + done.stderr
    return done


def transcripts(directory: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((directory / "transcripts").iterdir())}


def standings(directory: Path) -> list[dict[str, object]]:
    report = json.loads(tourney("report", directory, "--json").stdout)
    found: list[dict[str, object]] = report["standings"]
    return found


def results(directory: Path) -> dict[str, str]:
    """Return the reason each match ended for, and fail if one has two results."""
    with sqlite3.connect(directory.parent / "paiju.sqlite") as database:
        run = json.loads((directory / "run.json").read_text())["run"]
        query = "select match, reason from match where run_id = ? and reason <> 'void'"
        rows = database.execute(query, [run]).fetchall()
    assert len(rows) == len(dict(rows))
    return dict(rows)


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished tournament, one match at a time."""
    folder = tmp_path_factory.mktemp("cup")
    file = bots.write(folder, *(bots.team(name, bots.LOWEST) for name in ("north", "south", "west")))
    tourney("run", file, "--out", folder / "one", "--concurrency", "1")
    return folder


def test_concurrency_changes_nothing_that_counts(cup: Path) -> None:
    tourney("run", cup / "brackets.toml", "--out", cup / "eight", "--concurrency", "8")
    assert len(transcripts(cup / "one")) == 12
    assert transcripts(cup / "one") == transcripts(cup / "eight")
    assert standings(cup / "one") == standings(cup / "eight")


def test_every_transcript_verifies_with_its_seed(cup: Path) -> None:
    files = sorted((cup / "one" / "transcripts").iterdir())
    for file in files:
        assert gzip.decompress(file.read_bytes()).splitlines()[-1].startswith(b"seed ")
    subprocess.run([*REFEREE, "verify", *map(str, files)], check=True, capture_output=True, timeout=60)


def test_a_used_directory_is_not_used_again(cup: Path) -> None:
    refused = tourney("run", cup / "brackets.toml", "--out", cup / "one", expect=2)
    assert refused.stderr == (
        f"{cup}/one: has a run already; play anew in another directory (--out, or [output] directory), "
        f"or continue it with: tourney resume {cup}/one\n"
    )


def test_a_finished_run_can_be_resumed_and_nothing_happens(cup: Path) -> None:
    before = transcripts(cup / "one")
    assert f"{cup}/one: nothing was left to play\n" in tourney("resume", cup / "one").stderr
    assert transcripts(cup / "one") == before


def test_one_match_is_shown_with_its_transcript(cup: Path) -> None:
    match = "r1.north-vs-south.b000.s0"
    (facts,) = json.loads(tourney("show", cup / "one", match, "--json").stdout)
    assert facts["transcript"] == f"{cup}/one/transcripts/{match}.txt.gz"
    assert len(facts["times"]) == 4
    assert all(seat["decisions"] > 24 for seat in facts["times"])
    text = tourney("show", cup / "one", match).stdout
    assert "teams       north against south, round 1, board 0" in text
    replay = next(line for line in text.splitlines() if line.startswith("replay")).split()[1:]
    subprocess.run([sys.executable, "-m", *replay], check=True, capture_output=True, timeout=60)


async def start(*words: str | Path, mark: str) -> asyncio.subprocess.Process:
    """Start a command whose processes can all be found again by a mark in their environment."""
    return await asyncio.create_subprocess_exec(
        *TOURNEY, *map(str, words), env={**os.environ, "HOME": own(f"/{mark}")}, stderr=asyncio.subprocess.PIPE
    )


async def until_results(directory: Path, number: int) -> None:
    """Wait until a run has stored so many results, as its journal has it."""
    async with asyncio.timeout(60):
        while not (directory / "events.ndjson").exists():  # noqa: ASYNC110 - files announce nothing
            await asyncio.sleep(0.01)
        with (directory / "events.ndjson").open(encoding="utf-8") as journal:
            while number:
                line = journal.readline()
                if '"event": "ended"' in line:
                    number -= 1
                elif not line:
                    await asyncio.sleep(0.01)


@pytest.mark.parametrize("kills", [1, 3])
def test_a_killed_run_resumes_to_the_same_end(cup: Path, kills: int) -> None:
    out = cup / f"killed-{kills}"

    async def main() -> None:
        command: Sequence[str | Path] = ("run", cup / "brackets.toml", "--out", out, "--concurrency", "2")
        for _ in range(kills):
            process = await start(*command, mark=out.name)
            await until_results(out, 2)
            process.kill()
            await process.wait()
            await until_gone(own(f"/{out.name}"))
            (out / "events.ndjson").unlink()
            command = ("resume", out)

    asyncio.run(main())
    assert 0 < len(results(out)) < 12
    tourney("resume", out)
    assert len(results(out)) == 12
    assert transcripts(out) == transcripts(cup / "one")
    assert standings(out) == standings(cup / "one")


def process_of(mark: str, words: str) -> int:
    """Return the process with this mark in its environment and these words in its command."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if mark in (entry / "environ").read_text(errors="replace"):
                    command = (entry / "cmdline").read_text(errors="replace").replace("\0", " ")
                    if words in command:
                        return int(entry.name)
            except OSError:
                continue
    raise AssertionError(f"no process {words!r}")


async def told(process: asyncio.subprocess.Process, text: str) -> None:
    """Wait until a process has said something on standard error."""
    assert process.stderr
    async with asyncio.timeout(60):
        said = ""
        async for line in process.stderr:
            said += line.decode()
            if text in said:
                return
    raise AssertionError(f"it ended without {text!r}, but with {said}")


def test_a_first_signal_lets_open_matches_end(cup: Path) -> None:
    out = cup / "drained"

    async def main() -> None:
        process = await start("run", cup / "brackets.toml", "--out", out, "--concurrency", "4", mark=out.name)
        await until_results(out, 1)
        process.send_signal(signal.SIGINT)
        await told(process, f"play them with: tourney resume {out}")
        assert await process.wait() == 3
        await until_gone(own(f"/{out.name}"))

    asyncio.run(main())
    assert len(results(out)) == (out / "events.ndjson").read_text().count('"started"') < 12
    assert "nothing was left" not in tourney("resume", out).stderr
    assert transcripts(out) == transcripts(cup / "one")


def test_a_second_signal_leaves_them_while_bots_think(tmp_path: Path) -> None:
    out = tmp_path / "left"
    teams = [bots.team("slow", bots.HANGS), *(bots.team(name, bots.LOWEST) for name in ("fine", "good"))]
    file = bots.write(tmp_path, *teams, boards=1, time_control="move_ms = 1000000")

    async def main() -> None:
        process = await start("run", file, "--out", out, mark=out.name)
        await until_results(out, 2)
        process.send_signal(signal.SIGTERM)
        await told(process, "stopping")
        process.send_signal(signal.SIGTERM)
        await told(process, f"4 matches are missing; play them with: tourney resume {out}")
        assert await process.wait() == 3
        await until_gone(own(f"/{out.name}"))

    asyncio.run(main())
    assert sorted(results(out)) == ["r1.fine-vs-good.b000.s0", "r1.fine-vs-good.b000.s1"]


def test_a_changed_file_is_not_resumed(cup: Path, tmp_path: Path) -> None:
    file = bots.write(tmp_path, *(bots.team(name, bots.LOWEST) for name in "ab"), boards=1)
    tourney("run", file, "--out", tmp_path / "out")
    bots.write(tmp_path, *(bots.team(name, bots.LOWEST) for name in "ab"), boards=3)
    refused = tourney("resume", tmp_path / "out", expect=2)
    assert refused.stderr == f"{file}: tournament.boards: was 1, now 3; a run goes on as it began\n"


@pytest.mark.parametrize(
    ("bad", "reason", "known", "clock"),
    [
        pytest.param(bots.EXITS, "crash", "exit code 3; no licence", "", id="exits at once"),
        pytest.param(bots.RAISES, "crash", "ValueError: my queen is gone", "", id="raises"),
        pytest.param(bots.DIES, "crash", "killed by SIGKILL", "", id="killed"),
        pytest.param(["./gone"], "crash", "gone: No such file or directory", "", id="not there"),
        pytest.param(bots.NEVER_SAYS_HELLO, "no_show", "log: logs/bad-", "startup_ms = 6000", id="never says hello"),
        pytest.param(bots.HANGS, "timeout", "after time, strike 3 of 3", "move_ms = 2000\nbank_ms = 0", id="hangs"),
    ],
)
def test_a_bad_bot_costs_its_own_side_only(tmp_path: Path, bad: list[str], reason: str, known: str, clock: str) -> None:
    (tmp_path / "gone").write_text("#!/no/such/interpreter")
    (tmp_path / "gone").chmod(0o755)
    teams = [bots.team("bad", bad), *(bots.team(name, bots.LOWEST) for name in ("fine", "good"))]
    file = bots.write(tmp_path, *teams, boards=1, time_control=clock or PATIENT)
    done = tourney("run", file, "--out", tmp_path / "out")
    has_logs = any((tmp_path / "out/logs").glob("*"))
    assert (f"logs         {tmp_path}/out/logs\n" in done.stdout) == has_logs
    assert has_logs or reason != "crash"
    ended = results(tmp_path / "out")
    assert ended == {match: reason if "bad" in match else "finished" for match in ended}
    assert len(ended) == 6
    (shown,) = json.loads(tourney("show", tmp_path / "out", "r1.bad-vs-fine.b000.s0", "--json").stdout)
    assert shown["culprit"] == {"team": "bad", "bot": "bad"}
    assert shown["score"] < 0
    assert known in shown["fault"]
