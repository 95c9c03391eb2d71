"""A bot as a process: how it is started, and what it says when it cannot go on."""

import asyncio
import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from paiju import passing
from paiju.v1 import referee_pb2 as pb

from tests.paiju.fake_referee import TOKEN, FakeReferee, Script, Stream, decision, referee, seated

BOT = """
import paiju

class Own(paiju.Bot):
    def act(self, view, decision):
        if self.options.get("fail"):
            raise LookupError("no idea")
        return decision.default

paiju.run(Own)
"""


class Outcome(NamedTuple):
    code: int
    errors: str


@pytest.fixture
def token_file(tmp_path: Path) -> Path:
    path = tmp_path / "token"
    path.write_text(f"{TOKEN}\n")
    return path


async def started(*arguments: str, **environment: str) -> asyncio.subprocess.Process:
    kept = {"PATH": os.environ["PATH"], **environment}
    return await asyncio.create_subprocess_exec(
        sys.executable, *arguments, env=kept, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )


async def outcome(process: asyncio.subprocess.Process) -> Outcome:
    async with asyncio.timeout(60):
        _, errors = await process.communicate()
    assert process.returncode is not None
    return Outcome(process.returncode, errors.decode())


def run(*arguments: str, **environment: str) -> Outcome:
    async def wait() -> Outcome:
        return await outcome(await started(*arguments, **environment))

    return asyncio.run(wait())


def run_with(scripts: tuple[Script, ...], token_file: Path, **environment: str) -> tuple[Outcome, FakeReferee]:
    """Run a bot of one's own at a referee that follows the scripts."""

    async def wait() -> tuple[Outcome, FakeReferee]:
        async with referee(*scripts) as served:
            variables = {"PAIJU_ADDRESS": served.address, "PAIJU_TOKEN_FILE": str(token_file), **environment}
            return await outcome(await started("-c", BOT, **variables)), served.referee

    return asyncio.run(wait())


async def one_decision(stream: Stream) -> None:
    await stream.say(seated(), decision("t1", 7))
    await stream.hear_answers()


def test_a_bot_plays_until_the_referee_ends(token_file: Path) -> None:
    result, fake = run_with((one_decision,), token_file)
    assert result == Outcome(0, "")
    assert [hello.client for hello in fake.hellos] == ["Own (paiju for Python)"]


def test_one_process_serves_several_tokens(token_file: Path) -> None:
    token_file.write_text(f"{TOKEN}\n{TOKEN}\n")
    result, fake = run_with((one_decision, one_decision), token_file)
    assert (result, fake.scripts, len(fake.hellos)) == (Outcome(0, ""), [], 2)


def test_arguments_do_instead_of_the_environment(token_file: Path) -> None:
    async def wait() -> Outcome:
        async with referee(one_decision) as served:
            arguments = ("-m", "paiju.bots.lowest", "--address", served.address, "--token-file", str(token_file))
            return await outcome(await started(*arguments))

    assert asyncio.run(wait()) == Outcome(0, "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_quietly(number: signal.Signals, token_file: Path) -> None:
    async def wait() -> Outcome:
        playing = asyncio.Event()

        async def script(stream: Stream) -> None:
            await stream.hear()
            playing.set()
            await stream.hear()

        async with referee(script) as served:
            bot = await started("-c", BOT, PAIJU_ADDRESS=served.address, PAIJU_TOKEN_FILE=str(token_file))
            await playing.wait()
            bot.send_signal(number)
            return await outcome(bot)

    assert asyncio.run(wait()) == Outcome(0, "")


def test_a_bot_that_raises_shows_where(token_file: Path) -> None:
    result, _ = run_with((one_decision,), token_file, PAIJU_OPTIONS=json.dumps({"fail": True}))
    assert result.code == 1
    assert 'File "<string>", line 7, in act' in result.errors
    assert result.errors.endswith("LookupError: no idea\npaiju: table t1, decision 7: the bot failed\n")


def test_a_refused_token_is_one_line(token_file: Path) -> None:
    token_file.write_text("another")
    result, _ = run_with((), token_file)
    assert result.code == 4
    assert result.errors.endswith("refused the token: no such player\n")
    assert result.errors.count("\n") == 1


def test_a_newer_process_ends_it_with_one_line(token_file: Path) -> None:
    async def script(stream: Stream) -> None:
        await stream.say(pb.Item(superseded=pb.Superseded()))
        await stream.hear()

    result, _ = run_with((script,), token_file)
    assert result.code == 5
    assert result.errors.startswith("paiju: a newer process of this player has taken over at 127.0.0.1:")
    assert result.errors.count("\n") == 1


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        pytest.param({}, "where is the referee? give --address HOST:PORT or set PAIJU_ADDRESS", id="no address"),
        pytest.param(
            {"PAIJU_ADDRESS": "x:1"}, "who is playing? give --token-file FILE or set PAIJU_TOKEN_FILE", id="no token"
        ),
        pytest.param(
            {"PAIJU_ADDRESS": "x:1", "PAIJU_TOKEN_FILE": "/no/such"},
            "cannot read tokens from /no/such: No such file or directory",
            id="no token file",
        ),
        pytest.param(
            {"PAIJU_ADDRESS": "x:1", "PAIJU_TOKEN_FILE": os.devnull}, f"there is no token in {os.devnull}", id="empty"
        ),
        pytest.param(
            {"PAIJU_ADDRESS": "x:1", "PAIJU_TOKEN_FILE": __file__, "PAIJU_OPTIONS": "{"},
            "PAIJU_OPTIONS is no JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
            id="broken options",
        ),
        pytest.param(
            {"PAIJU_LOG": "loud"}, "PAIJU_LOG is one of debug, info, warning, error, got 'loud'", id="no level"
        ),
        pytest.param(
            {"PAIJU_ADDRESS": "x:1", "PAIJU_TOKEN_FILE": __file__, "PAIJU_OPTIONS": "[]"},
            "PAIJU_OPTIONS is no JSON object",
            id="options of another kind",
        ),
    ],
)
def test_a_wrong_start_is_one_line(environment: dict[str, str], said: str) -> None:
    assert run("-c", BOT, **environment) == Outcome(2, f"paiju: {said}\n")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"a\x01b", "{} holds something else than tokens", id="control characters"),
        pytest.param(b"\xff\xfe", "cannot read tokens from {}: 'ascii' codec can't decode", id="not ASCII"),
    ],
)
def test_a_file_of_another_kind_is_one_line(content: bytes, said: str, token_file: Path) -> None:
    token_file.write_bytes(content)
    result = run("-c", BOT, PAIJU_ADDRESS="x:1", PAIJU_TOKEN_FILE=str(token_file))
    assert (result.code, result.errors.count("\n")) == (2, 1)
    assert result.errors.startswith("paiju: " + said.format(token_file))


@pytest.mark.parametrize(
    ("level", "said"),
    [
        pytest.param("error", [], id="error"),
        pytest.param("warning", ["table t1, decision 7: pass was played for you: strike 1 of 3"], id="warning"),
        pytest.param(
            "info",
            [
                "I am a, referee fake at ADDRESS",
                "table t1: seat 0, tractor",
                "table t1, decision 7: pass was played for you: strike 1 of 3",
                "table t1: finished, score +2",
            ],
            id="info",
        ),
        pytest.param(
            "debug",
            [
                "I am a, referee fake at ADDRESS",
                "table t1: seat 0, tractor",
                "table t1, decision 7: play 8c",
                "table t1, decision 7: pass was played for you: strike 1 of 3",
                "table t1: finished, score +2",
            ],
            id="debug",
        ),
    ],
)
def test_as_much_is_said_as_is_asked_for(level: str, said: list[str], token_file: Path) -> None:
    async def script(stream: Stream) -> None:
        await stream.say(seated(), decision("t1", 7))
        await stream.hear_answers()
        defaulted = pb.Defaulted(action=passing(), strikes=1, max_strikes=3)
        ended = pb.MatchEnded(table="t1", reason=pb.END_REASON_FINISHED, score=2)
        await stream.say(
            pb.Item(verdict=pb.Verdict(table="t1", decision_id=7, defaulted=defaulted)), pb.Item(ended=ended)
        )
        while (await stream.hear()).heartbeat.last_frame < 2:
            pass

    result, _ = run_with((script,), token_file, PAIJU_LOG=level)
    assert result.code == 0
    assert re.sub(r"127\.0\.0\.1:\d+", "ADDRESS", result.errors).splitlines() == said


def test_a_waiting_bot_comes_in_when_its_token_is_known(token_file: Path) -> None:
    async def wait() -> Outcome:
        async with referee(one_decision) as served:
            served.referee.strangers = 2
            arguments = ("--address", served.address, "--token-file", str(token_file), "--wait")
            return await outcome(await started("-m", "paiju.bots.lowest", *arguments))

    result = asyncio.run(wait())
    assert result.code == 0
    assert re.fullmatch(r"the referee at .* does not know this token yet \(no such player\): waiting\n", result.errors)


def test_two_versions_in_one_place_are_noticed(token_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "paiju_client-0.0.1.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.4\nName: paiju-client\nVersion: 0.0.1\n")
    result, _ = run_with((one_decision,), token_file, PYTHONPATH=str(tmp_path))
    assert result.code == 0
    assert "and paiju-client 0.0.1 are both installed and overwrite each other" in result.errors


def test_importing_the_package_loads_no_grpc() -> None:
    assert run("-c", "import sys, paiju; sys.exit('grpc' in sys.modules)") == Outcome(0, "")
