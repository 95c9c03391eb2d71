"""Payers give their highest card; cards of two payers move at once (docs/rules/guandan.md 5)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee.cards import BySeat, Card, Cards, Seat, text
from referee.game import Action, Ask, Event, EventKind, RuleError, Step, Verb
from referee.games.guandan import tribute
from referee.games.guandan.phases.returning import Returning, Transfer, moved, moving
from referee.games.guandan.phases.terms import Terms
from referee.games.turn import among, in_phase, taken


@dataclass(frozen=True, slots=True)
class Paying:
    terms: Terms
    hands: BySeat[Cards]
    """Cards stay in them until all are in."""
    paying: tuple[Seat, ...]
    cards: tuple[tuple[Seat, Card], ...] = ()

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset(self.paying) - {seat for seat, _ in self.cards}

    @property
    def result(self) -> None:
        return None

    def ask(self, seat: Seat) -> Ask:
        among(self.to_act, seat)
        return Ask((Verb.PAY,), 1, 1, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:
        among(self.to_act, seat)
        return (Action(Verb.PAY, (face,)) for face in tribute.payable(self.terms.order, self.hands[seat]))

    def act(self, seat: Seat, action: Action) -> Step:
        among(self.to_act, seat)
        in_phase(action, (Verb.PAY,))
        taken(self.hands[seat], action.cards, "pay.not_in_hand")
        payable = tribute.payable(self.terms.order, self.hands[seat])
        if len(action.cards) != 1 or action.cards[0] not in payable:
            raise RuleError("pay.not_payable", f"pay your highest card but no wild: {text(payable)}")
        paid = replace(self, cards=(*self.cards, (seat, action.cards[0])))
        if paid.to_act:
            return Step(paid, (Event(EventKind.COMMITTED, seat=seat),))
        return paid_all(self.terms, self.hands, dict(paid.cards), ())


def ask_cards(terms: Terms, hands: BySeat[Cards], paying: tuple[Seat, ...], told: tuple[Event, ...]) -> Step:
    """Ask for tribute, or take it where nobody may choose."""
    if terms.rules.tribute_pick == "auto":
        return paid_all(terms, hands, {seat: tribute.picked(terms.order, hands[seat]) for seat in paying}, told)
    return Step(Paying(terms, hands, paying), told)


def paid_all(terms: Terms, hands: BySeat[Cards], cards: Mapping[Seat, Card], told: tuple[Event, ...]) -> Step:
    """Move the cards paid, and ask for what comes back."""
    dues = tribute.settled(terms.rules, terms.order, terms.progress, cards, crossed=terms.crossed)
    transfers = tuple(Transfer(payer, payee, cards[payer]) for payer, payee in dues if payee is not None)
    leader = tribute.leader(terms.rules, terms.order, terms.progress, cards, dues)
    for payer, payee, face in transfers:
        hands = moved(hands, payer, payee, face)
    events = (moving(terms, EventKind.PAID, payer, payee, face) for payer, payee, face in transfers)
    return Step(Returning(terms, hands, transfers, leader), (*told, *events))
