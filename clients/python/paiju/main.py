"""The main program of a bot."""

import argparse
import asyncio
import json
import logging
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeAlias

from paiju.bot import Bot
from paiju.errors import PaijuError

BotType: TypeAlias = Callable[[Mapping[str, object]], Bot]

LEVELS = ("debug", "info", "warning", "error")
"""What PAIJU_LOG may be."""

log = logging.getLogger("paiju")


class UsageError(PaijuError):
    exit_code = 2


class Start(NamedTuple):
    """How a bot was started."""

    address: str
    tokens: list[str]
    options: Mapping[str, object]
    wait: bool = False


def run(bot: BotType) -> NoReturn:
    """Play as `bot` until the referee ends or a signal comes; the exit code says why (paiju.errors).

    The referee's address, a file with a token (or several, one a line: one bot object each), and the bot's options
    come from PAIJU_ADDRESS, PAIJU_TOKEN_FILE and PAIJU_OPTIONS, or the first two from the command line. PAIJU_LOG is
    how much is said on standard error: debug, info, warning (if not set) or error.
    """
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # gRPC's own log would drown the one line that says what is wrong
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    try:
        asyncio.run(_run(bot, start()))
    except PaijuError as error:
        if error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        sys.exit(_say(error))
    sys.exit(0)


def start() -> Start:
    """Read the command line and the environment as `run` does, for a program that calls `serve` itself.

    Sets the level of the logger `paiju`. Raise UsageError.
    """
    parser = argparse.ArgumentParser(description="A bot that plays at a paiju referee.")
    parser.add_argument("--address", default=os.environ.get("PAIJU_ADDRESS"), help="HOST:PORT or unix:PATH")
    parser.add_argument("--token-file", default=os.environ.get("PAIJU_TOKEN_FILE"), help="one token a line")
    parser.add_argument("--wait", action="store_true", help="wait for a referee or a run that has not begun")
    given = parser.parse_args()
    log.setLevel(_level(os.environ.get("PAIJU_LOG", "warning")))
    _warn_of_twins()
    if not given.address:
        raise UsageError("where is the referee? give --address HOST:PORT or set PAIJU_ADDRESS")
    if not given.token_file:
        raise UsageError("who is playing? give --token-file FILE or set PAIJU_TOKEN_FILE")
    tokens, options = read_tokens(Path(given.token_file)), _options(os.environ.get("PAIJU_OPTIONS", "{}"))
    return Start(given.address, tokens, options, given.wait)


def read_tokens(path: Path) -> list[str]:
    """Return the tokens in a file, at least one. Raise UsageError."""
    try:
        tokens = path.read_text(encoding="ascii").split()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read tokens from {path}: {getattr(error, 'strerror', None) or error}") from None
    if not tokens:
        raise UsageError(f"there is no token in {path}")
    if not all(map(str.isprintable, tokens)):
        raise UsageError(f"{path} holds something else than tokens")
    return tokens


async def serve(bot: Bot, address: str, token: str, *, wait: bool = False) -> None:
    """Play until the referee ends the stream. Raise PaijuError.

    With `wait` a referee that is not there yet, or does not know the token yet, is asked again until it does.
    """
    from paiju.connection import serve as connect  # noqa: PLC0415  # gRPC is slow to load, and only a running bot needs it
    from paiju.line import Timing  # noqa: PLC0415

    await connect(bot, address, token, Timing(wait=wait))


def serve_plainly(bot: Bot, address: str, token: str, *, wait: bool = False) -> None:
    """Do what `serve` does, without an event loop: one call after the other, in the thread of the caller."""
    from paiju.line import Timing  # noqa: PLC0415
    from paiju.plain import serve_plainly as connect  # noqa: PLC0415

    connect(bot, address, token, Timing(wait=wait))


async def _run(bot: BotType, start: Start) -> None:
    lines = asyncio.gather(
        *(serve(bot(start.options), start.address, token, wait=start.wait) for token in start.tokens)
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, lines.cancel)
    with suppress(asyncio.CancelledError):
        await lines


def _say(error: PaijuError) -> int:
    sys.stderr.write(f"paiju: {error}\n")
    return error.exit_code


def _level(name: str) -> str:
    if name.lower() not in LEVELS:
        raise UsageError(f"PAIJU_LOG is one of {', '.join(LEVELS)}, got {name!r}")
    return name.upper()


def _warn_of_twins() -> None:
    """Two distributions hold this package; where both are installed, one has overwritten the other."""
    versions = {}
    for name in ("paiju", "paiju-client"):
        with suppress(metadata.PackageNotFoundError):
            versions[name] = metadata.version(name)
    if len(set(versions.values())) > 1:
        both = " and ".join(f"{name} {version}" for name, version in versions.items())
        log.warning("%s are both installed and overwrite each other: uninstall both, then install one", both)


def _options(text: str) -> Mapping[str, object]:
    try:
        options = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"PAIJU_OPTIONS is no JSON: {error}") from None
    if not isinstance(options, dict):
        raise UsageError("PAIJU_OPTIONS is no JSON object")
    return options
