"""A seat without a line: what it is told of a table, kept until it is fetched."""

from collections.abc import Iterable

from paiju.v1 import referee_pb2

from referee.cards import Seat
from referee.game import Event
from referee.server.item import Asked, Item, Manners, Over, Seated, TableEvents, asked
from referee.server.legal import Choice, legal
from referee.server.wire.player import fill_item
from referee.table.table import Table
from referee.table.view import Sight


class Listener:
    """Knows its table by a name; the table itself is a value, given where it is told of."""

    def __init__(self, name: str, seat: Seat) -> None:
        self.name = name
        self.seat = seat
        self.sight = Sight(seat)
        self._unsaid: list[tuple[int, Event]] = []

    def see(self, events: Iterable[Event]) -> None:
        for event in events:
            if self.sight.see(event):
                self._unsaid.append((self.sight.seq, self.sight.events[-1]))

    def seated(self, table: Table) -> Seated:
        return Seated(self.name, self.seat, table.match)

    def news(self) -> TableEvents:
        """Return the events since the last news."""
        unsaid, self._unsaid = self._unsaid, []
        return TableEvents(self.name, unsaid)

    def asked(self, table: Table, manners: Manners, choice: Choice = iter) -> Asked:
        """Return the open decision, with all its time."""
        left = table.match.clocks.move_ms, table.chairs[self.seat].bank_ms
        listed = legal(table.position, self.seat, manners.legal_limit, choice)
        return asked(self.name, table, self.sight, manners, left, legal=listed)

    def over(self, table: Table) -> Over:
        assert table.ended is not None
        return Over(self.name, table.ended, self.seat)


def message(item: Item) -> referee_pb2.Item:
    written = referee_pb2.Item()
    fill_item(written, item)
    return written
