"""Matches through the wire: a real server, real streams."""

import asyncio
from pathlib import Path

import grpc
import pytest
from paiju.v1 import admin_pb2, cards_pb2, game_pb2, referee_pb2

from referee.cards import Seat
from referee.server.legal import Listing, legal
from referee.server.room import LISTS
from referee.server.service import moves_of
from referee.server.tally import rounded_up
from referee.server.wire.game import action
from tests.games.shengji.playing import following
from tests.server.house import NAMES, Client, default, go, house, spec, token


def test_a_match_is_played_to_its_end(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            clients = await here.join()
            ended = await asyncio.gather(*(client.play_on(default) for client in clients))
            assert [end.table for end in ended] == [table] * 4
            assert [end.reason for end in ended] == [referee_pb2.END_REASON_FINISHED] * 4
            assert ended[0].score == ended[2].score == -ended[1].score == -ended[3].score
            (result,) = await here.results()
            assert (result.match, result.score, result.deals) == ("m1", ended[0].score, 1)
            assert [seat.decisions for seat in result.seats] == [3, 3, 3, 3]

    go(main())


def test_the_first_thing_about_a_table_is_where_you_sit(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec())
            clients = await here.join()
            for seat, client in enumerate(clients):
                first = (await client.read())[0]
                assert first.seated.seat == seat
                assert first.seated.game == "toy"
                assert dict(first.seated.options) == {"hand": "2"}
                assert len(first.seated.commitments[0]) == 32

    go(main())


def test_events_are_numbered_without_gaps_and_come_before_the_decision(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec())
            clients = await here.join()
            records: list[list[int]] = [[], [], [], []]

            async def play(seat: int, client: Client) -> None:
                while True:
                    for item in await client.read():
                        if item.HasField("events"):
                            records[seat] += [event.seq for event in item.events.events]
                        if item.HasField("decision"):
                            assert item.decision.view.last_seq == records[seat][-1]
                            await client.answer(default(item))
                        if item.HasField("ended"):
                            return

            await asyncio.gather(*(play(seat, client) for seat, client in enumerate(clients)))
            for record in records:
                assert record == list(range(1, len(record) + 1))
                assert len(record) > 20

    go(main())


def test_a_seat_sees_its_own_cards_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec(hand="13"))
            clients = await here.join()
            views = [(await client.decision()).decision.view for client in clients]
            hands = [tuple(view.hand) for view in views]
            assert len(set(hands)) == 4
            assert len({card for hand in hands for card in hand}) == 52
            for view in views:
                assert [seat.card_count for seat in view.seats] == [13] * 4
                assert not any(seat.shown or seat.played for seat in view.seats)

    go(main())


def test_a_refusal_is_an_answer_with_its_rule_and_an_example(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            client, *_ = await here.join()
            decision = (await client.decision()).decision
            wrong = game_pb2.Action(verb=game_pb2.VERB_PAY)
            await client.answer(referee_pb2.Answer(table=table, decision_id=1, action=wrong))
            refused = (await client.until("verdict")).verdict.refused
            assert (refused.rule, refused.text, refused.tries_left) == ("toy.one", "one card", 1)
            assert refused.example == decision.default
            await client.answer(default(referee_pb2.Item(decision=decision)))
            assert (await client.until("verdict")).verdict.HasField("accepted")

    go(main())


@pytest.mark.parametrize(
    ("action", "text"),
    [
        pytest.param(game_pb2.Action(), "there is no verb 0", id="no verb"),
        pytest.param(game_pb2.Action(verb=game_pb2.Verb.ValueType(99)), "there is no verb 99", id="unknown verb"),
        pytest.param(
            game_pb2.Action(verb=game_pb2.VERB_PAY, cards=[cards_pb2.Card.ValueType(0)]),
            "cards are numbered 1..54",
            id="card 0",
        ),
        pytest.param(
            game_pb2.Action(verb=game_pb2.VERB_PAY, cards=[cards_pb2.Card.ValueType(55)]),
            "cards are numbered 1..54",
            id="card 55",
        ),
        pytest.param(
            game_pb2.Action(verb=game_pb2.VERB_PAY, cards=[cards_pb2.Card.ValueType(-3)]),
            "cards are numbered 1..54",
            id="card -3",
        ),
        pytest.param(
            game_pb2.Action(verb=game_pb2.VERB_PAY, claim=game_pb2.Claim(suit=cards_pb2.Suit.ValueType(9))),
            "a claim names an unknown suit or combination",
            id="unknown suit",
        ),
        pytest.param(
            game_pb2.Action(verb=game_pb2.VERB_PAY, cards=[cards_pb2.CARD_C2] * 163),
            "163 cards are more than any game has",
            id="too many cards",
        ),
        pytest.param(
            game_pb2.Action(verb=game_pb2.VERB_PAY, claim=game_pb2.Claim(units=[cards_pb2.Cards()] * 325)),
            "a claim names more cards than any game has",
            id="too many units",
        ),
    ],
)
def test_nonsense_is_refused_and_the_stream_stays(tmp_path: Path, action: game_pb2.Action, text: str) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            client, *_ = await here.join()
            item = await client.decision()
            await client.answer(referee_pb2.Answer(table=table, decision_id=1, action=action))
            refused = (await client.until("verdict")).verdict.refused
            assert (refused.rule, refused.text) == ("answer.malformed", text)
            await client.answer(default(item))
            assert (await client.until("verdict")).verdict.HasField("accepted")

    go(main())


def test_the_same_answer_again_gets_its_verdict_again_and_another_is_stale(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            client, *_ = await here.join()
            item = await client.decision()
            other = referee_pb2.Answer(table=table, decision_id=1, action=item.decision.legal[-1])
            future = referee_pb2.Answer(table=table, decision_id=77, action=item.decision.default)
            foreign = referee_pb2.Answer(table="t99", decision_id=1, action=item.decision.default)
            await client.answer(default(item), default(item), other, future, foreign)
            verdicts = [(await client.until("verdict")).verdict for _ in range(5)]
            assert [verdict.WhichOneof("verdict") for verdict in verdicts] == ["accepted"] * 2 + ["stale"] * 3
            assert [verdict.duplicate for verdict in verdicts] == [False, True, False, False, False]
            assert verdicts[0].accepted == verdicts[1].accepted

    go(main())


def test_a_dry_run_changes_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            client, *_ = await here.join()
            item = await client.decision()
            dry = referee_pb2.Answer(table=table, decision_id=1, action=item.decision.legal[-1], dry_run=True)
            await client.answer(dry, dry, default(item))
            verdicts = [(await client.until("verdict")).verdict for _ in range(3)]
            assert [verdict.dry_run for verdict in verdicts] == [True, True, False]
            assert all(verdict.HasField("accepted") and not verdict.duplicate for verdict in verdicts)

    go(main())


def test_the_plain_way_plays_a_match(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec())
            others = await here.join(*NAMES[1:])
            metadata = (("authorization", f"Bearer {token(NAMES[0])}"),)

            async def plain() -> referee_pb2.MatchEnded:
                async for frame in here.referee.Listen(referee_pb2.ListenRequest(), metadata=metadata):
                    for item in frame.items:
                        if item.HasField("decision"):
                            response = await here.referee.Act(
                                referee_pb2.ActRequest(answer=default(item)), metadata=metadata
                            )
                            assert response.verdict.HasField("accepted")
                        if item.HasField("ended"):
                            return item.ended
                raise EOFError

            ended, *_ = await asyncio.gather(plain(), *(client.play_on(default) for client in others))
            assert ended.reason == referee_pb2.END_REASON_FINISHED

    go(main())


def test_list_moves_gives_all_up_to_a_limit(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec(hand="13"))
            client, *_ = await here.join()
            await client.decision()
            request = referee_pb2.ListMovesRequest(table=table, decision_id=1)
            listed = await here.referee.ListMoves(request, metadata=client.metadata)
            assert (len(listed.actions), listed.complete) == (13, True)
            request.limit = 5
            listed = await here.referee.ListMoves(request, metadata=client.metadata)
            assert (len(listed.actions), listed.complete) == (5, False)
            request.decision_id = 2
            with pytest.raises(grpc.aio.AioRpcError, match="decision 2 is not open"):
                await here.referee.ListMoves(request, metadata=client.metadata)

    go(main())


def test_other_tables_have_their_turn_while_many_moves_are_listed() -> None:
    position = following("5s 5s 4s 4s", "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")
    moves = list(map(action, position.moves(Seat.NORTH)))
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def main() -> None:
        nonlocal turns
        beside = asyncio.create_task(others())
        for limit, expected, complete in ((4_096, 7, True), (495, 7, True), (494, 7, False), (64, 0, False)):
            turns = 0
            listed = await moves_of(position, Seat.NORTH, limit)
            assert (list(listed.actions), listed.complete) == (moves[:limit], complete)
            assert turns == expected
            listing = Listing(position, Seat.NORTH, limit)
            assert [listing.is_done() for _ in range(expected + 1)] == [False] * expected + [True]
            assert listing.legal() == legal(position, Seat.NORTH, limit)
        beside.cancel()

    assert len(moves) == 495
    go(main())


def test_moves_are_listed_so_often_a_decision(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec(hand="13"))
            client, *others = await here.join()
            decision = await client.decision()
            request = referee_pb2.ListMovesRequest(table=table, decision_id=1, limit=1)
            for _ in range(LISTS):
                await here.referee.ListMoves(request, metadata=client.metadata)
            with pytest.raises(grpc.aio.AioRpcError, match="decision 1 have been listed 20 times") as refused:
                await here.referee.ListMoves(request, metadata=client.metadata)
            assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED

            await client.answer(default(decision))
            for other in others:
                await other.answer(default(await other.decision()))
            request.decision_id = (await client.decision()).decision.decision_id
            assert (await here.referee.ListMoves(request, metadata=client.metadata)).actions

    go(main())


def test_stream_settings_choose_views_legal_lists_and_events(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec(hand="13"))
            settings = referee_pb2.StreamSettings(views=referee_pb2.VIEWS_NONE, legal_limit=4, without_events=True)
            client, *_ = await here.join(settings=settings)
            items = await client.read()
            while not items[-1].HasField("decision"):
                items += await client.read()
            assert not any(item.HasField("events") for item in items)
            decision = items[-1].decision
            assert not decision.HasField("view")
            assert (len(decision.legal), decision.legal_complete) == (4, False)
            assert decision.legal[0] == decision.default

    go(main())


def test_events_of_others_wait_for_a_decision_but_not_for_ever(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec())
            patient = referee_pb2.StreamSettings(event_delay_ms=20)
            clients = await here.join(settings=patient)
            items = [await client.decision() for client in clients]
            await clients[0].answer(default(items[0]))
            told = await clients[3].until("events")
            assert [event.kind for event in told.events.events] == [game_pb2.EVENT_KIND_COMMITTED]

    go(main())


def test_a_transcript_is_embargoed_until_all_sittings_of_its_board_have_ended(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            names = (*NAMES, *(f"{name}x" for name in NAMES))
            tables = await here.seat(spec("m1", sittings=2), spec("m2", sittings=2, players=names[4:]), names=names)
            clients = await here.join(*names)
            await asyncio.gather(*(client.play_on(default) for client in clients[:4]))
            request = referee_pb2.GetTranscriptRequest(table=tables[0])
            with pytest.raises(grpc.aio.AioRpcError, match="still being played") as refused:
                async for _ in here.referee.GetTranscript(request, metadata=clients[0].metadata):
                    pass
            assert refused.value.code() is grpc.StatusCode.FAILED_PRECONDITION
            await asyncio.gather(*(client.play_on(default) for client in clients[4:]))
            chunks = [c.chunk async for c in here.referee.GetTranscript(request, metadata=clients[0].metadata)]
            assert b"".join(chunks).endswith(f"seed {bytes(128).hex()}\n".encode())

    go(main())


def test_the_result_for_the_organiser_has_no_seed_line_and_no_times(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec())
            clients = await here.join()
            await asyncio.gather(*(client.play_on(default) for client in clients))
            (result,) = await here.results()
            text = result.transcript.decode()
            assert text.splitlines()[0] == "paiju transcript 1"
            assert text.splitlines()[-1].startswith("sha256 ")
            assert b'"charged"' in result.times
            for seat in result.seats:
                assert sum(seat.decisions_by_ms.values()) == seat.decisions
                assert max(seat.decisions_by_ms) == rounded_up(seat.max_time_ms)
            (again,) = await here.results()
            assert again == result

    go(main())


def test_the_streams_of_a_run_end_with_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec())
            clients = await here.join()
            results = aiter(here.admin.Results(admin_pb2.ResultsRequest(run="run")))
            await asyncio.gather(*(client.play_on(default) for client in clients))
            assert [result.match for result in (await anext(results)).results] == ["m1"]
            await here.admin.CloseRun(admin_pb2.CloseRunRequest(run="run"))
            assert [response async for response in results] == []
            assert [await client.read() for client in clients] == [[]] * 4

    go(main())


def test_admin_messages_report_players_and_tables(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (table,) = await here.seat(spec())
            (client,) = await here.join(NAMES[0])
            await client.until("seated")
            players = await here.admin.ListPlayers(admin_pb2.ListPlayersRequest(run="run"))
            assert [status.connected for status in players.players] == [True, False, False, False]
            status = (await here.admin.GetTable(admin_pb2.GetTableRequest(table=table))).status
            assert status.state == admin_pb2.TABLE_STATE_WAITING
            await here.admin.CloseTable(admin_pb2.CloseTableRequest(table=table))
            (result,) = await here.results()
            assert result.reason == referee_pb2.END_REASON_VOID
            assert not (await here.admin.ListTables(admin_pb2.ListTablesRequest(run="run"))).tables
            info = await here.admin.GetInfo(admin_pb2.GetInfoRequest())
            assert [(game.name, [option.name for option in game.options]) for game in info.games] == [("toy", ["hand"])]

    go(main())
