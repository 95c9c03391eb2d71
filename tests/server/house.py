"""A real server on UNIX sockets, and clients that say exactly what a test wants said."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc
from paiju.v1 import admin_pb2, admin_pb2_grpc, referee_pb2, referee_pb2_grpc

from referee.game import Family
from referee.server.admin import AdminService
from referee.server.lobby import Lobby
from referee.server.service import RefereeService
from referee.server.settings import ADMIN_GRPC, GRPC
from tests.toy import TOY_GAMES
from tournament.client import CHANNEL

NAMES = ("a/0/0", "b/0/0", "a/1/0", "b/1/0")
CLOCKS = referee_pb2.Clocks(move_ms=20_000, bank_ms=0, margin_ms=50, reconnect_ms=20_000)


def token(name: str) -> str:
    return f"token of {name}"


def player(name: str) -> admin_pb2.Player:
    return admin_pb2.Player(name=name, token_digest=hashlib.sha256(token(name).encode()).digest())


def spec(
    match: str = "m1",
    *,
    players: tuple[str, ...] = NAMES,
    clocks: referee_pb2.Clocks = CLOCKS,
    adjudication: admin_pb2.Adjudication | None = None,
    sittings: int = 1,
    hand: str = "2",
    connect_ms: int = 20_000,
    board: int = 0,
    game: str = "toy",
    tournament: str = "cup",
    max_deals: int = 1,
) -> admin_pb2.TableSpec:
    return admin_pb2.TableSpec(
        match=match,
        tournament=tournament,
        group="r1/a/b",
        board=board,
        mode="board",
        game=game,
        options={"hand": hand},
        seed=bytes(128),
        players=players,
        clocks=clocks,
        adjudication=adjudication or admin_pb2.Adjudication(illegal_retries=2, max_strikes=3),
        sittings=sittings,
        connect_ms=connect_ms,
        max_deals=max_deals,
    )


class Client:
    """One player's Play stream: frames in, answers out."""

    def __init__(self, path: str, name: str) -> None:
        # A connection of its own: the streams of a connection are limited.
        self.channel = grpc.aio.insecure_channel(path, options=(("grpc.use_local_subchannel_pool", 1),))
        self.stub: referee_pb2_grpc.RefereeServiceAsyncStub = referee_pb2_grpc.RefereeServiceStub(self.channel)
        self.name = name
        self.metadata = (("authorization", f"Bearer {token(name)}"),)
        self.items: list[referee_pb2.Item] = []
        self.frames: list[referee_pb2.PlayResponse] = []
        self.call = self.stub.Play(metadata=self.metadata)

    async def open(
        self, settings: referee_pb2.StreamSettings | None = None, seen: list[referee_pb2.Seen] | None = None
    ) -> Client:
        await self.call.write(referee_pb2.PlayRequest(settings=settings, seen=seen))
        await self.call.wait_for_connection()
        return self

    async def read(self) -> list[referee_pb2.Item]:
        frame = await self.call.read()
        if not isinstance(frame, referee_pb2.PlayResponse):
            return []
        self.frames.append(frame)
        self.items += frame.items
        return list(frame.items)

    async def until(self, kind: str) -> referee_pb2.Item:
        """Read on to the next item of this kind."""
        while True:
            while self.items:
                item = self.items.pop(0)
                if item.WhichOneof("item") == kind:
                    return item
            if not await self.read():
                raise EOFError(kind)

    async def decision(self) -> referee_pb2.Item:
        return await self.until("decision")

    async def answer(self, *answers: referee_pb2.Answer) -> None:
        await self.call.write(referee_pb2.PlayRequest(answers=answers))

    async def play_on(self, choose: Callable[[referee_pb2.Item], referee_pb2.Answer]) -> referee_pb2.MatchEnded:
        """Answer every decision until a match has ended."""
        while True:
            if not self.items and not await self.read():
                raise EOFError("the stream ended before the match")
            items, self.items = self.items, []
            for at, item in enumerate(items):
                if item.HasField("decision"):
                    await self.answer(choose(item))
                elif item.HasField("ended"):
                    self.items = items[at + 1 :]
                    return item.ended


def default(item: referee_pb2.Item) -> referee_pb2.Answer:
    decision = item.decision
    return referee_pb2.Answer(table=decision.table, decision_id=decision.decision_id, action=decision.default)


@dataclass
class House:
    """A server, its lobby, and channels to both ports."""

    lobby: Lobby
    referee: referee_pb2_grpc.RefereeServiceAsyncStub
    admin: admin_pb2_grpc.AdminServiceAsyncStub
    path: str
    clients: list[Client] = field(default_factory=list)

    async def seat(self, *specs: admin_pb2.TableSpec, names: tuple[str, ...] = NAMES) -> list[str]:
        await self.admin.AddPlayers(admin_pb2.AddPlayersRequest(run="run", players=map(player, names)))
        opened = await self.admin.OpenTables(admin_pb2.OpenTablesRequest(run="run", tables=specs))
        return list(opened.tables)

    async def join(self, *names: str, settings: referee_pb2.StreamSettings | None = None) -> list[Client]:
        joined = [await Client(self.path, name).open(settings) for name in names or NAMES]
        self.clients += joined
        return joined

    async def results(self, number: int = 1) -> list[admin_pb2.MatchResult]:
        """Return the first results of the run."""
        found: list[admin_pb2.MatchResult] = []
        async for response in self.admin.Results(admin_pb2.ResultsRequest(run="run")):
            found += response.results
            if len(found) >= number:
                break
        return found


@asynccontextmanager
async def house(
    tmp_path: Path,
    *,
    games: Mapping[str, Family] = TOY_GAMES,
    spectators: bool = False,
    admin_token: str | None = None,
) -> AsyncIterator[House]:
    lobby = Lobby(games, spectators=spectators)
    server, admin_server = grpc.aio.server(options=GRPC), grpc.aio.server(options=ADMIN_GRPC)
    referee_pb2_grpc.add_RefereeServiceServicer_to_server(RefereeService(lobby), server)
    admin_pb2_grpc.add_AdminServiceServicer_to_server(AdminService(lobby, admin_token, 1000), admin_server)
    path, admin_path = f"unix:{tmp_path}/r.sock", f"unix:{tmp_path}/a.sock"
    server.add_insecure_port(path)
    admin_server.add_insecure_port(admin_path)
    await server.start()
    await admin_server.start()
    async with grpc.aio.insecure_channel(path) as one, grpc.aio.insecure_channel(admin_path, options=CHANNEL) as two:
        here = House(lobby, referee_pb2_grpc.RefereeServiceStub(one), admin_pb2_grpc.AdminServiceStub(two), path)
        yield here
        for client in here.clients:
            await client.channel.close()
        lobby.close_links()
        await asyncio.gather(server.stop(0), admin_server.stop(0))


def go(coroutine: Coroutine[None, None, None]) -> None:
    """Run a test with a limit, so that what never comes fails it."""

    async def limited() -> None:
        await asyncio.wait_for(coroutine, 30)

    asyncio.run(limited())
