"""Jokers can make tribute void; their holders say whether they shall (docs/rules/guandan.md 5).

Only the seats asked know of it: to the others tribute goes on. Answers are secret until all are in.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from referee.cards import BySeat, Cards, Seat
from referee.game import Action, Ask, Event, EventKind, Phase, RuleError, Step, Verb
from referee.games.guandan import tribute
from referee.games.guandan.phases.climbing import lead
from referee.games.guandan.phases.paying import ask_cards
from referee.games.guandan.phases.terms import Terms
from referee.games.guandan.tribute import Consent
from referee.games.turn import among, in_phase

VERBS = (Verb.RESIST, Verb.DECLINE)


@dataclass(frozen=True, slots=True)
class Resisting:
    terms: Terms
    hands: BySeat[Cards]
    paying: tuple[Seat, ...]
    consent: Consent
    answers: tuple[tuple[Seat, Verb], ...] = ()

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset(self.consent.seats) - {seat for seat, _ in self.answers}

    @property
    def result(self) -> None:
        return None

    def ask(self, seat: Seat) -> Ask:
        among(self.to_act, seat)
        return Ask(VERBS, 0, 0, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:
        among(self.to_act, seat)
        return map(Action, VERBS)

    def act(self, seat: Seat, action: Action) -> Step:
        among(self.to_act, seat)
        in_phase(action, VERBS)
        if action.cards:
            raise RuleError("resist.cards", f"{action.verb.name} takes no cards")
        answered = replace(self, answers=(*self.answers, (seat, action.verb)))
        return Step(answered, ()) if answered.to_act else answered.decided()

    def decided(self) -> Step:
        resisting = [seat for seat, verb in self.answers if verb is Verb.RESIST]
        if resisting and (self.consent.alone or len(resisting) == len(self.answers)):
            return resisted(self.terms, self.hands, resisting, ())
        return ask_cards(self.terms, self.hands, self.paying, ())


def ask(terms: Terms, hands: BySeat[Cards], paying: tuple[Seat, ...]) -> Step:
    """Begin tribute: ask who can whether he resists, or for the cards."""
    dues = tribute.due(terms.rules, terms.progress, paying, crossed=terms.crossed)
    told = tuple(Event(EventKind.TRIBUTE_DUE, seat=each.payer, to=each.payee, number=1) for each in dues)
    told = (told[0]._replace(phase=Phase.TRIBUTE), *told[1:])
    consent = tribute.consent(terms.rules, hands, paying)
    if not consent.seats:
        return ask_cards(terms, hands, paying, told)
    if terms.rules.resist_mode == "automatic":
        return resisted(terms, hands, consent.seats, told)
    return Step(Resisting(terms, hands, paying, consent), told)


def resisted(terms: Terms, hands: BySeat[Cards], seats: Iterable[Seat], told: tuple[Event, ...]) -> Step:
    """Show the jokers; there is no tribute, and the first of the deal before leads."""
    jokers = tribute.shown(terms.rules, hands, seats)
    shown = (Event(EventKind.RESISTED, seat=seat, cards=cards) for seat, cards in jokers.items())
    return lead(terms, hands, terms.progress.finish[0], (*told, *shown))
