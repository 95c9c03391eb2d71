"""Who declares in which suit: seizing in the first deal, shows in later ones (docs/rules/dagunzi.md 4)."""

from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from referee.cards import HJ, JOKERS, SEATS, SUIT_OF, Card, Cards, Rank, Seat, Suit
from referee.game import Action, Event, EventKind, Header, Luck, Phase, Step
from referee.games.shengji.dagunzi.phases.tribute import collect
from referee.games.shengji.dagunzi.phases.tricks import Terms
from referee.games.shengji.dagunzi.progress import Progress
from referee.games.shengji.dagunzi.rules import HAND_SIZE, Rules
from referee.games.shengji.dagunzi.shows import SEIZE, Standing, check_seize, legal_shows, offers, shown
from referee.games.shengji.dagunzi.turning import drawn, first_suited, flipped
from referee.games.shengji.order import order_of
from referee.games.shengji.phases.polling import NOTHING_TOLD, Piles, Polling, piles, search
from referee.games.turn import taken

TURNED = EventKind.TURNED


class Ground(NamedTuple):
    """What is fixed before the first card."""

    rules: Rules
    progress: Progress
    luck: Luck
    attempt: int

    def again(self, events: tuple[Event, ...]) -> Step:
        """Deal anew with everything else as it was."""
        step = begin(self.rules, self.progress, self.luck, self.attempt + 1)
        return Step(step.position, (*events, *step.events))

    def trumped(self, dealt: Piles, declarer: Seat, trump: Suit, events: tuple[Event, ...], *, public: bool) -> Step:
        """Go on with declarer and trump suit; `events` led to them."""
        order = order_of(self.progress.level, trump, two_trump=True)
        terms = Terms(self.rules, self.progress, order, declarer, tuple(sorted(dealt.kitty)), public)
        step = collect(terms, dealt.hands)
        fixed = Event(EventKind.TRUMP_SET, seat=declarer, trump=trump)
        return Step(step.position, (*events, fixed, *step.events))


class Seized(NamedTuple):
    seat: Seat
    received: int
    """How many cards the declarer had when he showed."""


@dataclass(frozen=True, slots=True)
class Seizing:
    """The first deal of a match: one big joker, once."""

    ground: Ground
    seized: Seized | None = None
    telling: frozenset[Card] = frozenset({HJ})
    most: int = 1
    renews: bool = True

    @property
    def closed(self) -> bool:
        return self.seized is not None or self.ground.rules.first_seize == "auto"

    def legal(self, seat: Seat, held: Cards) -> tuple[Action, ...]:  # noqa: ARG002 - all seats are alike
        return (SEIZE,) if held else ()

    def show(self, seat: Seat, hand: Cards, action: Action) -> tuple["Seizing", Event]:
        taken(hand, action.cards, "declare.not_in_hand")
        check_seize(action)
        return self.seized_by(seat, len(hand))

    def seized_by(self, seat: Seat, received: int) -> tuple["Seizing", Event]:
        declared = Event(EventKind.DECLARED, seat=seat, cards=SEIZE.cards, locked=True)
        return replace(self, seized=Seized(seat, received)), declared

    def settle(self, dealt: Piles) -> Step:
        """Read the trump off the declarer's next card, or off the kitty; flip cards if nobody has seized."""
        if self.seized is None:
            return self.flip(dealt)
        declarer, received = self.seized
        _, trump = first_suited(dealt.cards[declarer][received:])
        events: tuple[Event, ...] = ()
        if trump is None:
            seen, trump = first_suited(dealt.kitty)
            events = (Event(TURNED, cards=tuple(sorted(seen))),)
        assert trump is not None, "the declarer has one of the six jokers"
        return self.ground.trumped(dealt, declarer, trump, events, public=True)

    def flip(self, dealt: Piles) -> Step:
        """Turn up a card of the kitty for each seat."""
        ground = self.ground
        flips = drawn(ground.luck, ground.attempt, dealt.kitty)[: len(SEATS)]
        events = tuple(Event(TURNED, seat=dealt.first.after(place), cards=(face,)) for place, face in enumerate(flips))
        place = flipped(flips, largest=ground.rules.first_flip == "largest")
        if place is None:
            return ground.again(events)
        trump = SUIT_OF[flips[place]]
        assert trump is not None
        return ground.trumped(dealt, dealt.first.after(place), trump, events, public=False)


@cache
def telling_cards(level: Rank) -> frozenset[Card]:
    return frozenset(face for action in offers(level) for face in action.cards)


@dataclass(frozen=True, slots=True)
class Showing:
    """Later deals: the declarer is known, and the strongest show names the trump suit."""

    ground: Ground
    standing: Standing = None
    closed: bool = False
    most: int = 3
    renews: bool = True

    @property
    def telling(self) -> frozenset[Card]:
        return telling_cards(self.ground.progress.level)

    def legal(self, seat: Seat, held: Cards) -> tuple[Action, ...]:  # noqa: ARG002 - all seats are alike
        return tuple(legal_shows(offers(self.ground.progress.level), self.standing, held))

    def show(self, seat: Seat, hand: Cards, action: Action) -> tuple["Showing", Event]:
        taken(hand, action.cards, "declare.not_in_hand")
        stands = shown(self.ground.progress.level, self.standing, seat, action)
        claim = action.claim if stands.cards[0] in JOKERS else None
        event = Event(EventKind.DECLARED, seat=seat, cards=stands.cards, trump=stands.trump, claim=claim)
        return replace(self, standing=stands), event

    def settle(self, dealt: Piles) -> Step:
        """Let the show name the trump; draw cards of the kitty if there is none."""
        ground, declarer = self.ground, self.ground.progress.declarer
        assert declarer is not None
        if self.standing is not None:
            return ground.trumped(dealt, declarer, self.standing.trump, (), public=True)
        seen, trump = first_suited(drawn(ground.luck, ground.attempt, dealt.kitty))
        events = (Event(TURNED, cards=tuple(sorted(seen))),)
        if trump is None:
            return ground.again(events)
        return ground.trumped(dealt, declarer, trump, events, public=False)


def begin(rules: Rules, progress: Progress, luck: Luck, attempt: int = 0) -> Step:
    """Start dealing, up to the first question."""
    first = SEATS[luck.draw("start-seat", 4)] if progress.declarer is None else progress.declarer
    dealt = piles(luck.pack(attempt), first, HAND_SIZE)
    header = Header(
        progress.levels,
        progress.level,
        progress.declarer,
        blood=progress.blood,
        played_levels=tuple(16 * side + level for side, played in enumerate(progress.played) for level in played),
    )
    started = Event(EventKind.DEAL_STARTED, seat=first, header=header, phase=Phase.DEAL)
    ground = Ground(rules, progress, luck, attempt)
    if progress.declarer is not None:
        return search(Polling(dealt, Showing(ground)), [started])
    if rules.first_seize == "auto":
        return seize_at_once(dealt, Seizing(ground), started)
    return search(Polling(dealt, Seizing(ground)), [started])


def seize_at_once(dealt: Piles, auction: Seizing, started: Event) -> Step:
    """Show the first big joker that is dealt to anybody."""
    number = next((number for number in range(dealt.total) if dealt.card(number) == HJ), None)
    if number is None:
        return search(Polling(dealt, auction), [started])
    seat = dealt.receiver(number)
    told, learnt = dealt.tell(NOTHING_TOLD, SEATS, number + 1)
    seized, declared = auction.seized_by(seat, dealt.received(seat, number + 1))
    return search(Polling(dealt, seized, told=told), [started, *learnt, declared])
