"""Whole deals per second, as a tournament plays them: real referee, four `random` bots in processes of their own.

Beside it in the same run the bare transport: the same five processes and streams, as many tables in flight, small
ready-typed questions (25 cards and a trick) built and answered, frames gathered in the same way, no rules and no bots.
`ratio` compares decisions per second.
"""

import argparse
import asyncio
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import grpc
from paiju.v1 import admin_pb2, admin_pb2_grpc, referee_pb2

NAMES = ("a", "b", "c", "d")
GAME = "tractor"
RANDOM = (sys.executable, "-m", "paiju.bots.random")


class Row(NamedTuple):
    tables: int
    deals_per_s: float
    decisions_per_s: int
    bare_per_s: int
    ratio: float
    referee_cpu_us: float
    bots_cpu_us: float


class Run(NamedTuple):
    deals: int
    decisions: int
    seconds: float
    server_cpu: float
    clients_cpu: float


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks deals", description=__doc__)
    parser.add_argument("--tables", type=int, default=64, help="tables in flight")
    parser.add_argument("--deals", type=int, default=512, help="deals a run")
    parser.add_argument("--runs", type=int, default=3, help="interleaved runs, of which the median counts")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    row = measure(chosen.tables, chosen.deals, chosen.runs)
    if chosen.json:
        print(json.dumps([row._asdict()]))
        return
    print(f"{'tables':>6}{'deals/s':>9}{'decisions/s':>13}{'bare/s':>9}{'ratio':>7}{'referee us':>12}{'bots us':>9}")
    print(
        f"{row.tables:>6}{row.deals_per_s:>9.1f}{row.decisions_per_s:>13}{row.bare_per_s:>9}{row.ratio:>7.3f}"
        f"{row.referee_cpu_us:>12.0f}{row.bots_cpu_us:>9.0f}"
    )


def measure(tables: int, deals: int, runs: int) -> Row:
    real, bare = [], []
    for _ in range(runs):
        real.append(asyncio.run(play(tables, deals)))
        bare.append(asyncio.run(exchange(tables)))
    rate = statistics.median(run.decisions / run.seconds for run in real)
    limit = statistics.median(run.decisions / run.seconds for run in bare)
    return Row(
        tables,
        round(statistics.median(run.deals / run.seconds for run in real), 1),
        round(rate),
        round(limit),
        round(rate / limit, 3),
        round(statistics.median(run.server_cpu / run.decisions for run in real) * 1e6),
        round(statistics.median(run.clients_cpu / run.decisions for run in real) * 1e6),
    )


async def play(tables: int, deals: int) -> Run:
    """Keep so many tables in flight until all deals have been played."""
    async with served() as house, seated(house, "bench", RANDOM) as bots:
        return await rounds(house, "bench", tables, deals, bots)


class House(NamedTuple):
    """A referee that runs, with its organiser's stub."""

    folder: Path
    address: str
    stub: "admin_pb2_grpc.AdminServiceAsyncStub"
    process: int


@asynccontextmanager
async def served() -> AsyncIterator[House]:
    with tempfile.TemporaryDirectory() as folder:
        address, admin = f"unix:{folder}/players.sock", f"unix:{folder}/admin.sock"
        serve = [sys.executable, "-m", "referee", "serve", "--address", address, "--admin", admin]
        server = await asyncio.create_subprocess_exec(*serve, stdout=subprocess.PIPE)
        assert server.stdout is not None
        await server.stdout.readline()
        async with grpc.aio.insecure_channel(admin) as channel:
            yield House(Path(folder), address, admin_pb2_grpc.AdminServiceStub(channel), server.pid)
        server.terminate()
        await server.wait()


@asynccontextmanager
async def seated(house: House, run: str, command: Sequence[str]) -> AsyncIterator[list[int]]:
    """Start four bots for a run, and yield their processes when they are connected."""
    players = [
        admin_pb2.Player(name=name, token_digest=hashlib.sha256(f"{run}.{name}".encode()).digest()) for name in NAMES
    ]
    await house.stub.AddPlayers(admin_pb2.AddPlayersRequest(run=run, players=players))
    bots = [await bot(house, f"{run}.{name}", command) for name in NAMES]
    try:
        await all_connected(house.stub, run)
        yield [process.pid for process in bots]
    finally:
        for process in bots:
            process.terminate()
        await asyncio.gather(*(process.wait() for process in bots))


async def bot(house: House, token: str, command: Sequence[str]) -> asyncio.subprocess.Process:
    file = house.folder / token
    file.write_text(token)
    environment = os.environ | {
        "PAIJU_ADDRESS": house.address,
        "PAIJU_TOKEN_FILE": str(file),
        "PAIJU_OPTIONS": json.dumps({"seed": token}),
    }
    return await asyncio.create_subprocess_exec(*command, env=environment, stderr=subprocess.DEVNULL)


async def all_connected(stub: "admin_pb2_grpc.AdminServiceAsyncStub", run: str) -> None:
    while True:  # the organiser's port has no event for it
        listed = await stub.ListPlayers(admin_pb2.ListPlayersRequest(run=run))
        if all(player.connected for player in listed.players):
            return
        await asyncio.sleep(0.02)


async def rounds(house: House, run: str, tables: int, deals: int, bots: Sequence[int]) -> Run:
    """Open a table for each that ends; the first tables are to warm up."""
    processes = [house.process, *bots]
    results = house.stub.Results(admin_pb2.ResultsRequest(run=run))
    await open_tables(house, run, range(tables))
    opened, ended, decisions, deals_counted = tables, 0, 0, 0
    began, used = time.perf_counter(), [0.0] * len(processes)
    async for response in results:
        for result in response.results:
            assert result.reason == referee_pb2.END_REASON_FINISHED, result
            ended += 1
            if ended > tables:
                decisions += sum(seat.decisions for seat in result.seats)
                deals_counted += 1
            elif ended == tables:
                began, used = time.perf_counter(), [cpu_seconds(process) for process in processes]
        more = min(len(response.results), tables + deals + tables - opened)
        if more > 0:
            await open_tables(house, run, range(opened, opened + more))
            opened += more
        if deals_counted >= deals:
            break
    seconds = time.perf_counter() - began
    cpu = [cpu_seconds(process) - before for process, before in zip(processes, used, strict=True)]
    return Run(deals_counted, decisions, seconds, cpu[0], sum(cpu[1:]))


async def open_tables(house: House, run: str, numbers: Iterable[int]) -> None:
    specs = [spec(run, number) for number in numbers]
    await house.stub.OpenTables(admin_pb2.OpenTablesRequest(run=run, tables=specs))


def spec(run: str, number: int) -> admin_pb2.TableSpec:
    return admin_pb2.TableSpec(
        match=f"m{number}",
        tournament=run,
        group="r",
        board=number,
        mode="board",
        game=GAME,
        seed=number.to_bytes(128, "big"),
        players=NAMES,
        clocks=referee_pb2.Clocks(move_ms=60_000, reconnect_ms=60_000),
        adjudication=admin_pb2.Adjudication(max_strikes=3),
        sittings=1,
        connect_ms=60_000,
    )


def cpu_seconds(process: int) -> float:
    """Return user and system time of a running process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def exchange(tables: int) -> Run:
    """Run the bare transport."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/s"
        command = [sys.executable, "-m", "benchmarks.transport"]
        server = await asyncio.create_subprocess_exec(*command, "serve", path, str(tables), stdout=subprocess.PIPE)
        assert server.stdout is not None
        await server.stdout.readline()
        clients = [await asyncio.create_subprocess_exec(*command, "answer", path, name) for name in NAMES]
        measured = json.loads(await server.stdout.readline())
        await asyncio.gather(*(process.wait() for process in (*clients, server)))
    return Run(0, measured["decisions"], measured["seconds"], 0, 0)
