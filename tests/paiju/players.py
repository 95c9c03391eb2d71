"""Bots that play at a referee which follows scripts, by either way in."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TypeAlias, TypeVar

from paiju import Action, Bot, Decision, View, cards, play
from paiju.bots.lowest import Lowest
from paiju.connection import serve
from paiju.line import Timing
from paiju.plain import serve_plainly
from paiju.v1 import game_pb2

from tests.paiju.fake_referee import TOKEN, EitherScript, Script, referee

T = TypeVar("T")
QUICK = Timing(first_backoff=0.01)
Way: TypeAlias = Callable[[Bot, str, str, Timing], Awaitable[None]]


async def plainly(bot: Bot, address: str, token: str, timing: Timing) -> None:
    await asyncio.to_thread(serve_plainly, bot, address, token, timing)


WAYS: dict[str, Way] = {"Play": serve, "Listen and Act": plainly}


class Watcher(Bot):
    """A bot that takes events."""

    def __init__(self) -> None:
        super().__init__({})
        self.seqs: list[int] = []

    def act(self, view: View, decision: Decision) -> Action:
        return decision.default

    def events(self, table: str, events: Sequence[game_pb2.Event]) -> None:
        self.seqs += [event.seq for event in events]


class Cheat(Bot):
    """A bot that plays a card it does not have, until it is refused."""

    def act(self, view: View, decision: Decision) -> Action:
        return play(cards("HJ"))


class Counting(Lowest):
    """A bot that notes which decisions it is asked."""

    def __init__(self) -> None:
        super().__init__({})
        self.asked: list[int] = []

    def act(self, view: View, decision: Decision) -> Action:
        self.asked.append(decision.decision_id)
        return decision.default


def playing(*scripts: Script, bot: Bot | None = None, timing: Timing = QUICK) -> None:
    """Let a bot play by scripts, one for each `Play` stream, until the last of them ends."""

    async def both() -> None:
        async with referee(*scripts) as served:
            await serve(bot or Lowest({}), served.address, TOKEN, timing)
            assert served.referee.scripts == [], "a stream was never opened"

    within_a_minute(both())


def playing_by(
    way: Way, *scripts: EitherScript, bot: Bot | None = None, timing: Timing = QUICK, token: str = TOKEN
) -> None:
    """Do the same by either way in."""

    async def both() -> None:
        async with referee(*scripts, plain=scripts) as served:
            await way(bot or Lowest({}), served.address, token, timing)
            left = served.referee.scripts if way is serve else served.referee.plain
            assert left == [], "a stream was never opened"

    within_a_minute(both())


def within_a_minute(work: Coroutine[None, None, T]) -> T:
    async def timed() -> T:
        async with asyncio.timeout(60):
            return await work

    return asyncio.run(timed())
