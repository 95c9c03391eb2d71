"""The holder takes up the kitty and lays as many cards away (docs/rules/tractor.md 4.8 and 4.9)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.cards import POINTS, BySeat, Card, Cards, Seat, points
from referee.game import Action, Ask, Event, EventKind, Phase, RuleError, Step, Verb
from referee.games.shengji.order import TRUMPS
from referee.games.shengji.phases.tricks import Terms, Tricks
from referee.games.shengji.phases.turn import ONLY, in_phase, on_turn, taken


@dataclass(frozen=True, slots=True)
class Burying:
    terms: Terms
    hands: BySeat[Cards]
    """The kitty is in its holder's hand."""
    holder: Seat

    @property
    def to_act(self) -> frozenset[Seat]:
        return ONLY[self.holder]

    @property
    def result(self) -> None:
        return None

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.holder, seat)
        size = self.terms.rules.kitty_size
        return Ask((Verb.BURY,), size, size, complete=False)

    def moves(self, seat: Seat) -> Iterator[Action]:
        """Yield the default, then what differs from it by one card."""
        buried = self.default(seat)
        kept = taken(self.hands[seat], buried, "bury.not_in_hand")
        yield Action(Verb.BURY, buried)
        for out in dict.fromkeys(buried):
            others = taken(buried, (out,), "bury.not_in_hand")
            for other in dict.fromkeys(kept):
                changed = tuple(sorted((*others, other)))
                if other != out and self.allowed(changed):
                    yield Action(Verb.BURY, changed)

    def default(self, seat: Seat) -> Cards:
        """Bury low side cards without points, then side points, then trumps; if that is too much, few points."""
        size, hand = self.terms.rules.kitty_size, self.hands[seat]
        usual = tuple(sorted(sorted(hand, key=self.worth)[:size]))
        if self.allowed(usual):
            return usual
        return tuple(sorted(sorted(hand, key=lambda face: (POINTS[face], self.worth(face)))[:size]))

    def worth(self, face: Card) -> tuple[bool, bool, int]:
        order = self.terms.order
        return order.group[face] == TRUMPS, POINTS[face] > 0, order.low[face]

    def allowed(self, cards: Cards) -> bool:
        limit = self.terms.rules.kitty_point_limit
        return limit is None or points(cards) <= limit

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.holder, seat)
        in_phase(action, (Verb.BURY,))
        rules, cards = self.terms.rules, action.cards
        kept = taken(self.hands[seat], cards, "bury.not_in_hand")
        if len(cards) != rules.kitty_size:
            raise RuleError("bury.count", f"lay away {rules.kitty_size} cards, not {len(cards)}")
        if not self.allowed(cards):
            raise RuleError("bury.points", f"at most {rules.kitty_point_limit} points may lie in the kitty")
        terms = replace(self.terms, kitty=cards)
        buried = Event(EventKind.BURIED, seat=seat, cards=cards, sees=ONLY[seat], phase=Phase.PLAY)
        return Step(Tricks(terms, self.hands.put(seat, kept), terms.declarer), (buried,))


def take_up(terms: Terms, hands: BySeat[Cards]) -> Step:
    """Give the kitty to the declarer."""
    holder, kitty = terms.declarer, terms.kitty
    hand = tuple(sorted(hands[holder] + kitty))
    seen = Event(EventKind.KITTY, seat=holder, cards=kitty, sees=ONLY[holder], number=len(kitty), phase=Phase.BURY)
    return Step(Burying(terms, hands.put(holder, hand), holder), (seen,))
