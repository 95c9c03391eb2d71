"""Decisions per second over the wire: the referee beside bare streams that send the same messages.

Four clients in one process answer by script (the default action) over UNIX sockets, views with each decision, up to
64 legal actions. `ratio` is the referee to `bare`, which builds and sends the same messages with the same batching;
`echo_ratio` is to the same bytes ready-made. `turn ms` is how long the referee lets others wait for a turn of its loop,
once in a hundred times. Medians of interleaved runs.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import grpc
from paiju.v1 import referee_pb2, referee_pb2_grpc

KINDS = ("referee", "bare", "echo")
ROUNDS = {1: 16, 8: 4, 64: 2}
"""Rounds of whole boards at so many tables, after one to warm up."""


class Row(NamedTuple):
    tables: int
    decisions_per_s: int
    bare_per_s: int
    echo_per_s: int
    ratio: float
    echo_ratio: float
    server_cpu_us: float
    bare_cpu_us: float
    turn_ms: float


class Run(NamedTuple):
    rate: float
    cpu_us: float
    """Of the server, for each decision."""
    turn_ms: float


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks wire", description=__doc__)
    parser.add_argument("--tables", type=int, action="append", help="default: 1, 8 and 64")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    rows = [measure(tables, chosen.runs) for tables in chosen.tables or ROUNDS]
    if chosen.json:
        print(json.dumps([row._asdict() for row in rows]))
        return
    print("tables  decisions/s   bare/s   echo/s  ratio  to echo  CPU us  bare us  turn ms")
    for row in rows:
        print(
            f"{row.tables:>6}{row.decisions_per_s:>13}{row.bare_per_s:>9}{row.echo_per_s:>9}{row.ratio:>7.2f}"
            f"{row.echo_ratio:>9.2f}{row.server_cpu_us:>8.0f}{row.bare_cpu_us:>9.0f}{row.turn_ms:>9.1f}"
        )


def measure(tables: int, runs: int) -> Row:
    found: dict[str, list[Run]] = {kind: [] for kind in KINDS}
    for _ in range(runs):
        for kind in KINDS:
            found[kind].append(asyncio.run(converse(kind, tables)))
    rate = {kind: statistics.median(run.rate for run in found[kind]) for kind in KINDS}
    cpu = {kind: statistics.median(run.cpu_us for run in found[kind]) for kind in KINDS}
    return Row(
        tables,
        round(rate["referee"]),
        round(rate["bare"]),
        round(rate["echo"]),
        round(rate["referee"] / rate["bare"], 3),
        round(rate["referee"] / rate["echo"], 3),
        round(cpu["referee"], 1),
        round(cpu["bare"], 1),
        round(statistics.median(run.turn_ms for run in found["referee"]), 1),
    )


async def converse(kind: str, tables: int) -> Run:
    """Start a server, answer it, and read what it measured."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "s")
        command = [sys.executable, "-m", "benchmarks.wire_server", kind, path, str(tables), str(ROUNDS.get(tables, 2))]
        server = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
        assert server.stdout is not None
        await server.stdout.readline()
        clients = [asyncio.create_task(client(path, token)) for token in "abcd"]
        measured = json.loads(await server.stdout.readline())
        server.kill()
        for task in clients:
            task.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        await server.wait()
    decisions = measured["decisions"]
    return Run(decisions / measured["seconds"], measured["cpu"] / decisions * 1e6, measured["turn"] * 1000)


async def client(path: str, token: str) -> None:
    """Answer every decision with its default, all of a frame in one frame."""
    options = (("grpc.use_local_subchannel_pool", 1),)
    async with grpc.aio.insecure_channel(f"unix:{path}", options=options) as channel:
        call = referee_pb2_grpc.RefereeServiceStub(channel).Play(metadata=(("authorization", f"Bearer {token}"),))
        settings = referee_pb2.StreamSettings(views=referee_pb2.VIEWS_ON_DECISION, legal_limit=64, without_events=True)
        await call.write(referee_pb2.PlayRequest(settings=settings))
        async for frame in call:
            answers = [
                referee_pb2.Answer(
                    table=item.decision.table, decision_id=item.decision.decision_id, action=item.decision.default
                )
                for item in frame.items
                if item.HasField("decision")
            ]
            if answers:
                await call.write(referee_pb2.PlayRequest(answers=answers))
