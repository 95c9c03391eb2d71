"""A referee that follows a script: it takes every call, notes it, and says only what a case has it say."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from typing import NamedTuple, TypeVar

import grpc
import grpc.aio
from google.protobuf.message import Message
from paiju.v1 import referee_pb2, referee_pb2_grpc

from referee.conformance.judge import Judge
from referee.games import GAMES
from referee.server.guard import Context, bearer, refuse
from referee.server.serve import bind
from referee.server.settings import GRPC
from referee.server.wire import player as wire_player

M = TypeVar("M", bound=Message)


class Status(NamedTuple):
    """How a call ends."""

    code: grpc.StatusCode
    text: str


class Call(NamedTuple):
    """A call that came."""

    method: str
    token: str
    when: float


class Stream:
    """The referee's end of one Listen or Play."""

    def __init__(self, way: str, settings: referee_pb2.StreamSettings, seen: Iterable[referee_pb2.Seen]) -> None:
        self.way = way
        self.manners = wire_player.read_manners(settings)
        self.seen = wire_player.read_seen(seen)
        self.seconds: float | None = None
        """Until the client's own deadline, if it set one."""
        self.beats = 0
        self.most_answers = 0
        """Of one message."""
        self.closed = asyncio.Event()
        """The client has gone, or the stream has ended."""
        self._frames: asyncio.Queue[list[referee_pb2.Item] | Status | None] = asyncio.Queue()
        self._numbers = 0

    def send(self, items: Iterable[referee_pb2.Item]) -> None:
        self._frames.put_nowait(list(items))

    def end(self, status: Status | None = None) -> None:
        """End it after what is waiting, in good order or with a status."""
        self._frames.put_nowait(status)

    async def frames(self, context: Context) -> AsyncIterator[tuple[int, list[referee_pb2.Item]]]:
        while (items := await self._frames.get()) is not None:
            if isinstance(items, Status):
                await refuse(context, *items)
            self._numbers += 1
            yield self._numbers, items


class ScriptedReferee(referee_pb2_grpc.RefereeServiceServicer):
    """One client's referee."""

    def __init__(self, token: str, judge: Judge) -> None:
        self.token = token
        self.judge = judge
        self.calls: list[Call] = []
        self.called = asyncio.Event()
        self.hellos: asyncio.Queue[referee_pb2.HelloRequest] = asyncio.Queue()
        self.streams: asyncio.Queue[Stream] = asyncio.Queue()
        self.refusal: Status | None = None
        """How every call ends, if not with an answer."""
        self.loss: Status | None = None
        """How every stream ends as soon as it is open."""
        self.checks_token = True
        self.dress: Callable[[Message], None] | None = None
        """What to do to every message before it is sent."""
        self.welcome = wire_player.hello_response("client/0/0", GAMES)

    async def Hello(self, request: referee_pb2.HelloRequest, context: Context) -> referee_pb2.HelloResponse:
        self.hellos.put_nowait(request)
        await self._admit("Hello", context)
        return self._dressed(self.welcome)

    async def Listen(
        self, request: referee_pb2.ListenRequest, context: Context
    ) -> AsyncIterator[referee_pb2.ListenResponse]:
        await self._admit("Listen", context)
        await context.send_initial_metadata(())
        stream = self._open(Stream("Listen", request.settings, request.seen), context)
        try:
            async for frame, items in stream.frames(context):
                yield self._dressed(referee_pb2.ListenResponse(frame=frame, items=items))
        finally:
            stream.closed.set()

    async def Play(
        self, request: AsyncIterator[referee_pb2.PlayRequest], context: Context
    ) -> AsyncIterator[referee_pb2.PlayResponse]:
        await self._admit("Play", context)
        await context.send_initial_metadata(())
        first = await anext(request, None)
        if first is None:
            return
        stream = self._open(Stream("Play", first.settings, first.seen), context)
        reader = asyncio.create_task(self._read(stream, first, request))
        try:
            async for frame, items in stream.frames(context):
                yield self._dressed(referee_pb2.PlayResponse(frame=frame, items=items))
        finally:
            reader.cancel()
            stream.closed.set()

    async def Act(self, request: referee_pb2.ActRequest, context: Context) -> referee_pb2.ActResponse:
        await self._admit("Act", context)
        verdict = await self.judge.verdict(request.answer)
        if verdict is None:
            await refuse(context, grpc.StatusCode.UNAVAILABLE, "the answer got lost")
        return self._dressed(referee_pb2.ActResponse(verdict=verdict))

    async def ListMoves(self, request: referee_pb2.ListMovesRequest, context: Context) -> referee_pb2.ListMovesResponse:
        await self._admit("ListMoves", context)
        moves = self.judge.moves(request)
        if moves is None:
            await refuse(context, grpc.StatusCode.FAILED_PRECONDITION, f"decision {request.decision_id} is not open")
        return self._dressed(moves)

    async def Watch(
        self, request: referee_pb2.WatchRequest, context: Context
    ) -> AsyncIterator[referee_pb2.WatchResponse]:
        await self._admit("Watch", context)
        await refuse(context, grpc.StatusCode.FAILED_PRECONDITION, f"nobody watches {request.table!r}")
        yield

    async def GetTranscript(
        self, request: referee_pb2.GetTranscriptRequest, context: Context
    ) -> AsyncIterator[referee_pb2.GetTranscriptResponse]:
        await self._admit("GetTranscript", context)
        await refuse(context, grpc.StatusCode.NOT_FOUND, f"no table is called {request.table!r}")
        yield

    async def _admit(self, method: str, context: Context) -> None:
        token = bearer(context)
        self.calls.append(Call(method, token, time.monotonic()))
        self.called.set()
        if self.refusal is not None:
            await refuse(context, *self.refusal)
        if self.checks_token and token != self.token:
            await refuse(context, grpc.StatusCode.UNAUTHENTICATED, "this token is not known here")

    def _dressed(self, message: M) -> M:
        if self.dress is not None:
            self.dress(message)
        return message

    def _open(self, stream: Stream, context: Context) -> Stream:
        stream.seconds = context.time_remaining()
        if self.loss is not None:
            stream.end(self.loss)
        self.streams.put_nowait(stream)
        return stream

    async def _read(
        self, stream: Stream, first: referee_pb2.PlayRequest, rest: AsyncIterator[referee_pb2.PlayRequest]
    ) -> None:
        await self._hear(stream, first)
        async for frame in rest:
            await self._hear(stream, frame)
        stream.end()

    async def _hear(self, stream: Stream, frame: referee_pb2.PlayRequest) -> None:
        stream.most_answers = max(stream.most_answers, len(frame.answers))
        stream.beats += frame.HasField("heartbeat")
        for answer in frame.answers:
            verdict = await self.judge.verdict(answer)
            if verdict is not None:
                stream.send([referee_pb2.Item(verdict=verdict)])


class Port:
    """Where the referee is, so that it can go away and come back."""

    def __init__(self, referee: ScriptedReferee, address: str) -> None:
        self.referee = referee
        self.address = address
        """With the number the system chose, once it has been opened."""
        self._server: grpc.aio.Server | None = None
        self._kept: socket.socket | None = None

    @property
    def is_open(self) -> bool:
        return self._server is not None

    async def open(self) -> None:
        """Raise ServeError."""
        self.free()
        self._server = grpc.aio.server(options=GRPC)
        referee_pb2_grpc.add_RefereeServiceServicer_to_server(self.referee, self._server)
        self.address = bind(self._server, self.address)
        await whole(self._server.start())

    async def close(self, grace: float | None = None) -> None:
        """Go away: connections break, at once unless calls are given some seconds to end. The number stays ours."""
        if self._server is not None:
            await self._server.stop(grace)
            self._server = None
            if not self.address.startswith("unix:"):
                self._kept = held(self.address)

    def free(self) -> None:
        """Let others have the number: a client that looks for us may find them."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None


def held(address: str) -> socket.socket:
    """Take a port where nobody listens, so that the system gives it to no one else."""
    host, _, number = address.rpartition(":")
    taken = socket.socket()
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # broken connections linger
    taken.bind((host, int(number)))
    return taken


async def whole(doing: Coroutine[None, None, None]) -> None:
    """Do to the end, even if cancelled meanwhile: gRPC does not bear half a start or half a stop of a server."""
    task = asyncio.ensure_future(doing)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
