"""What both ways in promise, `Play` and `Listen` with `Act`: what becomes of losses, of refusals, of bots that fail."""

import asyncio
from collections.abc import Awaitable, Generator

import grpc
import pytest
from paiju import Action, Bot, Decision, View
from paiju.bots.lowest import Lowest
from paiju.errors import AdmissionError, BotError, PaijuError, SupersededError, UnreachableError
from paiju.line import Timing
from paiju.v1 import referee_pb2 as pb

from tests.paiju.fake_referee import TOKEN, EitherStream, decision, happened, referee, refusal, seated
from tests.paiju.players import QUICK, WAYS, Cheat, Counting, Watcher, Way, playing_by, within_a_minute

either_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


async def one_decision(stream: EitherStream) -> None:
    await stream.say(seated(), decision("t1", 7))
    await stream.answer()


@either_way
def test_after_a_loss_the_player_returns_and_says_what_it_has_seen(way: Way) -> None:
    watcher = Watcher()

    async def first(stream: EitherStream) -> None:
        assert await stream.seen() == []
        await stream.say(seated("a"), happened("a", 1, 2, 3), seated("b"), happened("b", 1))
        await stream.say(pb.Item(ended=pb.MatchEnded(table="b")), decision("a"))
        await stream.answer()
        await stream.break_off()

    async def second(stream: EitherStream) -> None:
        assert await stream.seen() == [("a", 3)]
        await stream.say(seated("a"), happened("a", 4))
        await stream.say(decision("a", 9))
        await stream.answer()

    playing_by(way, first, second, bot=watcher)
    assert watcher.seqs == [1, 2, 3, 1, 4]


@either_way
def test_an_answer_that_was_lost_is_given_again_without_asking_the_bot(way: Way) -> None:
    bot = Counting()

    async def first(stream: EitherStream) -> None:
        await stream.say(seated(), decision())
        await stream.lose_answer()

    async def second(stream: EitherStream) -> None:
        await stream.say(seated(), decision())
        assert (await stream.answer()).decision_id == 1
        await stream.say(decision("t1", 2))
        await stream.answer()

    playing_by(way, first, second, bot=bot)
    assert bot.asked == [1, 2]


@either_way
def test_events_beside_a_decision_are_not_lost_with_its_answer(way: Way) -> None:
    watcher = Watcher()

    async def first(stream: EitherStream) -> None:
        await stream.say(seated("a"), decision("a"), seated("b"), happened("b", 1, 2))
        await stream.lose_answer()

    async def second(stream: EitherStream) -> None:
        seen = dict(await stream.seen())
        await stream.say(seated("a"), decision("a"), seated("b"), happened("b", *range(seen.get("b", 0) + 1, 3)))
        await stream.answer()

    playing_by(way, first, second, bot=watcher)
    assert watcher.seqs == [1, 2]


@either_way
def test_a_referee_that_stops_and_starts_again_is_found_again(way: Way) -> None:
    async def both() -> None:
        answered = asyncio.Event()

        async def first(stream: EitherStream) -> None:
            await one_decision(stream)
            answered.set()
            await asyncio.Future()

        async with referee(first, plain=(first,)) as served:
            player = asyncio.ensure_future(way(Lowest({}), served.address, TOKEN, QUICK))
            await answered.wait()
        async with referee(one_decision, plain=(one_decision,), address=served.address) as served:
            await player
            assert [] in (served.referee.scripts, served.referee.plain)

    within_a_minute(both())


@either_way
def test_a_player_that_waits_finds_a_referee_that_comes_later(way: Way) -> None:
    async def both() -> None:
        async with referee() as served:
            address = served.address
        waiting = Timing(first_answer=0.01, first_backoff=0.01, wait=True)
        player = asyncio.ensure_future(way(Lowest({}), address, TOKEN, waiting))
        async with referee(one_decision, plain=(one_decision,), address=address) as served:
            await player
            assert [] in (served.referee.scripts, served.referee.plain)

    within_a_minute(both())


@either_way
def test_a_referee_that_stays_away_is_given_up(way: Way) -> None:
    async def both() -> None:
        answered = asyncio.Event()

        async def script(stream: EitherStream) -> None:
            await stream.say(seated(reconnect_ms=40), decision())
            await stream.answer()
            answered.set()
            await asyncio.Future()

        async with referee(script, plain=(script,)) as served:
            player = asyncio.ensure_future(way(Lowest({}), served.address, TOKEN, QUICK))
            await answered.wait()
        with pytest.raises(UnreachableError, match=r"went away and did not come back within 0\.04 s"):
            await player

    within_a_minute(both())


@pytest.mark.parametrize("status", [grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL])
@either_way
def test_a_broken_stream_is_opened_again(way: Way, status: grpc.StatusCode) -> None:
    async def first(stream: EitherStream) -> None:
        await stream.break_off(status)

    playing_by(way, first, one_decision)


@either_way
def test_a_referee_that_ends_every_stream_at_once_is_given_up(way: Way) -> None:
    async def script(stream: EitherStream) -> None:
        await stream.break_off()

    with pytest.raises(UnreachableError, match="ended every stream as soon as it began: gone"):
        playing_by(way, *[script] * 20, timing=Timing(first_answer=0.5, first_backoff=0.01))


@either_way
def test_a_referee_that_ends_the_stream_with_a_reason_is_not_asked_again(way: Way) -> None:
    async def script(stream: EitherStream) -> None:
        await stream.break_off(grpc.StatusCode.ABORTED)

    with pytest.raises(AdmissionError, match="closed the line: gone"):
        playing_by(way, script)


@either_way
def test_a_drained_referee_that_goes_away_is_the_end(way: Way) -> None:
    async def script(stream: EitherStream) -> None:
        await stream.say(pb.Item(draining=pb.Draining(grace_ms=1)))
        await stream.break_off()

    playing_by(way, script)


@either_way
def test_a_newer_process_ends_this_one(way: Way) -> None:
    async def script(stream: EitherStream) -> None:
        await stream.say(pb.Item(superseded=pb.Superseded()))
        await stream.break_off(grpc.StatusCode.ABORTED)

    with pytest.raises(SupersededError, match="a newer process"):
        playing_by(way, script)


@either_way
def test_nobody_at_the_address(way: Way) -> None:
    async def alone() -> None:
        await way(Lowest({}), "127.0.0.1:1", TOKEN, Timing(first_answer=0.5))

    with pytest.raises(UnreachableError, match=r"no answer from 127\.0\.0\.1:1 within 0\.5 s"):
        within_a_minute(alone())


@either_way
def test_a_refused_token_is_said(way: Way) -> None:
    with pytest.raises(AdmissionError, match="refused the token: no such player"):
        playing_by(way, token="another")


@either_way
def test_a_version_nobody_shares_is_said(way: Way) -> None:
    async def both() -> None:
        async with referee() as served:
            served.referee.versions = range(2, 4)
            await way(Lowest({}), served.address, TOKEN, QUICK)

    with pytest.raises(AdmissionError, match="does not speak version 1: this referee speaks versions 2 to 3"):
        within_a_minute(both())


@either_way
def test_a_refusal_is_logged_and_answered_with_the_default(way: Way, caplog: pytest.LogCaptureFixture) -> None:
    async def script(stream: EitherStream) -> None:
        await stream.say(seated(), decision("t1", 1))
        assert list((await stream.answer(refusal("t1", 1))).action.cards) == [54]
        assert list((await stream.answer()).action.cards) == [1]
        await stream.say(decision("t1", 2))
        assert list((await stream.answer()).action.cards) == [54]

    playing_by(way, script, bot=Cheat({}))
    # gRPC may complain of loops that came before in this process (grpc/grpc#25364).
    (said,) = [record.getMessage() for record in caplog.records if record.name == "paiju"]
    refused = "refused play HJ: follow.suit: you still have 2 hearts; for example play 2h (tries left: 1)"
    assert said == f"table t1, decision 1: {refused}"


class Broken(Bot):
    def act(self, view: View, decision: Decision) -> Action:
        raise ZeroDivisionError


class Forgetful(Bot):
    def act(self, view: View, decision: Decision) -> Action:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("bot", "cause"),
    [
        pytest.param(Broken({}), ZeroDivisionError, id="raises"),
        pytest.param(Forgetful({}), TypeError, id="gives no action"),
    ],
)
@either_way
def test_a_bot_that_fails_ends_its_player(way: Way, bot: Bot, cause: type[Exception]) -> None:
    with pytest.raises(BotError, match="table t1, decision 7: the bot failed") as failure:
        playing_by(way, one_decision, bot=bot)
    assert isinstance(failure.value.__cause__, cause)


@either_way
def test_an_act_that_hides_that_it_is_async_is_said(way: Way) -> None:
    class Later:
        def __await__(self) -> Generator[None, None, Action]:
            yield
            return Action()

    class Hiding(Bot):
        def act(self, view: View, decision: Decision) -> Awaitable[Action]:
            return Later()

    with pytest.raises(TypeError, match="act gave something to await"):
        playing_by(way, one_decision, bot=Hiding({}))


def test_every_error_has_an_exit_code_of_its_own() -> None:
    kinds = PaijuError.__subclasses__()
    assert len({kind.exit_code for kind in kinds}) == len(kinds)
