import asyncio
import json as notation
from pathlib import Path

import typer

from tournament import checks, store
from tournament import config as configuration
from tournament.checks import Tried
from tournament.event import Status


def check(file: Path, *, json: bool) -> Status:
    config = configuration.load(file)
    store.connect(config.database_url).dispose()
    tried = asyncio.run(checks.check(config))
    if json:
        typer.echo(notation.dumps({"warnings": config.warnings, "bots": [one._asdict() for one in tried]}, indent=2))
    else:
        for line in (*config.warnings, f"{file}: the referee plays {config.game.name} so", *map(_line, tried)):
            typer.echo(line)
    return Status.USAGE if any(one.startup_ms is None for one in tried) else Status.FINISHED


def _line(tried: Tried) -> str:
    if tried.startup_ms is None:
        return f"bot {tried.bot}: FAILED: {tried.fault}"
    return f"bot {tried.bot}: said hello after {tried.startup_ms} ms"
