"""The deal, and declaring while it goes on (docs/rules/tractor.md 3 and 4).

Cards fall silently until a seat has something new to declare. Nobody learns who was asked: a seat is told of its
cards just before it is asked itself, and all are told when something is declared and when the last card is dealt.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from referee.cards import SEATS, BySeat, Card, Cards, Seat, Suit
from referee.game import Action, Ask, Event, EventKind, Header, Luck, Phase, RuleError, Step, Verb
from referee.games.shengji.declarations import Standing, Way, bids, declare, legal_bids, turned, whole
from referee.games.shengji.order import order_of
from referee.games.shengji.phases.burying import take_up
from referee.games.shengji.phases.tricks import Terms
from referee.games.shengji.phases.turn import ONLY, in_phase, on_turn, taken
from referee.games.shengji.progress import Progress
from referee.games.shengji.rules import Rules


@dataclass(frozen=True, slots=True)
class Dealing:
    """What is fixed while cards are dealt."""

    rules: Rules
    progress: Progress
    first: Seat
    """Who gets the first card."""
    piles: BySeat[Cards]
    """The cards of each seat as they come."""
    kitty: Cards
    luck: Luck
    bids: tuple[Cards, ...]
    """Everything that can be shown to declare."""
    telling: frozenset[Card]
    """The cards in them."""
    total: int
    """How many cards are dealt to hands."""
    attempt: int = 0

    def legal(self, seat: Seat, dealt: int, standing: Standing) -> tuple[Cards, ...]:
        """Return what a seat may declare when so many cards are dealt."""
        telling = self.telling
        held = tuple([face for face in self.piles[seat][: self.received(seat, dealt)] if face in telling])
        return tuple(legal_bids(self.rules, self.bids, standing, seat, held)) if held else ()

    def tell(self, told: BySeat[int], seats: Iterable[Seat], dealt: int) -> tuple[BySeat[int], list[Event]]:
        """Tell seats of the cards they do not know yet; nobody else learns of it."""
        events, known = [], list(told)
        for seat in seats:
            number = self.received(seat, dealt)
            if number > told[seat]:
                cards = tuple(sorted(self.piles[seat][told[seat] : number]))
                events.append(Event(EventKind.DEALT, seat=seat, cards=cards, sees=ONLY[seat], secret=True))
                known[seat] = number
        return BySeat(known), events

    def tell_last(self, told: BySeat[int]) -> list[Event]:
        """Tell each seat of the rest of its cards, and all how many it has."""
        size = self.rules.hand_size
        rest = (tuple(sorted(self.piles[seat][told[seat] :])) for seat in SEATS)
        return [
            Event(EventKind.DEALT, seat=seat, cards=cards, sees=ONLY[seat], number=size)
            for seat, cards in zip(SEATS, rest, strict=True)
        ]

    def receiver(self, number: int) -> Seat:
        """Return who gets the card of that number, from 0."""
        return self.first.after(number)

    def received(self, seat: Seat, dealt: int) -> int:
        return (dealt + 3 - (seat - self.first) % 4) // 4


UNANSWERED: BySeat[tuple[Cards, ...]] = BySeat.all(())
NOBODY_WAITS: BySeat[int | None] = BySeat.all(None)
NOTHING_TOLD = BySeat.all(0)


@dataclass(frozen=True, slots=True)
class Declaring:
    dealing: Dealing
    dealt: int = 0
    turn: Seat = Seat.EAST
    legal: tuple[Cards, ...] = ()
    """What the seat that is to act may declare."""
    queue: tuple[Seat, ...] = ()
    """Who may still be asked before the next card."""
    standing: Standing = None
    answered: BySeat[tuple[Cards, ...]] = UNANSWERED
    """What each seat could declare when it last answered."""
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
        return self.dealt == self.dealing.total

    def hand(self, seat: Seat) -> Cards:
        return self.dealing.piles[seat][: self.dealing.received(seat, self.dealt)]

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.turn, seat)
        verbs = (Verb.DECLARE, Verb.PASS) if self.closing else (Verb.DECLARE, Verb.PASS, Verb.WAIT)
        most = max(map(len, self.dealing.bids))
        return Ask(verbs, 1, most, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:  # noqa: ARG002 - only one seat is asked at a time
        yield Action(Verb.PASS)
        for cards in self.legal:
            yield Action(Verb.DECLARE, cards)
        if not self.closing:
            yield Action(Verb.WAIT)

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.turn, seat)
        in_phase(action, (Verb.DECLARE, Verb.PASS, Verb.WAIT))
        if action.verb is Verb.DECLARE:
            return self.declared(seat, action.cards)
        if action.cards:
            raise RuleError("declare.cards", f"{action.verb.name} takes no cards")
        if action.verb is Verb.WAIT and self.closing:
            raise RuleError("declare.no_wait", "all cards are dealt; declare or pass")
        return search(self.answering(seat, wait=action.verb is Verb.WAIT), [])

    def answering(self, seat: Seat, *, wait: bool = False) -> "Declaring":
        """Remember what a seat could declare when it answered."""
        had = self.dealing.received(seat, self.dealt) if wait else None
        return replace(self, answered=self.answered.put(seat, self.legal), waiting=self.waiting.put(seat, had))

    def declared(self, seat: Seat, cards: Cards) -> Step:
        dealing = self.dealing
        shown = whole(dealing.rules, self.standing, seat, cards)
        taken(self.hand(seat), shown, "declare.not_in_hand")
        if shown not in dealing.bids:
            level = dealing.progress.level
            raise RuleError("declare.cards", f"show level cards ({level}) of one suit, or the jokers for no-trump")
        way, standing = declare(dealing.rules, self.standing, seat, shown)
        told, events = dealing.tell(self.told, SEATS, self.dealt)
        protected = standing.seat if way is Way.PARTNER_PROTECT else None
        declared = Event(
            EventKind.DECLARED,
            seat=seat,
            cards=shown,
            to=protected,
            trump=standing.trump,
            locked=standing.locked,
            fans=standing.fans,
        )
        queue = tuple(seat.after(steps) for steps in (1, 2, 3, 4))
        after = replace(self.answering(seat), standing=standing, told=told, queue=queue)
        return search(after, [*events, declared])

    def wants(self, seat: Seat, dealt: int, legal: tuple[Cards, ...]) -> bool:
        """Is a seat that may declare this to be asked? After the last card everybody is, once."""
        if seat in self.unasked or (legal and legal != self.answered[seat]):
            return True
        had = self.waiting[seat]
        return had is not None and self.dealing.received(seat, dealt) > had


def begin(rules: Rules, progress: Progress, luck: Luck, attempt: int = 0) -> Step:
    """Start dealing, up to the first question."""
    first = SEATS[luck.draw("start-seat", 4)] if progress.declarer is None else progress.declarer
    dealing = dealt_from(rules, progress, first, luck, attempt)
    header = Header(progress.levels, progress.level, progress.declarer)
    started = Event(EventKind.DEAL_STARTED, seat=first, header=header, phase=Phase.DEAL)
    if rules.deal_mode == "fast":
        return close(Declaring(dealing, dealt=dealing.total), first, [started])
    return search(Declaring(dealing), [started])


def dealt_from(rules: Rules, progress: Progress, first: Seat, luck: Luck, attempt: int) -> Dealing:
    pack, total, offers = luck.pack(attempt), 4 * rules.hand_size, bids(rules, progress.level)
    return Dealing(
        rules,
        progress,
        first,
        piles=BySeat(pack[(seat - first) % 4 : total : 4] for seat in SEATS),
        kitty=pack[total:],
        luck=luck,
        bids=offers,
        telling=frozenset(face for cards in offers for face in cards),
        total=total,
        attempt=attempt,
    )


def search(position: Declaring, events: list[Event]) -> Step:
    """Go on to the next seat that is to be asked, dealing cards meanwhile."""
    dealing, dealt, queue = position.dealing, position.dealt, position.queue
    while True:
        for index, seat in enumerate(queue):
            legal = dealing.legal(seat, dealt, position.standing)
            if position.wants(seat, dealt, legal):
                told, learnt = dealing.tell(position.told, (seat,), dealt)
                asked = Declaring(
                    dealing,
                    dealt,
                    seat,
                    legal,
                    queue=queue[index + 1 :],
                    standing=position.standing,
                    answered=position.answered,
                    waiting=position.waiting,
                    told=told,
                    unasked=position.unasked - {seat},
                )
                return Step(asked, (*events, *learnt))
        if dealt == dealing.total:
            return settle(position, events)
        dealt, queue = fall(position, dealt)
        if dealt == dealing.total:
            return close(position, dealing.receiver(dealt - 1), events)


def fall(position: Declaring, dealt: int) -> tuple[int, tuple[Seat, ...]]:
    """Deal on, up to a card that may give its receiver something to say, or to the last."""
    dealing, waiting, total = position.dealing, position.waiting, position.dealing.total
    while dealt < total:
        seat = dealing.receiver(dealt)
        face = dealing.piles[seat][dealt >> 2]
        dealt += 1
        if face in dealing.telling or waiting[seat] is not None:
            return dealt, (seat,)
    return dealt, ()


def close(position: Declaring, receiver: Seat, events: list[Event]) -> Step:
    """All cards are dealt: ask everybody once, from this seat."""
    dealing = position.dealing
    told = BySeat.all(dealing.rules.hand_size)
    queue = tuple(receiver.after(steps) for steps in range(4))
    closing = replace(position, dealt=dealing.total, queue=queue, told=told, unasked=frozenset(SEATS))
    return search(closing, events + dealing.tell_last(position.told))


def settle(position: Declaring, events: list[Event]) -> Step:
    """Declaring is over: name trump and declarer, and hand over the kitty."""
    dealing, standing = position.dealing, position.standing
    rules, progress = dealing.rules, dealing.progress
    if standing is None and rules.nobody_bids == "redeal":
        again = begin(rules, progress, dealing.luck, dealing.attempt + 1)
        return Step(again.position, (*events, *again.events))
    trump = standing.trump if standing else Suit.NO_TRUMP
    if standing is None and rules.nobody_bids == "third_kitty_card":
        seen, trump = turned(dealing.kitty)
        events.append(Event(EventKind.TURNED, cards=tuple(sorted(seen))))
    declarer = declarer_of(dealing, standing)
    events.append(Event(EventKind.TRUMP_SET, seat=declarer, trump=trump))
    hands = BySeat(tuple(sorted(pile)) for pile in dealing.piles)
    order = order_of(progress.level, trump, two_trump=rules.two_trump)
    terms = Terms(rules, progress, order, declarer, tuple(sorted(dealing.kitty)), standing)
    step = take_up(terms, hands, declarer)
    return Step(step.position, (*events, *step.events))


def declarer_of(dealing: Dealing, standing: Standing) -> Seat:
    """In the first deal whoever declares first declares; later it is settled before."""
    if dealing.progress.declarer is not None:
        return dealing.progress.declarer
    if standing is None:
        return dealing.first
    return standing.first if dealing.rules.first_declarer == "first_reveal" else standing.seat
