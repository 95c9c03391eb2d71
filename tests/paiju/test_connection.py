"""The line to the referee, against a real server that follows a script."""

import asyncio
from collections.abc import Awaitable, Coroutine, Generator, Sequence
from threading import Event as Flag
from typing import TypeVar

import grpc
import pytest
from paiju import Action, Bot, Decision, View, cards, play
from paiju.bots.lowest import Lowest
from paiju.connection import serve
from paiju.errors import AdmissionError, BotError, PaijuError, SupersededError, UnreachableError
from paiju.line import Timing
from paiju.v1 import game_pb2
from paiju.v1 import referee_pb2 as pb

from tests.paiju.fake_referee import (
    TOKEN,
    Script,
    Stream,
    accepted,
    decision,
    happened,
    referee,
    refusal,
    seated,
)

T = TypeVar("T")
QUICK = Timing(first_backoff=0.01)


class Watcher(Bot):
    """A bot that takes events."""

    def __init__(self) -> None:
        super().__init__({})
        self.seqs: list[int] = []

    def act(self, view: View, decision: Decision) -> Action:
        return decision.default

    def events(self, table: str, events: Sequence[game_pb2.Event]) -> None:
        self.seqs += [event.seq for event in events]


def playing(*scripts: Script, bot: Bot | None = None, timing: Timing = QUICK, token: str = TOKEN) -> None:
    """Let a bot play by scripts until the last of them ends."""

    async def both() -> None:
        async with referee(*scripts) as served:
            await serve(bot or Lowest({}), served.address, token, timing)
            assert served.referee.scripts == [], "a stream was never opened"

    within_a_minute(both())


def within_a_minute(work: Coroutine[None, None, T]) -> T:
    async def timed() -> T:
        async with asyncio.timeout(60):
            return await work

    return asyncio.run(timed())


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


def test_after_a_loss_the_player_returns_and_says_what_it_has_seen() -> None:
    watcher = Watcher()

    async def first(stream: Stream) -> None:
        await stream.say(seated("a"), happened("a", 1, 2, 3), seated("b"), happened("b", 1))
        await stream.say(pb.Item(ended=pb.MatchEnded(table="b")), decision("a"))
        await stream.hear_answers()
        await stream.break_off()

    async def second(stream: Stream) -> None:
        assert [(seen.table, seen.last_seq) for seen in (await stream.hear()).seen] == [("a", 3)]
        await stream.say(seated("a"), happened("a", 4))
        await stream.say(decision("a", 9))
        await stream.hear_answers()

    playing(first, second, bot=watcher)
    assert watcher.seqs == [1, 2, 3, 1, 4]


def test_a_decision_asked_again_after_a_loss_is_answered_without_asking_the_bot() -> None:
    asked: list[int] = []

    class Counting(Lowest):
        def act(self, view: View, decision: Decision) -> Action:
            asked.append(decision.decision_id)
            return super().act(view, decision)

    async def first(stream: Stream) -> None:
        await stream.say(seated(), decision())
        await stream.hear_answers()
        await stream.break_off()

    async def second(stream: Stream) -> None:
        await stream.say(seated(), decision())
        assert [answer.decision_id for answer in (await stream.hear_answers()).answers] == [1]
        await stream.say(accepted(), decision("t1", 2))
        await stream.hear_answers()

    playing(first, second, bot=Counting({}))
    assert asked == [1, 2]


def test_a_referee_that_stops_and_starts_again_is_found_again() -> None:
    async def second(stream: Stream) -> None:
        await stream.say(decision("t1", 2))
        await stream.hear_answers()

    async def both() -> None:
        answered = asyncio.Event()

        async def first(stream: Stream) -> None:
            await stream.say(seated(), decision())
            await stream.hear_answers()
            answered.set()
            await stream.hear()

        async with referee(first) as served:
            player = asyncio.create_task(serve(Lowest({}), served.address, TOKEN, QUICK))
            await answered.wait()
        async with referee(second, address=served.address) as served:
            await player
            assert served.referee.scripts == []

    within_a_minute(both())


def test_a_player_that_waits_finds_a_referee_that_comes_later() -> None:
    async def both() -> None:
        async with referee() as served:
            address = served.address
        waiting = Timing(first_answer=0.01, first_backoff=0.01, wait=True)
        player = asyncio.create_task(serve(Lowest({}), address, TOKEN, waiting))
        async with referee(one_decision, address=address) as served:
            await player
            assert served.referee.scripts == []

    within_a_minute(both())


def test_a_referee_that_stays_away_is_given_up() -> None:
    async def both() -> None:
        answered = asyncio.Event()

        async def script(stream: Stream) -> None:
            await stream.say(seated(reconnect_ms=40), decision())
            await stream.hear_answers()
            answered.set()
            await stream.hear()

        async with referee(script) as served:
            player = asyncio.create_task(serve(Lowest({}), served.address, TOKEN, QUICK))
            await answered.wait()
        with pytest.raises(UnreachableError, match=r"went away and did not come back within 0\.04 s"):
            await player

    within_a_minute(both())


@pytest.mark.parametrize("status", [grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL])
def test_a_broken_stream_is_opened_again(status: grpc.StatusCode) -> None:
    async def first(stream: Stream) -> None:
        await stream.context.abort(status, "broken")

    playing(first, one_decision)


def test_a_referee_that_ends_every_stream_at_once_is_given_up() -> None:
    async def script(stream: Stream) -> None:
        await stream.break_off()

    with pytest.raises(UnreachableError, match="ended every stream as soon as it began: gone"):
        playing(*[script] * 20, timing=Timing(first_answer=0.5, first_backoff=0.01))


def test_a_drained_referee_that_goes_away_is_the_end() -> None:
    async def script(stream: Stream) -> None:
        await stream.say(pb.Item(draining=pb.Draining(grace_ms=1)))
        await stream.break_off()

    playing(script)


def test_nobody_at_the_address() -> None:
    with pytest.raises(UnreachableError, match=r"no answer from 127\.0\.0\.1:1 within 0\.5 s"):
        within_a_minute(serve(Lowest({}), "127.0.0.1:1", TOKEN, Timing(first_answer=0.5)))


async def superseded(stream: Stream) -> None:
    await stream.say(pb.Item(superseded=pb.Superseded()))
    await stream.context.abort(grpc.StatusCode.ABORTED, "superseded")


def test_a_newer_process_ends_this_one() -> None:
    with pytest.raises(SupersededError, match="a newer process"):
        playing(superseded)


def test_a_refused_token_is_said() -> None:
    with pytest.raises(AdmissionError, match="refused the token: no such player"):
        playing(token="another")


def test_a_referee_that_ends_the_stream_with_a_reason_is_not_asked_again() -> None:
    async def script(stream: Stream) -> None:
        await stream.context.abort(grpc.StatusCode.ABORTED, "too many useless messages")

    with pytest.raises(AdmissionError, match="closed the line: too many useless messages"):
        playing(script)


def test_a_version_nobody_shares_is_said() -> None:
    async def both() -> None:
        async with referee() as served:
            served.referee.versions = range(2, 4)
            await serve(Lowest({}), served.address, TOKEN, QUICK)

    with pytest.raises(AdmissionError, match="does not speak version 1: this referee speaks versions 2 to 3"):
        within_a_minute(both())


class Broken(Bot):
    def act(self, view: View, decision: Decision) -> Action:
        raise ZeroDivisionError


class BrokenLater(Bot):
    async def act(self, view: View, decision: Decision) -> Action:
        raise ZeroDivisionError


class Forgetful(Lowest):
    def act(self, view: View, decision: Decision) -> Action:
        return None  # type: ignore[return-value]


async def one_decision(stream: Stream) -> None:
    await stream.say(seated(), decision("t1", 7))
    await stream.hear_answers()


@pytest.mark.parametrize(
    ("bot", "cause"),
    [
        pytest.param(Broken({}), ZeroDivisionError, id="in its thread"),
        pytest.param(BrokenLater({}), ZeroDivisionError, id="in a task"),
        pytest.param(Forgetful({}), TypeError, id="gives no action"),
    ],
)
def test_a_bot_that_fails_ends_its_player(bot: Bot, cause: type[Exception]) -> None:
    with pytest.raises(BotError, match="table t1, decision 7: the bot failed") as failure:
        playing(one_decision, bot=bot)
    assert isinstance(failure.value.__cause__, cause)


def test_an_act_that_hides_that_it_is_async_is_said() -> None:
    class Later:
        def __await__(self) -> Generator[None, None, Action]:
            yield
            return Action()

    class Hiding(Bot):
        def act(self, view: View, decision: Decision) -> Awaitable[Action]:
            return Later()

    with pytest.raises(TypeError, match="act gave something to await"):
        playing(one_decision, bot=Hiding({}))


def test_a_refusal_is_logged_and_answered_with_the_default(caplog: pytest.LogCaptureFixture) -> None:
    class Cheat(Lowest):
        def act(self, view: View, decision: Decision) -> Action:
            return play(cards("HJ"))

    async def script(stream: Stream) -> None:
        await stream.say(seated(), decision())
        assert [list(answer.action.cards) for answer in (await stream.hear_answers()).answers] == [[54]]
        await stream.say(refusal())
        assert [list(answer.action.cards) for answer in (await stream.hear_answers()).answers] == [[1]]

    playing(script, bot=Cheat({}))
    # gRPC may complain of loops that came before in this process (grpc/grpc#25364).
    assert [record.getMessage() for record in caplog.records if record.name == "paiju"] == [
        "table t1, decision 1: refused HJ: follow.suit: you still have 2 hearts; for example 2h (1 tries left)"
    ]


def test_every_error_has_an_exit_code_of_its_own() -> None:
    kinds = PaijuError.__subclasses__()
    assert len({kind.exit_code for kind in kinds}) == len(kinds)
