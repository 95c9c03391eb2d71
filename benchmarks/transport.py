"""The bare multiplexed transport: a server that asks small questions of four client processes, and nothing else."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator

import grpc
from paiju.v1 import cards_pb2, game_pb2, referee_pb2, referee_pb2_grpc

from referee.server.settings import GRPC

ASKED = 100_000
"""Questions a run."""
HAND = [cards_pb2.Card.ValueType(1 + number) for number in range(25)]


class Transport:
    """Each table asks its seats in turn; a frame holds whatever is ready."""

    def __init__(self, tables: int) -> None:
        self.tables = tables
        self.ready: list[list[int]] = [[] for _ in range(4)]
        self.wake = [asyncio.Event() for _ in range(4)]
        self.joined = 0
        self.asked = 0
        self.done = asyncio.Event()
        self.began = 0.0

    def start(self) -> None:
        self.began = time.perf_counter()
        for table in range(self.tables):
            self.ask(table % 4, table)

    def ask(self, seat: int, table: int) -> None:
        self.asked += 1
        if self.asked > ASKED:
            self.done.set()
            return
        self.ready[seat].append(table)
        self.wake[seat].set()

    async def play(
        self, request: AsyncIterator[referee_pb2.PlayRequest], context: grpc.aio.ServicerContext[object, object]
    ) -> AsyncIterator[referee_pb2.PlayResponse]:
        seat = "abcd".index(str(dict(context.invocation_metadata() or ())["authorization"])[-1])
        reader = asyncio.create_task(self.read(seat, request))
        self.joined += 1
        if self.joined == 4:
            self.start()
        while not self.done.is_set():
            await self.wake[seat].wait()
            await asyncio.sleep(0)
            self.wake[seat].clear()
            tables, self.ready[seat] = self.ready[seat], []
            if tables:
                yield referee_pb2.PlayResponse(items=[question(seat, table) for table in tables])
        reader.cancel()

    async def read(self, seat: int, frames: AsyncIterator[referee_pb2.PlayRequest]) -> None:
        async for frame in frames:
            for answer in frame.answers:
                self.ask((seat + 1) % 4, int(answer.table))


def question(seat: int, table: int) -> referee_pb2.Item:
    plays = [game_pb2.Play(seat=number, cards=HAND[number : number + 1]) for number in range(3)]
    view = game_pb2.View(seat=seat, hand=HAND, trick=game_pb2.Trick(leader=0, plays=plays))
    return referee_pb2.Item(decision=game_pb2.Decision(decision_id=1, table=str(table), view=view))


async def serve(path: str, tables: int) -> None:
    server = grpc.aio.server(options=GRPC)
    transport = Transport(tables)
    method: grpc.RpcMethodHandler[referee_pb2.PlayRequest, referee_pb2.PlayResponse] = (
        grpc.stream_stream_rpc_method_handler(
            transport.play,
            request_deserializer=referee_pb2.PlayRequest.FromString,
            response_serializer=referee_pb2.PlayResponse.SerializeToString,
        )
    )
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("paiju.v1.RefereeService", {"Play": method}),)
    )
    server.add_insecure_port(f"unix:{path}")
    await server.start()
    print(json.dumps({"ready": True}), flush=True)
    await transport.done.wait()
    print(json.dumps({"decisions": ASKED, "seconds": time.perf_counter() - transport.began}), flush=True)
    for wake in transport.wake:
        wake.set()
    await server.stop(0.2)


async def answer(path: str, token: str) -> None:
    async with grpc.aio.insecure_channel(f"unix:{path}") as channel:
        call = referee_pb2_grpc.RefereeServiceStub(channel).Play(metadata=(("authorization", token),))
        await call.write(referee_pb2.PlayRequest())
        async for frame in call:
            answers = [
                referee_pb2.Answer(
                    table=item.decision.table,
                    decision_id=item.decision.decision_id,
                    action=game_pb2.Action(verb=game_pb2.VERB_PLAY, cards=item.decision.view.hand[:1]),
                )
                for item in frame.items
            ]
            await call.write(referee_pb2.PlayRequest(answers=answers))


if __name__ == "__main__":
    what, path, last = sys.argv[1:]
    asyncio.run(serve(path, int(last)) if what == "serve" else answer(path, last))
