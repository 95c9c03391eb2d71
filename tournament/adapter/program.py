"""The bot behind an adapter: a program in a process group of its own, which ends with the adapter."""

import asyncio
import os
from asyncio.subprocess import PIPE, SubprocessStreamProtocol
from collections.abc import Callable, Sequence
from contextlib import suppress
from signal import SIGKILL, Signals

from tournament.adapter.errors import BotEndedError, NoBotError
from tournament.adapter.lines import Splitter

GRACE_S = 1.0
"""From the end of its standard input until it is killed; half of what the adapter itself is given in a tournament."""
CHUNK_BYTES = 1 << 16
MOST_UNREAD_BYTES = 16 << 20


class Pipes(SubprocessStreamProtocol):
    """Streams of a process that tell of its end even while another process holds them."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(limit=CHUNK_BYTES, loop=loop)
        self.exited: asyncio.Future[None] = loop.create_future()

    def process_exited(self) -> None:
        super().process_exited()
        self.exited.set_result(None)


class Program:
    def __init__(self, process: asyncio.SubprocessTransport, pipes: Pipes) -> None:
        self._process = process
        self._exited = pipes.exited
        assert pipes.stdin
        assert pipes.stdout
        self._stdin = pipes.stdin
        self._stdout = pipes.stdout

    def tell(self, line: bytes) -> None:
        """Write a line, if the bot still reads. Raise BotEndedError if too much waits to be read."""
        if self._stdin.is_closing():
            return
        self._stdin.write(line)
        if self._stdin.transport.get_write_buffer_size() > MOST_UNREAD_BYTES:
            raise BotEndedError(f"the bot does not read: {MOST_UNREAD_BYTES} bytes are waiting for it")

    async def run(self, read: Callable[[bytes], None]) -> BotEndedError:
        """Hand each line of the bot's to `read`; return why there are no more, or raise what `read` raises."""
        reading = asyncio.ensure_future(self._read(read))
        try:
            await asyncio.wait((reading, self._exited), return_when=asyncio.FIRST_COMPLETED)
            # Usually both end together. Others may hold its standard output, and it may live on without.
            await asyncio.wait((reading, self._exited), timeout=GRACE_S)
            if reading.done():
                reading.result()
        finally:
            reading.cancel()
        code = self._process.get_returncode()
        return BotEndedError("the bot has closed its standard output") if code is None else _ended(code)

    async def _read(self, read: Callable[[bytes], None]) -> None:
        splitter = Splitter()
        while data := await self._stdout.read(CHUNK_BYTES):
            for line in splitter.feed(data):
                read(line)
        read(splitter.end())

    async def end(self) -> None:
        """Close its standard input, and kill it and its children after its grace."""
        self._stdin.close()
        try:
            await asyncio.wait((self._exited,), timeout=GRACE_S)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(self._process.get_pid(), SIGKILL)
        await self._exited
        self._process.close()


def _ended(code: int) -> BotEndedError:
    how = f"killed by {Signals(-code).name}" if code < 0 else f"exit code {code}"
    return BotEndedError(f"the bot has ended: {how}", 128 - code if code < 0 else code)


async def start(argv: Sequence[str]) -> Program:
    """Start a bot; what it writes on standard error goes where ours goes. Raise NoBotError."""
    loop = asyncio.get_running_loop()
    try:
        process, pipes = await loop.subprocess_exec(Pipes, *argv, stdin=PIPE, stdout=PIPE, stderr=None, process_group=0)
    except OSError as fault:
        raise NoBotError(f"cannot start {fault.filename or argv[0]}: {fault.strerror}") from None
    return Program(process, pipes)
