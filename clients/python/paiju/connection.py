"""One player's line to the referee: hello, one stream for all its tables, and back again after a loss.

Reading, thinking and writing go on side by side. Nothing waits to fill a frame: what is ready when the last write is
done goes out together.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import grpc
import grpc.aio

from paiju.bot import Bot
from paiju.desk import Desk
from paiju.errors import AdmissionError, SupersededError, UnreachableError
from paiju.thinking import Fail, Mind, Send, mind
from paiju.v1 import referee_pb2 as pb
from paiju.v1.referee_pb2_grpc import RefereeServiceStub

if TYPE_CHECKING:  # a name of the stubs' types only
    from paiju.v1.referee_pb2_grpc import RefereeServiceAsyncStub

PROTOCOL = 1
LONGEST_BACKOFF_S = 3.0

CHANNEL: Sequence[tuple[str, int]] = (
    # A peer that is frozen or cut off is noticed within 15 s; the ping has a timeout of its own, 60 s by default.
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 3_000),
    # An answer is sent again only under its decision's id, by the desk.
    ("grpc.enable_retries", 0),
    # A connection of its own for each player: referees cap the streams of one.
    ("grpc.use_local_subchannel_pool", 1),
)

Call: TypeAlias = "grpc.aio.StreamStreamCall[pb.PlayRequest, pb.PlayResponse]"
Code = grpc.StatusCode

LOST = frozenset({Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED, Code.CANCELLED, Code.INTERNAL, Code.UNKNOWN})
"""Statuses of a line that may come back; any other is an answer."""
REASONS = {
    Code.UNAUTHENTICATED: "refused the token",
    Code.PERMISSION_DENIED: "refused the token",
    Code.FAILED_PRECONDITION: f"does not speak version {PROTOCOL}",
    Code.UNIMPLEMENTED: "is none of this kind",
}

log = logging.getLogger("paiju")


@dataclass(frozen=True, slots=True)
class Timing:
    """All in seconds."""

    first_answer: float = 10.0
    """How long to look for a referee that does not answer."""
    reconnect: float = 30.0
    """How long to look for one that went away, where no open table says how long it waits."""
    heartbeat: float = 5.0
    first_backoff: float = 0.2


TIMING = Timing()


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


def authorization(token: str) -> tuple[tuple[str, str]]:
    return (("authorization", f"Bearer {token}"),)


class Connection:
    def __init__(self, guest: Guest, address: str, token: str, timing: Timing) -> None:
        self.address = address
        self.metadata = authorization(token)
        self.timing = timing
        self.guest = guest
        self.loop = asyncio.get_running_loop()
        self.failed: asyncio.Future[None] = self.loop.create_future()
        self.mind = guest.mind(self._send, self._fail)
        self.outbox: list[pb.Answer] = []
        self.wake = asyncio.Event()
        self.last_frame = 0
        self.seen: dict[str, int] = {}
        self.windows: dict[str, float] = {}
        self.draining = False

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
        deadline, backoff = self.loop.time() + self.timing.first_answer, self.timing.first_backoff
        text = f"no answer from {self.address} within {self.timing.first_answer:g} s"
        while True:
            welcome = False
            try:
                await self._hello(referee, deadline - self.loop.time())
                welcome = True
                return await self._attach(referee)
            except grpc.aio.AioRpcError as error:
                self._check(error)
            if self.draining:
                return None
            if welcome:
                window = max(self.windows.values(), default=self.timing.reconnect)
                deadline, backoff = self.loop.time() + window, self.timing.first_backoff
                text = f"the referee at {self.address} went away and did not come back within {window:g} s"
                log.warning("lost the referee at %s, looking for it for %g s", self.address, window)
            if self.loop.time() > deadline:
                raise UnreachableError(text)
            await asyncio.sleep(backoff)
            backoff = min(2 * backoff, LONGEST_BACKOFF_S)

    def _check(self, error: grpc.aio.AioRpcError) -> None:
        """Raise unless it is only a loss."""
        if error.code() not in LOST:
            reason = REASONS.get(error.code(), "closed the line")
            raise AdmissionError(f"the referee at {self.address} {reason}: {error.details()}") from None

    async def _hello(self, referee: "RefereeServiceAsyncStub", patience: float) -> None:
        client = f"{self.guest.name} (paiju for Python)"
        hello = pb.HelloRequest(client=client[:64], protocol_min=PROTOCOL, protocol_max=PROTOCOL)
        await referee.Hello(hello, metadata=self.metadata, timeout=patience, wait_for_ready=True)

    async def _attach(self, referee: "RefereeServiceAsyncStub") -> None:
        call: Call = referee.Play(metadata=self.metadata)
        self.last_frame = 0
        tasks = [asyncio.ensure_future(self._write(call)), asyncio.ensure_future(self._beat())]
        try:
            async for frame in call:
                self._read(frame)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            call.cancel()

    def _read(self, frame: pb.PlayResponse) -> None:
        self.last_frame = frame.frame
        for item in frame.items:
            match item.WhichOneof("item"):
                case "seated":
                    self.windows[item.seated.table] = item.seated.clocks.reconnect_ms / 1000
                case "events" if item.events.events:
                    self.seen[item.events.table] = item.events.events[-1].seq
                case "ended":
                    self.windows.pop(item.ended.table, None)
                    self.seen.pop(item.ended.table, None)
                case "draining":
                    self.draining = True
                case "superseded":
                    raise SupersededError(f"a newer process of this player has taken over at {self.address}")
        self.mind.take(frame.items)

    async def _write(self, call: Call) -> None:
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):  # the reader learns why
            await call.write(pb.PlayRequest(settings=self.guest.settings, seen=self._seen()))
            while True:
                await self.wake.wait()
                self.wake.clear()
                answers, self.outbox = self.outbox, []
                await call.write(pb.PlayRequest(answers=answers, heartbeat=pb.Heartbeat(last_frame=self.last_frame)))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.timing.heartbeat)
            self.wake.set()

    def _seen(self) -> list[pb.Seen]:
        return [pb.Seen(table=table, last_seq=seq) for table, seq in self.seen.items()]

    def _send(self, answers: list[pb.Answer]) -> None:
        self.outbox += answers
        self.wake.set()

    def _fail(self, error: BaseException) -> None:
        if not self.failed.done():
            self.failed.set_exception(error)
