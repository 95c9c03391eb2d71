"""The client as a process, started as `tourney` starts a bot."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

INHERITED = ("PATH", "HOME", "LANG")
KEPT_LINES = 20

Tell: TypeAlias = Callable[[str], None]


class Program:
    """A running client and the last it printed."""

    def __init__(self, process: asyncio.subprocess.Process, tell: Tell) -> None:
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self.errors = 0
        """Lines on standard error."""
        self._process = process
        self._tell = tell
        assert process.stdout
        assert process.stderr
        self._readers = asyncio.gather(
            self._read(process.stdout, is_error=False), self._read(process.stderr, is_error=True)
        )
        self.ended = asyncio.create_task(self._wait())

    @property
    def code(self) -> int | None:
        return self.ended.result() if self.ended.done() else None

    async def kill(self) -> None:
        """End it and all it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self.ended

    async def _wait(self) -> int:
        code = await self._process.wait()
        await asyncio.wait((self._readers,), timeout=1)  # a child that lives on may hold the pipes
        return code

    async def _read(self, stream: asyncio.StreamReader, *, is_error: bool) -> None:
        with suppress(ValueError):  # a line longer than any reader's patience
            async for line in stream:
                self.errors += is_error
                text = line.decode(errors="replace").rstrip()
                self.lines.append(text)
                self._tell(text)


async def start(command: Sequence[str], address: str, token_file: Path, tell: Tell) -> Program:
    """Raise OSError if it cannot be started."""
    environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
    environment |= {"PAIJU_ADDRESS": address, "PAIJU_TOKEN_FILE": str(token_file), "PAIJU_OPTIONS": "{}"}
    first = sys.executable if command[0] == "python" else command[0]
    process = await asyncio.create_subprocess_exec(
        first, *command[1:], env=environment, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
    )
    return Program(process, tell)
