"""`tourney check`: everything that can go wrong before the first match, tried beforehand."""

import asyncio
import time
from collections.abc import Iterator
from typing import NamedTuple

from tournament import bots
from tournament.bots import Life, Nursery
from tournament.brackets import Bot
from tournament.config import Config
from tournament.game_check import check_game
from tournament.venue import Venue, venue

RUN = "check"
LOOK_S = 0.02


class Tried(NamedTuple):
    """A bot that was started once."""

    bot: str
    startup_ms: int | None
    """Until it said hello; nothing if it did not."""
    fault: str = ""


async def check(config: Config) -> list[Tried]:
    """Start a referee and each bot once. Raise TourneyError if the referee cannot be had or does not play this game."""
    async with venue(config) as place:
        check_game(config, place.referee.games)
        await place.referee.open_run(RUN)
        nursery = Nursery(config, place.warden, place.address, place.private)
        tried = [await _try(config, place, nursery, bot) for bot in _started(config)]
        await place.referee.close_run(RUN)
        return tried


def _started(config: Config) -> Iterator[Bot]:
    """Yield the bots that are ours to start, each once."""
    seen = {bot.name: bot for team in config.teams for bot in team.bots if not bot.remote}
    yield from seen.values()


async def _try(config: Config, place: Venue, nursery: Nursery, bot: Bot) -> Tried:
    token = bots.token()
    await place.referee.add_player(RUN, bot.name, bots.digest(token))
    began = time.monotonic()
    life = await nursery.start(bot, bot.name, token)
    try:
        async with asyncio.timeout(config.time_control.startup_ms / 1000):
            while bot.name not in await place.referee.connected(RUN):
                await asyncio.wait((life.ended,), timeout=LOOK_S)
                if life.ended.done():
                    return Tried(bot.name, None, life.ended.result().words)
    except TimeoutError:
        return await _silent(config, bot, life)
    life.stop()
    return Tried(bot.name, round((time.monotonic() - began) * 1000))


async def _silent(config: Config, bot: Bot, life: Life) -> Tried:
    life.stop()
    end = await life.ended
    return Tried(bot.name, None, f"no hello within {config.time_control.startup_ms} ms; {end.words}")
