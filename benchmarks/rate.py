"""How long it takes to rate every bot of a large database, and what of that is what."""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Engine

from tournament import config as configuration
from tournament import rating, store
from tournament.brackets import RatingTable
from tournament.config import Config
from tournament.ledger import Identity, Reason, Result, Run
from tournament.schedule import matches

BOTS = 50
RESULTS = 100_000
BATCH = 500
NOW = datetime(2026, 1, 1, tzinfo=UTC)
T = TypeVar("T")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks rate", description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--results", type=int, default=RESULTS)
    parser.add_argument("--bots", type=int, default=BOTS)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        row = measure(Path(folder), options.bots, options.results)
    if options.json:
        print(json.dumps([row]))
    else:
        for name, value in row.items():
            print(f"{name:22} {value:>10,.3f}" if isinstance(value, float) else f"{name:22} {value:>10,}")


def measure(folder: Path, bots: int, results: int) -> dict[str, float | int]:
    """Return seconds of process time, of all cores together."""
    config = _config(folder, bots, results)
    engine = store.connect(config.database_url)
    played = list(_results(config))
    _, store_s = timed(lambda: _store(engine, config, played))
    known, read_s = timed(lambda: rating.past(store.runs(engine), store.bots(engine), store.tallies(engine)))
    _, fit_s = timed(lambda: rating.history(known, RatingTable(), None, "bot-00"))
    _, rate_s = timed(lambda: rating.ratings(known, RatingTable(), None))
    engine.dispose()
    return {
        "bots": bots,
        "results": len(played),
        "store_ms_a_result": 1000 * store_s / len(played),
        "read_s": read_s,
        "fit_s": fit_s,
        "fit_and_refits_s": rate_s,
        "refits": RatingTable().bootstrap,
        "rate_s": read_s + rate_s,
    }


def timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.process_time()
    done = work()
    return done, time.process_time() - began


def _config(folder: Path, bots: int, results: int) -> Config:
    boards = max(1, results // (2 * len(list(combinations(range(bots), 2)))) + 1)
    teams = "".join(f'[[team]]\nname = "bot-{i:02}"\ncmd = ["python"]\n' for i in range(bots))
    file = folder / "brackets.toml"
    head = f'[event]\nname = "Rate"\n[game]\nname = "tractor"\n[tournament]\nboards = {boards}\nsrand = 1\n'
    file.write_text(head + teams, encoding="utf-8")
    return configuration.load(file)


def _results(config: Config) -> Iterator[Result]:
    luck = random.Random(1)
    strength = {team.name: luck.gauss(0, 1) for team in config.teams}
    for match in matches(config):
        yield Result(
            match=match.id,
            attempt=0,
            round=match.round,
            group=match.group,
            board=match.board,
            sitting=match.sitting,
            a=match.a,
            b=match.b,
            seats=(f"{match.a}/0/0", f"{match.b}/0/0", f"{match.a}/1/0", f"{match.b}/1/0"),
            bots=(Identity(match.a), Identity(match.a), Identity(match.b), Identity(match.b)),
            reason=Reason.FINISHED,
            score=round(luck.gauss(strength[match.a] - strength[match.b], 3)),
            points=0,
            deals=1,
            finished_at=NOW,
        )


def _store(engine: Engine, config: Config, played: Sequence[Result]) -> None:
    text = configuration.canonical(config)
    store.add_run(engine, Run("run", "Rate", text, configuration.config_hash(config), "", NOW))
    for first in range(0, len(played), BATCH):
        store.add_results(engine, "run", played[first : first + BATCH])
