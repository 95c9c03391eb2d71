"""A referee that follows a script: one coroutine for each `Play` or `Listen` stream, in turn."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import NoReturn, Protocol, TypeAlias

import grpc
import grpc.aio
from paiju import cards, play
from paiju.cards import FACES
from paiju.v1 import game_pb2
from paiju.v1 import referee_pb2 as pb
from paiju.v1.referee_pb2_grpc import RefereeServiceServicer, add_RefereeServiceServicer_to_server

TOKEN = "0123456789abcdef"
Context: TypeAlias = "grpc.aio.ServicerContext[pb.PlayRequest, pb.PlayResponse]"
PlainContext: TypeAlias = "grpc.aio.ServicerContext[pb.ListenRequest, pb.ListenResponse]"


class Stream:
    """The referee's end of one `Play` stream."""

    def __init__(self, context: Context, opening: object) -> None:
        self.context = context
        self.frame = 0
        self._unheard = [opening]

    async def say(self, *items: pb.Item) -> None:
        self.frame += 1
        await self.context.write(pb.PlayResponse(frame=self.frame, items=items))

    async def hear(self) -> pb.PlayRequest:
        request = self._unheard.pop() if self._unheard else await self.context.read()
        assert isinstance(request, pb.PlayRequest), "the player has gone"
        return request

    async def hear_answers(self) -> pb.PlayRequest:
        """Hear the next frame that holds more than a heartbeat."""
        while not (request := await self.hear()).answers:
            pass
        return request

    async def seen(self) -> list[tuple[str, int]]:
        return _seen((await self.hear()).seen)

    async def answer(self, verdict: pb.Item | None = None) -> pb.Answer:
        (answer,) = (await self.hear_answers()).answers
        if verdict is not None:
            await self.say(verdict)
        return answer

    async def lose_answer(self) -> None:
        await self.hear_answers()
        await self.break_off()

    async def break_off(self, status: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE) -> NoReturn:
        await self.context.abort(status, "gone")


class PlainStream:
    """The referee's end of one `Listen` stream, and of the answers to it."""

    def __init__(self, context: PlainContext, seen: Sequence[pb.Seen], acts: asyncio.Queue["Act"]) -> None:
        self.context = context
        self.acts = acts
        self.frame = 0
        self._seen = _seen(seen)

    async def say(self, *items: pb.Item) -> None:
        self.frame += 1
        await self.context.write(pb.ListenResponse(frame=self.frame, items=items))

    async def seen(self) -> list[tuple[str, int]]:
        return self._seen

    async def answer(self, verdict: pb.Item | None = None) -> pb.Answer:
        act = await self.acts.get()
        item = verdict or accepted(act.answer.table, act.answer.decision_id)
        act.verdict.set_result(item.verdict)
        return act.answer

    async def lose_answer(self) -> None:
        (await self.acts.get()).verdict.set_result(None)
        await self.context.read()  # until the player has gone

    async def break_off(self, status: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE) -> NoReturn:
        await self.context.abort(status, "gone")


class EitherStream(Protocol):
    """What both can do."""

    async def say(self, *items: pb.Item) -> None: ...

    async def seen(self) -> list[tuple[str, int]]:
        """Return what the player said it has seen, the first thing that is asked of a stream."""

    async def answer(self, verdict: pb.Item | None = None) -> pb.Answer:
        """Hear the next answer; without a verdict it is accepted."""

    async def lose_answer(self) -> None:
        """Have the line break with the next answer on its way."""

    async def break_off(self, status: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE) -> NoReturn: ...


class Act:
    """An answer that waits for its verdict; None is a broken line."""

    def __init__(self, answer: pb.Answer) -> None:
        self.answer = answer
        self.verdict: asyncio.Future[pb.Verdict | None] = asyncio.get_running_loop().create_future()


Script: TypeAlias = Callable[[Stream], Awaitable[None]]
PlainScript: TypeAlias = Callable[[PlainStream], Awaitable[None]]
EitherScript: TypeAlias = Callable[[EitherStream], Awaitable[None]]


def _seen(seen: Sequence[pb.Seen]) -> list[tuple[str, int]]:
    return [(each.table, each.last_seq) for each in seen]


class FakeReferee(RefereeServiceServicer):
    def __init__(self, scripts: Sequence[Script], plain: Sequence[PlainScript]) -> None:
        self.scripts = list(scripts)
        self.plain = list(plain)
        self.hellos: list[pb.HelloRequest] = []
        self.versions = range(1, 2)
        self.acts: asyncio.Queue[Act] = asyncio.Queue()
        self.strangers = 0
        """Hellos to refuse before the token is known."""

    async def Hello(self, request: pb.HelloRequest, context: Context) -> pb.HelloResponse:  # noqa: N802
        await self._admit(context)
        self.hellos.append(request)
        if request.protocol_max not in self.versions:
            spoken = f"this referee speaks versions {self.versions[0]} to {self.versions[-1]}"
            await context.abort(grpc.StatusCode.FAILED_PRECONDITION, spoken)
        return pb.HelloResponse(server="fake", protocol=1, player="a")

    async def Play(  # type: ignore[override]  # noqa: N802  # it writes to the context
        self, _: AsyncIterator[pb.PlayRequest], context: Context
    ) -> None:
        await self._admit(context)
        # A stream that ends before its first message was read may end in the player with gRPC's own words.
        await self.scripts.pop(0)(Stream(context, await context.read()))

    async def Listen(  # type: ignore[override]  # noqa: N802  # it writes to the context
        self, request: pb.ListenRequest, context: PlainContext
    ) -> None:
        await self._admit(context)
        await self.plain.pop(0)(PlainStream(context, request.seen, self.acts))

    async def Act(self, request: pb.ActRequest, context: Context) -> pb.ActResponse:  # noqa: N802
        await self._admit(context)
        act = Act(request.answer)
        self.acts.put_nowait(act)
        if (verdict := await act.verdict) is None:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "gone")
        return pb.ActResponse(verdict=verdict)

    async def _admit(self, context: "Context | PlainContext") -> None:
        self.strangers -= 1
        if self.strangers >= 0 or ("authorization", f"Bearer {TOKEN}") not in (context.invocation_metadata() or ()):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "no such player")


class Served:
    def __init__(self, referee: FakeReferee, server: grpc.aio.Server, address: str) -> None:
        self.referee = referee
        self.server = server
        self.address = address


@asynccontextmanager
async def referee(
    *scripts: Script, plain: Sequence[PlainScript] = (), address: str = "127.0.0.1:0"
) -> AsyncIterator[Served]:
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    port = server.add_insecure_port(address)
    fake = FakeReferee(scripts, plain)  # type: ignore[abstract]  # the other calls are not scripted
    add_RefereeServiceServicer_to_server(fake, server)
    await server.start()
    try:
        yield Served(fake, server, f"127.0.0.1:{port}")
    finally:
        await server.stop(None)


def seated(table: str = "t1", reconnect_ms: int = 5_000) -> pb.Item:
    clocks = pb.Clocks(move_ms=1000, reconnect_ms=reconnect_ms)
    return pb.Item(seated=pb.Seated(table=table, seat=0, game="tractor", clocks=clocks))


def decision(table: str = "t1", number: int = 1) -> pb.Item:
    default = play([FACES[number - 1]])
    view = game_pb2.View(last_seq=number)
    asked = game_pb2.Decision(table=table, decision_id=number, view=view, legal=[default], default=default)
    return pb.Item(decision=asked)


def refusal(table: str = "t1", number: int = 1) -> pb.Item:
    refused = pb.Refused(rule="follow.suit", text="you still have 2 hearts", example=play(cards("2h")), tries_left=1)
    return pb.Item(verdict=pb.Verdict(table=table, decision_id=number, refused=refused))


def accepted(table: str = "t1", number: int = 1) -> pb.Item:
    return pb.Item(verdict=pb.Verdict(table=table, decision_id=number, accepted=pb.Accepted()))


def happened(table: str = "t1", *seqs: int) -> pb.Item:
    return pb.Item(events=pb.TableEvents(table=table, events=[game_pb2.Event(seq=seq) for seq in seqs]))
