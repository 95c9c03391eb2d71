"""One player's line to the referee: hello, one stream for all its tables, and back again after a loss.

Reading, thinking and writing go on side by side. Nothing waits to fill a frame: what is ready when the last write is
done goes out together.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import grpc
import grpc.aio

from paiju.bot import Bot
from paiju.desk import Desk
from paiju.line import CHANNEL, TIMING, Line, Timing
from paiju.thinking import Fail, Mind, Send, mind
from paiju.v1 import referee_pb2 as pb
from paiju.v1.referee_pb2_grpc import RefereeServiceStub

if TYPE_CHECKING:  # a name of the stubs' types only
    from paiju.v1.referee_pb2_grpc import RefereeServiceAsyncStub

MOST_ANSWERS = 200
"""Of one message: a referee reads no more than 65,536 bytes."""

Call: TypeAlias = "grpc.aio.StreamStreamCall[pb.PlayRequest, pb.PlayResponse]"


class Guest(NamedTuple):
    """Whoever plays along a line: a bot at its desk, or a program of another kind."""

    name: str
    settings: pb.StreamSettings
    mind: Callable[[Send, Fail], Mind]


async def serve(bot: Bot, address: str, token: str, timing: Timing = TIMING) -> None:
    """Play until the referee ends the stream. Raise PaijuError."""
    desk = Desk(bot)
    await serve_guest(Guest(type(bot).__name__, desk.settings, partial(mind, desk)), address, token, timing)


async def serve_guest(guest: Guest, address: str, token: str, timing: Timing = TIMING) -> None:
    """Let any guest play until the referee ends the stream. Raise PaijuError."""
    async with grpc.aio.insecure_channel(address, options=CHANNEL) as channel:
        await Connection(guest, address, token, timing).run(RefereeServiceStub(channel))


class Connection:
    def __init__(self, guest: Guest, address: str, token: str, timing: Timing) -> None:
        self.line = Line(guest.name, address, token, timing)
        self.heartbeat = timing.heartbeat
        self.settings = guest.settings
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.mind = guest.mind(self._send, self._fail)
        self.outbox: list[pb.Answer] = []
        self.wake = asyncio.Event()
        self.last_frame = 0

    async def run(self, referee: "RefereeServiceAsyncStub") -> None:
        line = asyncio.ensure_future(self._stay(referee))
        try:
            await asyncio.wait((line, self.failed), return_when=asyncio.FIRST_COMPLETED)
            (self.failed if self.failed.done() else line).result()
        finally:
            self.mind.close()
            line.cancel()
            await asyncio.gather(line, return_exceptions=True)

    async def _stay(self, referee: "RefereeServiceAsyncStub") -> None:
        """Connect, and again after each loss, until the referee ends the stream."""
        line = self.line
        while True:
            try:
                line.admitted(
                    await referee.Hello(line.hello, metadata=line.metadata, timeout=line.patience, wait_for_ready=True)
                )
                return await self._attach(referee)
            except grpc.aio.AioRpcError as error:
                pause = line.lost(error.code(), error.details())
            if pause is None:
                return None
            await asyncio.sleep(pause)

    async def _attach(self, referee: "RefereeServiceAsyncStub") -> None:
        call: Call = referee.Play(metadata=self.line.metadata)
        self.last_frame = 0
        tasks = [asyncio.ensure_future(self._write(call)), asyncio.ensure_future(self._beat())]
        try:
            async for frame in call:
                self.last_frame = frame.frame
                self.mind.take(list(self.line.noted(frame.items)))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            call.cancel()

    async def _write(self, call: Call) -> None:
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):  # the reader learns why
            await call.write(pb.PlayRequest(settings=self.settings, seen=self.line.seen))
            while True:
                await self.wake.wait()
                self.wake.clear()
                answers, self.outbox = self.outbox[:MOST_ANSWERS], self.outbox[MOST_ANSWERS:]
                if self.outbox:
                    self.wake.set()
                await call.write(pb.PlayRequest(answers=answers, heartbeat=pb.Heartbeat(last_frame=self.last_frame)))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.heartbeat)
            self.wake.set()

    def _send(self, answers: list[pb.Answer]) -> None:
        self.outbox += answers
        self.wake.set()

    def _fail(self, error: BaseException) -> None:
        if not self.failed.done():
            self.failed.set_exception(error)
