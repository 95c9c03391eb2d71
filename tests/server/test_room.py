"""A room without a server: what happens in one turn of the loop."""

import asyncio
import gc
import time
import weakref
from collections.abc import Callable
from functools import partial

import pytest

from referee.cards import SEATS, BySeat
from referee.game import Event, EventKind
from referee.server.item import (
    Answer,
    Asked,
    Draining,
    Item,
    Manners,
    Seated,
    Superseded,
    TableEvents,
    TableView,
    Told,
)
from referee.server.link import FULL, OF_A_TABLE, QUEUE_LIMIT, Link
from referee.server.room import Player, Room
from referee.table.clock import Clocks
from referee.table.match import Ended, EndReason
from referee.table.table import Defaulted, DefaultReason, Stale
from referee.table.transcript import read
from tests.server.house import go
from tests.table.test_table import PLAYERS, match

EAST, SOUTH = SEATS[:2]
NO_TIME = Clocks(move_ms=0, bank_ms=0, increment_ms=0, margin_ms=0, reconnect_ms=0)


def sitting(clocks: Clocks, manners: Manners, hand: int = 2) -> tuple[Room, list[Link]]:
    """A room whose players have all come, and their links."""
    one, two, three, four = (Player("run", name, b"") for name in PLAYERS)
    players = BySeat((one, two, three, four))
    room = Room("t1", match(clocks, hand=hand), players, lambda _: None)
    links = [Link(manners) for _ in SEATS]
    for seat in SEATS:
        players[seat].link = links[seat]
        room.arrive(seat, links[seat], 0)
    return room, links


async def frame(link: Link) -> list[Item]:
    items = await link.take()
    assert items is not None
    return items


def soon(act: Callable[[], object]) -> None:
    """Act while a frame is gathered: its first turn of the loop comes before."""
    loop = asyncio.get_running_loop()
    loop.call_soon(loop.call_soon, act)


def answer(asked: Item, choice: int) -> Answer:
    assert isinstance(asked, Asked)
    return Answer(asked.table, asked.id, asked.legal[choice], dry_run=False, debug="")


async def answer_late(choice: int) -> tuple[Told, Told]:
    """Give one of the listed answers when time is up; return what is said to it, and what was said before."""
    room, [link, *_] = sitting(NO_TIME, Manners())
    asked = (await frame(link))[-1]
    told, _ = room.answer(EAST, answer(asked, choice), time.monotonic())
    [before] = [item for item in await frame(link) if isinstance(item, Told)]
    return told, before


def test_a_late_answer_meets_the_default_even_before_the_timer_fires() -> None:
    async def main() -> None:
        told, before = await answer_late(-1)
        assert isinstance(before.verdict, Defaulted)
        assert (before.verdict.reason, before.verdict.strikes) == (DefaultReason.TIME, 1)
        assert told.verdict == Stale("decision 1 is closed", 0)

    go(main())


def test_a_late_answer_that_is_the_default_is_a_duplicate() -> None:
    async def main() -> None:
        told, before = await answer_late(0)
        assert told == before._replace(duplicate=True)

    go(main())


def test_events_that_need_not_wait_go_out_at_once() -> None:
    async def main() -> None:
        room, links = sitting(Clocks(), Manners(event_delay=0))
        asked = [(await frame(link))[-1] for link in links]
        room.answer(EAST, answer(asked[0], 0), time.monotonic())
        [told] = await frame(links[1])
        assert isinstance(told, TableEvents)
        assert [event.kind for _, event in told.events] == [EventKind.COMMITTED]

    go(main())


def test_who_is_dropped_before_the_first_card_loses_a_match_without_actions() -> None:
    ended: list[Room] = []
    one, two, three, four = (Player("run", name, b"") for name in PLAYERS)
    room = Room("t1", match(), BySeat((one, two, three, four)), ended.append)
    for reason in (EndReason.CRASH, EndReason.FLOOD):
        room.forfeit(EAST, reason)
    room.void()
    assert ended == [room]
    assert room.result is not None
    assert room.result.ended == Ended(EndReason.CRASH, EAST, -2)
    assert room.result.fault_text == "seat 0 (a/0/0): crash"
    assert read(room.result.transcript).deals[0].entries == ()


def test_answers_to_no_open_decision_leave_no_notes() -> None:
    async def main() -> None:
        room, [link, *_] = sitting(Clocks(), Manners())
        said = answer((await frame(link))[-1], 0)._replace(id=7, debug="hm")
        told = [room.answer(EAST, said, time.monotonic()) for _ in range(300)]
        assert all(useless for _, useless in told)
        room.void()
        assert room.result is not None
        assert "hm" not in room.result.times

    go(main())


def test_an_answer_that_is_repeated_without_end_leaves_one_note() -> None:
    async def main() -> None:
        room, [link, *_] = sitting(Clocks(), Manners())
        said = answer((await frame(link))[-1], 0)._replace(debug="hm")
        told = [room.answer(EAST, said, time.monotonic()) for _ in range(300)]
        assert [(verdict.duplicate, useless) for verdict, useless in told] == [(False, False)] + [(True, False)] * 299
        room.void()
        assert room.result is not None
        assert room.result.times.count("debug: 'hm'") == 1

    go(main())


def test_a_stream_that_has_ended_is_forgotten_however_long_its_events_might_have_waited() -> None:
    async def main() -> None:
        room, links = sitting(Clocks(), Manners(event_delay=1e6))
        asked = [(await frame(link))[-1] for link in links]
        room.answer(EAST, answer(asked[0], 0), time.monotonic())
        room.players[3].link = None
        links[3].close()
        ended = weakref.ref(links.pop())
        gc.collect()
        assert ended() is None

    go(main())


@pytest.fixture
def listed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.server.legal.AT_ONCE", 1)
    monkeypatch.setattr("referee.server.room.AT_ONCE", 1)


@pytest.mark.usefixtures("listed_one_by_one")
def test_a_decision_comes_once_though_others_act_while_its_moves_are_listed() -> None:
    async def main() -> None:
        room, [link, other, *_] = sitting(Clocks(), Manners(event_delay=0))
        assert [type(item) for item in await frame(link)] == [Seated]
        await frame(other)
        said = answer((await frame(other))[-1], 0)
        soon(partial(room.answer, SOUTH, said, time.monotonic()))
        news, asked = await frame(link)
        assert isinstance(news, TableEvents)
        assert news.events[-1][1].kind is EventKind.COMMITTED
        assert isinstance(asked, Asked)
        assert (len(asked.legal), asked.complete, asked.last_seq) == (2, True, news.events[-1][0])

    go(main())


def answered_unasked(room: Room) -> None:
    assert room.table is not None
    action = next(room.table.position.moves(EAST))
    room.answer(EAST, Answer("t1", 1, action, dry_run=False, debug=""), time.monotonic())


@pytest.mark.usefixtures("listed_one_by_one")
@pytest.mark.parametrize(
    "close",
    [
        pytest.param(Room.void, id="void"),
        pytest.param(answered_unasked, id="answered"),
        pytest.param(lambda room: room.players[EAST].link.supersede(), id="superseded"),
    ],
)
def test_a_decision_that_closes_while_its_moves_are_listed_is_not_sent(close: Callable[[Room], None]) -> None:
    async def main() -> None:
        room, [link, *_] = sitting(Clocks(), Manners())
        await frame(link)
        soon(partial(close, room))
        assert not any(isinstance(item, Asked) for item in await frame(link))

    go(main())


def listed(room: Room, manners: Manners) -> Asked:
    while not room.is_listed(EAST, manners.legal_limit):
        pass
    asked = room.hand_over(EAST, manners)
    assert asked is not None
    return asked


@pytest.mark.usefixtures("listed_one_by_one")
def test_a_list_that_was_begun_for_another_decision_or_limit_is_begun_anew() -> None:
    async def main() -> None:
        room, _links = sitting(Clocks(), Manners(), hand=5)
        assert room.table is not None
        other = room.table.position
        assert not room.is_listed(EAST, 64)
        for seat in SEATS:
            action = next(room.table.position.moves(seat))
            room.answer(seat, Answer("t1", 1, action, dry_run=False, debug=""), time.monotonic())
        assert room.table.asking == [EAST]
        moves = list(room.table.position.moves(EAST))
        assert moves != list(other.moves(EAST))
        assert listed(room, Manners(legal_limit=64)).legal == moves
        assert not room.is_listed(EAST, 64)
        assert len(moves) > 3
        assert listed(room, Manners(legal_limit=2)).legal == moves[:2]

    go(main())


def test_events_whose_time_came_behind_a_decision_that_closed_are_sent() -> None:
    async def main() -> None:
        room, links = sitting(Clocks(), Manners(event_delay=0.02))
        link = links[EAST]
        answered_unasked(room)
        await asyncio.sleep(0.1)
        [news] = (await frame(link))[1:] or await frame(link)
        assert isinstance(news, TableEvents)
        assert news.events[-1][1].kind is EventKind.COMMITTED

    go(main())


def test_a_decision_behind_a_full_frame_is_waited_for_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.server.link.UNREAD_S", 0.02)

    async def main() -> None:
        room, links = sitting(Clocks(), Manners())
        for number in range(FULL):
            links[EAST].put(Draining(number))
        assert not any(isinstance(item, Asked) for item in await frame(links[EAST]))
        await asyncio.sleep(0.1)
        assert running(room) == [True, False, False, False]

    go(main())


@pytest.mark.usefixtures("listed_one_by_one")
def test_a_long_list_is_not_waited_for_by_what_is_ready() -> None:
    """No clock runs while others have their turn: a frame goes out as soon as its first decision's does."""

    async def main() -> None:
        one, two, three, four = (Player("run", name, b"") for name in PLAYERS)
        rooms = [Room(f"t{n}", match(Clocks()), BySeat((one, two, three, four)), lambda _: None) for n in range(2)]
        for player in (one, two, three, four):
            player.link = Link(Manners())
        for room in rooms:
            for seat, player in zip(SEATS, room.players, strict=True):
                assert player.link
                room.arrive(seat, player.link, 0)
        assert one.link
        assert [type(item) for item in await frame(one.link)] == [Seated, Seated]
        for room in rooms:
            _, asked = await frame(one.link)
            assert isinstance(asked, Asked)
            assert asked.table == room.id
            assert (asked.move_ms, asked.complete) == (room.match.clocks.move_ms, True)

    go(main())


def running(room: Room) -> list[bool]:
    assert room.table is not None
    questions = [chair.question for chair in room.table.chairs]
    return [question is not None and question.asked is not None for question in questions]


def test_no_clock_runs_before_the_decision_is_taken_however_the_players_came() -> None:
    async def main() -> None:
        one, two, three, four = (Player("run", name, b"", Link(Manners())) for name in PLAYERS)
        room = Room("t1", match(Clocks()), BySeat((one, two, three, four)), lambda _: None)
        for seat, player in zip(SEATS, room.players, strict=True):
            assert player.link
            room.arrive(seat, player.link, 0)
        assert running(room) == [False] * 4
        for player in room.players:
            assert player.link
            assert [type(item) for item in await frame(player.link)] == [Seated, TableEvents, Asked]
        assert running(room) == [True] * 4

    go(main())


def test_the_view_of_a_return_is_of_its_moment_whatever_happens_before_it_is_sent() -> None:
    async def main() -> None:
        room, links = sitting(Clocks(), Manners())
        asked = [(await frame(link))[-1] for link in links]
        again = room.players[SOUTH].link = Link(Manners())
        room.arrive(SOUTH, again, 0)
        room.answer(SOUTH, answer(asked[SOUTH], 0), time.monotonic())
        _, shown, *_ = await frame(again)
        assert isinstance(shown, TableView)
        assert shown.last_seq < room.sights[SOUTH].seq
        assert shown.view != room.sights[SOUTH].view

    go(main())


@pytest.mark.parametrize("waiting", [0, QUEUE_LIMIT], ids=["little", "too much"])
def test_the_clock_of_a_decision_runs_though_its_client_reads_nothing(
    waiting: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.server.link.UNREAD_S", 0.02 if waiting == 0 else 1e6)

    async def main() -> None:
        room, links = sitting(Clocks(), Manners())
        asked = [(await frame(link))[-1] for link in links]
        for seat in SEATS:
            room.answer(seat, answer(asked[seat], 0), time.monotonic())
        assert room.table is not None
        [leader] = room.table.asking
        assert not running(room)[leader]
        for number in range(waiting + OF_A_TABLE + 1 if waiting else 0):
            links[leader].put(Draining(number))
        await asyncio.sleep(0.1)
        assert running(room)[leader]
        if waiting:
            assert await links[leader].take() is None

    go(main())


def test_a_stream_that_is_superseded_is_asked_nothing_more() -> None:
    async def main() -> None:
        _, [link, *_] = sitting(Clocks(), Manners())
        link.supersede()
        assert [type(item) for item in await frame(link)] == [Seated, Superseded]

    go(main())


def test_a_decision_shares_the_frame_of_its_events_however_full_that_is() -> None:
    async def main() -> None:
        _, [link, *_] = sitting(Clocks(), Manners(event_delay=1e6))
        link.put(TableEvents("t1", [(1, Event(EventKind.COMMITTED))] * (FULL - 34)))
        link.close()
        assert [type(item) for item in await frame(link)] == [Seated, TableEvents, TableEvents, Asked]
        assert await link.take() is None

    go(main())
