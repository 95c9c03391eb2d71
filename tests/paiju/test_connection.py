"""What only `Play` has: frames of many answers, heartbeats, bots that think beside the stream."""

import asyncio
from threading import Event as Flag

import pytest
from paiju import Action, Bot, Decision, View
from paiju.bots.lowest import Lowest
from paiju.errors import BotError
from paiju.line import Timing
from paiju.v1 import referee_pb2 as pb

from tests.paiju.fake_referee import Stream, decision, happened, seated
from tests.paiju.players import Watcher, playing


def test_the_first_frame_says_how_to_be_served() -> None:
    async def script(stream: Stream) -> None:
        first = await stream.hear()
        assert first.settings.views == pb.VIEWS_ON_DECISION
        assert first.settings.without_events
        assert first.settings.legal_limit == 1
        assert list(first.seen) == []

    playing(script)


def test_a_bot_that_takes_events_is_sent_them() -> None:
    watcher = Watcher()

    async def script(stream: Stream) -> None:
        assert not (await stream.hear()).settings.without_events
        await stream.say(seated(), happened("t1", 1, 2), decision())
        await stream.hear_answers()

    playing(script, bot=watcher)
    assert watcher.seqs == [1, 2]


def test_all_decisions_of_a_frame_are_answered_in_one_frame() -> None:
    async def script(stream: Stream) -> None:
        await stream.say(seated("a"), seated("b"), decision("a", 1), decision("b", 2), decision("b", 3))
        answers = (await stream.hear_answers()).answers
        assert [(answer.table, answer.decision_id, list(answer.action.cards)) for answer in answers] == [
            ("a", 1, [1]),
            ("b", 2, [2]),
            ("b", 3, [3]),
        ]

    playing(script)


def test_more_than_200_answers_go_out_in_several_frames_at_once() -> None:
    async def script(stream: Stream) -> None:
        await stream.say(*(decision(f"t{number}") for number in range(450)))
        heard = [(await stream.hear_answers()).answers for _ in range(3)]
        assert [len(answers) for answers in heard] == [200, 200, 50]
        assert [answer.table for answers in heard for answer in answers] == [f"t{number}" for number in range(450)]

    playing(script, timing=Timing(heartbeat=1000))


def test_an_async_bot_thinks_about_several_tables_at_once() -> None:
    class Together(Bot):
        """Answers only when it has been asked twice."""

        def __init__(self) -> None:
            super().__init__({})
            self.barrier = asyncio.Barrier(2)

        async def act(self, view: View, decision: Decision) -> Action:
            await self.barrier.wait()
            return decision.default

    async def script(stream: Stream) -> None:
        await stream.say(seated("a"), seated("b"), decision("a", 1))
        await stream.say(decision("b", 2))
        answered: set[str] = set()
        while len(answered) < 2:
            answered |= {answer.table for answer in (await stream.hear_answers()).answers}

    playing(script, bot=Together())


def test_a_bot_knows_its_tables_while_they_are_open() -> None:
    known: list[list[str]] = []

    class Looker(Lowest):
        def act(self, view: View, decision: Decision) -> Action:
            known.append(list(self.tables))
            assert self.tables[decision.table].game == "tractor"
            return super().act(view, decision)

    async def script(stream: Stream) -> None:
        await stream.say(seated("a"), decision("a"), seated("b"), decision("b"))
        await stream.say(pb.Item(ended=pb.MatchEnded(table="a")), decision("b", 2))
        while (await stream.hear_answers()).answers[-1].decision_id != 2:
            pass

    playing(script, bot=Looker({}))
    assert known == [["a"], ["a", "b"], ["b"]]


def test_heartbeats_name_the_last_frame_and_do_not_wait_for_the_bot() -> None:
    thinking, go_on = Flag(), Flag()

    class Slow(Lowest):
        def act(self, view: View, decision: Decision) -> Action:
            thinking.set()
            go_on.wait()
            return super().act(view, decision)

    async def script(stream: Stream) -> None:
        await stream.say(seated())
        await stream.say(decision())
        heard = await stream.hear()
        while not (heard.heartbeat.last_frame == 2 and thinking.is_set()):
            heard = await stream.hear()
            assert not heard.answers
        go_on.set()
        await stream.hear_answers()

    playing(script, bot=Slow({}), timing=Timing(heartbeat=0.01))


def test_a_bot_that_fails_in_a_task_ends_its_player() -> None:
    class Broken(Bot):
        async def act(self, view: View, decision: Decision) -> Action:
            raise ZeroDivisionError

    async def script(stream: Stream) -> None:
        await stream.say(seated(), decision("t1", 7))
        await stream.hear_answers()

    with pytest.raises(BotError, match="table t1, decision 7: the bot failed") as failure:
        playing(script, bot=Broken({}))
    assert isinstance(failure.value.__cause__, ZeroDivisionError)
