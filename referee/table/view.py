"""What one seat knows of a deal: a fold of the events it has seen, the same for every game."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from referee.cards import SEATS, Card, Cards, Seat, Suit
from referee.game import Claim, Event, EventKind, Header, Phase, Result


@dataclass(slots=True)
class SeatView:
    count: int | None = None
    """Nothing as long as it is hidden, as it may be from the beginning."""
    shown: list[Card] = field(default_factory=list)
    played: list[Card] = field(default_factory=list)
    place: int = 0

    def show(self, cards: Iterable[Card]) -> None:
        """Note cards known to be in this hand; a copy seen twice is still one copy."""
        for card in set(cards):
            missing = sum(c == card for c in cards) - self.shown.count(card)
            self.shown += [card] * missing

    def gain(self, number: int) -> None:
        if self.count is not None:
            self.count += number

    def lose(self, cards: Cards, number: int) -> None:
        """Take cards away; any that leave unseen may be among those that were shown."""
        if self.count is not None:
            self.count -= number
        if cards:
            take(self.shown, cards)
        elif number:
            self.shown.clear()


@dataclass(slots=True)
class Transfer:
    payer: Seat
    payee: Seat | None
    """Nobody as long as it depends on what is paid."""
    count: int
    committed: bool = False
    paid: Cards = ()
    returned: Cards = ()
    done: bool = False


@dataclass(slots=True)
class Kitty:
    count: int
    cards: Cards = ()
    burier: Seat | None = None
    public: bool = False
    dry: bool = False


@dataclass(slots=True)
class Trick:
    leader: Seat
    plays: list[Event] = field(default_factory=list)
    """The events PLAYED and PASSED."""
    best: int | None = None


@dataclass(slots=True)
class Declaration:
    seat: Seat
    cards: Cards
    claim: Claim | None
    locked: bool
    fans: int
    first: Seat


@dataclass(slots=True)
class View:
    """One seat's knowledge, or a spectator's. `see` is its only way to learn."""

    seat: Seat | None
    phase: Phase = Phase.DEAL
    header: Header | None = None
    hand: list[Card] = field(default_factory=list)
    """Sorted."""
    seats: tuple[SeatView, ...] = field(default_factory=lambda: tuple(SeatView() for _ in SEATS))
    trump: Suit | None = None
    declarer: Seat | None = None
    declaration: Declaration | None = None
    kitty: Kitty | None = None
    attackers_points: int = 0
    trick: Trick | None = None
    last_trick: Trick | None = None
    tribute: list[Transfer] = field(default_factory=list)
    resisted: bool = False
    result: Result | None = None

    def see(self, event: Event) -> None:
        """Learn one event as `Event.seen_by` gave it."""
        FOLDS[event.kind](self, event)
        if event.phase is not None:
            self.phase = event.phase

    def owner(self, event: Event) -> tuple[Seat, SeatView]:
        """Return whom an event is about; only for kinds that are about a seat."""
        assert event.seat is not None
        return event.seat, self.seats[event.seat]


def take(pile: list[Card], cards: Iterable[Card]) -> None:
    """Remove each card that is there."""
    for card in cards:
        if card in pile:
            pile.remove(card)


def size(event: Event) -> int:
    return len(event.cards) if event.number is None else event.number


def gain(view: View, seat: Seat, event: Event) -> None:
    """Put cards into a hand."""
    view.seats[seat].gain(size(event))
    if seat == view.seat:
        view.hand = sorted((*view.hand, *event.cards))


def lose(view: View, seat: Seat, event: Event) -> None:
    """Take cards out of a hand."""
    view.seats[seat].lose(event.cards, size(event))
    if seat == view.seat:
        take(view.hand, event.cards)


def started(view: View, event: Event) -> None:
    fresh = View(view.seat, header=event.header, declarer=event.header.declarer if event.header else None)
    for name in View.__slots__:
        setattr(view, name, getattr(fresh, name))


def dealt(view: View, event: Event) -> None:
    seat, hand = view.owner(event)
    hand.count = hand.count or 0
    gain(view, seat, event)


def shown(view: View, event: Event) -> None:
    """A number tells how many cards there are in a hand where that was hidden."""
    hand = view.owner(event)[1]
    hand.show(event.cards)
    if event.number is not None:
        hand.count = event.number


def turned(view: View, event: Event) -> None:
    earlier = view.kitty.cards if view.kitty else ()
    view.kitty = Kitty(0, tuple(sorted(earlier + event.cards)))


def resisted(view: View, event: Event) -> None:
    view.resisted = True
    shown(view, event)


def declared(view: View, event: Event) -> None:
    """`to` is the declaration's owner where the seat that acts only protects it."""
    seat, hand = view.owner(event)
    hand.show(event.cards)
    old = view.declaration
    first = seat if old is None else old.first
    cards = event.cards
    if event.to is not None and old is not None:
        seat, cards = event.to, tuple(sorted(old.cards + event.cards))
    view.declaration = Declaration(seat, cards, event.claim, event.locked, event.fans, first)
    view.trump = event.trump


def trump_set(view: View, event: Event) -> None:
    view.trump = event.trump
    view.declarer = event.seat


def tribute_due(view: View, event: Event) -> None:
    assert event.seat is not None
    view.tribute.append(Transfer(event.seat, event.to, size(event)))


def committed(view: View, event: Event) -> None:
    for transfer in view.tribute:
        if event.seat in (transfer.payer, transfer.payee) and not transfer.done:
            transfer.committed = True


def moved(view: View, event: Event) -> None:
    """Cards go from a seat to another: tribute paid or returned."""
    seat, _ = view.owner(event)
    assert event.to is not None
    lose(view, seat, event)
    gain(view, event.to, event)
    view.seats[event.to].shown += event.cards
    for transfer in view.tribute:
        if event.kind is EventKind.PAID and transfer.payer == seat and transfer.payee in {event.to, None}:
            transfer.payee, transfer.paid, transfer.committed = event.to, event.cards, False
        elif event.kind is EventKind.RETURNED and (transfer.payee, transfer.payer) == (seat, event.to):
            transfer.returned, transfer.committed, transfer.done = event.cards, False, True


def kitty(view: View, event: Event) -> None:
    """Somebody takes the kitty up, with the cards of it that all have seen; or it lies there for all to see."""
    before, burier = view.kitty, event.seat
    if event.seat is not None:
        turned_up = before.cards if before else ()
        view.seats[event.seat].shown += event.cards if event.public else turned_up
        gain(view, event.seat, event)
    elif before is not None:
        burier = before.burier
    view.kitty = Kitty(size(event), event.cards, burier, event.public, event.dry)


def buried(view: View, event: Event) -> None:
    lose(view, view.owner(event)[0], event)
    view.kitty = Kitty(size(event), event.cards, event.seat, event.public)


def added(view: View, event: Event) -> None:
    lose(view, view.owner(event)[0], event)
    assert view.kitty is not None
    view.kitty.count += size(event)
    view.kitty.cards = tuple(sorted((*view.kitty.cards, *event.cards))) if view.kitty.cards else ()


def picked(view: View, event: Event) -> None:
    seat, hand = view.owner(event)
    gain(view, seat, event)
    hand.shown += event.cards
    assert view.kitty is not None
    view.kitty.count -= size(event)
    left = list(view.kitty.cards)
    take(left, event.cards)
    view.kitty.cards = tuple(left)


def played(view: View, event: Event) -> None:
    """The commonest event by far, so it is written out."""
    seat, hand = view.owner(event)
    cards = event.cards
    if hand.count is not None:
        hand.count -= len(cards)
    if hand.shown:
        take(hand.shown, cards)
    if seat == view.seat:
        take(view.hand, cards)
    hand.played += cards
    if event.attempt:
        kept = list(event.attempt)
        take(kept, cards)
        hand.show(kept)
    if event.points is not None:
        view.attackers_points = event.points
    lay(view, event)


def lay(view: View, event: Event) -> None:
    assert event.seat is not None
    trick = view.trick
    if trick is None:
        trick = view.trick = Trick(event.seat)
    if event.best:
        trick.best = len(trick.plays)
    trick.plays.append(event)


def passed(view: View, event: Event) -> None:
    if view.phase is Phase.PLAY:
        lay(view, event)


def trick_won(view: View, event: Event) -> None:
    view.last_trick = view.trick
    view.trick = None if event.to is None else Trick(event.to)
    if event.points is not None:
        view.attackers_points = event.points


def finished(view: View, event: Event) -> None:
    view.owner(event)[1].place = size(event)


def forced(view: View, event: Event) -> None:  # noqa: ARG001 - knowing that it was no choice changes nothing on the table
    return


def ended(view: View, event: Event) -> None:
    view.result = event.result
    if event.cards:
        view.kitty = Kitty(len(event.cards), event.cards, view.kitty.burier if view.kitty else None, public=True)


FOLD: dict[EventKind, Callable[[View, Event], None]] = {
    EventKind.DEAL_STARTED: started,
    EventKind.DEALT: dealt,
    EventKind.SHOWN: shown,
    EventKind.DECLARED: declared,
    EventKind.TRUMP_SET: trump_set,
    EventKind.TRIBUTE_DUE: tribute_due,
    EventKind.COMMITTED: committed,
    EventKind.PAID: moved,
    EventKind.RETURNED: moved,
    EventKind.KITTY: kitty,
    EventKind.BURIED: buried,
    EventKind.ADDED: added,
    EventKind.PICKED: picked,
    EventKind.PLAYED: played,
    EventKind.PASSED: passed,
    EventKind.TRICK_WON: trick_won,
    EventKind.FINISHED: finished,
    EventKind.FORCED: forced,
    EventKind.DEAL_ENDED: ended,
    EventKind.TURNED: turned,
    EventKind.RESISTED: resisted,
}
FOLDS = (forced, *(FOLD[kind] for kind in EventKind))
"""The same by number, since there are hundreds of events a deal; kinds are numbered from 1."""


class Sight:
    """What one seat, or a spectator, has been told of a match: its numbered events, and the view they make."""

    __slots__ = ("_view", "events", "folded", "seat", "seq")

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat
        self.seq = 0
        """The number of the last event, from 1, without gaps in a match."""
        self.events: list[Event] = []
        """Those of the deal in progress; a spectator may come late, and has those of the whole match."""
        self.folded = 0
        self._view = View(seat)

    def see(self, event: Event) -> bool:
        """Return whether there was anything to see."""
        seen = event.seen_by(self.seat)
        if seen is None:
            return False
        if seen.kind is EventKind.DEAL_STARTED and self.seat is not None:
            self.events = []
            self.folded = 0
        self.events.append(seen)
        self.seq += 1
        return True

    def since(self, seq: int) -> list[tuple[int, Event]]:
        """Return the events after the one numbered `seq`, as far as they are kept, with their numbers."""
        first = self.seq - len(self.events) + 1
        start = max(0, seq + 1 - first)
        return list(enumerate(self.events[start:], first + start))

    @property
    def view(self) -> View:
        """The fold of all events so far; folding waits until somebody looks."""
        while self.folded < len(self.events):
            self._view.see(self.events[self.folded])
            self.folded += 1
        return self._view
