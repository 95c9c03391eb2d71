"""Listen and Act: the same promises as the fast way, without an event loop in the client."""

import asyncio
from collections.abc import Awaitable, Generator

import grpc
import pytest
from paiju import Action, Bot, Decision, View, cards, play
from paiju.bots.lowest import Lowest
from paiju.errors import AdmissionError, BotError, SupersededError, UnreachableError
from paiju.line import Timing
from paiju.plain import serve_plainly
from paiju.v1 import referee_pb2 as pb

from tests.paiju.fake_referee import (
    TOKEN,
    PlainScript,
    PlainStream,
    accepted,
    decision,
    happened,
    referee,
    refusal,
    seated,
)
from tests.paiju.test_connection import QUICK, Watcher, within_a_minute


class Stubborn(Bot):
    def act(self, view: View, decision: Decision) -> Action:
        return play(cards("HJ"))


def playing(*scripts: PlainScript, bot: Bot | None = None, timing: Timing = QUICK, token: str = TOKEN) -> None:
    """Let a bot play by scripts until the last of them ends."""

    async def both() -> None:
        async with referee() as served:
            served.referee.plain = list(scripts)
            await asyncio.to_thread(serve_plainly, bot or Lowest({}), served.address, token, timing)
            assert served.referee.plain == [], "a stream was never opened"

    within_a_minute(both())


async def one_decision(stream: PlainStream) -> None:
    await stream.say(seated(), decision("t1", 7))
    (await stream.hear()).judge(accepted("t1", 7))


def test_listen_and_act_are_enough_to_play() -> None:
    async def script(stream: PlainStream) -> None:
        await stream.say(seated(), decision("t1", 1), decision("t1", 2))
        heard = []
        for verdict in (refusal("t1", 1), accepted("t1", 1), accepted("t1", 2)):
            act = await stream.hear()
            heard.append((act.answer.decision_id, list(act.answer.action.cards)))
            act.judge(verdict)
        assert heard == [(1, [54]), (1, [1]), (2, [54])]

    playing(script, bot=Stubborn({}))


def test_after_a_loss_the_player_returns_and_says_what_it_has_seen() -> None:
    watcher = Watcher()

    async def first(stream: PlainStream) -> None:
        assert stream.seen == []
        await stream.say(seated("a"), happened("a", 1, 2, 3), decision("a"))
        (await stream.hear()).judge(accepted("a"))
        await stream.break_off()

    async def second(stream: PlainStream) -> None:
        assert stream.seen == [("a", 3)]
        await stream.say(seated("a"), happened("a", 4))

    playing(first, second, bot=watcher)
    assert watcher.seqs == [1, 2, 3, 4]


def test_an_answer_that_was_lost_is_given_again_when_it_is_asked_for() -> None:
    asked: list[int] = []

    class Counting(Lowest):
        def act(self, view: View, decision: Decision) -> Action:
            asked.append(decision.decision_id)
            return super().act(view, decision)

    async def first(stream: PlainStream) -> None:
        await stream.say(seated(), decision())
        (await stream.hear()).lose()
        await stream.context.read()  # until the player has gone

    async def second(stream: PlainStream) -> None:
        await stream.say(seated(), decision())
        act = await stream.hear()
        assert act.answer.decision_id == 1
        act.judge(accepted())

    playing(first, second, bot=Counting({}))
    assert asked == [1]


def test_a_referee_that_stays_away_is_given_up() -> None:
    async def both() -> None:
        async with referee() as served:
            served.referee.plain = [script]
            player = asyncio.ensure_future(asyncio.to_thread(serve_plainly, Lowest({}), served.address, TOKEN, QUICK))
            await gone.wait()
        with pytest.raises(UnreachableError, match=r"went away and did not come back within 0\.04 s"):
            await player

    async def script(stream: PlainStream) -> None:
        await stream.say(seated(reconnect_ms=40), decision())
        (await stream.hear()).judge(accepted())
        gone.set()
        await stream.hear()

    gone = asyncio.Event()
    within_a_minute(both())


def test_a_referee_that_ends_every_stream_at_once_is_given_up() -> None:
    async def script(stream: PlainStream) -> None:
        await stream.break_off()

    with pytest.raises(UnreachableError, match="ended every stream as soon as it began: gone"):
        playing(*[script] * 20, timing=Timing(first_answer=0.5, first_backoff=0.01))


def test_a_drained_referee_that_goes_away_is_the_end() -> None:
    async def script(stream: PlainStream) -> None:
        await stream.say(pb.Item(draining=pb.Draining(grace_ms=1)))
        await stream.break_off()

    playing(script)


def test_nobody_at_the_address() -> None:
    with pytest.raises(UnreachableError, match=r"no answer from 127\.0\.0\.1:1 within 0\.5 s"):
        serve_plainly(Lowest({}), "127.0.0.1:1", TOKEN, Timing(first_answer=0.5))


def test_a_refused_token_is_said() -> None:
    with pytest.raises(AdmissionError, match="refused the token: no such player"):
        playing(token="another")


def test_a_version_nobody_shares_is_said() -> None:
    async def both() -> None:
        async with referee() as served:
            served.referee.versions = range(2, 4)
            await asyncio.to_thread(serve_plainly, Lowest({}), served.address, TOKEN, QUICK)

    with pytest.raises(AdmissionError, match="does not speak version 1: this referee speaks versions 2 to 3"):
        within_a_minute(both())


def test_a_newer_process_ends_this_one() -> None:
    async def script(stream: PlainStream) -> None:
        await stream.say(pb.Item(superseded=pb.Superseded()))
        await stream.break_off(grpc.StatusCode.ABORTED)

    with pytest.raises(SupersededError, match="a newer process"):
        playing(script)


def test_a_bot_that_fails_ends_its_player() -> None:
    class Broken(Bot):
        def act(self, view: View, decision: Decision) -> Action:
            raise ZeroDivisionError

    with pytest.raises(BotError, match="table t1, decision 7: the bot failed"):
        playing(one_decision, bot=Broken({}))


def test_an_async_bot_is_refused() -> None:
    class Later:
        def __await__(self) -> Generator[None, None, Action]:
            yield
            return Action()

    class Async(Bot):
        def act(self, view: View, decision: Decision) -> Awaitable[Action]:
            return Later()

    with pytest.raises(TypeError, match="act gave something to await"):
        playing(one_decision, bot=Async({}))
