"""Three servers of the same conversation, each in a process of its own.

`referee` is the real one. `bare` has its streams and its way of gathering frames, and builds and sends the same
messages, but there are no tables behind it: each reads from a recording. `echo` sends the same bytes ready-made.
"""

import argparse
import asyncio
import copy
import hashlib
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import NamedTuple

import grpc
from paiju.v1 import referee_pb2, referee_pb2_grpc

from referee.cards import SEATS, BySeat, Seat
from referee.games import GAMES
from referee.server.item import Answer, Asked, Item, Manners, Told
from referee.server.link import Link
from referee.server.lobby import Lobby, TableSpec
from referee.server.room import Player, Room
from referee.server.serve import spare_the_collector
from referee.server.service import RefereeService
from referee.server.settings import GRPC
from referee.server.wire import player as wire
from referee.table.clock import Clocks
from referee.table.match import Adjudication, BoardName, Match

GAME = "tractor"
NAMES = ("a", "b", "c", "d")
CLOCKS = Clocks(move_ms=60_000)
MANNERS = Manners(events=False)
SLEEP = 0.001
"""Seconds from one turn of the loop to when the next one is asked for."""


class Said(NamedTuple):
    """One decision of a recording and the verdict of its scripted answer."""

    seat: Seat
    asked: Asked
    told: Told


def board_seed(number: int) -> bytes:
    return number.to_bytes(128, "big")


async def record(table: str, board: int) -> list[Said]:
    """Play a board with the default actions, as the scripted clients do."""
    family = GAMES[GAME]
    one, two, three, four = (Player("", name, b"") for name in NAMES)
    match = Match(
        "m",
        BoardName("bench", "r", board),
        family.make({}),
        1,
        BySeat(NAMES),
        board_seed(board),
        CLOCKS,
        Adjudication(),
    )
    room = Room(table, match, BySeat((one, two, three, four)), lambda _: None)
    links = [Link(MANNERS) for _ in SEATS]
    for player, link in zip(room.players, links, strict=True):
        player.link = link
    for seat, link in zip(SEATS, links, strict=True):
        room.arrive(seat, link, 0)
    said = []
    while room.result is None:
        assert room.table is not None
        (seat,) = room.table.asking
        asked = room.hand_over(seat, MANNERS)
        assert asked is not None
        kept = copy.deepcopy(asked)
        told, _ = room.answer(seat, Answer(table, asked.id, asked.legal[0], dry_run=False, debug=""), 0.0)
        said.append(Said(seat, kept, told))
    return said


class Bare:
    """A conversation without tables, over real streams."""

    def __init__(self, scripts: Sequence[list[Said]]) -> None:
        self.scripts = {script[0].asked.table: script for script in scripts}
        self.links: dict[str, Link] = {}
        self.joined = asyncio.Event()
        self.idle = asyncio.Event()
        self.at: dict[str, int] = {}
        self.decisions = 0

    def open(self, tables: int) -> None:
        self.idle.clear()
        self.at = {f"t{number}": 0 for number in range(tables)}
        for table in self.at:
            self.ask(table)

    def ask(self, table: str) -> None:
        said = self.scripts[table][self.at[table]]
        self.links[NAMES[said.seat]].put(said.asked)

    def answered(self, table: str) -> None:
        script = self.scripts[table]
        said = script[self.at[table]]
        self.decisions += 1
        self.links[NAMES[said.seat]].put(said.told)
        self.at[table] += 1
        if self.at[table] < len(script):
            self.ask(table)
            return
        del self.at[table]
        if not self.at:
            self.idle.set()

    def frame(self, number: int, items: list[Item]) -> bytes:
        return wire.play_response(number, items).SerializeToString()

    async def play(
        self, request: AsyncIterator[referee_pb2.PlayRequest], context: grpc.aio.ServicerContext[object, object]
    ) -> AsyncIterator[bytes]:
        token = dict(context.invocation_metadata() or ())["authorization"]
        link = self.links[str(token)[-1]] = Link(MANNERS)
        await context.send_initial_metadata(())
        reader = asyncio.create_task(self.read(link, request))
        if len(self.links) == len(SEATS):
            self.joined.set()
        number = 0
        while (items := await link.take()) is not None:
            number += 1
            yield self.frame(number, items)
        await reader

    async def read(self, link: Link, frames: AsyncIterator[referee_pb2.PlayRequest]) -> None:
        async for frame in frames:
            for message in frame.answers:
                self.answered(wire.read_answer(message).table)
        link.close()

    def handlers(self) -> grpc.GenericRpcHandler:
        method: grpc.RpcMethodHandler[referee_pb2.PlayRequest, bytes] = grpc.stream_stream_rpc_method_handler(
            self.play, request_deserializer=referee_pb2.PlayRequest.FromString
        )
        return grpc.method_handlers_generic_handler("paiju.v1.RefereeService", {"Play": method})


class Echo(Bare):
    """The same with every item serialised beforehand; a frame is its items one after the other."""

    def __init__(self, scripts: Sequence[list[Said]]) -> None:
        super().__init__(scripts)
        items = [item for script in scripts for said in script for item in (said.asked, said.told)]
        self.ready = {id(item): wire.play_response(0, [item]).SerializeToString() for item in items}

    def frame(self, number: int, items: list[Item]) -> bytes:  # noqa: ARG002 - the number is not ready-made
        return b"".join([self.ready[id(item)] for item in items])


class Referee:
    """The real thing, with orders instead of an organiser's port."""

    def __init__(self) -> None:
        self.lobby = Lobby(GAMES)
        self.lobby.add_players("bench", [(name, hashlib.sha256(name.encode()).digest()) for name in NAMES])
        self.opened = 0

    def open(self, tables: int) -> None:
        specs = [self.spec(self.opened + number, number) for number in range(tables)]
        self.opened += tables
        self.lobby.open_tables("bench", specs)

    @staticmethod
    def spec(match: int, board: int) -> TableSpec:
        name = BoardName("bench", f"r{match}", board)
        return TableSpec(
            f"m{match}",
            name,
            GAME,
            {},
            board_seed(board),
            NAMES,
            CLOCKS,
            Adjudication(),
            1,
            trusted=False,
            connect_ms=60_000,
        )

    async def joined(self) -> None:
        players = self.lobby.run("bench").players.values()
        while not all(player.link for player in players):  # noqa: ASYNC110 - only the lobby knows
            await asyncio.sleep(0.01)


async def measure(kind: str, path: str, tables: int, rounds: int) -> None:
    """Serve until killed; once so many rounds of so many tables have been played, print how long that took."""
    spare_the_collector()  # as `referee serve` does
    server = grpc.aio.server(options=GRPC)
    server.add_insecure_port(f"unix:{path}")
    if kind == "referee":
        referee = Referee()
        referee_pb2_grpc.add_RefereeServiceServicer_to_server(RefereeService(referee.lobby), server)
        await server.start()
        say({"ready": True})
        await referee.joined()
        await timed(referee, tables, 1, referee.lobby.idle.wait)
        before = decided(referee)
        seconds, cpu, turn = await timed(referee, tables, rounds, referee.lobby.idle.wait)
        decisions = decided(referee) - before
    else:
        scripts = [await record(f"t{number}", number) for number in range(tables)]
        bare = (Echo if kind == "echo" else Bare)(scripts)
        server.add_generic_rpc_handlers((bare.handlers(),))
        await server.start()
        say({"ready": True})
        await bare.joined.wait()
        await timed(bare, tables, 1, bare.idle.wait)
        before = bare.decisions
        seconds, cpu, turn = await timed(bare, tables, rounds, bare.idle.wait)
        decisions = bare.decisions - before
    say({"decisions": decisions, "seconds": seconds, "cpu": cpu, "turn": turn})
    await server.wait_for_termination()


def decided(referee: Referee) -> int:
    results = referee.lobby.run("bench").results
    return sum(seat.decisions for result in results.values() for seat in result.seats)


async def timed(
    server: Bare | Referee, tables: int, rounds: int, idle: Callable[[], Awaitable[object]]
) -> tuple[float, float, float]:
    """Return the seconds it took, those of the processor, and the longest but a hundredth of the turns of the loop."""
    began, used = time.perf_counter(), time.process_time()
    turns: list[float] = []
    watch = asyncio.create_task(waiting(turns))
    for _ in range(rounds):
        server.open(tables)
        await idle()
    watch.cancel()
    return time.perf_counter() - began, time.process_time() - used, sorted(turns)[len(turns) * 99 // 100]


async def waiting(turns: list[float]) -> None:
    """Keep asking for a turn, and note how long each took to come."""
    while True:
        asked = time.perf_counter()
        await asyncio.sleep(SLEEP)
        turns.append(time.perf_counter() - asked - SLEEP)


def say(what: dict[str, float]) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=("referee", "bare", "echo"))
    parser.add_argument("path")
    parser.add_argument("tables", type=int)
    parser.add_argument("rounds", type=int)
    chosen = parser.parse_args()
    sys.exit(asyncio.run(measure(chosen.kind, chosen.path, chosen.tables, chosen.rounds)))
