"""The play: lead, follow, win tricks, to the result (docs/rules/dagunzi.md 7 to 10)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from referee.cards import BySeat, Cards, Seat, Side, points
from referee.game import Action, Ask, Event, EventKind, Phase, Result, RuleError, Step, Verb
from referee.games.over import Over
from referee.games.shengji.dagunzi import progress as levels
from referee.games.shengji.dagunzi.following import Lead, check_follow, check_lead, follows, leads, strength
from referee.games.shengji.dagunzi.outcome import outcome
from referee.games.shengji.dagunzi.progress import Progress
from referee.games.shengji.dagunzi.rules import Rules
from referee.games.shengji.following import answers
from referee.games.shengji.order import Order
from referee.games.shengji.phases.tricks import ALONE, played
from referee.games.turn import ONLY, in_phase, on_turn, taken

PLAY, PLAYED = Verb.PLAY, EventKind.PLAYED  # reading a member of an enum class costs as much as a small call


@dataclass(frozen=True, slots=True)
class Terms:
    """What is settled before the play."""

    rules: Rules
    progress: Progress
    order: Order
    declarer: Seat
    kitty: Cards
    public: bool
    """All see the kitty, or will as soon as it is taken up."""
    dry: bool = False

    def attacks(self, seat: Seat) -> bool:
        return (seat ^ self.declarer) & 1 == 1


class Trick(NamedTuple):
    """A trick on the table."""

    lead: Lead
    plays: tuple[Cards, ...]
    best: int
    """Which of the plays holds it."""
    strength: tuple[bool, int]


@dataclass(frozen=True, slots=True)
class Tricks:
    terms: Terms
    hands: BySeat[Cards]
    turn: Seat
    points: int = 0
    """Captured by the attackers so far."""
    trick: Trick | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        return ONLY[self.turn]

    @property
    def result(self) -> None:
        return None

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.turn, seat)
        if self.trick is None:
            return Ask((PLAY,), 1, min(3, len(self.hands[seat])), complete=True)
        return Ask((PLAY,), self.trick.lead.size, self.trick.lead.size, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:
        order, hand = self.terms.order, self.hands[seat]
        if self.trick is None:
            return map(played, leads(order, hand))
        lead = self.trick.lead
        if lead.size == 1:
            return map(ALONE.__getitem__, answers(order, hand, lead.group))
        return map(played, follows(self.terms.rules, order, lead, hand))

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.turn, seat)
        if action.verb is not PLAY:
            in_phase(action, (PLAY,))
        if action.claim is not None:
            raise RuleError("claim.none", "there is nothing to claim with that")
        hand, cards = self.hands[seat], action.cards
        kept = taken(hand, cards, "play.not_in_hand")
        hands = self.hands.put(seat, kept)
        if self.trick is None:
            return self.open(seat, cards, hands)
        check_follow(self.terms.rules, self.terms.order, self.trick.lead, hand, cards)
        return self.follow(self.trick, seat, cards, hands)

    def open(self, seat: Seat, cards: Cards, hands: BySeat[Cards]) -> Step:
        check_lead(cards)
        order = self.terms.order
        lead = Lead(order.group[cards[0]], len(cards))
        power = strength(order, cards, lead.group)
        assert power is not None
        opened = Tricks(self.terms, hands, seat.after(), self.points, Trick(lead, (cards,), 0, power))
        return Step(opened, (Event(PLAYED, seat=seat, cards=cards, best=True),))

    def follow(self, trick: Trick, seat: Seat, cards: Cards, hands: BySeat[Cards]) -> Step:
        terms, place = self.terms, len(trick.plays)
        power = strength(terms.order, cards, trick.lead.group)
        takes = power is not None and power > trick.strength
        best, power = (place, power) if takes and power else (trick.best, trick.strength)
        after = Trick(trick.lead, (*trick.plays, cards), best, power)
        laid = Event(PLAYED, seat=seat, cards=cards, best=takes)
        if place < 3:
            return Step(Tricks(terms, hands, seat.after(), self.points, after), (laid,))
        return self.won(after, seat.after(1 + best), hands, laid)

    def won(self, trick: Trick, winner: Seat, hands: BySeat[Cards], laid: Event) -> Step:
        terms = self.terms
        total = self.points + (sum(map(points, trick.plays)) if terms.attacks(winner) else 0)
        last = not hands[winner]
        taken_in = Event(EventKind.TRICK_WON, seat=winner, points=total, to=None if last else winner)
        if not last:
            return Step(Tricks(terms, hands, winner, total), (laid, taken_in))
        result = settled(terms, winner, total)
        ended = Event(EventKind.DEAL_ENDED, cards=terms.kitty, phase=Phase.OVER, result=result)
        return Step(Over(result), (laid, taken_in, ended))


def settled(terms: Terms, winner: Seat, total: int) -> Result:
    """Add the kitty if the attackers won the last trick, and read the result."""
    rules, kitty_taken = terms.rules, terms.attacks(winner)
    factor, kitty = rules.kitty_multiplier if kitty_taken else 0, points(terms.kitty)
    captured = total + kitty * factor
    end = outcome(rules, captured, terms.kitty, taken=kitty_taken, dry=terms.dry)
    progress = levels.advance(rules, terms.progress, terms.declarer, end)
    side = 1 if terms.declarer.side == Side.EVEN else -1
    return Result(
        score=side * end.score,
        points=-side * captured,
        progress=progress,
        attackers_points=captured,
        kitty_points=kitty,
        kitty_multiplier=factor,
        blood=progress.blood,
    )
