"""A room without a server: what happens in one turn of the loop."""

from referee.cards import SEATS, BySeat, Seat
from referee.server.item import Answer, Asked, Item, Manners, Told
from referee.server.link import Link
from referee.server.room import Player, Room
from referee.table.clock import Clocks
from referee.table.table import Defaulted, DefaultReason, Stale
from tests.server.house import go
from tests.table.test_table import PLAYERS, match

EAST = Seat(0)
NO_TIME = Clocks(move_ms=0, bank_ms=0, increment_ms=0, margin_ms=0, reconnect_ms=0)


def sitting() -> tuple[Room, Link]:
    """A room whose players have all come, and the link of seat 0."""
    one, two, three, four = (Player("run", name, b"") for name in PLAYERS)
    players = BySeat((one, two, three, four))
    room = Room("t1", match(NO_TIME), players, lambda _: None)
    links = [Link(Manners()) for _ in SEATS]
    for seat in SEATS:
        players[seat].link = links[seat]
        room.arrive(seat, links[seat], 0)
    return room, links[0]


async def frame(link: Link) -> list[Item]:
    items = await link.take()
    assert items is not None
    return items


async def answer_late(choice: int) -> tuple[Told, Told]:
    """Give one of the listed answers when time is up; return what is said to it, and what was said before."""
    room, link = sitting()
    asked = (await frame(link))[-1]
    assert isinstance(asked, Asked)
    told, _ = room.answer(EAST, Answer(asked.table, asked.id, asked.legal[choice], dry_run=False, debug=""))
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
