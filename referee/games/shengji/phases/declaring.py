"""Declaring trumps, and what is settled when nobody declares any more (docs/rules/tractor.md 3 and 4)."""

from dataclasses import dataclass, replace

from referee.cards import SEATS, Card, Cards, Seat, Suit
from referee.game import Action, Event, EventKind, Header, Luck, Phase, RuleError, Step, Verb
from referee.games.shengji.declarations import Standing, Way, bids, declare, legal_bids, turned, whole
from referee.games.shengji.order import order_of
from referee.games.shengji.phases.burying import take_up
from referee.games.shengji.phases.polling import VERBS, Piles, Polling, close, piles, search
from referee.games.shengji.phases.tricks import Terms
from referee.games.shengji.progress import Progress
from referee.games.shengji.rules import Rules
from referee.games.turn import in_phase, taken


@dataclass(frozen=True, slots=True)
class Declaring:
    """The auction: level cards for their suit, jokers for no-trump."""

    rules: Rules
    progress: Progress
    luck: Luck
    attempt: int
    bids: tuple[Cards, ...]
    """Everything that can be shown to declare."""
    telling: frozenset[Card]
    standing: Standing = None
    closed: bool = False
    renews: bool = False

    @property
    def most(self) -> int:
        return max(map(len, self.bids))

    def legal(self, seat: Seat, held: Cards) -> tuple[Action, ...]:
        offers = legal_bids(self.rules, self.bids, self.standing, seat, held)
        return tuple([Action(Verb.DECLARE, cards) for cards in offers])

    def show(self, seat: Seat, hand: Cards, action: Action) -> tuple["Declaring", Event]:
        in_phase(action, VERBS)
        shown = whole(self.rules, self.standing, seat, action.cards)
        taken(hand, shown, "declare.not_in_hand")
        if shown not in self.bids:
            level = self.progress.level
            raise RuleError("declare.cards", f"show level cards ({level}) of one suit, or the jokers for no-trump")
        way, standing = declare(self.rules, self.standing, seat, shown)
        event = Event(
            EventKind.DECLARED,
            seat=seat,
            cards=shown,
            to=standing.seat if way is Way.PARTNER_PROTECT else None,
            trump=standing.trump,
            locked=standing.locked,
            fans=standing.fans,
        )
        return replace(self, standing=standing), event

    def settle(self, dealt: Piles) -> Step:
        """Name trump and declarer, and hand over the kitty."""
        rules, progress, standing = self.rules, self.progress, self.standing
        events: list[Event] = []
        if standing is None and rules.nobody_bids == "redeal":
            return begin(rules, progress, self.luck, self.attempt + 1)
        trump = standing.trump if standing else Suit.NO_TRUMP
        if standing is None and rules.nobody_bids == "third_kitty_card":
            seen, trump = turned(dealt.kitty)
            events.append(Event(EventKind.TURNED, cards=tuple(sorted(seen))))
        declarer = self.declarer(dealt.first)
        events.append(Event(EventKind.TRUMP_SET, seat=declarer, trump=trump))
        order = order_of(progress.level, trump, two_trump=rules.two_trump)
        terms = Terms(rules, progress, order, declarer, tuple(sorted(dealt.kitty)), standing)
        step = take_up(terms, dealt.hands, declarer)
        return Step(step.position, (*events, *step.events))

    def declarer(self, first: Seat) -> Seat:
        """In the first deal whoever declares first declares; later it is settled before."""
        if self.progress.declarer is not None:
            return self.progress.declarer
        if self.standing is None:
            return first
        return self.standing.first if self.rules.first_declarer == "first_reveal" else self.standing.seat


def auction(rules: Rules, progress: Progress, luck: Luck, attempt: int) -> Declaring:
    offers = bids(rules, progress.level)
    return Declaring(rules, progress, luck, attempt, offers, frozenset(face for cards in offers for face in cards))


def begin(rules: Rules, progress: Progress, luck: Luck, attempt: int = 0) -> Step:
    """Start dealing, up to the first question."""
    first = SEATS[luck.draw("start-seat", 4)] if progress.declarer is None else progress.declarer
    dealt = piles(luck.pack(attempt), first, rules.hand_size)
    header = Header(progress.levels, progress.level, progress.declarer)
    started = Event(EventKind.DEAL_STARTED, seat=first, header=header, phase=Phase.DEAL)
    position = Polling(dealt, auction(rules, progress, luck, attempt))
    return close(position, first, [started]) if rules.deal_mode == "fast" else search(position, [started])
