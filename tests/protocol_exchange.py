"""The exchange that docs/protocol.md prints, as it happens now: a table of Tractor, a client that plays plainly."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import grpc
from google.protobuf.message import Message
from paiju.bots.lowest import Lowest
from paiju.connection import serve
from paiju.v1 import admin_pb2, admin_pb2_grpc, cards_pb2, game_pb2, referee_pb2, referee_pb2_grpc
from paiju.v1.game_pb2 import Action, Decision

from referee.games import GAMES
from referee.server.admin import AdminService
from referee.server.lobby import Lobby
from referee.server.service import RefereeService

NAMES = ("mine/0/0", "lowest/0/0", "mine/1/0", "lowest/1/0")
CLOCKS = referee_pb2.Clocks(move_ms=5_000, bank_ms=60_000, margin_ms=50, reconnect_ms=30_000)
SPEC = admin_pb2.TableSpec(
    match="r1.lowest-vs-mine.b001.s0",
    tournament="tractor-demo-cup",
    group="r1/lowest/mine",
    board=1,
    mode="board",
    game="tractor",
    seed=bytes(128),
    players=NAMES,
    clocks=CLOCKS,
    adjudication=admin_pb2.Adjudication(illegal_retries=2, max_strikes=3),
    sittings=1,
    connect_ms=20_000,
)
SETTINGS = referee_pb2.StreamSettings(legal_limit=4, event_delay_ms=60_000)
HELLO = referee_pb2.HelloRequest(client="my client 0.1", protocol_min=1, protocol_max=1)


class Said(NamedTuple):
    kind: str
    message: Message


def token(name: str) -> str:
    return f"token of {name}"


@asynccontextmanager
async def referee(address: str) -> AsyncIterator[None]:
    server = grpc.aio.server()
    lobby = Lobby(GAMES)
    referee_pb2_grpc.add_RefereeServiceServicer_to_server(RefereeService(lobby), server)
    admin_pb2_grpc.add_AdminServiceServicer_to_server(AdminService(lobby, None, 0), server)
    server.add_insecure_port(address)
    await server.start()
    async with grpc.aio.insecure_channel(address) as channel:
        admin: admin_pb2_grpc.AdminServiceAsyncStub = admin_pb2_grpc.AdminServiceStub(channel)
        players = [
            admin_pb2.Player(name=name, token_digest=hashlib.sha256(token(name).encode()).digest()) for name in NAMES
        ]
        await admin.AddPlayers(admin_pb2.AddPlayersRequest(run="cup", players=players))
        await admin.OpenTables(admin_pb2.OpenTablesRequest(run="cup", tables=[SPEC]))
    yield
    lobby.close_links()
    await server.stop(0)


async def play(address: str, said: list[Said]) -> None:
    """Answer with the defaults; try a card of a suit that was not led, once, before the first follow."""
    metadata = (("authorization", f"Bearer {token(NAMES[0])}"),)
    async with grpc.aio.insecure_channel(address) as channel:
        stub: referee_pb2_grpc.RefereeServiceAsyncStub = referee_pb2_grpc.RefereeServiceStub(channel)
        said.append(Said("HelloRequest", HELLO))
        said.append(Said("HelloResponse", await stub.Hello(HELLO, metadata=metadata)))
        listen = referee_pb2.ListenRequest(settings=SETTINGS)
        said.append(Said("ListenRequest", listen))
        tried = False
        async for frame in stub.Listen(listen, metadata=metadata):
            said.append(Said("ListenResponse", frame))
            for item in frame.items:
                if item.HasField("ended"):
                    return
                if item.HasField("decision"):
                    follows = bool(item.decision.view.trick.plays)
                    for answer in answers(item.decision, tries=follows and not tried):
                        request = referee_pb2.ActRequest(answer=answer)
                        said.append(Said("ActRequest", request))
                        said.append(Said("ActResponse", await stub.Act(request, metadata=metadata)))
                    tried = tried or follows


def answers(decision: Decision, *, tries: bool) -> Iterator[referee_pb2.Answer]:
    if tries:
        wrong = max(set(decision.view.hand) - set(decision.legal[0].cards) - {cards_pb2.CARD_BIG_JOKER})
        action = Action(verb=game_pb2.VERB_PLAY, cards=[wrong])
        yield referee_pb2.Answer(table=decision.table, decision_id=decision.decision_id, action=action)
    yield referee_pb2.Answer(table=decision.table, decision_id=decision.decision_id, action=decision.default)


async def exchange(folder: Path) -> list[Said]:
    address = f"unix:{folder}/r"
    said: list[Said] = []
    async with referee(address):
        others = [asyncio.create_task(serve(Lowest({}), address, token(name))) for name in NAMES[1:]]
        await play(address, said)
        for other in others:
            other.cancel()
        await asyncio.gather(*others, return_exceptions=True)
    return said
