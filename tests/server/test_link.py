"""Frames of one stream: gathered without waiting, bounded, and ended in good order."""

import asyncio
import random
from dataclasses import replace

import pytest

from referee import practice
from referee.cards import SEATS, Seat, pack
from referee.game import Action, Verb
from referee.games import GAMES
from referee.server.item import Draining, Item, Manners, Seated, Superseded, TableEvents, TableView, Told
from referee.server.link import OF_A_TABLE, QUEUE_LIMIT, Link, Place, weight
from referee.server.listener import Listener, message
from referee.server.lobby import Lobby
from referee.server.settings import MAX_LEGAL
from referee.table.match import MOST_DEALS, Mode
from referee.table.table import start
from referee.table.view import Sight


def run(link: Link) -> list[list[Item]]:
    """Take frames to the end of the stream."""

    async def main() -> list[list[Item]]:
        frames: list[list[Item]] = []
        while (items := await asyncio.wait_for(link.take(), 5)) is not None:
            frames.append(items)
        return frames

    return asyncio.run(main())


class Closed:
    """A table that has no decision open any more."""

    def is_listed(self, _: Seat, __: int) -> bool:
        return True

    def hand_over(self, _: Seat, __: Manners) -> None:
        return None

    def run_clock(self, _: Seat) -> None:
        raise AssertionError


def place(table: str) -> Place:
    return Place(table, SEATS[0], Sight(None), Closed())


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


def test_a_stream_of_many_tables_may_have_more_waiting() -> None:
    link = Link(Manners())
    link.places = {f"t{number}": place(f"t{number}") for number in range(2)}
    for number in range(QUEUE_LIMIT + 2 * OF_A_TABLE):
        link.put(Draining(number))
    assert link.cut is None
    link.put(Draining(0))
    assert link.cut == "too much is waiting to be read"


def test_a_superseded_stream_may_not_return_however_much_waits_on_it() -> None:
    link = Link(Manners())
    for number in range(QUEUE_LIMIT):
        link.put(Draining(number))
    link.supersede()
    link.put(Draining(0))
    items = [item for frame in run(link) for item in frame]
    assert items == [*map(Draining, range(QUEUE_LIMIT)), Superseded()]
    assert (link.cut, link.may_return) == ("superseded by a newer stream of this player", False)


def test_a_full_frame_leaves_the_rest_to_the_next() -> None:
    link = Link(Manners())
    for number in range(600):
        link.put(Draining(number))
    link.close()
    frames = run(link)
    assert [len(frame) for frame in frames] == [64] * 9 + [24]
    assert [item for frame in frames for item in frame] == [*map(Draining, range(600))]


class Patient(Closed):
    """It counts how often a clock had to run by itself."""

    def __init__(self) -> None:
        self.runs = 0

    def run_clock(self, _: Seat) -> None:
        self.runs += 1


def test_whoever_reads_again_is_waited_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.server.link.UNREAD_S", 0.02)

    async def main() -> None:
        link, host, runs = Link(Manners()), Patient(), []
        for wait in (0.0, 0.1, 0.0):  # it reads at once, late, and at once
            link.put(Draining(0))
            await link.take()
            link.ask(Place("t1", SEATS[0], Sight(None), host))
            await asyncio.sleep(wait)
            link.ask(Place("t2", SEATS[0], Sight(None), host))
            runs.append(host.runs)
        assert runs == [0, 2, 2]

    asyncio.run(main())


def test_no_clock_runs_for_a_stream_that_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.server.link.UNREAD_S", 0.02)

    async def main() -> None:
        lobby, host = Lobby(GAMES), Patient()
        lobby.add_players("run", [("a", bytes(32))])
        player = lobby.runs["run"].players["a"]
        link = lobby.attach(player, Manners(), {})
        link.put(Draining(0))
        await link.take()
        link.ask(Place("t1", SEATS[0], Sight(None), host))
        lobby.detach(player, link)
        await asyncio.sleep(0.1)
        assert host.runs == 0

    asyncio.run(main())


def test_no_frame_is_sent_for_a_decision_that_has_closed() -> None:
    link = Link(Manners())
    link.ask(place("t1"))
    link.close()
    assert run(link) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_message_is_larger_than_its_weight_says(game: str) -> None:
    seen: list[Item] = []
    state, events = start(practice.match(game, {"decks": "3"} if game in {"tractor", "chaodi"} else {}, deals=2))
    listeners = [Listener("t" * 40, seat) for seat in SEATS]
    choose = random.Random(game).choice
    while state.ended is None:
        seat = state.asking[0]
        for listener in listeners:
            listener.see(events)
        asked = listeners[seat].asked(state, Manners(legal_limit=MAX_LEGAL))
        moved = state.hand_over(seat, 0).answer(seat, asked.id, choose(asked.legal), 0)
        sight = listeners[seat].sight
        seen += [asked, Told(asked.table, asked.id, moved.verdict), TableView(asked.table, sight.view, sight.seq)]
        seen += [listeners[seat].seated(state), TableEvents(asked.table, sight.since(0))]
        state, events = moved.table, moved.events
    many = replace(state.match, mode=Mode.MATCH, max_deals=MOST_DEALS)
    seen.append(Seated("t" * 40, SEATS[0], many))
    longest = Action(Verb.PLAY, tuple(pack(3)[:39]))
    seen.append(asked._replace(legal=[longest] * MAX_LEGAL))
    assert [item for item in seen if message(item).ByteSize() > 64 * weight(item)] == []
