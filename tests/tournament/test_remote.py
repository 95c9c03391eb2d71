"""A served referee, and bots that come by themselves with a token."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournament import bots
from tests.tournament.test_end_to_end import REFEREE, TOURNEY, process_of, results, start, told, tourney, until_results
from tests.tournament.test_processes import own, until_gone

ADMIN_TOKEN = "a long secret of the organiser"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A referee that is served, its admin port at `admin` in the same folder."""
    (tmp_path / "admin-token").write_text(ADMIN_TOKEN)
    words = ["serve", "--address", "127.0.0.1:0", "--admin", f"unix:{tmp_path}/admin"]
    words += ["--admin-token-file", str(tmp_path / "admin-token"), "--grace-ms", "0"]
    with subprocess.Popen([*REFEREE, *words], stdout=subprocess.PIPE, text=True) as referee:
        assert referee.stdout
        (tmp_path / "pid").write_text(str(referee.pid))
        yield json.loads(referee.stdout.readline())["address"]
        referee.terminate()


def end(folder: Path) -> None:
    """Kill the referee."""
    os.kill(int((folder / "pid").read_text()), signal.SIGKILL)


def write(folder: Path, address: str, **more: str) -> Path:
    """A tournament of one remote bot, `far`, and two that are started."""
    tables = {
        "referee": f'address = "{address}"\nadmin = "unix:{folder}/admin"\nadmin_token_file = "admin-token"',
        "time_control": "startup_ms = 60000",
        **more,
    }
    far = '[[bot]]\nname = "far"\nremote = true\nconnect_within_ms = 1000\ntables = 4\n'
    team = '[[team]]\nname = "far away"\nbots = ["far", "far"]\n'
    near = [bots.team(name, bots.LOWEST) for name in ("fine", "good")]
    return bots.write(folder, far, team, *near, boards=1, **tables)


def test_a_bot_started_by_hand_plays_with_its_tokens(tmp_path: Path, address: str) -> None:
    file = write(tmp_path, address)
    tokens = tmp_path / "tokens"
    tokens.write_text(tourney("token", file, "far", "--out", tmp_path / "out").stdout)
    assert len(set(tokens.read_text().split())) == 4
    bot = [sys.executable, "-m", "paiju.bots.lowest", "--address", address, "--token-file", str(tokens)]
    with subprocess.Popen(
        [*TOURNEY, "run", str(file), "--out", str(tmp_path / "out")], stdout=subprocess.DEVNULL
    ) as run:
        while run.poll() is None:
            subprocess.run(bot, check=False, capture_output=True, timeout=60)  # refused until the run has begun
    assert run.returncode == 0
    assert list(results(tmp_path / "out").values()) == ["finished"] * 6


def test_a_remote_bot_that_never_comes_costs_its_own_side_only(tmp_path: Path, address: str) -> None:
    tourney("run", write(tmp_path, address), "--out", tmp_path / "out")
    ended = results(tmp_path / "out")
    assert ended == {match: "no_show" if "far-away" in match else "finished" for match in ended}
    assert len(ended) == 6


def test_a_run_that_loses_its_referee_can_be_resumed(tmp_path: Path, address: str) -> None:
    file = write(tmp_path, address)
    words = [*TOURNEY, "run", str(file), "--out", str(tmp_path / "out")]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
        asyncio.run(until_results(tmp_path / "out", 1))
        end(tmp_path)
        _, said = run.communicate(timeout=60)
    assert run.returncode == 3
    assert f"no referee answers at unix:{tmp_path}/admin" in said
    assert f"matches are missing; play them with: tourney resume {tmp_path}/out\n" in said


def test_a_killed_warden_is_no_fault_of_the_bots(tmp_path: Path, address: str) -> None:
    file = bots.write(
        tmp_path,
        *(bots.team(name, bots.LOWEST) for name in "ab"),
        boards=100,
        referee=f'address = "{address}"\nadmin = "unix:{tmp_path}/admin"\nadmin_token_file = "admin-token"',
    )

    async def main() -> None:
        process = await start("run", file, "--out", tmp_path / "out", mark="wardenless-run")
        await until_results(tmp_path / "out", 1)
        os.kill(process_of(own("/wardenless-run"), "tournament.warden"), signal.SIGKILL)
        await told(process, "the warden of the bot processes has ended, and the bots with it")
        assert await process.wait() == 3
        await until_gone(own("/wardenless-run"))

    asyncio.run(main())
    assert set(results(tmp_path / "out").values()) == {"finished"}


@pytest.mark.parametrize(
    ("command", "secret"),
    [pytest.param("run", "another secret than the organiser's", id="run"), pytest.param("check", "x" * 40, id="check")],
)
def test_a_refused_admin_token_is_one_line(tmp_path: Path, address: str, command: str, secret: str) -> None:
    file = write(tmp_path, address)
    (tmp_path / "admin-token").write_text(secret)
    refused = tourney(command, file, expect=2)
    assert refused.stderr == f"the referee at unix:{tmp_path}/admin refused the admin token\n"


def test_a_referee_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "admin-token").write_text(ADMIN_TOKEN)
    refused = tourney("run", write(tmp_path, "127.0.0.1:1"), expect=2)
    assert refused.stderr.startswith(f"no referee answers at unix:{tmp_path}/admin: ")
    assert refused.stderr.count("\n") == 1


def test_tokens_are_of_remote_bots_only(tmp_path: Path) -> None:
    file = write(tmp_path, "127.0.0.1:1")
    refused = tourney("token", file, "fine", expect=2)
    assert refused.stderr == f"{file}: no bot fine with remote = true plays in a team; remote bots: far\n"
