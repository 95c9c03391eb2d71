"""The client as a process: what it prints is bounded, and its end is seen whatever it leaves behind."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from referee.conformance import program
from referee.conformance.cases import CASES
from referee.conformance.run import Plan, run
from tests.conformance.test_cases import PLAIN
from tournament import bots
from tournament.brackets import Bot

SAYS_MUCH_FIRST = f"""
import os, sys
sys.stderr.write("x" * 200_000)
sys.stderr.flush()
os.execv({sys.executable!r}, {list(PLAIN)!r})
"""
LEAVES_A_CHILD = """
import subprocess, sys
subprocess.Popen(["sleep", "60"])
sys.exit("gone")
"""


def python(text: str) -> Sequence[str]:
    return sys.executable, "-c", text


async def outcome_of(command: Sequence[str], seconds: float = 30) -> tuple[int, list[str], int]:
    async with asyncio.timeout(seconds):
        started = await program.start(command, "", Path(), lambda _: None)
        code = await started.ended
        await started.kill()
    return code, list(started.lines), started.errors


def test_a_client_is_started_as_a_tournament_starts_a_bot() -> None:
    around = {"PATH": "/bin", "HOME": "/home/me", "LANG": "C", "SECRET": "x"}
    bot = Bot.model_validate({"name": "bot", "cmd": ["bot"]})
    there = bots.environment(bot, around, "host:1", Path("token"))
    assert program.environment(around, "host:1", Path("token")) == there
    assert program.INHERITED == bots.INHERITED


def test_a_client_may_print_a_line_without_an_end() -> None:
    async def play() -> bool:
        async with asyncio.timeout(60):
            return await run([CASES["unknown-token"]], Plan(python(SAYS_MUCH_FIRST)), lambda _: None)

    assert asyncio.run(play())


def test_a_long_line_is_cut_and_what_follows_is_whole() -> None:
    text = "import sys; sys.stderr.write('x' * 200_000 + '\\nlast\\nwithout an end')"
    assert asyncio.run(outcome_of(python(text))) == (0, ["x" * program.LONGEST_LINE, "last", "without an end"], 3)


def test_an_end_is_seen_though_a_child_lives_on() -> None:
    assert asyncio.run(outcome_of(python(LEAVES_A_CHILD))) == (1, ["gone"], 1)


def test_a_kill_ends_a_client_that_talks_without_end() -> None:
    async def talk() -> int:
        started = await program.start(python("while True: print('x' * 1_000, end='')"), "", Path(), lambda _: None)
        async with asyncio.timeout(30):
            await started.kill()
            return await started.ended

    assert asyncio.run(talk()) == -9
