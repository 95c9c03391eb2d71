"""The play: lead, follow, win tricks, to the result (docs/rules/tractor.md 5 to 9)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from referee.cards import SEATS, BySeat, Cards, Seat, points
from referee.game import Action, Ask, Claim, Event, EventKind, Phase, Result, RuleError, Step, Verb
from referee.games.shengji import progress as levels
from referee.games.shengji.following import Lead, follows, lead_of, named, of_group, owed, words
from referee.games.shengji.order import Order, by_low, one_group
from referee.games.shengji.phases.over import Over
from referee.games.shengji.phases.turn import ONLY, on_turn, taken
from referee.games.shengji.progress import Progress
from referee.games.shengji.rules import Rules
from referee.games.shengji.scoring import multiplier, outcome
from referee.games.shengji.shapes import Cut, announced, cut, units
from referee.games.shengji.throwing import forced_unit
from referee.games.shengji.winning import Strength, strength


PLAY = Verb.PLAY


@dataclass(frozen=True, slots=True)
class Terms:
    """What is settled before the play."""

    rules: Rules
    progress: Progress
    order: Order
    declarer: Seat
    kitty: Cards

    def attacks(self, seat: Seat) -> bool:
        return (seat ^ self.declarer) & 1 == 1


@dataclass(frozen=True, slots=True)
class Tricks:
    terms: Terms
    hands: BySeat[Cards]
    turn: Seat
    points: int = 0
    """Captured by the attackers so far."""
    lead: Lead | None = None
    """What this trick was opened with."""
    trick: tuple[Cards, ...] = ()
    """The plays of this trick, in order."""
    best: int = 0
    """Which of them holds it."""
    best_strength: Strength = ()
    result: None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        return ONLY[self.turn]

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.turn, seat, Action(Verb.PLAY), (Verb.PLAY,))
        if self.lead is None:
            return Ask((Verb.PLAY,), 1, len(self.hands[seat]), complete=False)
        return Ask((Verb.PLAY,), self.lead.size, self.lead.size, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:
        """Yield leads of one unit, or every follow."""
        order, hand = self.terms.order, self.hands[seat]
        if self.lead is None:
            plays = leads(order, hand)
        else:
            plays = follows(order, hand, self.lead, protect=self.terms.rules.protect_triples)
        for cards in plays:
            yield Action(PLAY, cards if len(cards) == 1 else tuple(sorted(cards)))

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.turn, seat, action, (Verb.PLAY,))
        kept = taken(self.hands[seat], action.cards, "play.not_in_hand")
        if self.lead is None:
            return self.open(seat, action)
        self.check_follow(self.lead, self.hands[seat], action)
        return self.follow(self.lead, seat, action.cards, kept)

    def open(self, seat: Seat, action: Action) -> Step:
        """Lead, and see whether a throw stands."""
        terms, order, cards = self.terms, self.terms.order, action.cards
        lead = lead_of(order, self.read(cards, action.claim))
        attempt: Cards = ()
        total = self.points
        if len(lead.cut) > 1:
            others = [self.hands[seat.after(steps)] for steps in (1, 2, 3)]
            forced = forced_unit(order, lead, others, terms.rules.throw_forced)
            if forced is not None:
                attempt, cards, lead = cards, forced.cards, lead_of(order, (forced,))
                total = self.fined(seat)
        played = Event(
            EventKind.PLAYED,
            seat=seat,
            cards=cards,
            claim=None if attempt else action.claim,
            attempt=attempt,
            best=True,
            points=total if total != self.points else None,
        )
        hands = self.hands.put(seat, taken(self.hands[seat], cards, "play.not_in_hand"))
        power = strength(order, cards, lead, deep=terms.rules.ruff_tiebreak == "next_unit")
        assert power is not None
        return Step(Tricks(terms, hands, seat.after(), total, lead, (cards,), 0, power), (played,))

    def read(self, cards: Cards, claim: Claim | None) -> Cut:
        """Cut a lead as it is announced, or as the rules cut it. Raise RuleError."""
        order, rules = self.terms.order, self.terms.rules
        if not cards:
            raise RuleError("lead.empty", "lead at least one card")
        if one_group(order, cards) is None:
            raise RuleError("lead.suit", "lead cards of one suit, or trumps only")
        units = cut(order, cards)
        if claim is not None:
            claimed = announced(order, cards, claim.units) if claim == Claim(units=claim.units) else None
            if claimed is None:
                raise RuleError("lead.claim", f"announce these cards, and only these, as {len(units)} units")
            units = claimed
        if len(units) > 1 and not rules.throw_allowed:
            raise RuleError("lead.throw", "lead one unit; throws are not allowed")
        return units

    def fined(self, seat: Seat) -> int:
        """Return the attackers' points after a failed throw of this seat."""
        penalty = self.terms.rules.throw_penalty
        return max(self.points - penalty, 0) if self.terms.attacks(seat) else self.points + penalty

    def check_follow(self, lead: Lead, hand: Cards, action: Action) -> None:
        """Raise RuleError for the first duty that is not met: count, suit, shape."""
        order, cards = self.terms.order, action.cards
        if action.claim is not None:
            raise RuleError("claim.none", "there is nothing to claim when you follow")
        if len(cards) != lead.size:
            raise RuleError("follow.count", f"follow with {lead.size} cards, not {len(cards)}")
        given = of_group(order, cards, lead.group)
        if len(given) == lead.size and not lead.slots:
            return
        held = of_group(order, hand, lead.group)
        if len(given) < min(len(held), lead.size):
            raise RuleError("follow.suit", f"you still have {named(lead.group, len(held) - len(given))}")
        if lead.slots and len(held) > lead.size:
            self.check_shape(lead, held, given)

    def check_shape(self, lead: Lead, held: Cards, given: Cards) -> None:
        order, protect = self.terms.order, self.terms.rules.protect_triples
        due = owed(order, held, lead, protect=protect)
        if owed(order, given, lead, protect=protect) > due:
            raise RuleError("follow.shape", f"you can answer with {words(lead, due)}")

    def follow(self, lead: Lead, seat: Seat, cards: Cards, kept: Cards) -> Step:
        terms, place = self.terms, len(self.trick)
        power = strength(terms.order, cards, lead, deep=terms.rules.ruff_tiebreak == "next_unit")
        best, best_strength = self.best, self.best_strength
        if power is not None and power > best_strength:
            best, best_strength = place, power
        played = Event(EventKind.PLAYED, seat=seat, cards=cards, best=best == place)
        trick, hands = (*self.trick, cards), self.hands.put(seat, kept)
        if place < 3:
            return Step(Tricks(terms, hands, seat.after(), self.points, lead, trick, best, best_strength), (played,))
        return self.won(lead, seat.after(1 + best), hands, trick, played)

    def won(self, lead: Lead, winner: Seat, hands: BySeat[Cards], trick: tuple[Cards, ...], played: Event) -> Step:
        total = self.points + (sum(map(points, trick)) if self.terms.attacks(winner) else 0)
        last = not hands[winner]
        taken_in = Event(EventKind.TRICK_WON, seat=winner, points=total, to=None if last else winner)
        if not last:
            return Step(Tricks(self.terms, hands, winner, total), (played, taken_in))
        winning = trick[(winner - self.turn - 1) % 4]
        units = lead.cut if self.terms.rules.kitty_multiplier_basis == "lead" else cut(self.terms.order, winning)
        result = settled(self.terms, winner, total, units)
        ended = Event(EventKind.DEAL_ENDED, cards=self.terms.kitty, phase=Phase.OVER, result=result)
        return Step(Over(result), (played, taken_in, ended))


def leads(order: Order, hand: Cards) -> Iterator[Cards]:
    """Yield every single unit once: single cards from the lowest, then the wider ones."""
    for face in by_low(order, set(hand)):
        yield (face,)
    several = {face for face, following in pairwise(hand) if face == following}
    wide = tuple(face for face in hand if face in several)
    found = [
        unit.cards
        for group in sorted({order.group[face] for face in several})
        for unit in units(order, of_group(order, wide, group))
        if unit.width > 1
    ]
    yield from sorted(found, key=lambda cards: (len(cards), [order.low[face] for face in cards]))


def settled(terms: Terms, winner: Seat, total: int, units: Cut) -> Result:
    """Add the kitty if the attackers won the last trick, and read the result."""
    factor = multiplier(terms.rules, units) if terms.attacks(winner) else 0
    kitty = points(terms.kitty)
    captured = total + kitty * factor
    end = outcome(terms.rules, captured)
    side = 1 if terms.declarer in SEATS[::2] else -1
    return Result(
        score=side * end.score,
        points=-side * captured,
        progress=levels.advance(terms.rules, terms.progress, terms.declarer, end),
        attackers_points=captured,
        kitty_points=kitty,
        kitty_multiplier=factor,
    )
