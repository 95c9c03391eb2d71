"""The calls that few clients make are answered as a referee does."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
import pytest
from paiju.v1 import game_pb2, referee_pb2_grpc
from paiju.v1 import referee_pb2 as pb

from referee.conformance.client import Client
from referee.conformance.judge import Judge
from referee.conformance.server import Port, ScriptedReferee, Stream
from referee.conformance.sitting import sit

TOKEN = "0123456789abcdef"
ME = (("authorization", f"Bearer {TOKEN}"),)


@asynccontextmanager
async def at_table() -> AsyncIterator[tuple[Client, referee_pb2_grpc.RefereeServiceAsyncStub]]:
    """A client that is asked at a table, and the calls it can make."""
    client = Client(TOKEN, "127.0.0.1:0", None, 20)
    await client.port.open()
    client.stream = Stream("Listen", pb.StreamSettings(), ())
    await client.ask(sit("t1", "tractor"))
    try:
        async with grpc.aio.insecure_channel(client.port.address) as channel:
            yield client, referee_pb2_grpc.RefereeServiceStub(channel)
    finally:
        await client.port.close()
        client.port.free()


def test_moves_are_listed_for_an_open_decision() -> None:
    async def ask() -> tuple[pb.ListMovesResponse, pb.ListMovesResponse]:
        async with at_table() as (_, calls):
            few = await calls.ListMoves(pb.ListMovesRequest(table="t1", decision_id=1, limit=1), metadata=ME)
            return few, await calls.ListMoves(pb.ListMovesRequest(table="t1", decision_id=1), metadata=ME)

    few, every = asyncio.run(ask())
    assert len(few.actions) == 1
    assert list(every.actions)[:1] == list(few.actions)
    assert every.complete


@pytest.mark.parametrize("request_", [pb.ListMovesRequest(table="t1", decision_id=2), pb.ListMovesRequest(table="t2")])
def test_moves_of_another_decision_are_a_failed_call(request_: pb.ListMovesRequest) -> None:
    async def ask() -> None:
        async with at_table() as (_, calls):
            await calls.ListMoves(request_, metadata=ME)

    with pytest.raises(grpc.aio.AioRpcError) as raised:
        asyncio.run(ask())
    assert raised.value.code() is grpc.StatusCode.FAILED_PRECONDITION


def test_nobody_watches_and_nothing_is_transcribed() -> None:
    async def ask() -> list[grpc.StatusCode]:
        async with at_table() as (_, calls):
            streams = (
                calls.Watch(pb.WatchRequest(table="t1"), metadata=ME),
                calls.GetTranscript(pb.GetTranscriptRequest(table="t1"), metadata=ME),
            )
            return [await stream.code() for stream in streams]

    assert asyncio.run(ask()) == [grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.NOT_FOUND]


def test_a_dry_run_is_no_answer() -> None:
    async def ask() -> tuple[pb.Verdict, int]:
        async with at_table() as (client, calls):
            dry = pb.Answer(table="t1", decision_id=1, dry_run=True)
            dry.action.verb = game_pb2.VERB_PASS
            verdict = (await calls.Act(pb.ActRequest(answer=dry), metadata=ME)).verdict
            dry.dry_run = False
            await calls.Act(pb.ActRequest(answer=dry), metadata=ME)
            return verdict, (await client.heard("answered")).answer.decision_id

    verdict, decision = asyncio.run(ask())
    assert verdict.dry_run
    assert verdict.HasField("accepted")
    assert decision == 1


def test_a_port_that_is_left_is_given_to_nobody_else() -> None:
    async def leave() -> None:
        port = Port(ScriptedReferee(TOKEN, Judge()), "127.0.0.1:0")
        await port.open()
        await port.close()
        host, _, number = port.address.rpartition(":")
        with socket.socket() as other, pytest.raises(ConnectionRefusedError):
            other.connect((host, int(number)))
        with socket.socket() as other, pytest.raises(OSError, match="in use"):
            other.bind((host, int(number)))
        await port.open()
        assert port.address == f"{host}:{number}"
        await port.close()
        port.free()
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            other.bind((host, int(number)))

    asyncio.run(leave())
