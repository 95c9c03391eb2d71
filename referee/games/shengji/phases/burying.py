"""The kitty is taken up, as many cards are laid away, and others may take those up again.

The two phases lead to each other (docs/rules/tractor.md 4.8 and 4.9, docs/rules/chaodi.md 2).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.cards import POINTS, BySeat, Card, Cards, Seat, points
from referee.game import Action, Ask, Event, EventKind, Phase, RuleError, Step, Verb
from referee.games.shengji.fandi import held, over, rivals, shows, stronger
from referee.games.shengji.order import TRUMPS, order_of
from referee.games.shengji.phases.tricks import Terms, Tricks
from referee.games.turn import ONLY, in_phase, on_turn, taken


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
        terms, hands = replace(self.terms, kitty=cards), self.hands.put(seat, kept)
        buried = Event(EventKind.BURIED, seat=seat, cards=cards, sees=ONLY[seat])
        return asking(terms, hands, seat, buried)


@dataclass(frozen=True, slots=True)
class Countering:
    """Each seat but two may go over what stands, and then takes the kitty up."""

    terms: Terms
    hands: BySeat[Cards]
    queue: tuple[Seat, ...]
    """Who is still to be asked; the first is to act."""

    @property
    def to_act(self) -> frozenset[Seat]:
        return ONLY[self.queue[0]]

    @property
    def result(self) -> None:
        return None

    @property
    def offers(self) -> tuple[Cards, ...]:
        return stronger(self.terms.rules, self.terms.order.level, self.terms.standing)

    def ask(self, seat: Seat) -> Ask:
        on_turn(self.queue[0], seat)
        return Ask((Verb.DECLARE, Verb.PASS), 2, self.terms.rules.decks, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:
        yield Action(Verb.PASS)
        for cards in held(self.offers, self.hands[seat]):
            yield Action(Verb.DECLARE, cards)

    def act(self, seat: Seat, action: Action) -> Step:
        on_turn(self.queue[0], seat)
        in_phase(action, (Verb.DECLARE, Verb.PASS))
        if action.verb is Verb.DECLARE:
            return self.fan(seat, action.cards)
        if action.cards:
            raise RuleError("counter.cards", "PASS takes no cards")
        passed = Event(EventKind.PASSED, seat=seat)
        return going_on(self.terms, self.hands, self.queue[1:], passed)

    def fan(self, seat: Seat, cards: Cards) -> Step:
        """Let a stronger declaration stand; whoever made it takes up what was buried."""
        terms = self.terms
        taken(self.hands[seat], cards, "counter.not_in_hand")
        if cards not in shows(terms.rules, terms.order.level):
            raise RuleError("counter.cards", f"show two or more level cards ({terms.order.level}) or jokers, all equal")
        if cards not in self.offers:
            raise RuleError("counter.standing", "that is not stronger than what stands")
        standing = over(terms.standing, seat, cards)
        first = terms.rules.fandi_changes_first_declarer and terms.progress.declarer is None
        declarer = seat if first else terms.declarer
        order = order_of(terms.order.level, standing.trump, two_trump=terms.rules.two_trump)
        after = replace(terms, order=order, declarer=declarer, standing=standing)
        declared = Event(EventKind.DECLARED, seat=seat, cards=cards, trump=standing.trump, fans=standing.fans)
        changed = (order, declarer) != (terms.order, terms.declarer)
        named = (Event(EventKind.TRUMP_SET, seat=declarer, trump=standing.trump),) if changed else ()
        position, seen = take_up(after, self.hands, seat)
        return Step(position, (declared, *named, *seen))


def asking(terms: Terms, hands: BySeat[Cards], burier: Seat, buried: Event) -> Step:
    """Ask the others whether they go over what stands, if anything does."""
    rules = terms.rules
    queue: tuple[Seat, ...] = ()
    if rules.fandi and stronger(rules, terms.order.level, terms.standing):
        queue = rivals(rules, terms.standing, burier)
        buried = buried._replace(phase=Phase.COUNTER)
    return going_on(terms, hands, queue, buried)


def going_on(terms: Terms, hands: BySeat[Cards], queue: tuple[Seat, ...], event: Event) -> Step:
    """Ask the next, or play."""
    if queue:
        return Step(Countering(terms, hands, queue), (event,))
    return Step(Tricks(terms, hands, terms.declarer), (event._replace(phase=Phase.PLAY),))


def take_up(terms: Terms, hands: BySeat[Cards], holder: Seat) -> Step:
    """Give the kitty to whoever is to bury."""
    kitty = terms.kitty
    hand = tuple(sorted(hands[holder] + kitty))
    seen = Event(EventKind.KITTY, seat=holder, cards=kitty, sees=ONLY[holder], number=len(kitty), phase=Phase.BURY)
    return Step(Burying(terms, hands.put(holder, hand), holder), (seen,))
