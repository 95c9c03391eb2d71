"""Who plays: the players of a tournament, their lives, and what their faults lead to.

A bot with `restart = "never"` has one life a player at a time, for all its matches; with "match", one a match. A life
that costs its side a match by its end or its silence is followed by a fresh one.
"""

import asyncio
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
LOOK_S = 0.25
"""Between two looks for remote players."""


@dataclass(eq=False, slots=True)
class Post:
    """A player and its life; with `restart = "match"` each open match has its own."""

    player: Player
    bot: Bot
    life: Life | None = None
    open: dict[str, Life] = field(default_factory=dict)
    """By match."""
    awaited_until: float = 0.0
    """A remote player that has not come yet is not seated before this."""

    @property
    def lives_on(self) -> bool:
        return self.bot.remote or self.bot.restart == "never"


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
    tell: Callable[["Death | None"], None]
    """Is told of deaths; of None when somebody awaited has come, or is not awaited any longer."""
    retired: set[str] = field(default_factory=set)
    """Bots that have had too many faults in a row."""

    def __post_init__(self) -> None:
        self._posts = {post.player: post for post in _posts(self.config)}
        self._living: set[Life] = set()
        self._faults: Counter[str] = Counter()
        self._last_words: dict[str, str] = {}
        """By match: what is known of a crash when its forfeit comes."""

    def has_room(self, match: Match) -> bool:
        posts = [self._posts[player] for player in match.players]
        return all(len(post.open) < post.bot.tables and not post.awaited_until for post in posts)

    def is_off(self, match: Match) -> bool:
        """Return whether a match cannot be played since a bot in it is retired."""
        return any(self._posts[player].bot.name in self.retired for player in match.players)

    async def admit_remote(self) -> None:
        """Let remote players in; none is seated before it has come or had its time."""
        for post in self._posts.values():
            if post.bot.remote:
                post.life = Life(str(post.player))
                post.awaited_until = asyncio.get_running_loop().time() + post.bot.connect_within_ms / 1000
                token = bots.remote_token(self.config.output_directory, post.player)
                await self.referee.add_player(self.run, post.life.name, bots.digest(token))

    async def await_remote(self) -> None:
        """Look for remote players until all have come or had their time."""
        loop = asyncio.get_running_loop()
        while awaited := [post for post in self._posts.values() if post.awaited_until]:
            connected = await self.referee.connected(self.run)
            for post in awaited:
                if str(post.player) in connected or loop.time() > post.awaited_until:
                    post.awaited_until = 0.0
            self.tell(None)
            await asyncio.sleep(LOOK_S)

    async def seat(self, match: Match) -> tuple[str, ...]:
        """Return the names of a match's players at the referee, started if they were not there."""
        return tuple([await self._bring(self._posts[player], match) for player in match.players])

    async def _bring(self, post: Post, match: Match) -> str:
        if not post.lives_on:
            life = await self._begin(post, f"{post.player}@{match.id}")
        else:
            life = post.life = post.life or await self._begin(post, str(post.player))
        post.open[match.id] = life
        return life.name

    async def _begin(self, post: Post, name: str) -> Life:
        token = bots.token()
        await self.referee.add_player(self.run, name, bots.digest(token))
        life = await self.nursery.start(post.bot, name, token)
        life.log = self.logs.choose(name)
        self._living.add(life)
        life.ended.add_done_callback(lambda ended: self.tell(Death(post, life, ended.result())))
        return life

    async def bury(self, death: Death) -> None:
        """Take a life's end into account: unasked, it costs its side the matches it was playing."""
        self.nursery.check()
        post, life = death.post, death.life
        self._living.remove(life)
        self.logs.write(life, death.exit)
        if life.is_asked:
            return
        if post.life is life:
            post.life = None
        playing = [match for match, player in post.open.items() if player is life]
        self._last_words |= dict.fromkeys(playing, death.exit.words)
        await self.referee.drop_player(self.run, life.name, Reason.CRASH)

    async def release(self, match: Match, outcome: Outcome) -> tuple[Culprit | None, str]:
        """Free the players of an ended match. Return whose fault its end was, and what is known of that."""
        posts = [self._posts[player] for player in match.players]
        lives = [post.open.pop(match.id) for post in posts]
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
            await self._end(post, life, reason)

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


def _posts(config: Config) -> Iterator[Post]:
    for team in config.teams:
        for partner, bot in enumerate(team.bots):
            for sitting in range(SITTINGS[config.tournament.seating]):
                yield Post(Player(team.name, partner, sitting), bot)
