"""The play: lead, follow, win tricks, to the result (docs/rules/tractor.md 5 to 9)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from heapq import merge
from itertools import chain, groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from referee.cards import FACES, SEATS, BySeat, Card, Cards, Seat, points
from referee.game import Action, Ask, Claim, Event, EventKind, Phase, Result, RuleError, Step, Verb
from referee.games.over import Over
from referee.games.shengji import progress as levels
from referee.games.shengji.declarations import Standing
from referee.games.shengji.following import Lead, answered, answers, follows, lead_of, of_group, owed, words
from referee.games.shengji.order import GROUP_NAMES, Order, one_group
from referee.games.shengji.progress import Progress
from referee.games.shengji.rules import Rules
from referee.games.shengji.scoring import Outcome, coins, multiplier, outcome
from referee.games.shengji.shapes import Cut, Unit, announced, cut, wide_units
from referee.games.shengji.throwing import forced_unit
from referee.games.shengji.winning import Strength, strength
from referee.games.turn import ONLY, counted, in_phase, on_turn, taken

PLAY, PLAYED = Verb.PLAY, EventKind.PLAYED  # reading a member of an enum class costs as much as a small call

ALONE = tuple(Action(PLAY, (Card(face),)) for face in range(FACES))
"""The play of each single card, made once."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is settled before the play."""

    rules: Rules
    progress: Progress
    order: Order
    declarer: Seat
    kitty: Cards
    standing: Standing = None
    """The declaration that made the trump, if it was one."""

    @property
    def fans(self) -> int:
        return 0 if self.standing is None else self.standing.fans

    @property
    def deep(self) -> bool:
        """Whether further units decide between plays whose principal units are equal."""
        return self.rules.ruff_tiebreak == "next_unit"

    def attacks(self, seat: Seat) -> bool:
        return (seat ^ self.declarer) & 1 == 1


class Trick(NamedTuple):
    """A trick on the table."""

    lead: Lead
    plays: tuple[Cards, ...]
    best: int
    """Which of the plays holds it."""
    strength: Strength


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
            return Ask((PLAY,), 1, len(self.hands[seat]), complete=False)
        return Ask((PLAY,), self.trick.lead.size, self.trick.lead.size, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:
        """Yield leads of one unit, or every follow."""
        order, hand = self.terms.order, self.hands[seat]
        if self.trick is None:
            return leads(order, hand)
        lead = self.trick.lead
        if lead.size == 1:
            return map(ALONE.__getitem__, answers(order, hand, lead.group))
        return map(played, follows(order, hand, lead, protect=self.terms.rules.protect_triples))

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.turn, seat)
        if action.verb is not PLAY:
            in_phase(action, (PLAY,))
        hand = self.hands[seat]
        kept = taken(hand, action.cards, "play.not_in_hand")
        if self.trick is None:
            return self.open(seat, action, kept)
        check_follow(self.terms, self.trick.lead, hand, action)
        return self.follow(self.trick, seat, action.cards, self.hands.put(seat, kept))

    def open(self, seat: Seat, action: Action, kept: Cards) -> Step:
        """Lead, and see whether a throw stands."""
        cards = action.cards
        lead = read(self.terms, cards, action.claim)
        forced = self.forced(lead, seat) if len(lead.cut) > 1 else None
        if forced is not None:
            return self.failed(seat, cards, forced)
        claim = action.claim and told(self.terms.order, cards, lead)
        opened = Event(PLAYED, seat=seat, cards=cards, claim=claim, best=True)
        return Step(self.opened(seat, lead, cards, kept, self.points), (opened,))

    def forced(self, lead: Lead, seat: Seat) -> Unit | None:
        others = [self.hands[seat.after(steps)] for steps in (1, 2, 3)]
        return forced_unit(self.terms.order, lead, others, self.terms.rules.throw_forced)

    def failed(self, seat: Seat, attempt: Cards, forced: Unit) -> Step:
        """Play of a throw only the unit that must be played, and pay for it."""
        total, cards = self.fined(seat), tuple(sorted(forced.cards))
        fined = total if total != self.points else None
        kept = taken(self.hands[seat], cards, "play.not_in_hand")
        lead = lead_of(self.terms.order, (forced,))
        opened = Event(PLAYED, seat=seat, cards=cards, attempt=attempt, best=True, points=fined)
        return Step(self.opened(seat, lead, cards, kept, total), (opened,))

    def opened(self, seat: Seat, lead: Lead, cards: Cards, kept: Cards, total: int) -> "Tricks":
        power = strength(self.terms.order, cards, lead, deep=self.terms.deep)
        assert power is not None
        return Tricks(self.terms, self.hands.put(seat, kept), seat.after(), total, Trick(lead, (cards,), 0, power))

    def fined(self, seat: Seat) -> int:
        """Return the attackers' points after a failed throw of this seat."""
        penalty = self.terms.rules.throw_penalty
        return max(self.points - penalty, 0) if self.terms.attacks(seat) else self.points + penalty

    def follow(self, trick: Trick, seat: Seat, cards: Cards, hands: BySeat[Cards]) -> Step:
        terms, place = self.terms, len(trick.plays)
        power = strength(terms.order, cards, trick.lead, deep=terms.deep)
        takes = power is not None and power > trick.strength
        best, power = (place, power) if takes and power else (trick.best, trick.strength)
        after = Trick(trick.lead, (*trick.plays, cards), best, power)
        played = Event(PLAYED, seat=seat, cards=cards, best=takes)
        if place < 3:
            return Step(Tricks(terms, hands, seat.after(), self.points, after), (played,))
        return self.won(after, seat.after(1 + best), hands, played)

    def won(self, trick: Trick, winner: Seat, hands: BySeat[Cards], played: Event) -> Step:
        terms = self.terms
        total = self.points + (sum(map(points, trick.plays)) if terms.attacks(winner) else 0)
        last = not hands[winner]
        taken_in = Event(EventKind.TRICK_WON, seat=winner, points=total, to=None if last else winner)
        if not last:
            return Step(Tricks(terms, hands, winner, total), (played, taken_in))
        led = terms.rules.kitty_multiplier_basis == "lead"
        units = trick.lead.cut if led else cut(terms.order, trick.plays[trick.best])
        result = settled(terms, winner, total, units)
        ended = Event(EventKind.DEAL_ENDED, cards=terms.kitty, phase=Phase.OVER, result=result)
        return Step(Over(result), (played, taken_in, ended))


@cache
def single(order: Order, face: Card) -> Lead:
    return lead_of(order, cut(order, (face,)))


def read(terms: Terms, cards: Cards, claim: Claim | None) -> Lead:
    """Cut a lead as it is announced, or as the rules cut it. Raise RuleError."""
    if len(cards) == 1 and claim is None:
        return single(terms.order, cards[0])
    if not cards:
        raise RuleError("lead.empty", "lead at least one card")
    if one_group(terms.order, cards) is None:
        raise RuleError("lead.suit", "lead cards of one suit, or trumps only")
    units = cut(terms.order, cards)
    if claim is not None:
        claimed = announced(terms.order, cards, claim.units) if claim == Claim(units=claim.units) else None
        if claimed is None:
            raise RuleError("lead.claim", f"announce all these cards, as {counted(len(units), 'unit')}")
        units = claimed
    if len(units) > 1 and not terms.rules.throw_allowed:
        raise RuleError("lead.throw", "lead one unit; throws are not allowed")
    return lead_of(terms.order, units)


def told(order: Order, cards: Cards, lead: Lead) -> Claim | None:
    """Tell others of an announced cut, if it is not the usual one: built anew, so that its form says nothing else."""
    if lead.cut == cut(order, cards):
        return None
    return Claim(units=tuple(tuple(sorted(unit.cards)) for unit in lead.cut))


def check_follow(terms: Terms, lead: Lead, hand: Cards, action: Action) -> None:
    """Raise RuleError for the first duty that is not met: count, suit, shape."""
    order, cards = terms.order, action.cards
    if action.claim is not None:
        raise RuleError("claim.none", "there is nothing to claim when you follow")
    if len(cards) != lead.size:
        raise RuleError("follow.count", f"follow with {counted(lead.size, 'card')}, not {len(cards)}")
    given = of_group(order, cards, lead.group)
    if len(given) == lead.size and not lead.slots:
        return
    held = of_group(order, hand, lead.group)
    if len(given) < min(len(held), lead.size):
        raise RuleError("follow.suit", f"you still have {counted(len(held) - len(given), GROUP_NAMES[lead.group])}")
    if lead.slots and len(held) > lead.size:
        protect = terms.rules.protect_triples
        due = owed(order, held, lead, protect=protect)
        if not answered(order, given, lead, due, protect=protect):
            raise RuleError("follow.shape", f"you can answer with {words(due)}")


def played(cards: Cards) -> Action:
    return Action(PLAY, tuple(sorted(cards)))


def leads(order: Order, hand: Cards) -> Iterator[Action]:
    """Yield every single unit once: single cards from the lowest, then the wider ones."""
    held = set(hand)
    singles = [ALONE[face] for face in order.lowest if face in held]
    return chain(singles, wide_leads(order, hand))


def wide_leads(order: Order, hand: Cards) -> Iterator[Action]:
    several = {face for face, following in pairwise(hand) if face == following}
    wide = tuple([face for face in hand if face in several])
    units = [
        map(attrgetter("cards"), wide_units(order, of_group(order, wide, group)))
        for group in sorted({order.group[face] for face in several})
    ]
    for _, equal in groupby(merge(*units, key=len), len):
        yield from map(played, sorted(equal, key=lambda cards: [order.low[face] for face in cards]))


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
        coins=purse(terms, end) if terms.rules.coins else (),
    )


def purse(terms: Terms, end: Outcome) -> tuple[int, ...]:
    """Return what each seat wins or pays in coins."""
    won, paid = coins(terms.rules, end, terms.fans)
    return tuple(won if terms.attacks(seat) == end.attackers_won else -paid for seat in SEATS)
