"""Spectators: what all may see, all of it, and no longer than the match."""

import asyncio
from pathlib import Path

import grpc
import pytest
from paiju.v1 import admin_pb2, game_pb2, referee_pb2

from tests.server.house import NAMES, House, default, go, house, spec, token

EVERYBODY = (*NAMES, "spectator")
SPECTATOR = (("authorization", f"Bearer {token('spectator')}"),)


async def watch(here: House, table: str) -> list[list[game_pb2.Event]]:
    """Return the events of each message, until the stream ends."""
    call = here.referee.Watch(referee_pb2.WatchRequest(table=table), metadata=SPECTATOR)
    return [list(frame.events) async for frame in call]


def test_spectators_see_public_events_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, spectators=True) as here:
            (table,) = await here.seat(spec(), names=EVERYBODY)
            clients = await here.join()
            watching = asyncio.create_task(watch(here, table))
            await asyncio.gather(*(client.play_on(default) for client in clients))
            events = [event for told in await watching for event in told]
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            assert events[-1].kind == game_pb2.EVENT_KIND_DEAL_ENDED
            hidden = [event for event in events if event.kind in {game_pb2.EVENT_KIND_DEALT, game_pb2.EVENT_KIND_PAID}]
            assert len(hidden) == 8
            assert all(event.count and not event.cards for event in hidden)

    go(main())


@pytest.mark.parametrize(
    ("spectators", "table", "code", "text"),
    [
        pytest.param(True, "t1", grpc.StatusCode.FAILED_PRECONDITION, "several tables", id="played elsewhere too"),
        pytest.param(True, "t9", grpc.StatusCode.NOT_FOUND, "no table is called 't9' here", id="no such table"),
        pytest.param(False, "t1", grpc.StatusCode.FAILED_PRECONDITION, "has no spectators", id="not wanted"),
    ],
)
def test_not_everything_can_be_watched(
    tmp_path: Path, *, spectators: bool, table: str, code: grpc.StatusCode, text: str
) -> None:
    async def main() -> None:
        async with house(tmp_path, spectators=spectators) as here:
            await here.seat(spec(sittings=2), names=EVERYBODY)
            with pytest.raises(grpc.aio.AioRpcError, match=text) as refused:
                await watch(here, table)
            assert refused.value.code() is code

    go(main())


def test_a_spectator_sees_every_deal_of_a_match_to_its_end_however_late_he_comes(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, spectators=True) as here:
            order = spec(hand="13")
            order.mode, order.max_deals = "match", 14
            (table,) = await here.seat(order, names=EVERYBODY)
            clients = await here.join()
            watching = asyncio.create_task(watch(here, table))
            await asyncio.gather(*(client.play_on(default) for client in clients))
            late = await watch(here, table)
            assert len(late) == 2
            events = [event for told in late for event in told]
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            assert [event.kind for event in events].count(game_pb2.EVENT_KIND_DEAL_ENDED) == 14
            assert [event for told in await watching for event in told] == events

    go(main())


def test_a_table_is_remembered_as_long_as_its_transcript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.server.lobby.KEPT_TRANSCRIPTS", 1)

    async def main() -> None:
        async with house(tmp_path, spectators=True) as here:
            tables = await here.seat(spec("m1"), names=EVERYBODY)
            clients = await here.join()
            await asyncio.gather(*(client.play_on(default) for client in clients))
            tables += await here.seat(spec("m2", board=1), names=EVERYBODY)
            await asyncio.gather(*(client.play_on(default) for client in clients))
            with pytest.raises(grpc.aio.AioRpcError, match=f"no table is called '{tables[0]}' here"):
                await watch(here, tables[0])
            assert await watch(here, tables[1])

    go(main())


def test_watching_ends_with_a_match_that_is_given_up(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, spectators=True) as here:
            (table,) = await here.seat(spec(), names=EVERYBODY)
            watching = asyncio.create_task(watch(here, table))
            client, *_ = await here.join()
            await client.decision()
            await here.admin.CloseTable(admin_pb2.CloseTableRequest(table=table))
            assert await watching

    go(main())
