"""The play: lead, beat or pass, until two partners or three seats are out (docs/rules/guandan.md 4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from referee.cards import SEATS, BySeat, Cards, Seat, text
from referee.game import Action, Ask, Claim, Event, EventKind, Phase, Result, RuleError, Step, Verb
from referee.games.guandan.combinations import choices, found, hold
from referee.games.guandan.levels import outcome
from referee.games.guandan.order import LARGEST, Reading
from referee.games.guandan.phases.terms import Terms
from referee.games.guandan.readings import readings
from referee.games.over import Over
from referee.games.turn import ONLY, in_phase, on_turn, taken

PLAY, PASS = Verb.PLAY, Verb.PASS  # reading a member of an enum class costs as much as a small call
FEW = 10
"""So many cards are counted for others even where larger hands are not."""


class Top(NamedTuple):
    """The play to beat, and whose it is."""

    reading: Reading
    owner: Seat


@dataclass(frozen=True, slots=True)
class Climbing:
    terms: Terms
    hands: BySeat[Cards]
    turn: Seat
    top: Top | None = None
    """Nothing is to beat by whoever leads."""
    out: tuple[Seat, ...] = ()
    """Who has no cards left, in their order."""

    @property
    def to_act(self) -> frozenset[Seat]:
        return ONLY[self.turn]

    @property
    def result(self) -> None:
        return None

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.turn, seat)
        verbs = (PLAY,) if self.top is None else (PLAY, PASS)
        return Ask(verbs, 1, min(LARGEST, len(self.hands[seat])), complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:
        """Yield a pass where there is something to beat, then every reading once, then it with all other cards."""
        held = hold(self.terms.rules, self.terms.order, self.hands[seat])
        if self.top is not None:
            yield Action(PASS)
        cheapest = list(found(held, None if self.top is None else self.top.reading))
        for reading, cards in cheapest:
            yield Action(PLAY, cards, reading.claim)
        for reading, first in cheapest:
            for cards in choices(held, reading):
                if cards != first:
                    yield Action(PLAY, cards, reading.claim)

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.turn, seat)
        in_phase(action, (PLAY, PASS))
        kept = taken(self.hands[seat], action.cards, "play.not_in_hand")
        if action.verb is PASS:
            return self.passed(seat, action)
        reading = chosen(self.terms, action.cards, action.claim, self.top)
        played = Event(EventKind.PLAYED, seat=seat, cards=action.cards, claim=reading.claim, best=True)
        events = [played, *counted(self.terms, seat, len(self.hands[seat]), len(kept))]
        hands, out = self.hands.put(seat, kept), self.out
        if not kept:
            out = (*out, seat)
            events.append(Event(EventKind.FINISHED, seat=seat, number=len(out)))
            if len(out) == 3 or out == (seat.partner, seat):
                return ended(self.terms, hands, out, events)
        return go_on(Climbing(self.terms, hands, seat, Top(reading, seat), out), events)

    def passed(self, seat: Seat, action: Action) -> Step:
        if action.cards:
            raise RuleError("pass.cards", "a pass takes no cards")
        if self.top is None:
            raise RuleError("play.cannot_pass_lead", "you lead, and may not pass")
        return go_on(self, [Event(EventKind.PASSED, seat=seat)])


def chosen(terms: Terms, cards: Cards, claim: Claim | None, top: Top | None) -> Reading:
    """Return the one reading that cards are played as. Raise RuleError."""
    possible = readings(terms.rules, terms.order, cards)
    if not possible:
        raise RuleError("play.not_a_combination", f"{text(cards) or 'nothing'} is no combination")
    claimed = possible if claim is None else tuple(each for each in possible if each.claim == claim)
    if not claimed:
        raise RuleError("play.bad_declaration", f"that can only be {listed(possible)}")
    legal = claimed if top is None else tuple(each for each in claimed if each.beats(top.reading))
    if not legal:
        raise RuleError("play.does_not_beat", f"{listed(claimed)} does not beat {top and top.reading}")
    if len(legal) > 1 and terms.rules.undeclared == "reject":
        raise RuleError("play.ambiguous", f"claim what it is: {listed(legal)}")
    return legal[0]


def listed(some: tuple[Reading, ...]) -> str:
    return " or ".join(map(str, some))


def counted(terms: Terms, seat: Seat, before: int, after: int) -> Iterator[Event]:
    """Tell how many cards a seat has left, once they are few, where that was hidden."""
    if terms.rules.card_counts == "le10" and after <= FEW < before:
        yield Event(EventKind.SHOWN, seat=seat, number=after)


def go_on(position: Climbing, events: list[Event]) -> Step:
    """Ask the next seat after the one that acted, or end the trick."""
    terms, hands, top, out = position.terms, position.hands, position.top, position.out
    assert top is not None
    turn = walk(hands, position.turn, top.owner)
    if turn != top.owner:
        return Step(Climbing(terms, hands, turn, top, out), tuple(events))
    leader = top.owner if hands[top.owner] else wind(terms, hands, top.owner)
    won = Event(EventKind.TRICK_WON, seat=top.owner, to=leader)
    return Step(Climbing(terms, hands, leader, None, out), (*events, won))


def walk(hands: BySeat[Cards], actor: Seat, owner: Seat) -> Seat:
    """Return the next seat that has cards, or the owner of the top play if he comes first: then all others passed."""
    seat = actor.after()
    while not hands[seat] and seat != owner:
        seat = seat.after()
    return seat


def wind(terms: Terms, hands: BySeat[Cards], owner: Seat) -> Seat:
    """Return who leads for a seat that went out with a play nobody beat."""
    if terms.rules.wind_to == "partner":
        assert hands[owner.partner]  # were he out too, the deal would be over
        return owner.partner
    return walk(hands, owner, owner)


def lead(terms: Terms, hands: BySeat[Cards], leader: Seat, events: tuple[Event, ...]) -> Step:
    """Begin the play; the last of the events says so."""
    *before, last = events
    return Step(Climbing(terms, hands, leader), (*before, last._replace(phase=Phase.PLAY)))


def ended(terms: Terms, hands: BySeat[Cards], out: tuple[Seat, ...], events: list[Event]) -> Step:
    last = () if len(out) == 2 else tuple(seat for seat in SEATS if seat not in out)
    left = tuple(map(len, hands)) if len(out) == 2 else ()
    end = outcome(terms.rules, terms.progress, out + last, left)
    score = -end.score if end.winner else end.score
    result = Result(score=score, points=0, progress=end.progress, finish=out + last)
    if terms.rules.reveal_rest:
        events += [Event(EventKind.SHOWN, seat=seat, cards=hands[seat]) for seat in SEATS if hands[seat]]
    events.append(Event(EventKind.DEAL_ENDED, result=result, phase=Phase.OVER))
    return Step(Over(result), tuple(events))
