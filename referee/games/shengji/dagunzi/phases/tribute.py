"""Blood is paid in high cards, and as many cards come back (docs/rules/dagunzi.md 5)."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.cards import JOKERS, POINTS, RANK_OF, BySeat, Cards, Seat
from referee.game import Action, Ask, Event, EventKind, Phase, RuleError, Step, Verb
from referee.games.shengji.dagunzi.choosing import are_foremost, exchanges, foremost, highest_first, lowest_first
from referee.games.shengji.dagunzi.phases.burying import least_worth, open_kitty
from referee.games.shengji.dagunzi.phases.tricks import Terms
from referee.games.shengji.following import without
from referee.games.turn import ONLY, counted, in_phase, on_turn, taken


def collect(terms: Terms, hands: BySeat[Cards]) -> Step:
    """Ask for what is owed, as far as it can be paid, or go on to the kitty."""
    payer = terms.declarer.after(3)
    due = min(terms.progress.blood, len(payable(terms, hands[payer])))
    if due == 0:
        return open_kitty(terms, hands)
    owed = Event(EventKind.TRIBUTE_DUE, seat=payer, to=terms.declarer, number=due, phase=Phase.TRIBUTE)
    return Step(Paying(terms, hands, due), (owed,))


def payable(terms: Terms, hand: Cards) -> Cards:
    """Leave point cards out, but for those of the level."""
    level = terms.order.level if terms.rules.tribute_level_points else None
    return tuple(face for face in hand if not POINTS[face] or RANK_OF[face] == level)


@dataclass(frozen=True, slots=True)
class Paying:
    terms: Terms
    hands: BySeat[Cards]
    due: int

    @property
    def payer(self) -> Seat:
        return self.terms.declarer.after(3)

    @property
    def to_act(self) -> frozenset[Seat]:
        return ONLY[self.payer]

    @property
    def result(self) -> None:
        return None

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.payer, seat)
        return Ask((Verb.PAY,), self.due, self.due, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:
        for cards in foremost(payable(self.terms, self.hands[seat]), self.due, highest_first(self.terms.order)):
            yield Action(Verb.PAY, cards)

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.payer, seat)
        in_phase(action, (Verb.PAY,))
        terms, cards, hand = self.terms, action.cards, self.hands[seat]
        kept = taken(hand, cards, "pay.not_in_hand")
        if len(cards) != self.due:
            raise RuleError("pay.count", f"pay {counted(self.due, 'card')}, not {len(cards)}")
        may = payable(terms, hand)
        if any(face not in may for face in cards):
            raise RuleError("pay.points", "point cards are not paid, but for those of the level")
        if not are_foremost(cards, without(may, cards), highest_first(terms.order)):
            raise RuleError("pay.highest", "pay your highest cards")
        paid = Event(EventKind.PAID, seat=seat, cards=cards, to=terms.declarer)
        hands = moved(self.hands.put(seat, kept), terms.declarer, cards)
        return Step(Returning(terms, hands, self.due), (paid,))


@dataclass(frozen=True, slots=True)
class Returning:
    """The declarer, who has been paid, gives back as many cards."""

    terms: Terms
    hands: BySeat[Cards]
    due: int

    @property
    def to_act(self) -> frozenset[Seat]:
        return ONLY[self.terms.declarer]

    @property
    def result(self) -> None:
        return None

    @property
    def lowest(self) -> bool:
        return self.terms.rules.tribute_return == "lowest_non_joker"

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.terms.declarer, seat)
        return Ask((Verb.RETURN,), self.due, self.due, complete=self.lowest)

    def moves(self, seat: Seat) -> Iterator[Action]:
        """Yield all choices of the lowest cards; where any may be given, the default and what is near it."""
        order, hand = self.terms.order, self.hands[seat]
        choices = (
            foremost(without_jokers(hand), self.due, lowest_first(order))
            if self.lowest
            else exchanges(hand, least_worth(order, hand, self.due))
        )
        for cards in choices:
            yield Action(Verb.RETURN, cards)

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.terms.declarer, seat)
        in_phase(action, (Verb.RETURN,))
        terms, cards, hand = self.terms, action.cards, self.hands[seat]
        kept = taken(hand, cards, "return.not_in_hand")
        if len(cards) != self.due:
            raise RuleError("return.count", f"give {counted(self.due, 'card')} back, not {len(cards)}")
        if self.lowest:
            if any(face in JOKERS for face in cards):
                raise RuleError("return.joker", "jokers are not given back")
            if not are_foremost(cards, without_jokers(kept), lowest_first(terms.order)):
                raise RuleError("return.lowest", "give your lowest cards back")
        payer = seat.after(3)
        returned = Event(EventKind.RETURNED, seat=seat, cards=cards, to=payer, sees=ONLY[seat] | ONLY[payer])
        step = open_kitty(terms, moved(self.hands.put(seat, kept), payer, cards))
        return Step(step.position, (returned, *step.events))


def without_jokers(cards: Cards) -> Cards:
    return tuple(face for face in cards if face not in JOKERS)


def moved(hands: BySeat[Cards], to: Seat, cards: Cards) -> BySeat[Cards]:
    return hands.put(to, tuple(sorted(hands[to] + cards)))
