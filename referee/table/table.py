"""A table: the machine that asks, judges answers, counts time and strikes, and ends a match. No I/O.

A table is a value; every method that changes something returns the next one with what happened. Seconds come in as
arguments, and so does the moment a question was handed to its player: only then does its clock run.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from referee.cards import SEATS, BySeat, Seat
from referee.game import Action, Event, EventKind, Position, Progress, Result, RuleError, Step, TableError
from referee.table.match import Ended, EndReason, Match, ended_by, forfeit


class DefaultReason(IntEnum):
    TIME = 1
    REFUSALS = 2


class Accepted(NamedTuple):
    charged_ms: int
    bank_left_ms: int
    action: Action


class Refused(NamedTuple):
    """The decision stays open and its clock runs on."""

    rule: str
    text: str
    example: Action
    tries_left: int


class Stale(NamedTuple):
    """Not a decision that is open; `open_id` is the seat's open one, or 0."""

    text: str
    open_id: int


class Defaulted(NamedTuple):
    action: Action
    reason: DefaultReason
    strikes: int
    max_strikes: int


class Forfeited(NamedTuple):
    reason: EndReason
    seat: Seat


Verdict: TypeAlias = Accepted | Refused | Stale | Defaulted | Forfeited


class Question(NamedTuple):
    """An open decision."""

    id: int
    """Counts the seat's own decisions, from 1: it tells nobody what the others were asked."""
    asked: float | None = None
    """When it was handed to the player, in seconds."""
    refusals: int = 0
    probes: int = 0
    """Dry runs."""


class Closed(NamedTuple):
    """The last decision of a seat, so that a repeated answer gets its verdict again."""

    id: int
    action: Action
    verdict: Verdict


class Chair(NamedTuple):
    """One seat of the table."""

    bank_ms: int
    question: Question | None = None
    closed: Closed | None = None
    asked: int = 0
    """Decisions so far."""
    strikes: int = 0


class Entry(NamedTuple):
    """One action of the deal, by choice or by default."""

    seat: Seat
    action: Action
    default: DefaultReason | None


class Played(NamedTuple):
    """A deal of the match, as far as it has been played."""

    progress: str
    """What it began with, as text."""
    entries: tuple[Entry, ...] = ()
    result: Result | None = None


class Timing(NamedTuple):
    """How one decision went, for the side file of the transcript and the report."""

    deal: int
    seat: Seat
    question: Question
    answered: float
    charged_ms: int
    bank_left_ms: int
    default: DefaultReason | None


@dataclass(frozen=True, slots=True)
class Table:
    match: Match
    position: Position
    chairs: BySeat[Chair]
    deal: Played
    """The one in progress, or the last."""
    past: tuple[Played, ...] = ()
    """Deals before it."""
    ended: Ended | None = None

    @property
    def deals(self) -> tuple[Played, ...]:
        return (*self.past, self.deal)

    @property
    def asking(self) -> list[Seat]:
        """The seats that have an open decision."""
        return [seat for seat in SEATS if self.chairs[seat].question is not None]

    def hand_over(self, seat: Seat, now: float) -> "Table":
        """Start the clock of an open decision: it goes to its player now. Once started it is not started again."""
        chair = self.chairs[seat]
        question = chair.question
        if question is None or question.asked is not None:
            return self
        running = Question(question.id, now, question.refusals, question.probes)
        return self._seat(seat, Chair(chair.bank_ms, running, chair.closed, chair.asked, chair.strikes))

    def deadline(self) -> float | None:
        """Return the first moment at which somebody's time is up."""
        clocks = self.match.clocks
        running = [
            clocks.deadline(chair.question.asked, chair.bank_ms)
            for chair in self.chairs
            if chair.question is not None and chair.question.asked is not None
        ]
        return min(running, default=None)

    def answer(self, seat: Seat, decision: int, action: Action, now: float) -> "Moved":
        """Judge an answer; `expire` comes first. Whatever it is, only an accepted one changes the position."""
        chair = self.chairs[seat]
        question = chair.question
        if question is None or question.id != decision:
            return Moved(self, repeated(chair, decision, action, self.ended))
        try:
            step = self.position.act(seat, action)
        except RuleError as error:
            return self._refuse(seat, question, error, now)
        except TableError as error:
            return Moved(self, Stale(str(error), question.id))
        return self._close(seat, step, Entry(seat, action, None), now)

    def refuse(self, seat: Seat, decision: int, error: RuleError, now: float) -> "Moved":
        """Judge an answer that was no action at all."""
        chair = self.chairs[seat]
        if chair.question is None or chair.question.id != decision:
            return Moved(self, Stale("not an open decision", chair.question.id if chair.question else 0))
        return self._refuse(seat, chair.question, error, now)

    def probe(self, seat: Seat, decision: int, action: Action) -> "Moved":
        """Judge the form of an answer and change nothing but the count of such questions."""
        chair = self.chairs[seat]
        question = chair.question
        if question is None or question.id != decision:
            return Moved(self, repeated(chair, decision, action, self.ended))
        table = self._seat(seat, chair._replace(question=question._replace(probes=question.probes + 1)))
        try:
            self.position.act(seat, action)
        except RuleError as error:
            return Moved(table, Refused(error.rule, error.text, self.example(seat), self._tries(question)))
        except TableError as error:
            return Moved(table, Stale(str(error), question.id))
        return Moved(table, Accepted(0, chair.bank_ms, action))

    def expire(self, now: float) -> list["Moved"]:
        """Take the default action of each seat whose time is up, in the order of the seats."""
        moves = []
        table = self
        for seat in SEATS:
            chair = table.chairs[seat]
            question = chair.question
            if question is None or question.asked is None or table.ended is not None:
                continue
            if now >= table.match.clocks.deadline(question.asked, chair.bank_ms):
                moved = table.default(seat, DefaultReason.TIME, now)
                moves.append(moved)
                table = moved.table
        return moves

    def default(self, seat: Seat, reason: DefaultReason, now: float) -> "Moved":
        """Act for a seat that did not: a strike, and perhaps a forfeit."""
        limits = self.match.adjudication
        action = self.example(seat)
        step = self.position.act(seat, action)
        step = Step(step.position, (Event(EventKind.FORCED, seat), *step.events))
        moved = self._close(seat, step, Entry(seat, action, reason), now)
        timed_out = reason is DefaultReason.TIME
        if moved.table.chairs[seat].strikes < limits.max_strikes and not (timed_out and limits.timeout_forfeits):
            return moved
        return moved._replace(table=moved.table.forfeit(seat, EndReason.TIMEOUT if timed_out else EndReason.ILLEGAL))

    def forfeit(self, seat: Seat, reason: EndReason) -> "Table":
        """End the match against the side of `seat`."""
        return self if self.ended else self._end(forfeit(self.match, reason, seat))

    def void(self) -> "Table":
        """End the match so that it does not count."""
        return self if self.ended else self._end(Ended(EndReason.VOID))

    def example(self, seat: Seat) -> Action:
        """Return the default action, which is also an example of a legal one."""
        return next(self.position.moves(seat))

    def _seat(self, seat: Seat, chair: Chair) -> "Table":
        return Table(self.match, self.position, self.chairs.put(seat, chair), self.deal, self.past, self.ended)

    def _end(self, ended: Ended) -> "Table":
        chairs = BySeat(tuple(chair._replace(question=None) for chair in self.chairs))
        return replace(self, chairs=chairs, ended=ended)

    def _tries(self, question: Question) -> int:
        return max(0, self.match.adjudication.illegal_retries - question.refusals)

    def _refuse(self, seat: Seat, question: Question, error: RuleError, now: float) -> "Moved":
        adjudication = self.match.adjudication
        if adjudication.illegal_forfeits:
            lost = Forfeited(EndReason.ILLEGAL, seat)
            return Moved(self.forfeit(seat, EndReason.ILLEGAL), lost, refusal=error)
        question = question._replace(refusals=question.refusals + 1)
        table = self._seat(seat, self.chairs[seat]._replace(question=question))
        if question.refusals > adjudication.illegal_retries:
            return table.default(seat, DefaultReason.REFUSALS, now)._replace(refusal=error)
        refused = Refused(error.rule, error.text, self.example(seat), self._tries(question))
        return Moved(table, refused, refusal=error)

    def _close(self, seat: Seat, step: Step, entry: Entry, now: float) -> "Moved":
        """Close a decision with the action it came to, and open the next ones."""
        chair, clocks, limits = self.chairs[seat], self.match.clocks, self.match.adjudication
        question = chair.question
        assert question is not None
        charged, bank = clocks.charge(now if question.asked is None else question.asked, now, chair.bank_ms)
        if entry.default is DefaultReason.TIME:
            bank = 0
        strikes = chair.strikes + (entry.default is not None)
        verdict = (
            Accepted(charged, bank, entry.action)
            if entry.default is None
            else Defaulted(entry.action, entry.default, strikes, limits.max_strikes)
        )
        timing = Timing(len(self.past), seat, question, now, charged, bank, entry.default)
        chair = Chair(bank, None, Closed(question.id, entry.action, verdict), chair.asked, strikes)
        chairs = self.chairs.put(seat, chair)
        result = step.position.result
        deal = Played(self.deal.progress, (*self.deal.entries, entry), result)
        if result is None:
            table = Table(self.match, step.position, opened(chairs, step.position), deal, self.past, None)
            return Moved(table, verdict, step.events, seat, timing)
        table, begun = replace(self, position=step.position, chairs=chairs, deal=deal).next_deal(result)
        return Moved(table, verdict, (*step.events, *begun), seat, timing)

    def next_deal(self, result: Result) -> tuple["Table", tuple[Event, ...]]:
        """End the match with the deal just played, or deal again."""
        ended = ended_by(self.match, [deal.result for deal in self.deals if deal.result is not None])
        if ended is not None:
            return replace(self, ended=ended), ()
        step = dealt(self.match, result.progress, len(self.deals))
        deal = Played(str(result.progress))
        return Table(self.match, step.position, opened(self.chairs, step.position), deal, self.deals), step.events


class Moved(NamedTuple):
    """What an answer, or its absence, came to."""

    table: Table
    verdict: Verdict
    events: tuple[Event, ...] = ()
    seat: Seat | None = None
    """Whose decision was closed."""
    timing: Timing | None = None
    refusal: RuleError | None = None
    """The rule that an answer broke, whatever followed from it."""


def opened(chairs: BySeat[Chair], position: Position) -> BySeat[Chair]:
    """Open a decision for each seat that is to act and has none."""
    for seat in position.to_act:
        chair = chairs[seat]
        if chair.question is None:
            asked = chair.asked + 1
            chairs = chairs.put(seat, Chair(chair.bank_ms, Question(asked), chair.closed, asked, chair.strikes))
    return chairs


def repeated(chair: Chair, decision: int, action: Action, ended: Ended | None) -> Verdict:
    """Return the verdict of an answer to a decision that is not open: that of the same answer before, or stale."""
    closed = chair.closed
    if closed is not None and closed.id == decision and closed.action == action:
        return closed.verdict
    if ended is not None:
        return Stale("the match is over", 0)
    open_id = chair.question.id if chair.question else 0
    if decision > chair.asked:
        return Stale(f"decision {decision} has not been asked", open_id)
    return Stale(f"decision {decision} is closed", open_id)


def start(match: Match) -> tuple[Table, tuple[Event, ...]]:
    """Deal and ask the first questions."""
    progress = match.progress
    step = dealt(match, progress, 0)
    chairs = opened(BySeat.all(Chair(match.clocks.bank_ms)), step.position)
    return Table(match, step.position, chairs, Played(str(progress))), step.events


def dealt(match: Match, progress: Progress, number: int) -> Step:
    """Deal, and number the deal: rules do not know how many there were before."""
    position, events = match.game.deal(progress, match.luck(number))
    told = [
        event._replace(header=event.header._replace(deal_no=number)) if event.header is not None else event
        for event in events
    ]
    return Step(position, tuple(told))
