"""The kitty is turned up or not; the declarer exchanges six cards unless it is dry (docs/rules/dagunzi.md 6)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.cards import POINTS, BySeat, Card, Cards, Seat
from referee.game import Action, Ask, Event, EventKind, Phase, RuleError, Step, Verb
from referee.games.shengji.dagunzi.choosing import exchanges
from referee.games.shengji.dagunzi.kitty import big_before_small, check_big_before_small, has_joker, is_dry
from referee.games.shengji.dagunzi.phases.adding import Adding
from referee.games.shengji.dagunzi.phases.tricks import Terms, Tricks
from referee.games.shengji.dagunzi.rules import KITTY_SIZE
from referee.games.shengji.following import without
from referee.games.shengji.order import TRUMPS, Order
from referee.games.turn import ONLY, in_phase, on_turn, taken


def open_kitty(terms: Terms, hands: BySeat[Cards]) -> Step:
    """Show the kitty if somebody has shown; give it to the declarer unless it is dry."""
    declarer, kitty = terms.declarer, terms.kitty
    first_deal = terms.progress.declarer is None
    if terms.public and is_dry(terms.rules, terms.order, kitty, first_deal=first_deal):
        shown = Event(EventKind.KITTY, cards=kitty, public=True, dry=True, phase=Phase.PLAY)
        return Step(Tricks(replace(terms, dry=True), hands, declarer), (shown,))
    taken_up = Event(
        EventKind.KITTY,
        seat=declarer,
        cards=kitty,
        sees=None if terms.public else ONLY[declarer],
        public=terms.public,
        phase=Phase.BURY,
    )
    return Step(Burying(terms, hands.put(declarer, tuple(sorted(hands[declarer] + kitty)))), (taken_up,))


@dataclass(frozen=True, slots=True)
class Burying:
    terms: Terms
    hands: BySeat[Cards]
    """The kitty is in the declarer's hand."""

    @property
    def to_act(self) -> frozenset[Seat]:
        return ONLY[self.terms.declarer]

    @property
    def result(self) -> None:
        return None

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.terms.declarer, seat)
        return Ask((Verb.BURY,), KITTY_SIZE, KITTY_SIZE, complete=False)

    def moves(self, seat: Seat) -> Iterator[Action]:
        """Yield the default, then what differs from it by one card."""
        hand = self.hands[seat]
        for cards in exchanges(hand, least_worth(self.terms.order, hand, KITTY_SIZE)):
            if big_before_small(cards, without(hand, cards)):
                yield Action(Verb.BURY, cards)

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.terms.declarer, seat)
        in_phase(action, (Verb.BURY,))
        cards = action.cards
        kept = taken(self.hands[seat], cards, "bury.not_in_hand")
        if len(cards) != KITTY_SIZE:
            raise RuleError("bury.count", f"lay away {KITTY_SIZE} cards, not {len(cards)}")
        check_big_before_small(cards, kept, "bury.big_joker")
        public, adding = has_joker(cards), self.terms.rules.others_bury
        buried = Event(
            EventKind.BURIED,
            seat=seat,
            cards=cards,
            sees=None if public else ONLY[seat],
            public=public,
            phase=Phase.ADD if adding else Phase.PLAY,
        )
        terms, hands = replace(self.terms, kitty=cards, public=public), self.hands.put(seat, kept)
        return Step(Adding(terms, hands, seat.after()) if adding else Tricks(terms, hands, seat), (buried,))


def least_worth(order: Order, hand: Cards, number: int) -> Cards:
    """Return side cards without points from the lowest, then side points, then trumps without points, then the rest."""

    def worth(face: Card) -> tuple[bool, bool, int]:
        return order.group[face] == TRUMPS, POINTS[face] > 0, order.low[face]

    return tuple(sorted(sorted(hand, key=worth)[:number]))
