"""Bots with a dummy neural net at many tables: all open decisions in a batch, beside one by one, beside no net at all.

A real referee and four players, each a process with a net of its own, which takes a millisecond for a batch of any
size. `ratio` is to the same bots without a net: 1 means that the net keeps no table waiting.
"""

import argparse
import asyncio
import json
import statistics
import sys
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.batch_bot import NET_S
from benchmarks.deals import NAMES, rounds, seated, served

WAYS = {"none": "no net", "many": "act_many", "one": "act, one by one"}


class Row(NamedTuple):
    way: str
    tables: int
    decisions_per_s: int
    ratio: float
    batch: float
    """Decisions a batch, on average."""
    net_busy: float
    """Part of the time that each net computes: near 1 it is the net that the tables wait for."""


class Run(NamedTuple):
    rate: float
    batch: float


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks batch", description=__doc__)
    parser.add_argument("--tables", type=int, default=256, help="tables in flight")
    parser.add_argument("--deals", type=int, default=512, help="deals a run")
    parser.add_argument("--runs", type=int, default=3, help="interleaved runs, of which the median counts")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    rows = measure(chosen.tables, chosen.deals, chosen.runs)
    if chosen.json:
        print(json.dumps([row._asdict() for row in rows]))
        return
    print(f"{'way':<17}{'tables':>6}{'decisions/s':>13}{'ratio':>7}{'batch':>7}{'net busy':>10}")
    for row in rows:
        print(
            f"{row.way:<17}{row.tables:>6}{row.decisions_per_s:>13}{row.ratio:>7.2f}{row.batch:>7.1f}{row.net_busy:>10.3f}"
        )


def measure(tables: int, deals: int, runs: int) -> list[Row]:
    found: dict[str, list[Run]] = {way: [] for way in WAYS}
    for _ in range(runs):
        for way in WAYS:
            found[way].append(asyncio.run(play(way, tables, deals)))
    return [row(way, tables, found[way], found["none"]) for way in WAYS]


def row(way: str, tables: int, runs: Sequence[Run], free: Sequence[Run]) -> Row:
    rate, batch = (statistics.median(values) for values in zip(*runs, strict=True))
    ratio = rate / statistics.median(run.rate for run in free)
    busy = 0 if way == "none" else rate / batch * NET_S / len(NAMES)
    return Row(WAYS[way], tables, round(rate), round(ratio, 3), round(batch, 1), round(busy, 3))


async def play(way: str, tables: int, deals: int) -> Run:
    """Keep so many tables in flight until all deals have been played."""
    async with served() as house:
        counted = house.folder / "counts"
        command = [sys.executable, "-m", "benchmarks.batch_bot", way, str(counted)]
        async with seated(house, "bench", command) as bots:
            run = await rounds(house, "bench", tables, deals, bots)
        batches, decisions = map(sum, zip(*map(json.loads, counted.read_text().splitlines()), strict=True))
    return Run(run.decisions / run.seconds, decisions / batches)
