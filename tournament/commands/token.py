import json as notation
from pathlib import Path

import typer

from tournament import bots
from tournament import config as configuration
from tournament.config import Config, ConfigError
from tournament.schedule import SITTINGS, Player


def token(file: Path, bot: str, out: Path | None, *, json: bool) -> None:
    config = configuration.load(file).moved(output=out)
    tokens = {str(player): bots.remote_token(config.output_directory, player) for player in players(config, bot)}
    typer.echo(notation.dumps(tokens, indent=2) if json else "\n".join(tokens.values()))


def players(config: Config, bot: str) -> list[Player]:
    """Return the players a remote bot is to be. Raise ConfigError if it is none, or not remote."""
    remote = {each.name for team in config.teams for each in team.bots if each.remote}
    if bot not in remote:
        known = ", ".join(sorted(remote)) or "none"
        raise ConfigError([f"{config.path}: no bot {bot} with remote = true plays in a team; remote bots: {known}"])
    return [
        Player(team.name, partner, sitting)
        for team in config.teams
        for partner, each in enumerate(team.bots)
        if each.name == bot
        for sitting in range(SITTINGS[config.tournament.seating])
    ]
