"""What an organiser may order: nothing wrong, nothing twice, all or none."""

import asyncio
from pathlib import Path

import grpc
import pytest
from google.protobuf.message import Message
from paiju.v1 import admin_pb2, referee_pb2

from tests.server.house import NAMES, default, go, house, player, spec, token


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"game": "whist"}, "no game is called 'whist' here, only toy"),
        ({"hand": "3"}, "match 'm1': hand: toy has no such option or value, 3"),
        ({"players": (*NAMES[:3], "nobody")}, "no player is called 'nobody' in this run"),
        ({"players": (*NAMES[:3], NAMES[0])}, "a player holds two seats"),
        ({"match": "m\n1"}, "is not a name"),
        ({"tournament": "杯"}, "the name of a tournament is ASCII"),
        ({"sittings": 0}, "at least 1 sitting"),
        ({"max_deals": 1_001}, "a match has 1 to 1000 deals"),
    ],
)
def test_a_bad_order_is_refused_with_what_is_wrong(tmp_path: Path, change: dict[str, str], text: str) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            with pytest.raises(grpc.aio.AioRpcError, match=text):
                await here.seat(spec(**change))  # type: ignore[arg-type]
            assert not (await here.admin.ListTables(admin_pb2.ListTablesRequest(run="run"))).tables

    go(main())


@pytest.mark.parametrize(
    ("method", "request_", "text"),
    [
        pytest.param(
            "AddPlayers",
            admin_pb2.AddPlayersRequest(run="run", players=[admin_pb2.Player(name="e", token_digest=b"short")]),
            "player 'e': the digest of a token is 32 bytes",
            id="no digest",
        ),
        pytest.param(
            "AddPlayers",
            admin_pb2.AddPlayersRequest(
                run="run", players=[admin_pb2.Player(name="e", token_digest=player(NAMES[0]).token_digest)]
            ),
            "player 'e': its token is another player's",
            id="token of another",
        ),
        pytest.param(
            "DropPlayer",
            admin_pb2.DropPlayerRequest(run="run", name=NAMES[0], reason=referee_pb2.EndReason.ValueType(99)),
            "there is no end reason 99",
            id="no reason",
        ),
        pytest.param(
            "DropPlayer",
            admin_pb2.DropPlayerRequest(run="run", name=NAMES[0], reason=referee_pb2.END_REASON_FINISHED),
            "finished is no fault of a player",
            id="no fault",
        ),
        pytest.param("ListPlayers", admin_pb2.ListPlayersRequest(run="x"), "no run is called 'x' here", id="no run"),
        pytest.param(
            "CheckOptions",
            admin_pb2.CheckOptionsRequest(game="whist"),
            "no game is called 'whist' here, only toy",
            id="no game",
        ),
        pytest.param("GetTable", admin_pb2.GetTableRequest(table="t9"), "no table is called 't9' here", id="no table"),
        pytest.param(
            "OpenTables",
            admin_pb2.OpenTablesRequest(run="run", tables=[admin_pb2.TableSpec(match="m1", mode="cup")]),
            "match 'm1': a mode is one of board, match, got 'cup'",
            id="no mode",
        ),
    ],
)
def test_what_an_organiser_cannot_have_is_named(tmp_path: Path, method: str, request_: Message, text: str) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat()
            with pytest.raises(grpc.aio.AioRpcError, match=text):
                await getattr(here.admin, method)(request_)
            players = await here.admin.ListPlayers(admin_pb2.ListPlayersRequest(run="run"))
            assert [status.name for status in players.players] == list(NAMES)

    go(main())


def test_a_token_may_be_changed_and_a_player_that_is_not_known_dropped(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat()
            changed = admin_pb2.Player(name=NAMES[0], token_digest=player("new").token_digest)
            await here.admin.AddPlayers(admin_pb2.AddPlayersRequest(run="run", players=[changed]))
            hello = referee_pb2.HelloRequest(protocol_min=1, protocol_max=1)
            metadata = (("authorization", f"Bearer {token('new')}"),)
            assert (await here.referee.Hello(hello, metadata=metadata)).player == NAMES[0]
            with pytest.raises(grpc.aio.AioRpcError, match="this token is not known here"):
                await here.referee.Hello(hello, metadata=(("authorization", f"Bearer {token(NAMES[0])}"),))
            reason = referee_pb2.END_REASON_CRASH
            dropped = await here.admin.DropPlayer(admin_pb2.DropPlayerRequest(run="run", name="nobody", reason=reason))
            assert dropped.matches == 0

    go(main())


def test_options_can_be_checked_before_anything_is_ordered(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            for hand, fault in (("3", ("hand", "toy has no such option or value, 3")), ("5", ("", ""))):
                request = admin_pb2.CheckOptionsRequest(game="toy", options={"hand": hand})
                told = await here.admin.CheckOptions(request)
                assert (told.option, told.fault) == fault

    go(main())


@pytest.mark.parametrize("together", [True, False], ids=["in one request", "one after the other"])
@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        pytest.param(spec("m1", sittings=2), spec("m1", sittings=2), "open or has been played", id="a match again"),
        pytest.param(
            spec("m1", sittings=2),
            spec("m2", sittings=2, players=("c", "d", "e", NAMES[2])),
            "has met this board at another table",
            id="a player again",
        ),
        pytest.param(
            spec("m1"),
            spec("m2", players=("c", "d", "e", "f")),
            "its board has 1 sittings, of which 1 are ordered",
            id="a sitting too many",
        ),
        pytest.param(
            spec("m1", sittings=2),
            spec("m2", sittings=3, players=("c", "d", "e", "f")),
            "its board has 2 sittings, of which 1 are ordered; this one says 3",
            id="another number of sittings",
        ),
    ],
)
def test_a_board_has_so_many_sittings_and_nobody_meets_it_twice(
    tmp_path: Path, *, together: bool, first: admin_pb2.TableSpec, second: admin_pb2.TableSpec, text: str
) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            names = (*NAMES, "c", "d", "e", "f")
            opened = [] if together else await here.seat(first, names=names)
            with pytest.raises(grpc.aio.AioRpcError, match=text):
                await here.seat(*([first, second] if together else [second]), names=names)
            tables = await here.admin.ListTables(admin_pb2.ListTablesRequest(run="run"))
            assert [status.table for status in tables.tables] == opened

    go(main())


def test_a_void_match_may_be_played_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            (void,) = await here.seat(spec())
            await here.admin.CloseTable(admin_pb2.CloseTableRequest(table=void))
            (table,) = await here.seat(spec())
            clients = await here.join()
            await asyncio.gather(*(client.play_on(default) for client in clients))
            results = await here.results(2)
            assert [(result.table, result.reason) for result in results] == [
                (void, referee_pb2.END_REASON_VOID),
                (table, referee_pb2.END_REASON_FINISHED),
            ]

    go(main())
