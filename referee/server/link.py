"""One client's stream: what is waiting to be sent to it, gathered into frames."""

import asyncio
from collections import deque
from typing import Protocol

from referee.cards import Seat
from referee.server.item import Asked, Item, Manners, Over, Seated, Superseded, TableEvents
from referee.table.view import Sight

QUEUE_LIMIT = 4096
"""Items waiting for a client that does not read before its stream is cut."""
OF_A_TABLE = 4
"""So many more for each of its tables: a stream is told of all of them at once."""
EVENTS_LIMIT = 256
"""Events of one table waiting for a decision to ride with."""
UNREAD_S = 10.0
"""A client that takes no frame for so long is not waited for: the clocks of its decisions run all the same."""
FULL = 1024
"""Weight of a frame that takes nothing more, which is far less than may be sent: others are waiting for their turn."""


class Host(Protocol):
    """What a link asks of a table for one of its seats; it may be that no decision is open any more."""

    def is_listed(self, seat: Seat, limit: int) -> bool:
        """List some moves of the open decision; return whether those are all that it is handed over with."""

    def hand_over(self, seat: Seat, manners: Manners) -> Asked | None:
        """Return the open decision as it goes out now, and let its clock run."""

    def run_clock(self, seat: Seat) -> None:
        """Let the clock of the open decision run, whether or not it has been handed over."""


class Place:
    """A seat of a table as one stream sees it."""

    __slots__ = ("host", "seat", "sent", "sight", "table")

    def __init__(self, table: str, seat: Seat, sight: Sight, host: Host) -> None:
        self.table = table
        self.seat = seat
        self.sight = sight
        self.host = host
        self.sent = sight.seq
        """Number of the last event sent."""

    def waiting(self) -> int:
        return self.sight.seq - self.sent

    def events(self) -> TableEvents:
        news = self.sight.since(self.sent)
        self.sent = self.sight.seq
        return TableEvents(self.table, news)


class Link:
    """The newest stream of a player. Rooms put things in; one writer takes frames out."""

    def __init__(self, manners: Manners) -> None:
        self.manners = manners
        self.places: dict[str, Place] = {}
        self.cut: str | None = None
        """Why the referee ended the stream, if it did."""
        self.may_return = False
        """Ended for a reason that a new stream mends."""
        self._waiting: deque[tuple[Item, ...]] = deque()
        """What is to be sent, each time all that must share a frame."""
        self._due: dict[str, Place] = {}
        self._wake = asyncio.Event()
        self._delay: asyncio.TimerHandle | None = None
        self._closing = False
        self._writing = False
        """A frame has been taken out, and not yet the next."""
        self._unread: asyncio.TimerHandle | None = None
        self._stuck = False
        """The frame has been out for too long."""

    def put(self, item: Item) -> None:
        if self._closing:
            return
        self._waiting.append((item,))
        if len(self._waiting) > QUEUE_LIMIT + OF_A_TABLE * len(self.places):
            self._waiting.clear()
            self.may_return = True
            self.close("too much is waiting to be read")
            if self._due:  # not at once: the table that puts this in is just being told of something
                asyncio.get_running_loop().call_soon(self._give_up)
        self._wake.set()

    def ask(self, place: Place) -> None:
        """Send the open decision of this place with the next frame, after its events."""
        self._due[place.table] = place
        self._wake.set()
        if self._stuck:
            place.host.run_clock(place.seat)
        else:
            self._watch()

    def note(self, place: Place) -> None:
        """Let events wait for a decision of the same table, but not for ever."""
        if not self.manners.events:
            return
        if place.waiting() >= EVENTS_LIMIT or self.manners.event_delay == 0:
            self.put(place.events())
        elif self._delay is None:
            self._delay = asyncio.get_running_loop().call_later(self.manners.event_delay, self._flush)

    def catch_up(self, place: Place) -> None:
        """Send the events that wait, if the client wants any."""
        if self.manners.events and place.waiting():
            self.put(place.events())

    def leave(self, place: Place, over: Over) -> None:
        """Say the last thing about a table, after its last events."""
        self.catch_up(place)
        self._due.pop(place.table, None)
        self.places.pop(place.table, None)
        self.put(over)

    def supersede(self) -> None:
        self.close("superseded by a newer stream of this player")
        self._due.clear()
        self._waiting.append((Superseded(),))

    def close(self, why: str | None = None) -> None:
        """End the stream after what is already waiting."""
        self.cut = self.cut or why
        self._closing = True
        if self._delay is not None:
            self._delay.cancel()  # it may be set for weeks, and holds all that this stream has known
        self._wake.set()

    def end(self) -> None:
        """Take note that the client is gone: others see to its clocks."""
        self.close()
        self._due.clear()
        self._read()

    async def take(self) -> list[Item] | None:
        """Return what is ready, as soon as anything is, up to a full frame; None when the stream is to end."""
        self._read()
        while True:
            if not (self._waiting or self._due or self._closing):
                self._wake.clear()
                await self._wake.wait()
            # One turn of the loop: answers that have already arrived are judged first and share this frame, and others
            # have their turn between parts of a long list.
            await asyncio.sleep(0)
            items = self._gather()
            if items:
                self._writing = True
                self._watch()
                return items
            if self._closing:
                return None

    def _gather(self) -> list[Item]:
        """Return what is ready, and begin to list what is not. All clocks begin when the frame is complete."""
        items: list[Item] = []
        size = 0
        while size < FULL:
            if not self._waiting and not self._hand_over():
                break
            together = self._waiting.popleft()
            items += together
            size += sum(map(weight, together))
        return items

    def _hand_over(self) -> bool:
        """Let the next decision that is due wait, with its events; return whether one was ready."""
        while self._due:
            place = next(iter(self._due.values()))
            if not place.host.is_listed(place.seat, self.manners.legal_limit):
                return False
            del self._due[place.table]
            asked = place.host.hand_over(place.seat, self.manners)
            if asked is not None:
                news = (place.events(),) if self.manners.events and place.waiting() else ()
                self._waiting.append((*news, asked))
                return True
            if place.waiting():
                self.note(place)
        return False

    def _watch(self) -> None:
        """See that no decision waits for ever behind a frame that nobody reads."""
        if self._writing and self._due and self._unread is None:
            self._unread = asyncio.get_running_loop().call_later(UNREAD_S, self._give_up)

    def _give_up(self) -> None:
        self._stuck = self._writing
        for place in list(self._due.values()):
            place.host.run_clock(place.seat)
        if self._closing:
            self._due.clear()

    def _read(self) -> None:
        self._writing = self._stuck = False
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _flush(self) -> None:
        self._delay = None
        for place in self.places.values():
            if place.waiting() and place.table not in self._due:
                self.put(place.events())


def weight(item: Item) -> int:
    """Return about how large an item is: its message has 64 bytes for each at most."""
    match item:
        case Asked():
            return 16 + len(item.legal)
        case TableEvents():
            return 16 + len(item.events)
        case Seated():
            return 16 + item.match.max_deals
    return 16
