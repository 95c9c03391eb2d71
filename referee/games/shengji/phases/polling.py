"""Dealing with questions: cards fall silently until a seat has something new to show.

Nobody learns who was asked: a seat is told of its cards just before it is asked itself, and all are told when
something is shown and when the last card is dealt. What may be shown is the auction's affair.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from referee.cards import SEATS, BySeat, Card, Cards, Seat
from referee.game import Action, Ask, Event, EventKind, RuleError, Step, Verb
from referee.games.turn import ONLY, in_phase, on_turn


@dataclass(frozen=True, slots=True)
class Piles:
    """A pack as it will be dealt."""

    first: Seat
    """Who gets the first card."""
    cards: BySeat[Cards]
    """The cards of each seat as they come."""
    kitty: Cards
    hand_size: int

    @property
    def total(self) -> int:
        """How many cards are dealt to hands."""
        return 4 * self.hand_size

    @property
    def hands(self) -> BySeat[Cards]:
        return BySeat(tuple(sorted(pile)) for pile in self.cards)

    def receiver(self, number: int) -> Seat:
        """Return who gets the card of that number, from 0."""
        return self.first.after(number)

    def card(self, number: int) -> Card:
        return self.cards[self.receiver(number)][number >> 2]

    def received(self, seat: Seat, dealt: int) -> int:
        return (dealt + 3 - (seat - self.first) % 4) // 4

    def tell(self, told: BySeat[int], seats: Iterable[Seat], dealt: int) -> tuple[BySeat[int], list[Event]]:
        """Tell seats of the cards they do not know yet; nobody else learns of it."""
        events, known = [], list(told)
        for seat in seats:
            number = self.received(seat, dealt)
            if number > told[seat]:
                cards = tuple(sorted(self.cards[seat][told[seat] : number]))
                events.append(Event(EventKind.DEALT, seat=seat, cards=cards, sees=ONLY[seat], secret=True))
                known[seat] = number
        return BySeat(known), events

    def tell_last(self, told: BySeat[int]) -> list[Event]:
        """Tell each seat of the rest of its cards, and all how many it has."""
        rest = (tuple(sorted(self.cards[seat][told[seat] :])) for seat in SEATS)
        return [
            Event(EventKind.DEALT, seat=seat, cards=cards, sees=ONLY[seat], number=self.hand_size)
            for seat, cards in zip(SEATS, rest, strict=True)
        ]


def piles(pack: Cards, first: Seat, hand_size: int) -> Piles:
    total = 4 * hand_size
    return Piles(first, BySeat(pack[(seat - first) % 4 : total : 4] for seat in SEATS), pack[total:], hand_size)


class Auction(Protocol):
    """What may be shown while cards are dealt, and what stands: an immutable value."""

    @property
    def telling(self) -> frozenset[Card]:
        """The cards that may give whoever gets one something to show."""

    @property
    def most(self) -> int:
        """How many cards the largest show has."""

    @property
    def closed(self) -> bool:
        """Nothing can be shown any more, and all know it."""

    @property
    def renews(self) -> bool:
        """A show voids what was answered before it."""

    def legal(self, seat: Seat, held: Cards) -> tuple[Action, ...]:
        """Return what a seat may show, of whose cards `held` are the telling ones."""

    def show(self, seat: Seat, hand: Cards, action: Action) -> tuple["Auction", Event]:
        """Return what stands after a show. Raise RuleError."""

    def settle(self, dealt: Piles) -> Step:
        """All cards are dealt, and nobody shows any more."""


VERBS = (Verb.DECLARE, Verb.PASS, Verb.WAIT)
UNANSWERED: BySeat[tuple[Action, ...]] = BySeat.all(())
NOBODY_WAITS: BySeat[int | None] = BySeat.all(None)
NOTHING_TOLD = BySeat.all(0)


@dataclass(frozen=True, slots=True)
class Polling:
    piles: Piles
    auction: Auction
    dealt: int = 0
    turn: Seat = Seat.EAST
    legal: tuple[Action, ...] = ()
    """What the seat that is to act may show."""
    queue: tuple[Seat, ...] = ()
    """Who may still be asked before the next card."""
    answered: BySeat[tuple[Action, ...]] = UNANSWERED
    """What each seat could show when it last answered."""
    waiting: BySeat[int | None] = NOBODY_WAITS
    """How many cards each seat had when it last answered WAIT; None if it did not."""
    told: BySeat[int] = NOTHING_TOLD
    """How many of its cards each seat knows."""
    unasked: frozenset[Seat] = frozenset()
    """Who has still to be asked after the last card."""

    @property
    def to_act(self) -> frozenset[Seat]:
        return ONLY[self.turn]

    @property
    def result(self) -> None:
        return None

    @property
    def closing(self) -> bool:
        return self.dealt == self.piles.total

    def hand(self, seat: Seat) -> Cards:
        return self.piles.cards[seat][: self.piles.received(seat, self.dealt)]

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.turn, seat)
        return Ask(VERBS[:2] if self.closing else VERBS, 1, self.auction.most, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:  # noqa: ARG002 - only one seat is asked at a time
        yield Action(Verb.PASS)
        yield from self.legal
        if not self.closing:
            yield Action(Verb.WAIT)

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.turn, seat)
        if action.verb is Verb.DECLARE:
            return self.show(seat, action)
        in_phase(action, VERBS)
        if action.cards:
            raise RuleError("declare.cards", f"{action.verb.name} takes no cards")
        wait = action.verb is Verb.WAIT
        if wait and self.closing:
            raise RuleError("declare.no_wait", "all cards are dealt; declare or pass")
        had = self.piles.received(seat, self.dealt) if wait else None
        return search(self.answering(seat, had), [])

    def answering(self, seat: Seat, had: int | None) -> "Polling":
        """Remember what a seat could show when it answered."""
        return replace(self, answered=self.answered.put(seat, self.legal), waiting=self.waiting.put(seat, had))

    def show(self, seat: Seat, action: Action) -> Step:
        auction, declared = self.auction.show(seat, self.hand(seat), action)
        told, events = self.piles.tell(self.told, SEATS, self.dealt)
        queue = tuple(seat.after(steps) for steps in (1, 2, 3, 4))
        after = replace(self.answering(seat, None), auction=auction, queue=queue, told=told)
        return search(replace(after, answered=UNANSWERED) if auction.renews else after, [*events, declared])

    def wants(self, seat: Seat, dealt: int, legal: tuple[Action, ...]) -> bool:
        """Is a seat that may show this to be asked? After the last card everybody is, once."""
        if seat in self.unasked or (legal and legal != self.answered[seat]):
            return True
        had = self.waiting[seat]
        return had is not None and self.piles.received(seat, dealt) > had

    def held(self, seat: Seat, dealt: int) -> Cards:
        """Return the telling cards among the first that a seat gets."""
        telling = self.auction.telling
        return tuple([face for face in self.piles.cards[seat][: self.piles.received(seat, dealt)] if face in telling])


def search(position: Polling, events: list[Event]) -> Step:
    """Go on to the next seat that is to be asked, dealing cards meanwhile."""
    cards, auction, dealt, queue = position.piles, position.auction, position.dealt, position.queue
    if auction.closed:
        return settle(position, events if position.closing else events + cards.tell_last(position.told))
    while True:
        for index, seat in enumerate(queue):
            held = position.held(seat, dealt)
            legal = auction.legal(seat, held) if held else ()
            if position.wants(seat, dealt, legal):
                told, learnt = cards.tell(position.told, (seat,), dealt)
                asked = Polling(
                    cards,
                    auction,
                    dealt,
                    seat,
                    legal,
                    queue=queue[index + 1 :],
                    answered=position.answered,
                    waiting=position.waiting,
                    told=told,
                    unasked=position.unasked - {seat},
                )
                return Step(asked, (*events, *learnt))
        if dealt == cards.total:
            return settle(position, events)
        dealt, queue = fall(position, dealt)
        if dealt == cards.total:
            return close(position, cards.receiver(dealt - 1), events)


def fall(position: Polling, dealt: int) -> tuple[int, tuple[Seat, ...]]:
    """Deal on, up to a card that may give its receiver something to say, or to the last."""
    cards, waiting, telling = position.piles, position.waiting, position.auction.telling
    while dealt < cards.total:
        seat, face = cards.receiver(dealt), cards.card(dealt)
        dealt += 1
        if face in telling or waiting[seat] is not None:
            return dealt, (seat,)
    return dealt, ()


def close(position: Polling, first: Seat, events: list[Event]) -> Step:
    """All cards are dealt: ask everybody once, from this seat."""
    cards = position.piles
    queue, told = tuple(first.after(steps) for steps in range(4)), BySeat.all(cards.hand_size)
    closing = replace(position, dealt=cards.total, queue=queue, told=told, unasked=frozenset(SEATS))
    return search(closing, events + cards.tell_last(position.told))


def settle(position: Polling, events: list[Event]) -> Step:
    step = position.auction.settle(position.piles)
    return Step(step.position, (*events, *step.events))
