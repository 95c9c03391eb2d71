"""The other three may add jokers to the kitty and pick its smallest cards (docs/rules/dagunzi.md 6)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.cards import HJ, JOKERS, LJ, BySeat, Cards, Seat
from referee.game import Action, Ask, Event, EventKind, Phase, RuleError, Step, Verb
from referee.games.shengji.dagunzi.choosing import are_foremost, foremost, lowest_first
from referee.games.shengji.dagunzi.kitty import check_big_before_small, pickable
from referee.games.shengji.dagunzi.phases.tricks import Terms, Tricks
from referee.games.shengji.following import without
from referee.games.turn import ONLY, counted, in_phase, on_turn, taken

VERBS = (Verb.ADD, Verb.PASS)


@dataclass(frozen=True, slots=True)
class Adding:
    """Everybody but the declarer is asked once, whatever he holds and whatever the kitty is."""

    terms: Terms
    hands: BySeat[Cards]
    turn: Seat

    @property
    def to_act(self) -> frozenset[Seat]:
        return ONLY[self.turn]

    @property
    def result(self) -> None:
        return None

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.turn, seat)
        return Ask(VERBS, 1, len(self.terms.kitty), complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:
        """Yield PASS, then big jokers, then all of them with small ones; no more than a public kitty takes."""
        yield Action(Verb.PASS)
        terms, hand = self.terms, self.hands[seat]
        most = len(pickable(terms.rules, terms.kitty)) if terms.public else len(terms.kitty)
        big, small = hand.count(HJ), hand.count(LJ)
        for number in range(1, min(big, most) + 1):
            yield Action(Verb.ADD, (HJ,) * number)
        for number in range(1, min(small, most - big) + 1):
            yield Action(Verb.ADD, (LJ,) * number + (HJ,) * big)

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.turn, seat)
        in_phase(action, VERBS)
        if action.verb is Verb.PASS:
            if action.cards:
                raise RuleError("add.cards", "PASS takes no cards")
            return self.passed(seat)
        cards, terms = action.cards, self.terms
        kept = taken(self.hands[seat], cards, "add.not_in_hand")
        if not cards or any(face not in JOKERS for face in cards):
            raise RuleError("add.jokers", "add one or more jokers, and nothing else")
        check_big_before_small(cards, kept, "add.big_joker")
        if len(cards) > len(pickable(terms.rules, terms.kitty)):
            return self.passed(seat)  # a refusal would let a secret kitty be counted by trying
        return self.added(seat, cards, self.hands.put(seat, kept))

    def passed(self, seat: Seat) -> Step:
        return go_on(self.terms, self.hands, seat, Event(EventKind.PASSED, seat=seat))

    def added(self, seat: Seat, cards: Cards, hands: BySeat[Cards]) -> Step:
        """Show the kitty to all, and let the adder pick."""
        terms = self.terms
        shown = () if terms.public else (Event(EventKind.KITTY, cards=terms.kitty, public=True),)
        after = replace(terms, kitty=tuple(sorted(terms.kitty + cards)), public=True)
        return Step(Picking(after, hands, seat, len(cards)), (*shown, Event(EventKind.ADDED, seat=seat, cards=cards)))


@dataclass(frozen=True, slots=True)
class Picking:
    terms: Terms
    """Its kitty holds what was added."""
    hands: BySeat[Cards]
    turn: Seat
    due: int
    """How many cards are to be picked."""

    @property
    def to_act(self) -> frozenset[Seat]:
        return ONLY[self.turn]

    @property
    def result(self) -> None:
        return None

    @property
    def pool(self) -> Cards:
        return pickable(self.terms.rules, self.terms.kitty)

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.turn, seat)
        return Ask((Verb.PICK,), self.due, self.due, complete=True, pool=self.pool)

    def moves(self, seat: Seat) -> Iterator[Action]:  # noqa: ARG002 - only one seat picks
        for cards in foremost(self.pool, self.due, lowest_first(self.terms.order)):
            yield Action(Verb.PICK, cards)

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.turn, seat)
        in_phase(action, (Verb.PICK,))
        cards, terms = action.cards, self.terms
        kitty = picked_from(terms.kitty, cards)
        if len(cards) != self.due:
            raise RuleError("pick.count", f"pick {counted(self.due, 'card')}, as many as you have added")
        if any(face not in self.pool for face in cards):
            raise RuleError("pick.points", "neither jokers nor points may be picked")
        if not are_foremost(cards, without(self.pool, cards), lowest_first(terms.order)):
            raise RuleError("pick.lowest", "pick the lowest cards, side suits before trumps")
        hands = self.hands.put(seat, tuple(sorted(self.hands[seat] + cards)))
        return go_on(replace(terms, kitty=kitty), hands, seat, Event(EventKind.PICKED, seat=seat, cards=cards))


def picked_from(kitty: Cards, cards: Cards) -> Cards:
    try:
        return without(kitty, cards)
    except ValueError:
        raise RuleError("pick.not_in_kitty", "these cards do not all lie in the kitty") from None


def go_on(terms: Terms, hands: BySeat[Cards], seat: Seat, event: Event) -> Step:
    """Ask the next seat, or begin the play after the last."""
    following = seat.after()
    if following != terms.declarer:
        return Step(Adding(terms, hands, following), (event,))
    return Step(Tricks(terms, hands, terms.declarer), (event._replace(phase=Phase.PLAY),))
