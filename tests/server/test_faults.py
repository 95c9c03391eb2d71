"""What a bad client, or none, costs: its own side, and nobody else."""

import asyncio
import json
import time
from pathlib import Path

import grpc
import pytest
from paiju.v1 import admin_pb2, cards_pb2, game_pb2, referee_pb2

from referee.server.item import Answer
from referee.server.room import LISTS, USELESS_LIMIT
from referee.server.wire import player as wire_player
from tests.server.house import NAMES, Client, default, go, house, spec

SHORT = referee_pb2.Clocks(move_ms=60, bank_ms=0, margin_ms=10, reconnect_ms=60)


def test_whoever_does_not_come_forfeits(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec(connect_ms=150))
            await here.join(*NAMES[:3])
            (result,) = await here.results()
            assert result.reason == referee_pb2.END_REASON_NO_SHOW
            assert (result.at_fault, result.score) == (3, 2)

    go(main())


def test_a_match_that_neither_side_came_to_is_void(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec(connect_ms=20))
            (result,) = await here.results()
            assert result.reason == referee_pb2.END_REASON_VOID
            assert not result.HasField("at_fault")

    go(main())


async def silent(client: Client) -> list[referee_pb2.Verdict]:
    """Answer nothing until a match has ended; return what was said meanwhile."""
    verdicts = []
    while True:
        for item in await client.read():
            if item.HasField("verdict"):
                verdicts.append(item.verdict)
            if item.HasField("ended"):
                return verdicts


def test_a_silent_player_is_played_for_and_forfeits_at_the_third_strike(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec(clocks=SHORT, hand="5"))
            clients = await here.join()
            playing = asyncio.gather(*(client.play_on(default) for client in clients[:3]))
            verdicts = await silent(clients[3])
            ended = await playing
            assert [verdict.defaulted.strikes for verdict in verdicts] == [1, 2, 3]
            assert {verdict.defaulted.reason for verdict in verdicts} == {referee_pb2.DEFAULT_REASON_TIME}
            assert ended[0].reason == referee_pb2.END_REASON_TIMEOUT
            assert (ended[0].at_fault, ended[0].score, ended[1].score) == (3, 2, -2)
            (result,) = await here.results()
            assert "strike 3 of 3" in result.fault_text
            assert result.seats[3].timeouts == 3
            assert b" ! time\n" in result.transcript

    go(main())


def test_an_empty_bank_gives_no_time_though_the_clocks_of_others_run_longer(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            clocks = referee_pb2.Clocks(move_ms=20, bank_ms=1_000, margin_ms=10, reconnect_ms=20_000)
            await here.seat(spec(clocks=clocks, hand="5"))
            clients = await here.join()
            await asyncio.gather(*(client.play_on(default) for client in clients[:3]), silent(clients[3]))
            (result,) = await here.results()
            lines = map(json.loads, result.times.decode().splitlines())
            first, *later = [line["charged"] for line in lines if line.get("seat") == 3]
            assert first >= 1_030
            assert len(later) == 2
            assert max(later) < 1_000

    go(main())


def test_an_answer_is_not_charged_what_it_waits_for_those_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = wire_player.read_answer

    def slow(message: referee_pb2.Answer) -> Answer:
        time.sleep(0.2)
        return read(message)

    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec("m1"), spec("m2", board=1))
            client, *_ = await here.join()
            decisions = [await client.decision(), await client.decision()]
            monkeypatch.setattr(wire_player, "read_answer", slow)
            await client.answer(*map(default, decisions))
            verdicts = [(await client.until("verdict")).verdict for _ in decisions]
            assert max(verdict.accepted.charged_ms for verdict in verdicts) < 200

    go(main())


def test_refused_answers_lead_to_the_default_and_then_to_a_forfeit(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec(hand="5"))
            clients = await here.join()

            def wrong(item: referee_pb2.Item) -> referee_pb2.Answer:
                answer = default(item)
                answer.action.ClearField("cards")
                return answer

            async def stubborn(client: Client) -> None:
                last = None
                while True:
                    for item in await client.read():
                        if item.HasField("decision"):
                            last = item
                        if item.HasField("ended"):
                            return
                        refused = item.HasField("verdict") and item.verdict.HasField("refused")
                        if last is not None and (item.HasField("decision") or refused):
                            await client.answer(wrong(last))

            others = asyncio.gather(*(client.play_on(default) for client in clients[1:]))
            await stubborn(clients[0])
            await others
            (result,) = await here.results()
            assert (result.reason, result.at_fault) == (referee_pb2.END_REASON_ILLEGAL, 0)
            *_, refusal, strike = result.fault_text.split("; ")
            assert refusal.startswith("seat 0 (a/0/0), decision 3: play: toy.one: one card (hand: ")
            assert strike == "seat 0 (a/0/0), decision 3: default action after refusals, strike 3 of 3"

    go(main())


def test_a_refusal_that_forfeits_is_told_with_its_rule(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec(adjudication=admin_pb2.Adjudication(illegal_forfeits=True)))
            client, *_ = await here.join()
            wrong = default(await client.decision())
            wrong.action.ClearField("cards")
            await client.answer(wrong)
            (result,) = await here.results()
            assert (result.reason, result.at_fault) == (referee_pb2.END_REASON_ILLEGAL, 0)
            assert result.fault_text.startswith("seat 0 (a/0/0), decision 1: pay: toy.one: one card (hand: ")

    go(main())


def test_a_lost_player_may_come_back_with_nothing_missed(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            clients = await here.join()
            first = await clients[0].decision()
            clients[0].call.cancel()
            (back,) = await here.join(NAMES[0])
            view = (await back.until("view")).view
            assert view.table == table
            again = await back.decision()
            assert again.decision.decision_id == first.decision.decision_id
            assert again.decision.legal == first.decision.legal
            assert view.view == again.decision.view
            await back.answer(default(again))
            ended = await asyncio.gather(*(client.play_on(default) for client in (back, *clients[1:])))
            assert ended[0].reason == referee_pb2.END_REASON_FINISHED

    go(main())


def test_a_returning_client_gets_the_events_after_the_last_it_has(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            clients = await here.join()
            events = (await clients[0].until("events")).events.events
            back = Client(here.path, NAMES[0])
            here.clients.append(back)
            await back.open(seen=[referee_pb2.Seen(table=table, last_seq=3)])
            missed = (await back.until("events")).events.events
            assert list(missed) == list(events)[3:]

    go(main())


def test_a_player_gone_for_too_long_forfeits(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            clocks = referee_pb2.Clocks(move_ms=60_000, reconnect_ms=60)
            await here.seat(spec(clocks=clocks))
            clients = await here.join()
            await clients[2].decision()
            clients[2].call.cancel()
            (result,) = await here.results()
            assert result.reason == referee_pb2.END_REASON_DISCONNECT
            assert (result.at_fault, result.score) == (2, -2)
            assert "disconnect" in result.fault_text

    go(main())


def test_the_newest_stream_wins_and_the_older_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            old, *_ = await here.join()
            item = await old.decision()
            (new,) = await here.join(NAMES[0])
            await new.decision()
            await old.until("superseded")
            with pytest.raises(grpc.aio.AioRpcError, match="superseded"):
                await old.until("decision")
            assert await old.call.code() is grpc.StatusCode.ABORTED
            await new.answer(default(item))
            assert (await new.until("verdict")).verdict.HasField("accepted")
            tables = await here.admin.ListTables(admin_pb2.ListTablesRequest(run="run"))
            assert [status.table for status in tables.tables] == [table]

    go(main())


def test_a_flood_of_useless_messages_forfeits_and_the_others_go_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            names = (*NAMES, *(f"{name}x" for name in NAMES))
            await here.seat(spec("m1"), spec("m2", players=names[4:], board=1), names=names)
            clients = await here.join(*names)
            await clients[1].decision()
            junk = [referee_pb2.Answer(table="nowhere", decision_id=n) for n in range(300)]
            await clients[1].answer(*junk)
            (result,) = await here.results()
            assert (result.match, result.reason) == ("m1", referee_pb2.END_REASON_FLOOD)
            assert result.at_fault == 1
            ended = await asyncio.gather(*(client.play_on(default) for client in clients[4:]))
            assert {end.reason for end in ended} == {referee_pb2.END_REASON_FINISHED}

    go(main())


def test_of_a_table_nobody_knows_little_is_told_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec())
            request = referee_pb2.ActRequest(answer=referee_pb2.Answer(table="x" * 60_000, decision_id=1))
            response = await here.referee.Act(request, metadata=Client(here.path, NAMES[0]).metadata)
            assert response.verdict.table == "x" * 64
            assert response.verdict.stale.text == "you do not sit at this table"

    go(main())


def test_a_verb_of_another_phase_is_stale_and_said_when_it_floods(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            client, *_ = await here.join()
            await client.decision()
            early = game_pb2.Action(verb=game_pb2.VERB_PLAY, cards=[cards_pb2.CARD_C2])
            await client.answer(*[referee_pb2.Answer(table=table, decision_id=1, action=early)] * 201)
            stale = (await client.until("verdict")).verdict.stale
            assert (stale.text, stale.open_decision_id) == ("not now", 1)
            (result,) = await here.results()
            assert result.reason == referee_pb2.END_REASON_FLOOD
            assert result.fault_text == "seat 0 (a/0/0), decision 1: play 2c: not now; seat 0 (a/0/0): flood"

    go(main())


def test_lists_beyond_twenty_a_decision_are_a_flood(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            spammer, *_ = await here.join()
            await spammer.decision()
            request = referee_pb2.ListMovesRequest(table=table, decision_id=1)
            for _ in range(LISTS):
                await here.referee.ListMoves(request, metadata=spammer.metadata)
            for _ in range(USELESS_LIMIT + 1):
                with pytest.raises(grpc.aio.AioRpcError, match="decision 1 have been listed 20 times"):
                    await here.referee.ListMoves(request, metadata=spammer.metadata)
            (result,) = await here.results()
            assert result.reason == referee_pb2.END_REASON_FLOOD

    go(main())


def test_dry_runs_beyond_twenty_a_decision_are_a_flood(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            client, *_ = await here.join()
            item = await client.decision()
            dry = referee_pb2.Answer(table=table, decision_id=1, action=item.decision.default, dry_run=True)
            await client.answer(*[dry] * 219)
            await client.until("verdict")
            status = (await here.admin.GetTable(admin_pb2.GetTableRequest(table=table))).status
            assert status.state == admin_pb2.TABLE_STATE_PLAYING
            await client.answer(*[dry] * 5)
            (result,) = await here.results()
            assert result.reason == referee_pb2.END_REASON_FLOOD

    go(main())


def test_a_fault_of_ours_tells_a_number_and_no_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec())
            here.lobby.games = {"toy": None}  # type: ignore[dict-item]
            client, *_ = await here.join()
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await here.referee.Hello(
                    referee_pb2.HelloRequest(protocol_min=1, protocol_max=1), metadata=client.metadata
                )
            assert refused.value.code() is grpc.StatusCode.INTERNAL
            details = refused.value.details() or ""
            assert details.startswith("internal fault ")
            assert "NoneType" not in details
            assert details.split()[2].rstrip(":") in capsys.readouterr().out

    go(main())
