from pathlib import Path

import typer
from pydantic import TypeAdapter

from tournament import config as configuration
from tournament import rating, store
from tournament.brackets import RatingTable
from tournament.config import Config
from tournament.folder import Folder, find
from tournament.rating import Past, Ratings, Step
from tournament.rating_text import show_history, show_ratings
from tournament.report_text import screen


def rate(where: Path, bot: str | None, *, json: bool) -> None:
    config, known = _past(where)
    method, anchor = config.rating, _anchor(config)
    if bot is not None:
        _history(rating.history(known, method, anchor, bot), json=json)
    else:
        _ratings(rating.ratings(known, method, anchor), method, json=json)


def _past(where: Path) -> tuple[Config, Past]:
    """Read all results of the database that a configuration or a run uses."""
    if where.is_dir():
        file = find(Folder(where.absolute()))
        engine = store.connect(file.database)
        config = configuration.restored(store.find_run(engine, file.run).config, file.config)
    else:
        config = configuration.load(where)
        engine = store.connect(config.database_url)
    return config, rating.past(store.runs(engine), store.bots(engine), store.tallies(engine))


def _anchor(config: Config) -> str | None:
    """Return the first bot of the team that anchors events."""
    return next((team.bots[0].name for team in config.teams if team.name == config.rating.anchor), None)


def _ratings(found: list[Ratings], method: RatingTable, *, json: bool) -> None:
    if json:
        typer.echo(TypeAdapter(list[Ratings]).dump_json(found, indent=2).decode())
    else:
        show_ratings(found, method, screen())


def _history(steps: list[Step], *, json: bool) -> None:
    if json:
        typer.echo(TypeAdapter(list[Step]).dump_json(steps, indent=2).decode())
    else:
        show_history(steps, screen())
