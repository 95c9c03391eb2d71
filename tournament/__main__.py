"""The `tourney` command."""

import errno
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from tournament.errors import TourneyError

# gRPC's own log would drown the one line that says what is wrong.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

tourney = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

File = Annotated[Path, typer.Argument(help="The configuration.", show_default=True)]
Directory = Annotated[Path, typer.Argument(help="The output directory of a run.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Concurrency = Annotated[int | None, typer.Option(min=1, help="Matches at once, instead of the file's.")]
BRACKETS = Path("brackets.toml")


def app() -> None:
    """Run a command. What people can mend is a line on standard error and exit code 2."""
    try:
        tourney()
    except TourneyError as fault:
        typer.echo(str(fault), err=True)
        sys.exit(2)
    except OSError as fault:
        if fault.filename is None and fault.errno != errno.ENOSPC:
            raise
        typer.echo(f"{fault.filename or 'standard output'}: {fault.strerror}", err=True)
        sys.exit(2)


@tourney.callback()
def about() -> None:
    """Hold tournaments of bots, with referee and rated standings."""


@tourney.command()
def init(file: File = BRACKETS) -> None:
    """Write a configuration to start from."""
    from tournament.commands.init import init as command

    typer.echo(command(file))


@tourney.command()
def config(file: File = BRACKETS) -> None:
    """Print a configuration with all its defaults."""
    from tournament.commands.config import config as command

    typer.echo(command(file), nl=False)


@tourney.command()
def check(
    file: File = BRACKETS,
    rules: Annotated[str | None, typer.Option(metavar="GAME", help="Print what can be chosen in a game.")] = None,
    json: Json = False,
) -> None:
    """Try everything that can go wrong before the first match: the file, the referee, the game, every bot."""
    from tournament.commands import check as command

    if rules is not None:
        return command.rules(rules, json=json)
    raise typer.Exit(command.check(file, json=json))


@tourney.command()
def run(
    file: File = BRACKETS,
    out: Annotated[Path | None, typer.Option(help="Output directory, instead of the file's.")] = None,
    concurrency: Concurrency = None,
    json: Json = False,
) -> None:
    """Play a tournament."""
    from tournament.commands.play import run as command

    raise typer.Exit(command(file, out, concurrency, json=json))


@tourney.command()
def resume(directory: Directory, concurrency: Concurrency = None, json: Json = False) -> None:
    """Play what is missing of a tournament that was interrupted."""
    from tournament.commands.play import resume as command

    raise typer.Exit(command(directory, concurrency, json=json))


@tourney.command()
def report(directory: Directory, json: Json = False) -> None:
    """Print standings and all that belongs to them."""
    from tournament.commands.report import report as command

    command(directory, json=json)


@tourney.command()
def rate(
    where: Annotated[Path, typer.Argument(help="A configuration, or the output directory of a run.")] = BRACKETS,
    bot: Annotated[str | None, typer.Option(help="Print what each event made of this bot.")] = None,
    json: Json = False,
) -> None:
    """Rate all bots from all results in the database."""
    from tournament.commands.rate import rate as command

    command(where, bot, json=json)


@tourney.command()
def show(directory: Directory, match: Annotated[str, typer.Argument(help="Its id.")], json: Json = False) -> None:
    """Print what is known of one match."""
    from tournament.commands.show import show as command

    command(directory, match, json=json)


@tourney.command()
def token(
    file: File,
    bot: Annotated[str, typer.Argument(help="A bot with `remote = true`.")],
    out: Annotated[Path | None, typer.Option(help="Output directory, instead of the file's.")] = None,
    json: Json = False,
) -> None:
    """Print the tokens of a remote bot, one a line, one for each team, partner and sitting it plays in."""
    from tournament.commands.token import token as command

    command(file, bot, out, json=json)


@tourney.command()
def adapter(
    cmd: Annotated[str, typer.Option(help="The bot and its arguments, quoted as for a shell.")],
    address: Annotated[str, typer.Option(envvar="PAIJU_ADDRESS", help="HOST:PORT or unix:PATH of the referee.")],
    token_file: Annotated[Path, typer.Option(envvar="PAIJU_TOKEN_FILE", help="A token a line, each a player.")],
    events: Annotated[bool, typer.Option("--events", envvar="PAIJU_EVENTS", help="Tell the bot events too.")] = False,
    no_views: Annotated[
        bool, typer.Option("--no-views", envvar="PAIJU_NO_VIEWS", help="Decisions without view.")
    ] = False,
    legal: Annotated[int, typer.Option(envvar="PAIJU_LEGAL", min=1, max=1024, help="Legal actions listed.")] = 64,
) -> None:
    """Play at a referee as a bot that speaks lines of JSON on standard input and output."""
    from paiju.v1 import referee_pb2 as pb

    from tournament.commands.adapter import adapter as command

    views = pb.VIEWS_NONE if no_views else pb.VIEWS_ON_DECISION
    settings = pb.StreamSettings(views=views, without_events=not events, legal_limit=legal)
    raise typer.Exit(command(cmd, address, token_file, settings))


if __name__ == "__main__":
    app()
