"""One table being played: it owns the table's value, tells its players, and watches their clocks."""

import asyncio
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass

from referee.cards import SEATS, BySeat, Seat, text
from referee.game import Event, EventKind
from referee.server.item import (
    Answer,
    Asked,
    Manners,
    MatchResult,
    Over,
    Seated,
    TableView,
    Told,
    asked,
    judged,
)
from referee.server.legal import AT_ONCE, Listing, legal
from referee.server.link import Link, Place
from referee.server.tally import Tally
from referee.table.match import Ended, EndReason, Match, forfeit
from referee.table.table import (
    Accepted,
    Defaulted,
    Forfeited,
    Moved,
    Played,
    Stale,
    Table,
    start,
)
from referee.table.times import Times
from referee.table.transcript import Writer, action_text
from referee.table.view import Sight

DRY_RUNS = 20
"""Refusals and dry runs a decision before further ones are waste."""
LISTS = 20
"""Lists of its moves a decision, each of which may take as long as hundreds of answers."""
USELESS_LIMIT = 200
"""Useless messages in a row that forfeit a player's matches."""


@dataclass(slots=True, eq=False)
class Player:
    """One process of one bot, or one person."""

    run: str
    name: str
    digest: bytes
    link: Link | None = None
    client: str = ""
    """What it said of itself in Hello."""
    useless: int = 0
    """Stale, malformed or unknown messages, surplus dry runs and lists since the last useful one."""

    def floods(self, *, useless: bool) -> bool:
        """Count a message; return whether there have been too many useless ones in a row."""
        self.useless = self.useless + 1 if useless else 0
        return self.useless > USELESS_LIMIT


class Room:
    """A table from opening to end. `ended` is called once, with the room."""

    def __init__(
        self,
        name: str,
        match: Match,
        players: BySeat[Player],
        ended: Callable[["Room"], None],
        *,
        spectators: bool = False,
    ) -> None:
        self.id = name
        self.match = match
        self.players = players
        self.sights = tuple(Sight(seat) for seat in SEATS)
        self.public = Sight(None) if spectators else None
        self.watchers: list[Callable[[], None]] = []
        self.table: Table | None = None
        self.result: MatchResult | None = None
        self._ended = ended
        self._transcript = Writer(match)
        self._times = Times()
        self._tallies = [Tally(match.clocks.move_ms) for _ in SEATS]
        self._listings: dict[Seat, Listing] = {}
        self._lists: dict[Seat, tuple[int, int]] = {}  # the decision a seat has listed last, and how often
        self._clock: asyncio.TimerHandle | None = None
        self._patience: dict[Seat, asyncio.TimerHandle] = {}

    @property
    def actions(self) -> int:
        return sum(len(deal.entries) for deal in self.table.deals) if self.table else 0

    @property
    def is_void(self) -> bool:
        return self.result is not None and self.result.ended.reason is EndReason.VOID

    def wait(self, seconds: float) -> None:
        """Give players who are not there so long to connect."""
        if self.table is None:
            self._clock = asyncio.get_running_loop().call_later(seconds, self._no_show)

    def arrive(self, seat: Seat, link: Link, seen: int) -> None:
        """A player's stream has opened: tell it where it sits and all it may know, then what it is asked."""
        if (waiting := self._patience.pop(seat, None)) is not None:
            waiting.cancel()
        sight = self.sights[seat]
        place = link.places[self.id] = Place(self.id, seat, sight, self)
        link.put(Seated(self.id, seat, self.match))
        if self.table is None:
            self._begin_if_complete()
            return
        link.put(TableView(self.id, deepcopy(sight.view), sight.seq))  # more may be seen before it goes out
        if link.manners.events and seen < sight.seq:
            place.sent = seen
            link.put(place.events())
        if self.table.chairs[seat].question is not None:
            link.ask(place)

    def depart(self, seat: Seat) -> None:
        """A player's stream is gone. The clock goes on, and so does the time to come back."""
        if self.table is None or self.result is not None:
            return
        self.run_clock(seat)
        loop = asyncio.get_running_loop()
        seconds = self.match.clocks.reconnect_ms / 1000
        self._patience[seat] = loop.call_later(seconds, self.forfeit, seat, EndReason.DISCONNECT)

    def is_listed(self, seat: Seat, limit: int) -> bool:
        """List a part of the moves of a seat's open decision; return whether there is no more to list."""
        if limit <= AT_ONCE or (table := self._asking(seat)) is None:
            return True
        listing = self._listings.get(seat)
        if listing is None or listing.position is not table.position or listing.limit != limit:
            listing = self._listings[seat] = Listing(table.position, seat, limit)
        return listing.is_done()

    def hand_over(self, seat: Seat, manners: Manners) -> Asked | None:
        """Return the open decision of a seat, which is listed, as it goes to its player now."""
        table = self._asking(seat)
        if table is None:
            return None
        limit = manners.legal_limit
        few = limit <= AT_ONCE
        listed = legal(table.position, seat, limit) if few else self._listings.pop(seat).legal()
        now = time.monotonic()
        began = self._start_clock(seat, now)
        left = self.match.clocks.left(began, now, table.chairs[seat].bank_ms)
        return asked(self.id, table, self.sights[seat], manners, left, legal=listed)

    def run_clock(self, seat: Seat) -> None:
        if self._asking(seat) is not None:
            self._start_clock(seat, time.monotonic())

    def _asking(self, seat: Seat) -> Table | None:
        """Return the table if it has an open decision of this seat."""
        return self.table if self.table is not None and self.table.chairs[seat].question is not None else None

    def answer(self, seat: Seat, answer: Answer, now: float) -> tuple[Told, bool]:
        """Judge an answer that has come just now, or at a time before.

        The flag says that it was useless: stale, or one of too many refusals and dry runs.
        """
        if self.table is None:
            return Told(self.id, answer.id, Stale("the match has not begun", 0)), True
        self._take_defaults(now)  # the timer may be about to fire
        moved, told = judged(self.table, seat, answer, now)
        if not told.duplicate:  # it may be repeated without end
            self._note(seat, answer, moved)
        self._follow(moved)
        question = self.table.chairs[seat].question
        surplus = question is not None and question.refusals + question.probes > DRY_RUNS
        return told, isinstance(told.verdict, Stale) or surplus

    def lists(self, seat: Seat, decision: int) -> int:
        """Count a list of the moves of a decision; return how many of it there have been."""
        before, number = self._lists.get(seat, (decision, 0))
        self._lists[seat] = decision, number + 1 if before == decision else 1
        return self._lists[seat][1]

    def forfeit(self, seat: Seat, reason: EndReason) -> None:
        if self.result is not None:
            return
        self._times.note(f"seat {seat} ({self.players[seat].name}): {reason.name.lower().replace('_', ' ')}")
        if self.table is None:
            self._finish(forfeit(self.match, reason, seat))
        else:
            self._follow(Moved(self.table.forfeit(seat, reason), Forfeited(reason, seat)))

    def void(self) -> None:
        if self.result is not None:
            return
        if self.table is None:
            self._finish(Ended(EndReason.VOID))
        else:
            self._follow(Moved(self.table.void(), Stale("void", 0)))

    def _begin_if_complete(self) -> None:
        there = [player.link is not None and self.id in player.link.places for player in self.players]
        if self.table is not None or not all(there):
            return
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self._times.began = time.monotonic()
        self.table, events = start(self.match)
        self._tell(events)

    def _no_show(self) -> None:
        """Time to connect is up. If both sides are missing it is nobody's match."""
        self._clock = None
        missing = [seat for seat in SEATS if self.players[seat].link is None]
        if len({seat.side for seat in missing}) > 1:
            self.void()
        else:
            self.forfeit(missing[0], EndReason.NO_SHOW)

    def _follow(self, moved: Moved) -> None:
        """Take the table's next value and tell everybody what happened."""
        self.table = moved.table
        self._note_default(moved)
        if moved.timing is not None:
            # Also where nothing was to be seen: the next question may follow a pass in silence.
            self._times.add(moved.timing)
            self._tallies[moved.timing.seat].add(moved.timing)
            self._transcript.follow(moved.table.past)
            self._tell(moved.events)
        if moved.table.ended is not None and self.result is None:
            self._finish(moved.table.ended)

    def _tell(self, events: tuple[Event, ...]) -> None:
        """Let everybody see what happened, and ask those who are to act."""
        for event in events:
            if event.kind is EventKind.DEAL_STARTED:
                self._send_what_is_left()
            for sight in self.sights:
                sight.see(event)
            if self.public is not None:
                self.public.see(event)
        for seat in SEATS:
            self._ask(seat)
        for wake in self.watchers:
            wake()

    def _ask(self, seat: Seat) -> None:
        """Send a new question, or let the news wait; a seat without a stream is asked all the same."""
        assert self.table is not None
        link = self.players[seat].link
        place = None if link is None else link.places.get(self.id)
        question = self.table.chairs[seat].question
        is_new = question is not None and question.asked is None
        if link is None or place is None:
            if is_new:
                self._start_clock(seat, time.monotonic())
        elif is_new:
            link.ask(place)
        elif place.waiting():
            link.note(place)

    def _send_what_is_left(self) -> None:
        """Send the last events of a deal before those of the next take their place."""
        for _, link, place in self._places():
            link.catch_up(place)

    def _places(self) -> Iterator[tuple[Seat, Link, Place]]:
        for seat in SEATS:
            link = self.players[seat].link
            if link is not None and (place := link.places.get(self.id)) is not None:
                yield seat, link, place

    def _start_clock(self, seat: Seat, now: float) -> float:
        """Let the clock of an open decision run, if it does not yet; return since when it does."""
        assert self.table is not None
        self.table = self.table.hand_over(seat, now)
        chair = self.table.chairs[seat]
        assert chair.question is not None
        assert chair.question.asked is not None
        self._watch_clock(self.match.clocks.deadline(chair.question.asked, chair.bank_ms))
        return chair.question.asked

    def _watch_clock(self, deadline: float) -> None:
        """Have one timer running while anybody's clock is, early enough for the first that runs out."""
        if self._clock is not None:
            if self._clock.when() <= deadline:
                return
            self._clock.cancel()
        self._clock = asyncio.get_running_loop().call_at(deadline, self._expire)

    def _expire(self) -> None:
        """The timer may be older than the question now open."""
        self._clock = None
        self._take_defaults(time.monotonic())
        assert self.table is not None
        if (deadline := self.table.deadline()) is not None:
            self._watch_clock(deadline)

    def _take_defaults(self, now: float) -> None:
        """Act for those whose time is up, and tell them."""
        assert self.table is not None
        for moved in self.table.expire(now):
            assert moved.seat is not None
            assert moved.timing is not None
            link = self.players[moved.seat].link
            if link is not None:
                link.put(Told(self.id, moved.timing.question.id, moved.verdict))
            self._follow(moved)

    def _note(self, seat: Seat, answer: Answer, moved: Moved) -> None:
        """Keep what a person wants to know of a fault, and what the client wanted to say."""
        verdict = moved.verdict
        if isinstance(verdict, Accepted) and not answer.debug:
            return
        said = "a malformed answer" if answer.action is None else action_text(answer.action)
        who = f"seat {seat} ({self.players[seat].name}), decision {answer.id}: {said}"
        if moved.refusal is not None:
            self._times.note(f"{who}: {moved.refusal} (hand: {text(self.sights[seat].view.hand)})")
        elif isinstance(verdict, Stale) and verdict.open_id == answer.id:
            note = f"{who}: {verdict.text}"
            if note not in list(self._times.last_notes)[-1:]:
                self._times.note(note)
        if answer.debug and (moved.timing is not None or moved.refusal is not None):  # others may come without end
            self._times.note(f"seat {seat}, decision {answer.id}, debug: {answer.debug!r}")

    def _note_default(self, moved: Moved) -> None:
        timing, verdict = moved.timing, moved.verdict
        if timing is not None and isinstance(verdict, Defaulted):
            self._times.note(
                f"seat {timing.seat} ({self.players[timing.seat].name}), decision {timing.question.id}: default action "
                f"after {verdict.reason.name.lower()}, strike {verdict.strikes} of {verdict.max_strikes}"
            )

    def _finish(self, ended: Ended) -> None:
        for timer in (self._clock, *self._patience.values()):
            if timer is not None:
                timer.cancel()
        deals = self.table.deals if self.table else (Played(str(self.match.progress)),)
        self.result = MatchResult(
            self.id,
            self.match.id,
            ended,
            "" if ended.reason is EndReason.FINISHED else "; ".join(self._times.last_notes),
            sum(deal.result is not None for deal in deals),
            self._transcript.ended(deals, ended),
            self._times.text,
            tuple(tally.report for tally in self._tallies),
        )
        for seat, link, place in self._places():
            link.leave(place, Over(self.id, ended, seat))
        for wake in self.watchers:
            wake()
        self._ended(self)
