"""The warden with real programs, badly behaved ones above all."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tournament.embedded import private_directory
from tournament.processes import Ended, Program, Running, StartError, Warden, WardenLostError, hold

ENV = {"PATH": os.environ["PATH"]}


def python(code: str, **env: str) -> Program:
    return Program([sys.executable, "-c", code], {**ENV, **env}, grace_s=0.3)


def shell(code: str) -> Program:
    return Program(["/bin/sh", "-c", code], ENV, grace_s=0.3)


def held(scenario: Callable[[Warden], Awaitable[None]]) -> None:
    async def main() -> None:
        with private_directory() as private:
            async with asyncio.timeout(60), hold(private) as warden:
                await scenario(warden)

    asyncio.run(main())


def own(mark: str) -> str:
    """A mark that no other test process uses."""
    return f"{mark}.{os.getpid()}."


def marked(mark: str) -> set[int]:
    """Processes, living or dead but unburied, whose environment or arguments carry the mark."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                text = (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if mark.encode() in text:
                found.add(int(entry.name))
    return found


async def until_gone(mark: str) -> None:
    async with asyncio.timeout(20):
        while marked(mark):  # noqa: ASYNC110
            await asyncio.sleep(0)  # the kernel announces the end of strangers to nobody


async def run(warden: Warden, program: Program) -> Ended:
    running = await warden.start(program)
    return await running.ended


@pytest.mark.parametrize(
    ("code", "how"),
    [
        pytest.param("exit 0", "exit code 0", id="at once"),
        pytest.param("exit 7", "exit code 7", id="with a fault"),
        pytest.param("kill -SEGV $$", "killed by SIGSEGV", id="by a signal"),
    ],
)
def test_how_a_program_ended_is_told(code: str, how: str) -> None:
    async def scenario(warden: Warden) -> None:
        assert (await run(warden, shell(code))).how == how

    held(scenario)


def test_output_and_first_line_are_kept() -> None:
    async def scenario(warden: Warden) -> None:
        running = await warden.start(shell("echo ready; echo more; echo oh >&2"))
        assert await running.said == "ready"
        assert (await running.ended)[1:] == ("ready\nmore\n", "oh\n")

    held(scenario)


def test_a_first_line_that_never_came_is_not_waited_for() -> None:
    async def scenario(warden: Warden) -> None:
        running = await warden.start(shell("exit 0"))
        with pytest.raises(asyncio.CancelledError):
            await running.said

    held(scenario)


@pytest.mark.parametrize(
    ("program", "error"),
    [
        pytest.param(Program(["/no/such/bot"], ENV), "/no/such/bot: No such file or directory", id="no executable"),
        pytest.param(Program(["/etc/passwd"], ENV), "/etc/passwd: Permission denied", id="not executable"),
        pytest.param(Program(["/bin/true"], ENV, "/no/such/dir"), "/no/such/dir: No such file", id="no directory"),
        pytest.param(Program(["/bin/true", "\0"], ENV), "/bin/true: embedded null byte", id="no word"),
        pytest.param(Program(["/bin/true"], {"A=": ""}), "/bin/true: illegal environment", id="no variable"),
    ],
)
def test_a_program_that_cannot_start_says_why(program: Program, error: str) -> None:
    async def scenario(warden: Warden) -> None:
        with pytest.raises(StartError, match=error):
            await warden.start(program)

    held(scenario)


def test_the_environment_is_the_given_one_alone() -> None:
    async def scenario(warden: Warden) -> None:
        ended = await run(warden, Program(["/usr/bin/env"], {"ONLY": "this"}))
        assert ended.stdout == "ONLY=this\n"

    held(scenario)


def test_of_endless_output_the_ends_are_kept() -> None:
    async def scenario(warden: Warden) -> None:
        ended = await run(warden, shell("echo first; yes | head -c 1000000000; echo last"))
        assert ended.how == "exit code 0"
        assert ended.stdout.startswith("first\ny\n")
        assert ended.stdout.endswith("y\nlast\n")
        assert "[999737867 bytes left out]" in ended.stdout
        assert len(ended.stdout) < 300_000

    held(scenario)


@pytest.mark.parametrize("program", [shell("exit 0"), Program(["/no/such/bot"], ENV)], ids=["starts", "does not start"])
def test_a_start_that_nobody_waits_for_any_more_harms_nobody(program: Program) -> None:
    async def scenario(warden: Warden) -> None:
        starting = asyncio.create_task(warden.start(program))
        await asyncio.sleep(0)  # it is under way
        starting.cancel()
        assert (await run(warden, shell("exit 3"))).code == 3

    held(scenario)


def test_a_program_that_ignores_term_is_killed_after_its_grace() -> None:
    async def scenario(warden: Warden) -> None:
        running = await warden.start(shell("trap '' TERM; echo ready; while :; do read _; sleep 1000; done"))
        await running.said
        warden.stop(running)
        assert (await running.ended).how == "killed by SIGKILL"

    held(scenario)


def test_a_program_that_heeds_term_ends_itself() -> None:
    async def scenario(warden: Warden) -> None:
        running = await warden.start(shell("trap 'exit 5' TERM; echo ready; while :; do sleep 0.01; done"))
        await running.said
        warden.stop(running)
        assert (await running.ended).how == "exit code 5"

    held(scenario)


def test_standard_input_is_closed_first() -> None:
    async def scenario(warden: Warden) -> None:
        running = await warden.start(shell("trap '' TERM; echo ready; read _; exit 6"))
        await running.said
        warden.stop(running)
        assert (await running.ended).how == "exit code 6"

    held(scenario)


DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(1000)", os.environ["MARK"]], {})
    os._exit(0)
os.wait()
print("ready", flush=True)
"""


def test_daemons_go_with_the_program_that_left_them() -> None:
    async def scenario(warden: Warden) -> None:
        running = await warden.start(python(DAEMON, MARK=own("daemon")))
        await running.ended
        assert not marked(own("daemon"))

    held(scenario)


def test_daemons_of_one_program_go_and_those_of_another_stay() -> None:
    async def scenario(warden: Warden) -> None:
        one, two = [await warden.start(python(f"{DAEMON}\ninput()", MARK=own(f"pair-{name}"))) for name in "ab"]
        await one.said
        await two.said
        warden.stop(one)
        await one.ended
        assert not marked(own("pair-a"))
        assert len(marked(own("pair-b"))) == 2

    held(scenario)


def test_stopping_what_has_ended_does_nothing() -> None:
    async def scenario(warden: Warden) -> None:
        running = await warden.start(shell("exit 0"))
        await running.ended
        warden.stop(running)
        assert (await run(warden, shell("exit 3"))).code == 3

    held(scenario)


def test_leaving_ends_every_program() -> None:
    async def scenario(warden: Warden) -> None:
        for _ in range(8):
            running = await warden.start(python(f"{DAEMON}\ninput()", MARK=own("leaving")))
            await running.said

    held(scenario)
    assert not marked(own("leaving"))


def kill_keeper(running: Running) -> None:
    stat = Path(f"/proc/{running.started.result()}/stat").read_text().rpartition(")")[2]
    os.kill(int(stat.split()[1]), signal.SIGKILL)


def test_a_killed_keeper_leaves_nothing_and_is_told() -> None:
    async def scenario(warden: Warden) -> None:
        running = await warden.start(python(f"{DAEMON}\ninput()", MARK=own("keeperless")))
        await running.said
        kill_keeper(running)
        assert (await running.ended).stderr == "its keeper was killed"
        await until_gone(own("keeperless"))
        assert (await run(warden, shell("exit 3"))).code == 3

    held(scenario)


def test_a_killed_warden_leaves_nothing_and_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with asyncio.timeout(60), hold(tmp_path) as warden:
            running = await warden.start(python(f"{DAEMON}\ninput()", MARK=own("wardenless")))
            await running.said
            warden._process.kill()
            await asyncio.wait((warden.lost,))

    with pytest.raises(WardenLostError):
        asyncio.run(main())
    asyncio.run(until_gone(own("wardenless")))


def test_a_warden_that_is_killed_starts_nothing(tmp_path: Path) -> None:
    outcomes: list[object] = []

    async def main() -> None:
        async with asyncio.timeout(60), hold(tmp_path) as warden:
            warden._process.send_signal(signal.SIGSTOP)
            starting = asyncio.create_task(warden.start(shell("exit 0")))
            await asyncio.sleep(0)  # the order is given
            warden._process.kill()
            outcomes.extend(await asyncio.gather(starting, return_exceptions=True))
            outcomes.extend(await asyncio.gather(warden.start(shell("exit 0")), return_exceptions=True))

    with pytest.raises(WardenLostError):
        asyncio.run(main())
    assert [type(outcome) for outcome in outcomes] == [StartError, WardenLostError]


MANAGER = """
import asyncio, os, signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs inherit that it is ignored
sys.path.insert(0, os.getcwd())
from tests.tournament.test_processes import DAEMON, python
from tournament.embedded import private_directory
from tournament.processes import hold

async def main():
    async with hold(Path(sys.argv[2])) as warden:
        for code in (DAEMON + "input()", "while True: print('y' * 999)"):
            await (await warden.start(python(code, MARK=sys.argv[1]))).said
        print("ready", flush=True)
        await asyncio.Future()

asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_outlives_the_manager(tmp_path: Path, number: signal.Signals) -> None:
    private = tmp_path / "private"
    private.mkdir()
    (private / "token").touch()

    async def main() -> None:
        mark = own(f"orphan-{number.name}")
        command = (sys.executable, "-c", MANAGER, mark, str(private))
        manager = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        try:
            async with asyncio.timeout(60):
                assert manager.stdout
                assert await manager.stdout.readline() == b"ready\n"
                assert len(marked(mark)) >= 3
                manager.send_signal(number)
                await manager.wait()
        finally:
            if manager.returncode is None:
                manager.kill()  # its programs would keep the machine busy
        async with asyncio.timeout(60):
            await until_gone(mark)
            while private.exists():  # noqa: ASYNC110 - the last the warden does
                await asyncio.sleep(0)

    asyncio.run(main())
