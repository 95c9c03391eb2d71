"""Decisions per second of the small clients under `clients/`, all at one referee in one run.

Four processes of each language play random legal actions. `client us` is the processor time of all four for a
decision, `referee us` the referee's own for it: where the first is less, the referee is the limit. Languages that are
not built are left out: `make interop` builds them.
"""

import argparse
import asyncio
import json
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.deals import House, rounds, seated, served
from tests.interop.languages import LANGUAGES, Language


class Row(NamedTuple):
    language: str
    tables: int
    decisions_per_s: int
    client_cpu_us: int
    referee_cpu_us: int


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks clients", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 64], help="tables in flight")
    parser.add_argument("--deals", type=int, default=256, help="deals with many tables; a sixteenth of it with one")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    rows = asyncio.run(measure(chosen.tables, chosen.deals))
    if chosen.json:
        print(json.dumps([row._asdict() for row in rows]))
        return
    print(f"{'language':<10}{'tables':>7}{'decisions/s':>13}{'client us':>11}{'referee us':>12}")
    for row in rows:
        print(
            f"{row.language:<10}{row.tables:>7}{row.decisions_per_s:>13}{row.client_cpu_us:>11}{row.referee_cpu_us:>12}"
        )


async def measure(tables: Sequence[int], deals: int) -> list[Row]:
    built = [language for language in LANGUAGES if language.is_built()]
    async with served() as house:
        return [
            await row(house, language, count, max(count, deals if count > 1 else deals // 16))
            for count in tables
            for language in built
        ]


async def row(house: House, language: Language, tables: int, deals: int) -> Row:
    name = f"{language.name}.{tables}"
    async with seated(house, name, language.command()) as processes:
        run = await rounds(house, name, tables, deals, processes)
    return Row(
        language.name,
        tables,
        round(run.decisions / run.seconds),
        round(run.clients_cpu / run.decisions * 1e6),
        round(run.server_cpu / run.decisions * 1e6),
    )
