"""Frames of one stream: gathered without waiting, bounded, and ended in good order."""

import asyncio

from referee.server.item import Draining, Manners, Superseded
from referee.server.link import QUEUE_LIMIT, Link


def run(link: Link) -> list[object]:
    """Take frames to the end of the stream."""

    async def main() -> list[object]:
        frames: list[object] = []
        while (items := await asyncio.wait_for(link.take(), 5)) is not None:
            frames.append(items)
        return frames

    return asyncio.run(main())


def test_what_is_ready_goes_out_in_one_frame_before_the_end() -> None:
    link = Link(Manners())
    link.put(Draining(1))
    link.put(Draining(2))
    link.close()
    assert run(link) == [[Draining(1), Draining(2)]]
    assert link.cut is None


def test_a_superseded_stream_says_so_and_nothing_after_it() -> None:
    link = Link(Manners())
    link.supersede()
    link.put(Draining(1))
    assert run(link) == [[Superseded()]]
    assert link.cut == "superseded by a newer stream of this player"


def test_a_client_that_does_not_read_is_cut_and_its_queue_is_dropped() -> None:
    link = Link(Manners())
    for number in range(QUEUE_LIMIT + 10):
        link.put(Draining(number))
    assert run(link) == []
    assert link.cut == "too much is waiting to be read"
    assert link.may_return


def test_a_superseded_stream_may_not_return_however_much_waits_on_it() -> None:
    link = Link(Manners())
    for number in range(QUEUE_LIMIT):
        link.put(Draining(number))
    link.supersede()
    link.put(Draining(0))
    [items] = run(link)
    assert items == [*map(Draining, range(QUEUE_LIMIT)), Superseded()]
    assert (link.cut, link.may_return) == ("superseded by a newer stream of this player", False)
