"""The client as a process, started as `tourney` starts a bot."""

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

INHERITED = ("PATH", "HOME", "LANG")
KEPT_LINES = 20
LONGEST_LINE = 4_096
"""Bytes of a line; the rest of it is dropped."""
LAST_WORDS_S = 1.0

Tell: TypeAlias = Callable[[str], None]


class StartError(Exception):
    """Why the client cannot be started."""


class Program(asyncio.SubprocessProtocol):
    """A running client and the last it printed."""

    def __init__(self, tell: Tell) -> None:
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self.errors = 0
        """Lines on standard error."""
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._tell = tell
        self._rests = {1: b"", 2: b""}
        """What came after the last line feed, by file descriptor."""

    @property
    def code(self) -> int | None:
        return self.ended.result() if self.ended.done() else None

    async def kill(self) -> None:
        """End it and all it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self._transport.get_pid(), signal.SIGKILL)
        await self.ended
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        *lines, rest = (self._rests[fd] + data).split(b"\n")
        self._rests[fd] = rest[:LONGEST_LINE]
        for line in lines:
            self._take(fd, line)

    def process_exited(self) -> None:
        asyncio.get_running_loop().call_later(LAST_WORDS_S, self._end)  # a child that lives on may hold the pipes

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # the loop's call
        self._end()

    def _end(self) -> None:
        if self.ended.done():
            return
        for fd, rest in self._rests.items():
            if rest:
                self._take(fd, rest)
        code = self._transport.get_returncode()
        assert code is not None
        self.ended.set_result(code)

    def _take(self, fd: int, line: bytes) -> None:
        self.errors += fd == 2
        text = line[:LONGEST_LINE].decode(errors="replace").rstrip()
        self.lines.append(text)
        with suppress(BrokenPipeError):  # nobody reads any more: what is told next of a case meets that
            self._tell(text)


def environment(inherited: Mapping[str, str], address: str, token_file: Path) -> dict[str, str]:
    """Return all the client finds in its environment."""
    own = {name: inherited[name] for name in INHERITED if name in inherited}
    return {**own, "PAIJU_ADDRESS": address, "PAIJU_TOKEN_FILE": str(token_file), "PAIJU_OPTIONS": "{}"}


async def start(command: Sequence[str], address: str, token_file: Path, tell: Tell) -> Program:
    """Raise StartError."""
    first = sys.executable if command[0] == "python" else command[0]
    own = environment(os.environ, address, token_file)
    loop = asyncio.get_running_loop()
    try:
        _, program = await loop.subprocess_exec(
            lambda: Program(tell), first, *command[1:], env=own, start_new_session=True
        )
    except OSError as error:
        raise StartError(f"cannot start {command[0]}: {error.strerror}") from None
    return program
