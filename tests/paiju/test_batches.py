"""Bots that answer many decisions at once: a batch is what is open, and nobody waits to fill it."""

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from queue import SimpleQueue

import pytest
from paiju import Action, BatchBot, Decision, View, cards, play
from paiju.errors import BotError
from paiju.line import Timing
from paiju.v1 import referee_pb2 as pb

from referee import practice
from tests.paiju.fake_referee import EitherStream, Stream, decision, refusal, seated
from tests.paiju.players import plainly, playing, playing_by


class Net(BatchBot):
    """Begins a batch when it is told, and keeps what was in each."""

    def __init__(self) -> None:
        super().__init__({})
        self.batches: list[list[str]] = []

    def keep(self, views: Sequence[View], decisions: Sequence[Decision]) -> list[Action]:
        assert [view.last_seq for view in views] == [decision.decision_id for decision in decisions]
        self.batches.append([decision.table for decision in decisions])
        return [decision.default for decision in decisions]

    @abstractmethod
    def go_on(self) -> None:
        """Let one batch be done."""


class Threaded(Net):
    def __init__(self) -> None:
        super().__init__()
        self.begun: SimpleQueue[None] = SimpleQueue()
        self.done: SimpleQueue[None] = SimpleQueue()

    def act_many(self, views: Sequence[View], decisions: Sequence[Decision]) -> Sequence[Action]:
        self.begun.put(None)
        self.done.get()
        return self.keep(views, decisions)

    async def has_begun(self) -> None:
        await asyncio.to_thread(self.begun.get)

    def go_on(self) -> None:
        self.done.put(None)


class Awaited(Net):
    def __init__(self) -> None:
        super().__init__()
        self.begun, self.done = asyncio.Semaphore(0), asyncio.Semaphore(0)

    async def act_many(self, views: Sequence[View], decisions: Sequence[Decision]) -> Sequence[Action]:
        self.begun.release()
        await self.done.acquire()
        return self.keep(views, decisions)

    async def has_begun(self) -> None:
        await self.begun.acquire()

    def go_on(self) -> None:
        self.done.release()


async def tables_of_next(stream: Stream) -> list[str]:
    return [answer.table for answer in (await stream.hear_answers()).answers]


@pytest.mark.parametrize("net", [Threaded, Awaited])
def test_what_comes_while_a_batch_is_computed_is_the_next(net: Callable[[], Threaded | Awaited]) -> None:
    bot = net()

    async def script(stream: Stream) -> None:
        await stream.say(*map(seated, "abcd"), decision("a", 1))
        await bot.has_begun()
        await stream.say(decision("b", 1))
        await stream.say(decision("c", 1), decision("d", 1))
        while (await stream.hear()).heartbeat.last_frame < 3:
            pass
        bot.go_on()
        assert await tables_of_next(stream) == ["a"]
        bot.go_on()
        assert await tables_of_next(stream) == ["b", "c", "d"]

    playing(script, bot=bot, timing=Timing(heartbeat=0.01))
    assert bot.batches == [["a"], ["b", "c", "d"]]


@pytest.mark.parametrize("net", [Threaded, Awaited])
def test_a_decision_that_was_taken_for_it_is_not_thought_about(net: Callable[[], Threaded | Awaited]) -> None:
    bot = net()

    async def script(stream: Stream) -> None:
        await stream.say(seated("a"), seated("b"))
        defaulted = pb.Verdict(table="a", decision_id=1, defaulted=pb.Defaulted(strikes=1, max_strikes=3))
        await stream.say(decision("a", 1), decision("b", 1), pb.Item(verdict=defaulted))
        bot.go_on()
        assert await tables_of_next(stream) == ["b"]

    playing(script, bot=bot)


class Wrong(BatchBot):
    def act_many(self, views: Sequence[View], decisions: Sequence[Decision]) -> Sequence[Action]:
        return [decisions[0].default]


class WrongLater(BatchBot):
    async def act_many(self, views: Sequence[View], decisions: Sequence[Decision]) -> Sequence[Action]:
        return [decisions[0].default]


@pytest.mark.parametrize("bot", [Wrong, WrongLater])
def test_a_batch_that_is_not_answered_whole_ends_the_player(bot: Callable[[dict[str, object]], BatchBot]) -> None:
    async def script(stream: Stream) -> None:
        await stream.say(seated("a"), seated("b"), seated("c"), decision("a", 7), decision("b", 2), decision("c", 3))
        await stream.hear_answers()

    with pytest.raises(BotError, match="table a, decision 7 and 2 others: the bot failed") as failure:
        playing(script, bot=bot({}))
    assert str(failure.value.__cause__) == "act_many gave 1 actions for 3 decisions"


class Cheat(BatchBot):
    def act_many(self, views: Sequence[View], decisions: Sequence[Decision]) -> Sequence[Action]:
        return [play(cards("HJ")) for _ in decisions]


def test_a_refusal_is_answered_by_itself() -> None:
    async def script(stream: Stream) -> None:
        await stream.say(seated(), decision())
        await stream.hear_answers()
        await stream.say(refusal())
        assert [list(answer.action.cards) for answer in (await stream.hear_answers()).answers] == [[1]]

    playing(script, bot=Cheat({}))


def test_the_plain_way_makes_a_batch_of_each_frame() -> None:
    bot = Threaded()

    async def script(stream: EitherStream) -> None:
        await stream.say(seated("a"), seated("b"), decision("a", 1), decision("b", 1))
        bot.go_on()
        assert [(await stream.answer()).table for _ in "ab"] == ["a", "b"]

    playing_by(plainly, script, bot=bot)
    assert bot.batches == [["a", "b"]]


class First(BatchBot):
    def act_many(self, views: Sequence[View], decisions: Sequence[Decision]) -> Sequence[Action]:
        return [decision.legal[0] for decision in decisions]


class FirstLater(BatchBot):
    def act_many(self, views: Sequence[View], decisions: Sequence[Decision]) -> Awaitable[Sequence[Action]]:
        return asyncio.sleep(0, [decision.legal[0] for decision in decisions])


def test_one_by_one_a_batch_holds_one() -> None:
    assert practice.play([First] * 4) == practice.play([FirstLater] * 4)._replace(
        transcript=practice.play([First] * 4).transcript
    )
