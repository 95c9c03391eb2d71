"""`tourney check`: everything that can go wrong before the first match, tried beforehand.

Each bot is started, says hello, and plays one deal with three stubs that always take the default action.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import NamedTuple

from tournament import bots, embedded, tables
from tournament.bots import Exit, Life, Nursery
from tournament.brackets import Bot
from tournament.client import Option, Outcome, reach
from tournament.config import Config
from tournament.embedded import private_directory
from tournament.errors import TourneyError
from tournament.game_check import check_game
from tournament.ledger import Reason, SeatTimes
from tournament.processes import hold
from tournament.venue import Venue, venue

RUN = "check"
LOOK_S = 0.02
STUB = Bot(name="stub", python="paiju.bots.lowest:Lowest")
STUBS = ("stub 1", "stub 2", "stub 3")


class UnknownGameError(TourneyError):
    """The referee does not play it."""


class Tried(NamedTuple):
    """A bot that was tried."""

    bot: str
    startup_ms: int | None
    """Until it said hello; nothing if it did not."""
    times: SeatTimes = SeatTimes()
    """How it used its time in the deal."""
    fault: str = ""
    """Why it will not do."""


async def check(config: Config) -> list[Tried]:
    """Start a referee and try each bot. Raise TourneyError if the referee cannot be had or does not play this game."""
    async with venue(config) as place:
        await check_game(config, place.referee)
        await place.referee.open_run(RUN)
        nursery = Nursery(config, place.warden, place.address, place.private)
        async with aclosing(place.referee.results(RUN)) as outcomes:
            trial = Trial(config, place, nursery, outcomes)
            stubs = [await trial.bring(STUB, name) for name in STUBS]
            tried = [await trial.attempt(bot) for bot in _started(config)]
        for life in stubs:
            life.stop()
        await place.referee.close_run(RUN)
        return tried


async def options(game: str) -> tuple[Option, ...]:
    """Ask a referee of our own what can be chosen in a game. Raise UnknownGameError."""
    with private_directory() as private:
        async with hold(private) as warden:
            served, _ = await embedded.serve(warden, private)
            async with reach(served.admin, served.token) as referee:
                if game not in referee.games:
                    raise UnknownGameError(f"no game is called {game!r}, only {', '.join(referee.games)}")
                return tuple(referee.games[game])


def _started(config: Config) -> Iterator[Bot]:
    """Yield the bots that are ours to start, each once."""
    seen = {bot.name: bot for team in config.teams for bot in team.bots if not bot.remote}
    yield from seen.values()


def _early(end: Exit) -> str:
    """Return how a bot ended that had not said hello."""
    if not end.is_well:
        return end.words
    advice = f"ended ({end.how}) before it connected: does it call paiju.run, and is its command right?"
    return "; ".join(filter(None, (advice, end.complaint)))


@dataclass(frozen=True)
class Trial:
    config: Config
    place: Venue
    nursery: Nursery
    outcomes: AsyncIterator[Outcome]

    async def bring(self, bot: Bot, name: str) -> Life:
        token = bots.token()
        await self.place.referee.add_player(RUN, name, bots.digest(token))
        return await self.nursery.start(bot, name, token)

    async def attempt(self, bot: Bot) -> Tried:
        began = time.monotonic()
        life = await self.bring(bot, bot.name)
        if fault := await self._missed(life):
            return Tried(bot.name, None, fault=fault)
        startup_ms = round((time.monotonic() - began) * 1000)
        await self.place.referee.open_tables(RUN, [tables.trial(self.config, bot.name, (bot.name, *STUBS))])
        outcome = await self._play(life)
        has_ended = life.ended.done()
        life.stop()
        if outcome.reason is Reason.FINISHED:
            return Tried(bot.name, startup_ms, outcome.seats[0])
        end = await life.ended
        words = end.words if has_ended else end.complaint
        fault = "; ".join(filter(None, (f"{outcome.reason}: {outcome.fault_text}", words)))
        return Tried(bot.name, startup_ms, outcome.seats[0], fault)

    async def _missed(self, life: Life) -> str:
        """Wait for a bot's hello; return why it did not come, or nothing if it did."""
        patience_ms = self.config.time_control.startup_ms
        try:
            async with asyncio.timeout(patience_ms / 1000):
                while life.name not in await self.place.referee.connected(RUN):
                    await asyncio.wait((life.ended,), timeout=LOOK_S)
                    if life.ended.done():
                        return _early(life.ended.result())
        except TimeoutError:
            life.stop()
            return f"no hello within {patience_ms} ms; {(await life.ended).words}"
        return ""

    async def _play(self, life: Life) -> Outcome:
        """Return how the deal ended; a bot that dies in it is not waited for."""
        ending = asyncio.ensure_future(anext(self.outcomes))
        try:
            await asyncio.wait((ending, life.ended), return_when=asyncio.FIRST_COMPLETED)
            if not ending.done():
                await self.place.referee.drop_player(RUN, life.name, Reason.CRASH)
            return await ending
        finally:  # whoever interrupts this closes the outcomes, and they may not be waited for then
            ending.cancel()
            await asyncio.wait((ending,))
