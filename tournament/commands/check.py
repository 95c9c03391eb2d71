import asyncio
import json as notation
from pathlib import Path

import typer

from tournament import checks, store
from tournament import config as configuration
from tournament.checks import Tried
from tournament.event import Status
from tournament.folder import Folder


def check(file: Path, *, json: bool) -> Status:
    config = configuration.load(file)
    Folder(config.output_directory).probe()
    store.connect(config.database_url).dispose()
    tried = asyncio.run(checks.check(config))
    if json:
        bots = [{**one._asdict(), "times": one.times._asdict()} for one in tried]
        typer.echo(notation.dumps({"warnings": config.warnings, "bots": bots}, indent=2))
    else:
        for line in (*config.warnings, f"{file}: the referee plays {config.game.name} so", *map(_line, tried)):
            typer.echo(line)
    return Status.USAGE if any(one.fault for one in tried) else Status.FINISHED


def rules(game: str, *, json: bool) -> None:
    """Print what can be chosen in a game's rules."""
    options = asyncio.run(checks.options(game))
    if json:
        typer.echo(notation.dumps([option._asdict() for option in options], indent=2))
        return
    for option in options:
        values = ", ".join(option.values) or option.type
        typer.echo(f"{option.name} = {option.default}\n    {option.help} ({values})")


def _line(tried: Tried) -> str:
    times = tried.times
    start = f"bot {tried.bot}: "
    if tried.startup_ms is not None:
        start += f"said hello after {tried.startup_ms} ms; "
    if tried.fault:
        return f"{start}FAILED: {tried.fault}"
    mean = times.time_ms / max(1, times.decisions)
    faults = f", {times.refusals} refused" if times.refusals else ""
    faults += f", {times.timeouts} timed out" if times.timeouts else ""
    return f"{start}played a deal: {times.decisions} decisions, {mean:.1f} ms each, {times.max_time_ms} at most{faults}"
