"""Receivers of tribute give a card back; the cards of two receivers move at once (docs/rules/guandan.md 5)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from referee.cards import BySeat, Card, Cards, Seat, text
from referee.game import Action, Ask, Event, EventKind, RuleError, Step, Verb
from referee.games.guandan import tribute
from referee.games.guandan.phases.climbing import lead
from referee.games.guandan.phases.terms import Terms
from referee.games.turn import among, in_phase, taken


class Transfer(NamedTuple):
    payer: Seat
    payee: Seat
    paid: Card


@dataclass(frozen=True, slots=True)
class Returning:
    terms: Terms
    hands: BySeat[Cards]
    """What was paid has been received."""
    transfers: tuple[Transfer, ...]
    leader: Seat
    """Who leads when all is returned."""
    returned: tuple[tuple[Seat, Card], ...] = ()

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset(each.payee for each in self.transfers) - {seat for seat, _ in self.returned}

    @property
    def result(self) -> None:
        return None

    def ask(self, seat: Seat) -> Ask:
        among(self.to_act, seat)
        return Ask((Verb.RETURN,), 1, 1, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:
        among(self.to_act, seat)
        return (Action(Verb.RETURN, (face,)) for face in self.returnable(seat))

    def returnable(self, seat: Seat) -> Cards:
        terms = self.terms
        [transfer] = [each for each in self.transfers if each.payee == seat]
        to_partner = transfer.payer == seat.partner
        return tribute.returnable(terms.rules, terms.order, self.hands[seat], transfer.paid, to_partner=to_partner)

    def act(self, seat: Seat, action: Action) -> Step:
        among(self.to_act, seat)
        in_phase(action, (Verb.RETURN,))
        taken(self.hands[seat], action.cards, "return.not_in_hand")
        returnable = self.returnable(seat)
        if len(action.cards) != 1 or action.cards[0] not in returnable:
            raise RuleError("return.not_returnable", f"return one of {text(returnable)}")
        after = replace(self, returned=(*self.returned, (seat, action.cards[0])))
        return Step(after, (Event(EventKind.COMMITTED, seat=seat),)) if after.to_act else after.done()

    def done(self) -> Step:
        """Move what is returned, and begin the play."""
        faces, hands = dict(self.returned), self.hands
        for payer, payee, _ in self.transfers:
            hands = moved(hands, payee, payer, faces[payee])
        events = (
            moving(self.terms, EventKind.RETURNED, payee, payer, faces[payee]) for payer, payee, _ in self.transfers
        )
        return lead(self.terms, hands, self.leader, tuple(events))


def moved(hands: BySeat[Cards], giver: Seat, to: Seat, face: Card) -> BySeat[Cards]:
    kept = list(hands[giver])
    kept.remove(face)
    return hands.put(giver, tuple(kept)).put(to, tuple(sorted((*hands[to], face))))


def moving(terms: Terms, kind: EventKind, giver: Seat, to: Seat, face: Card) -> Event:
    sees = frozenset({giver, to}) if terms.rules.tribute_visibility == "parties" else None
    return Event(kind, seat=giver, cards=(face,), to=to, sees=sees)
