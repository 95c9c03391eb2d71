"""Where a tournament is played: a warden for its programs, and a referee, its own or a served one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from tournament import embedded
from tournament.client import Referee, RefereeLostError, reach
from tournament.config import Config, ConfigError
from tournament.embedded import Served
from tournament.processes import Running, Warden, hold

DYING_S = 2.0
"""From the loss of a referee's connection to the end of its process."""
LAST_CHARACTERS = 2000


class Venue(NamedTuple):
    warden: Warden
    referee: Referee
    address: str
    """Where bots find the referee."""
    private: Path
    """A directory that only this user can read."""


@asynccontextmanager
async def venue(config: Config) -> AsyncIterator[Venue]:
    """Raise TourneyError if there is no such place."""
    with embedded.private_directory() as private:
        async with hold(private) as warden:
            served, own = await _served(config, warden, private)
            try:
                async with reach(served.admin, served.token) as referee:
                    yield Venue(warden, referee, served.address, private)
            except RefereeLostError as fault:
                raise RefereeLostError(f"{fault}{await _last_words(own)}") from None


async def _served(config: Config, warden: Warden, private: Path) -> tuple[Served, Running | None]:
    table = config.referee
    if table.address is None or table.admin is None or table.admin_token_file is None:
        return await embedded.serve(warden, private)
    file = config.base / table.admin_token_file
    try:
        return Served(table.address, table.admin, file.read_text(encoding="utf-8").strip()), None
    except (OSError, UnicodeDecodeError) as fault:
        raise ConfigError([f"{config.path}: referee.admin_token_file: {file}: {fault}"]) from None


async def _last_words(own: Running | None) -> str:
    """Return what our own referee said before it ended, if it ended."""
    if own is None:
        return ""
    await asyncio.wait((own.ended,), timeout=DYING_S)
    if not own.ended.done():
        return ""
    end = own.ended.result()
    return f"\nthe process of the referee: {end.how}\n{end.stderr.strip()[-LAST_CHARACTERS:]}"
