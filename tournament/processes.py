"""The manager's side of the warden: programs as values to await."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from signal import SIGKILL, Signals
from typing import NamedTuple

from tournament.errors import TourneyError
from tournament.keeper import Order

LINE_BYTES = 1 << 26
"""More than the longest report: two excerpts, each byte escaped."""


class StartError(TourneyError):
    """A program could not be started; the text says which and why."""


class WardenLostError(TourneyError):
    """The warden has ended unasked, and every program with it."""


class Program(NamedTuple):
    """What to run, where, and how much to keep of each of its output streams."""

    argv: Sequence[str]
    env: Mapping[str, str]
    cwd: str | None = None
    kept_bytes: int = 256 << 10
    grace_s: float = 2.0


class Ended(NamedTuple):
    """How a program ended."""

    code: int
    """Negative for a signal."""
    stdout: str
    stderr: str

    @property
    def how(self) -> str:
        return f"killed by {Signals(-self.code).name}" if self.code < 0 else f"exit code {self.code}"


@dataclass(frozen=True, eq=False, slots=True)
class Running:
    """A program that the warden runs."""

    name: str
    started: asyncio.Future[int] = field(default_factory=asyncio.Future)
    """Its process id."""
    said: asyncio.Future[str] = field(default_factory=asyncio.Future)
    """The first line of its standard output; cancelled when it ends without one."""
    ended: asyncio.Future[Ended] = field(default_factory=asyncio.Future)
    """Cancelled if it could not be started."""


class Warden:
    """Starts programs and ends them; made by `hold`."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._names = map(str, count(1))
        self._programs: dict[str, Running] = {}
        self._closed = False
        self.lost = asyncio.create_task(self._listen())
        """Ends when the warden does, with WardenLostError unless it was asked to."""

    async def start(self, program: Program) -> Running:
        """Raise StartError if it cannot be started, WardenLostError if nothing can be any more."""
        self.check()
        running = Running(next(self._names))
        self._programs[running.name] = running
        self._tell(Order(running.name, list(program.argv), dict(program.env), *program[2:])._asdict())
        await asyncio.shield(running.started)  # whoever waits may be cancelled; the report comes nevertheless
        return running

    def stop(self, running: Running) -> None:
        """Ask it to end, and have it killed after its grace. Nothing happens if it has ended."""
        self._tell({"stop": running.name})

    async def close(self) -> None:
        """End every program, then the warden."""
        for running in self._programs.values():
            self.stop(running)
        await asyncio.gather(*(running.ended for running in self._programs.values()), return_exceptions=True)
        self._closed = True
        assert self._process.stdin
        self._process.stdin.close()
        await self._process.wait()
        await self.lost

    def check(self) -> None:
        """Raise WardenLostError if the warden is gone: then no end of a program is the program's doing."""
        if self.lost.done() and not self._closed:
            self.lost.result()

    def _tell(self, line: Mapping[str, object]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(line).encode() + b"\n")

    async def _listen(self) -> None:
        assert self._process.stdout
        async for line in self._process.stdout:
            self._hear(json.loads(line))
        for name in list(self._programs):
            self._hear({"ended": name, "code": -SIGKILL, "stdout": "", "stderr": "the warden was killed"})
        if not self._closed:
            raise WardenLostError("the warden of the bot processes has ended, and the bots with it")

    def _hear(self, line: dict[str, str | int]) -> None:
        match line:
            case {"started": str(name), "pid": int(pid)}:
                self._programs[name].started.set_result(pid)
            case {"said": str(name), "line": str(said)}:
                self._programs[name].said.set_result(said)
            case {"failed": str(name), "error": str(error)}:
                running = self._programs.pop(name)
                running.ended.cancel()
                running.started.set_exception(StartError(error))
            case {"ended": str(name), "code": int(code), "stdout": str(stdout), "stderr": str(stderr)}:
                running = self._programs.pop(name)
                running.said.cancel()
                if not running.started.done():
                    running.started.set_exception(StartError(stderr))
                running.ended.set_result(Ended(code, stdout, stderr))


@asynccontextmanager
async def hold(private: Path) -> AsyncIterator[Warden]:
    """Have a warden for a while, which takes a private directory along with it when it ends.

    Enter before gRPC is used: forking is safe until then.
    """
    command = (sys.executable, "-P", "-m", "tournament.warden", str(private))
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, start_new_session=True, limit=LINE_BYTES
    )
    warden = Warden(process)
    try:
        yield warden
    finally:
        await warden.close()
