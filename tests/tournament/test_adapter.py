"""`tourney adapter` as a process, between a referee that follows a script and bots in shell, good and bad."""

import asyncio
import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import grpc
import pytest
from paiju import cards
from paiju.v1 import referee_pb2 as pb

from tests.paiju.fake_referee import TOKEN, Script, Stream, accepted, decision, happened, referee, refusal, seated
from tests.tournament.test_end_to_end import process_of
from tests.tournament.test_processes import own, until_gone
from tournament.adapter.play import Reader
from tournament.adapter.program import start

ADAPTER = (sys.executable, "-m", "tournament", "adapter")
COPIES = """
while read -r line; do
  printf '%s\\n' "$line" >&2
  case $line in '{"decision":'*) action=${line##*'"default":'}; printf '%s\\n' "${action%??}" ;; esac
done
"""
"""Answers with the default, and repeats on standard error what it was told."""


class Outcome(NamedTuple):
    code: int
    said: str
    """On standard error."""

    @property
    def lines(self) -> list[dict[str, dict[str, object]]]:
        """What a bot that repeats it was told."""
        return [json.loads(line) for line in self.said.splitlines() if line.startswith("{")]


def adapter(
    folder: Path, bot: str, *scripts: Script, words: tuple[str, ...] = (), token: str = TOKEN, **env: str
) -> Outcome:
    """Have a bot in shell play by scripts, and return how the adapter ended."""
    (folder / "token").write_text(token)

    async def both() -> Outcome:
        async with asyncio.timeout(60), referee(*scripts) as served:
            environment = {**os.environ, "PAIJU_ADDRESS": served.address, "PAIJU_TOKEN_FILE": str(folder / "token")}
            process = await asyncio.create_subprocess_exec(
                *ADAPTER,
                *("--cmd", shlex.join(["sh", "-c", bot]), *words),
                env={**environment, **env},
                stderr=asyncio.subprocess.PIPE,
            )
            _, said = await process.communicate()
            assert served.referee.scripts == [], "a stream was never opened"
            assert process.returncode is not None
            return Outcome(process.returncode, said.decode())

    return asyncio.run(both())


async def one_decision(stream: Stream) -> None:
    await stream.say(seated(), decision())
    answers = (await stream.hear_answers()).answers
    assert [(answer.table, answer.decision_id, list(answer.action.cards)) for answer in answers] == [("t1", 1, [1])]


async def stay(stream: Stream) -> None:
    """Ask once, and wait for the player to go."""
    await stream.say(seated(), decision())
    while isinstance(await stream.context.read(), pb.PlayRequest):
        pass


def test_a_bot_is_told_items_and_answers_them(tmp_path: Path) -> None:
    async def script(stream: Stream) -> None:
        await one_decision(stream)
        await stream.say(accepted(), pb.Item(ended=pb.MatchEnded(table="t1", at_fault=0)))

    done = adapter(tmp_path, COPIES, script)
    assert done.code == 0
    assert [next(iter(line)) for line in done.lines] == ["seated", "decision", "verdict", "ended"]
    assert done.lines[-1] == {"ended": {"table": "t1", "atFault": 0}}


def test_all_it_prints_is_what_the_bot_prints_on_standard_error(tmp_path: Path) -> None:
    assert adapter(tmp_path, 'echo "I play ${PAIJU_OPTIONS}" >&2; cat > /dev/null', nothing, PAIJU_OPTIONS="{}") == (
        0,
        "I play {}\n",
    )


async def nothing(stream: Stream) -> None:
    await stream.hear()


def test_decisions_have_views_and_64_actions_and_there_are_no_events(tmp_path: Path) -> None:
    async def script(stream: Stream) -> None:
        settings = (await stream.hear()).settings
        assert settings == pb.StreamSettings(views=pb.VIEWS_ON_DECISION, legal_limit=64, without_events=True)

    assert adapter(tmp_path, "cat > /dev/null", script).code == 0


@pytest.mark.parametrize(
    ("words", "env"),
    [
        pytest.param(("--events", "--no-views", "--legal", "8"), {}, id="options"),
        pytest.param((), {"PAIJU_EVENTS": "1", "PAIJU_NO_VIEWS": "1", "PAIJU_LEGAL": "8"}, id="environment"),
    ],
)
def test_settings_are_options_or_in_the_environment(
    tmp_path: Path, words: tuple[str, ...], env: dict[str, str]
) -> None:
    async def script(stream: Stream) -> None:
        assert (await stream.hear()).settings == pb.StreamSettings(views=pb.VIEWS_NONE, legal_limit=8)
        await stream.say(happened("t1", 1, 2))

    done = adapter(tmp_path, COPIES, script, words=words, **env)
    assert done == (0, '{"events":{"table":"t1","events":[{"seq":1},{"seq":2}]}}\n')


def test_after_a_loss_the_answer_is_repeated_and_the_bot_is_told_nothing_twice(tmp_path: Path) -> None:
    async def first(stream: Stream) -> None:
        await one_decision(stream)
        await stream.break_off()

    async def second(stream: Stream) -> None:
        await one_decision(stream)
        await stream.say(accepted(), decision("t1", 2))
        await stream.hear_answers()

    done = adapter(tmp_path, COPIES, first, second)
    assert done.code == 0
    assert "lost the referee" in done.said
    assert [line["decision"]["decisionId"] for line in done.lines if "decision" in line] == [1, 2]


def test_a_refusal_is_the_bots_to_answer(tmp_path: Path) -> None:
    stubborn = """
    read -r seated; read -r decision; echo '{"verb":"VERB_PLAY","cards":["CARD_SA"]}'
    read -r refused; echo "$refused" >&2; echo '{"verb":"VERB_PLAY","cards":["CARD_C2"]}'; cat > /dev/null
    """

    async def script(stream: Stream) -> None:
        await stream.say(seated(), decision())
        assert [list(answer.action.cards) for answer in (await stream.hear_answers()).answers] == [cards("As")]
        await stream.say(refusal())
        assert [list(answer.action.cards) for answer in (await stream.hear_answers()).answers] == [cards("2c")]

    done = adapter(tmp_path, stubborn, script)
    assert done.code == 0
    assert done.lines[0]["verdict"]["refused"]
    assert "adapter: table t1, decision 1: refused: follow.suit: you still have 2 hearts\n" in done.said


@pytest.mark.parametrize(
    ("line", "text"),
    [
        pytest.param("echo CARD_C2", "no JSON at character 1", id="no JSON"),
        pytest.param("head -c 100000 /dev/zero | tr '\\0' x; echo", "longer than 65536 bytes", id="too long"),
        pytest.param("head -c 100000 /dev/urandom | tr -d '\\n'; echo", "longer than 65536 bytes", id="no text"),
    ],
)
def test_a_bad_line_is_told_and_logged_and_the_next_one_counts(tmp_path: Path, line: str, text: str) -> None:
    bot = f"""
    read -r seated; read -r decision; {line}; read -r error; echo "$error" >&2
    printf '%s\\r\\n' '{{"verb":"VERB_PLAY","cards":["CARD_C2"]}}'; cat > /dev/null
    """
    done = adapter(tmp_path, bot, one_decision)
    assert done.code == 0
    assert text in str(done.lines[0]["error"]["text"])
    assert {**done.lines[0]["error"], "text": ""} == {"text": "", "line": 1, "table": "t1", "decisionId": 1}
    assert f"adapter: line 1: {text}" in done.said


@pytest.mark.parametrize(
    ("bot", "code", "said"),
    [
        pytest.param("read -r seated; echo no licence >&2; exit 3", 3, "has ended: exit code 3", id="with a fault"),
        pytest.param("read -r seated; kill -SEGV $$", 139, "has ended: killed by SIGSEGV", id="by a signal"),
        pytest.param("read -r seated; exit 0", 0, "has ended: exit code 0", id="though all is well"),
        pytest.param(
            "read -r seated; exec >&-; exec sleep 1000", 1, "has closed its standard output", id="of its output"
        ),
        pytest.param(
            "read -r seated; sleep 1000 & exit 7", 7, "has ended: exit code 7", id="with a child that lives on"
        ),
    ],
)
def test_the_end_of_a_bot_is_that_of_the_adapter(tmp_path: Path, bot: str, code: int, said: str) -> None:
    mark = own("/end-of-a-bot")
    done = adapter(tmp_path, bot, stay, HOME=mark)
    assert done.code == code
    assert done.said.endswith(f"adapter: the bot {said}\n")
    asyncio.run(until_gone(mark))


def test_a_bot_that_does_not_read_is_ended_before_it_fills_the_memory(tmp_path: Path) -> None:
    async def script(stream: Stream) -> None:
        big = pb.Item(seated=pb.Seated(table="t1", options={"words": "x" * 1_000_000}))
        while not stream.context.done():
            await stream.say(big)

    done = adapter(tmp_path, "exec sleep 1000", script)
    assert (done.code, done.said) == (1, "adapter: the bot does not read: 16777216 bytes are waiting for it\n")


def test_a_bot_that_closes_its_input_may_still_write(tmp_path: Path) -> None:
    async def script(stream: Stream) -> None:
        await stream.say(seated())
        answer = (await stream.hear_answers()).answers[0]
        await stream.say(*(seated(f"t{number}") for number in range(9)))
        assert (answer.table, answer.decision_id) == ("t9", 9)

    bot = 'read -r seated; exec <&-; echo \'{"table":"t9","decisionId":9,"action":{}}\'; exec sleep 1000'
    assert adapter(tmp_path, bot, script) == (0, "")


def test_a_bot_that_does_not_end_with_its_input_is_killed_with_its_children(tmp_path: Path) -> None:
    mark = own("/never-ends")
    assert adapter(tmp_path, "trap '' TERM; sleep 1000 & sleep 1000", nothing, HOME=mark).code == 0
    asyncio.run(until_gone(mark))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_adapter_and_bot(tmp_path: Path, number: signal.Signals) -> None:
    mark = own("/signalled")

    async def script(stream: Stream) -> None:
        await one_decision(stream)
        os.kill(process_of(mark, "tournament adapter"), number)
        await stream.context.read()

    assert adapter(tmp_path, COPIES, script, HOME=mark).code == 0
    asyncio.run(until_gone(mark))


def test_each_token_is_a_player_with_a_bot_of_its_own(tmp_path: Path) -> None:
    together = asyncio.Barrier(2)

    async def script(stream: Stream) -> None:
        await together.wait()
        await one_decision(stream)

    done = adapter(tmp_path, f"echo $$ >&2; {COPIES}", script, script, token=f"{TOKEN}\n{TOKEN}\n")
    assert done.code == 0
    assert len({line for line in done.said.splitlines() if line.isdigit()}) == 2


def test_why_the_referee_does_not_let_it_in_is_told(tmp_path: Path) -> None:
    done = adapter(tmp_path, COPIES, token="another")
    assert done.code == 4
    assert "refused the token: no such player" in done.said


def test_a_stream_the_referee_ends_with_a_reason_is_told(tmp_path: Path) -> None:
    async def script(stream: Stream) -> None:
        await stream.hear()
        await stream.context.abort(grpc.StatusCode.ABORTED, "too many useless messages")

    done = adapter(tmp_path, COPIES, script)
    assert done.code == 4
    assert "too many useless messages" in done.said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param({"--cmd": "./gone"}, "cannot start ./gone: No such file or directory", id="no program"),
        pytest.param({"--cmd": "'half"}, "--cmd 'half: No closing quotation", id="half a quote"),
        pytest.param({"--cmd": ""}, "--cmd names no program", id="no words"),
        pytest.param({"--token-file": "gone"}, "cannot read tokens from gone: No such file or directory", id="no file"),
        pytest.param({"--token-file": "/dev/null"}, "there is no token in /dev/null", id="no token"),
        pytest.param({"--token-file": "odd"}, "odd holds something else than tokens", id="control characters"),
    ],
)
def test_a_wrong_start_is_one_line(tmp_path: Path, words: dict[str, str], said: str) -> None:
    (tmp_path / "token").write_text(TOKEN)
    (tmp_path / "odd").write_text("a\x01b")
    given = {"--cmd": "true", "--address": "unix:nobody", "--token-file": "token", **words}

    command = [*ADAPTER, *(word for pair in given.items() for word in pair)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (2, f"adapter: {said}\n")


def test_a_last_line_needs_no_line_feed() -> None:
    lines: list[bytes] = []

    async def run() -> str:
        program = await start(["printf", "one\\ntwo"])
        fault = await program.run(lines.append)
        await program.end()
        return str(fault)

    assert asyncio.run(run()) == "the bot has ended: exit code 0"
    assert lines == [b"one", b"two"]


def test_whatever_goes_wrong_in_reading_a_bot_ends_its_player() -> None:
    async def run() -> BaseException:
        failed: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
        program = await start(["echo", '{"table":"t1","decisionId":1,"action":{}}'])
        Reader(program, lost, failed.set_result)
        async with asyncio.timeout(60):
            fault = await failed
        await program.end()
        return fault

    def lost(_: list[pb.Answer]) -> None:
        raise ZeroDivisionError

    assert isinstance(asyncio.run(run()), ZeroDivisionError)
