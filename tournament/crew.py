"""Who plays: the players of a tournament, their lives, and what their faults lead to.

A bot with `restart = "never"` has one life a player at a time, for all its matches; with "match", one a match. Players
are gathered before their match is opened: each has `startup_ms` from its own start, and few start at once, so that they
do not take each other's time. A life that costs its side a match by its end or its silence is followed by a fresh one.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tournament import bots
from tournament.bots import Exit, Life, Nursery
from tournament.brackets import Bot
from tournament.client import Outcome, Referee
from tournament.config import Config
from tournament.ledger import Culprit, Reason
from tournament.logs import Logs
from tournament.schedule import SITTINGS, Match, Player

SILENT = (Reason.NO_SHOW, Reason.DISCONNECT, Reason.FLOOD)
"""Forfeits after which a life is of no more use."""
STARTS = len(os.sched_getaffinity(0))
"""Lives that may be starting when another is started."""
LOOK_S = 0.05
"""Between two looks for players that are to come."""


@dataclass(eq=False, slots=True)
class Post:
    """A player and its life; with `restart = "match"` each match has its own."""

    player: Player
    bot: Bot
    life: Life | None = None
    matches: dict[str, Life] = field(default_factory=dict)
    """Those gathered for or open, and who plays them."""

    @property
    def lives_on(self) -> bool:
        return self.bot.remote or self.bot.restart == "never"

    @property
    def has_room(self) -> bool:
        return len(self.matches) < self.bot.tables and not any(life.ended.done() for life in self.matches.values())


@dataclass(frozen=True, slots=True)
class Death:
    """A life has ended, asked or not."""

    post: Post
    life: Life
    exit: Exit


@dataclass(eq=False)
class Crew:
    config: Config
    nursery: Nursery
    logs: Logs
    referee: Referee
    run: str
    tell: Callable[[Death | None], None]
    """Is told of deaths; of None when somebody awaited has come, or is not awaited any longer."""
    retired: set[str] = field(default_factory=set)
    """Bots that have had too many faults in a row."""

    def __post_init__(self) -> None:
        self._posts = {post.player: post for post in _posts(self.config)}
        self._living: set[Life] = set()
        self._awaited: dict[Life, float] = {}
        """Lives that have not connected yet, and until when they may."""
        self._is_anyone_awaited = asyncio.Event()
        self._opened: set[str] = set()
        """Matches open at the referee."""
        self._faults: Counter[str] = Counter()
        self._last_words: dict[str, str] = {}
        """By match: what is known of a crash when its forfeit comes."""

    def has_room(self, match: Match) -> bool:
        posts = self._of(match)
        if not all(post.has_room for post in posts) or any(
            post.bot.remote and post.life in self._awaited for post in posts
        ):
            return False
        starting = sum(not life.is_remote for life in self._awaited)
        return starting < STARTS or all(post.lives_on and post.life for post in posts)

    def is_off(self, match: Match) -> bool:
        """Return whether a match cannot be played since a bot in it is retired."""
        return any(post.bot.name in self.retired for post in self._of(match))

    async def admit_remote(self) -> None:
        """Let remote players in; none is seated before it has come or had its time."""
        for post in self._posts.values():
            if post.bot.remote:
                post.life = Life(str(post.player), is_remote=True)
                token = bots.remote_token(self.config.output_directory, post.player)
                await self.referee.add_player(self.run, post.life.name, bots.digest(token))
                self._await(post.life, post.bot.connect_within_ms)

    async def look(self) -> None:
        """Look out for those awaited, until cancelled."""
        while await self._is_anyone_awaited.wait():
            connected = await self.referee.connected(self.run)
            now = asyncio.get_running_loop().time()
            for life, deadline in list(self._awaited.items()):
                life.has_come = life.name in connected
                if life.has_come or now > deadline:
                    self._no_longer_await(life)
                    self.tell(None)
            await asyncio.sleep(LOOK_S)

    def _await(self, life: Life, most_ms: int) -> None:
        self._awaited[life] = asyncio.get_running_loop().time() + most_ms / 1000
        self._is_anyone_awaited.set()

    def _no_longer_await(self, life: Life) -> None:
        self._awaited.pop(life, None)
        if not self._awaited:
            self._is_anyone_awaited.clear()

    async def seat(self, match: Match) -> tuple[str, ...]:
        """Return the names of a match's players at the referee, started if they were not there."""
        for post in self._of(match):
            post.matches[match.id] = await self._life_for(post, match.id)
        return tuple(post.matches[match.id].name for post in self._of(match))

    def is_gathered(self, match: Match) -> bool:
        """Return whether nobody is awaited any longer: all have come, or will not."""
        return not any(post.matches[match.id] in self._awaited for post in self._of(match))

    async def opened(self, match: Match) -> None:
        """Take note that the referee has opened a match: it is lost now by those who died on the way."""
        self._opened.add(match.id)
        for post in self._of(match):
            life = post.matches[match.id]
            if life.ended.done() and life not in self._living:
                await self._lose(post, life, Reason.CRASH)

    async def _life_for(self, post: Post, match: str) -> Life:
        if not post.lives_on:
            return await self._begin(post, f"{post.player}@{match}")
        post.life = post.life or await self._begin(post, str(post.player))
        return post.life

    async def _begin(self, post: Post, name: str) -> Life:
        token = bots.token()
        await self.referee.add_player(self.run, name, bots.digest(token))
        life = await self.nursery.start(post.bot, name, token)
        life.log = self.logs.choose(name)
        life.ended.add_done_callback(lambda ended: self.tell(Death(post, life, ended.result())))
        self._living.add(life)
        self._await(life, self.config.time_control.startup_ms)
        return life

    async def bury(self, death: Death) -> None:
        """Take a life's end into account: unasked, it costs its side the matches it was playing."""
        self.nursery.check()
        post, life = death.post, death.life
        self._living.remove(life)
        self._no_longer_await(life)
        self.logs.write(life, death.exit)
        if post.life is life:
            post.life = None
        if life.is_asked:
            return
        matches = [match for match, player in post.matches.items() if player is life]
        self._last_words |= dict.fromkeys(matches, death.exit.words)
        if life.has_come or any(match in self._opened for match in matches):
            await self._lose(post, life, Reason.CRASH)

    async def _lose(self, post: Post, life: Life, reason: Reason) -> None:
        """Forfeit what a life has open, and give what it was gathered for to a fresh one."""
        await self._end(post, life, reason)
        for match, player in list(post.matches.items()):
            if player is life and match not in self._opened:
                self._last_words.pop(match, None)
                post.matches[match] = await self._life_for(post, match)

    async def release(self, match: Match, outcome: Outcome) -> tuple[Culprit | None, str]:
        """Free the players of an ended match. Return whose fault its end was, and what is known of that."""
        self._opened.remove(match.id)
        posts = self._of(match)
        lives = [post.matches.pop(match.id) for post in posts]
        words = self._last_words.pop(match.id, "")
        if outcome.reason is Reason.FINISHED:
            for post in posts:
                self._faults[post.bot.name] = 0
        for post, life in zip(posts, lives, strict=True):
            if not post.lives_on:
                await self._end(post, life, Reason.DISCONNECT)
        if outcome.at_fault is None:
            return None, outcome.fault_text
        post, life = posts[outcome.at_fault], lives[outcome.at_fault]
        await self._blame(post, life, outcome.reason)
        text = "; ".join(filter(None, (outcome.fault_text, words, life.log and f"log: {life.log}")))
        return Culprit(post.player.team, post.bot.name), text

    async def _blame(self, post: Post, life: Life, reason: Reason) -> None:
        """Count a fault. All matches that a life loses by its end are one."""
        if not life.is_faulty or reason in (Reason.TIMEOUT, Reason.ILLEGAL):
            self._faults[post.bot.name] += 1
        life.is_faulty = True
        if self._faults[post.bot.name] >= self.config.recover.retire_after:
            self.retired.add(post.bot.name)
        if reason in SILENT and not post.bot.remote:
            await self._lose(post, life, reason)

    async def disband(self) -> None:
        """End every life, and return when all have ended."""
        for life in self._living:
            life.is_asked = life.is_asked or not life.ended.done()
            life.stop()
        for life in self._living:
            self.logs.write(life, await life.ended)

    async def _end(self, post: Post, life: Life, reason: Reason) -> None:
        if post.life is life:
            post.life = None
        life.is_asked = True
        life.stop()
        await self.referee.drop_player(self.run, life.name, reason)

    def _of(self, match: Match) -> list[Post]:
        """Return the players of a match by seat."""
        return [self._posts[player] for player in match.players]


def _posts(config: Config) -> Iterator[Post]:
    for team in config.teams:
        for partner, bot in enumerate(team.bots):
            for sitting in range(SITTINGS[config.tournament.seating]):
                yield Post(Player(team.name, partner, sitting), bot)
