"""What the SDK's README prints works: its bots play, its tests pass, its programs run."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from paiju import BatchBot
from paiju.bots.lowest import Lowest

from referee import practice
from tests.pages import blocks, page
from tests.paiju.fake_referee import TOKEN, EitherStream, decision, referee, seated

BOT, TEST, NET, ASYNCHRONOUS, PLAIN, LIGHT_TEST = blocks(page("clients/python/README.md"), "python")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "thrifty.py").write_text(BOT)
    (tmp_path / "token").write_text(TOKEN)
    return tmp_path


@pytest.mark.parametrize("test", [TEST, LIGHT_TEST], ids=["by the rules", "without rules"])
def test_its_tests_pass(test: str, folder: Path) -> None:
    (folder / "test_thrifty.py").write_text(test)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_thrifty.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_batch_bot_plays() -> None:
    names: dict[str, type[BatchBot]] = {}
    exec(NET, names)
    practice.play([names["Net"], Lowest] * 2)


async def one_decision(stream: EitherStream) -> None:
    await stream.say(seated(), decision())
    await stream.answer()


def outcome(program: str, folder: Path, token: str = TOKEN) -> tuple[int | None, str]:
    """Run a program at a referee that asks one decision, and return its exit code and what it said."""

    async def both() -> tuple[int | None, str]:
        (folder / "program.py").write_text(program)
        (folder / "token").write_text(token)
        async with referee(one_decision, plain=(one_decision,)) as served:
            arguments = ("program.py", "--address", served.address, "--token-file", "token")
            process = await asyncio.create_subprocess_exec(
                sys.executable, *arguments, cwd=folder, stderr=subprocess.PIPE, env={"PATH": os.environ["PATH"]}
            )
            _, said = await process.communicate()
            return process.returncode, said.decode()

    return asyncio.run(both())


@pytest.mark.parametrize("program", [ASYNCHRONOUS, PLAIN], ids=["asynchronous", "plain"])
def test_its_programs_play(program: str, folder: Path) -> None:
    assert outcome(program, folder) == (0, "")


@pytest.mark.parametrize("program", [ASYNCHRONOUS, PLAIN], ids=["asynchronous", "plain"])
def test_its_programs_end_with_the_code_of_the_error(program: str, folder: Path) -> None:
    code, said = outcome(program, folder, token="another")
    assert code == 4
    assert said.endswith("refused the token: no such player\n")
    assert said.count("\n") == 1
