"""A room without a server: what happens in one turn of the loop."""

import gc
import weakref

from referee.cards import SEATS, BySeat, Seat
from referee.game import EventKind
from referee.server.item import Answer, Asked, Item, Manners, TableEvents, Told
from referee.server.link import Link
from referee.server.room import Player, Room
from referee.table.clock import Clocks
from referee.table.match import Ended, EndReason
from referee.table.table import Defaulted, DefaultReason, Stale
from referee.table.transcript import read
from tests.server.house import go
from tests.table.test_table import PLAYERS, match

EAST = Seat(0)
NO_TIME = Clocks(move_ms=0, bank_ms=0, increment_ms=0, margin_ms=0, reconnect_ms=0)


def sitting(clocks: Clocks, manners: Manners) -> tuple[Room, list[Link]]:
    """A room whose players have all come, and their links."""
    one, two, three, four = (Player("run", name, b"") for name in PLAYERS)
    players = BySeat((one, two, three, four))
    room = Room("t1", match(clocks), players, lambda _: None)
    links = [Link(manners) for _ in SEATS]
    for seat in SEATS:
        players[seat].link = links[seat]
        room.arrive(seat, links[seat], 0)
    return room, links


async def frame(link: Link) -> list[Item]:
    items = await link.take()
    assert items is not None
    return items


def answer(asked: Item, choice: int) -> Answer:
    assert isinstance(asked, Asked)
    return Answer(asked.table, asked.id, asked.legal[choice], dry_run=False, debug="")


async def answer_late(choice: int) -> tuple[Told, Told]:
    """Give one of the listed answers when time is up; return what is said to it, and what was said before."""
    room, [link, *_] = sitting(NO_TIME, Manners())
    asked = (await frame(link))[-1]
    told, _ = room.answer(EAST, answer(asked, choice))
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
        room.answer(EAST, answer(asked[0], 0))
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


def test_an_answer_that_is_repeated_without_end_leaves_one_note() -> None:
    async def main() -> None:
        room, [link, *_] = sitting(Clocks(), Manners())
        said = answer((await frame(link))[-1], 0)._replace(debug="hm")
        told = [room.answer(EAST, said) for _ in range(300)]
        assert [(verdict.duplicate, useless) for verdict, useless in told] == [(False, False)] + [(True, False)] * 299
        room.void()
        assert room.result is not None
        assert room.result.times.count("debug: 'hm'") == 1

    go(main())


def test_a_stream_that_has_ended_is_forgotten_however_long_its_events_might_have_waited() -> None:
    async def main() -> None:
        room, links = sitting(Clocks(), Manners(event_delay=1e6))
        asked = [(await frame(link))[-1] for link in links]
        room.answer(EAST, answer(asked[0], 0))
        room.players[3].link = None
        links[3].close()
        ended = weakref.ref(links.pop())
        gc.collect()
        assert ended() is None

    go(main())
