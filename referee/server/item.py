"""What goes to a client and comes from one, as plain values; `wire` turns them into messages and back."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from referee.cards import Seat
from referee.game import Action, Ask, Event, RuleError
from referee.server.legal import Legal
from referee.table.match import Ended, Match
from referee.table.table import Moved, Stale, Table, Verdict
from referee.table.view import Sight, View


class Seated(NamedTuple):
    table: str
    seat: Seat
    match: Match


class TableView(NamedTuple):
    table: str
    view: View
    last_seq: int


class TableEvents(NamedTuple):
    table: str
    events: list[tuple[int, Event]]


class Asked(NamedTuple):
    """A decision. `legal` begins with the default; `view` is absent where the client wants none."""

    table: str
    id: int
    ask: Ask
    legal: list[Action]
    complete: bool
    move_ms: int
    bank_ms: int
    view: View | None
    last_seq: int


class Told(NamedTuple):
    """What became of an answer."""

    table: str
    id: int
    verdict: Verdict
    duplicate: bool = False
    dry_run: bool = False


class Over(NamedTuple):
    table: str
    ended: Ended
    seat: Seat


class Draining(NamedTuple):
    grace_ms: int


class Superseded(NamedTuple):
    pass


Item: TypeAlias = Seated | TableView | TableEvents | Asked | Told | Over | Draining | Superseded


class Manners(NamedTuple):
    """How a client wants to be served."""

    views: bool = True
    legal_limit: int = 64
    event_delay: float = 0.05
    """Seconds that events wait for a decision to ride with."""
    events: bool = True


def asked(  # noqa: PLR0913  # all that it is made of
    name: str, table: Table, sight: Sight, manners: Manners, left: tuple[int, int], *, legal: Legal
) -> Asked:
    """Put the open question of a seat as its player wants to be asked, with what is left of its time and bank in ms."""
    seat = sight.seat
    assert seat is not None
    question = table.chairs[seat].question
    assert question is not None
    view = sight.view if manners.views else None
    return Asked(name, question.id, *legal, *left, view, sight.seq)


class Answer(NamedTuple):
    table: str
    id: int
    action: Action | None
    """None where the message said nothing we understand; then `problem` tells why."""
    dry_run: bool
    debug: str
    problem: str = ""


def judged(table: Table, seat: Seat, answer: Answer, now: float) -> tuple[Moved, Told]:
    """Judge an answer of any kind; return what it came to, and what its player is told."""
    closed = table.chairs[seat].closed
    if answer.action is None:
        moved = table.refuse(seat, answer.id, RuleError("answer.malformed", answer.problem), now)
    elif answer.dry_run:
        moved = table.probe(seat, answer.id, answer.action)
    else:
        moved = table.answer(seat, answer.id, answer.action, now)
    duplicate = closed is not None and closed.id == answer.id and not isinstance(moved.verdict, Stale)
    return moved, Told(answer.table, answer.id, moved.verdict, duplicate, answer.dry_run)


class SeatReport(NamedTuple):
    """How one seat used its time in a match, in milliseconds."""

    decisions: int = 0
    time_ms: int = 0
    max_time_ms: int = 0
    bank_used_ms: int = 0
    timeouts: int = 0
    refusals: int = 0
    strikes: int = 0
    decisions_by_ms: Mapping[int, int] = {}
    """By time charged, rounded up."""


class MatchResult(NamedTuple):
    table: str
    match: str
    ended: Ended
    fault_text: str
    deals: int
    transcript: str
    times: str
    seats: tuple[SeatReport, ...]
