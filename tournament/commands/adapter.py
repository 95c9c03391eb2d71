import asyncio
import logging
import shlex
from pathlib import Path

import typer
from paiju.errors import PaijuError
from paiju.main import read_tokens
from paiju.v1 import referee_pb2 as pb

from tournament.adapter.errors import BotEndedError, NoBotError
from tournament.adapter.play import Start, play


def adapter(cmd: str, address: str, token_file: Path, settings: pb.StreamSettings) -> int:
    """Return the exit code: the bot's if it ended, else why the adapter did."""
    logging.basicConfig(format="adapter: %(message)s")
    try:
        asyncio.run(play(Start(_words(cmd), address, read_tokens(token_file), settings)))
    except (PaijuError, BotEndedError, NoBotError) as fault:
        typer.echo(f"adapter: {fault}", err=True)
        return fault.exit_code
    return 0


def _words(cmd: str) -> list[str]:
    try:
        words = shlex.split(cmd)
    except ValueError as fault:
        raise NoBotError(f"--cmd {cmd}: {fault}") from None
    if not words:
        raise NoBotError("--cmd names no program")
    return words
