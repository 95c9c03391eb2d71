"""A game of a family of its own, for tests: everybody hands a card on, then the highest card takes each trick.

It has a phase in which all four seats act at once, with cards hidden until the last has acted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee.cards import SEATS, BySeat, Card, Cards, NotationError, Rank, Seat, pack
from referee.game import (
    Action,
    Ask,
    Event,
    EventKind,
    Family,
    Header,
    Luck,
    Option,
    Phase,
    Progress,
    Result,
    RuleError,
    Step,
    TableError,
    Verb,
)
from referee.games.options import OptionError

HAND = 13


@dataclass(frozen=True, slots=True)
class ToyProgress:
    declarer: Seat | None
    levels: tuple[Rank, Rank] = (Rank.TWO, Rank.TWO)
    winner: int | None = None

    def __str__(self) -> str:
        return f"declarer={self.declarer}"


def without(hand: Cards, given: Cards) -> Cards:
    left = list(hand)
    for card in given:
        left.remove(card)
    return tuple(left)


@dataclass(frozen=True, slots=True)
class Toy:
    """A position of either phase."""

    game: "ToyGame"
    hands: BySeat[Cards]
    given: tuple[tuple[Seat, Card], ...] = ()
    handing_on: bool = True
    leader: Seat = Seat.EAST
    trick: Cards = ()
    tricks: int = 0
    """Won by side 0 less those won by side 1."""
    result: Result | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.result is not None:
            return frozenset()
        if self.handing_on:
            return frozenset(SEATS) - {seat for seat, _ in self.given}
        return frozenset({self.leader.after(len(self.trick))})

    def ask(self, seat: Seat) -> Ask:
        assert seat in self.to_act
        return Ask((Verb.PAY if self.handing_on else Verb.PLAY,), 1, 1, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:
        verb = self.ask(seat).verbs[0]
        for card in sorted(set(self.hands[seat])):
            yield Action(verb, (card,))

    def act(self, seat: Seat, action: Action) -> Step:
        if seat not in self.to_act or action.verb not in self.ask(seat).verbs:
            raise TableError("not now")
        if len(action.cards) != 1:
            raise RuleError("toy.one", "one card")
        if action.cards[0] not in self.hands[seat]:
            raise RuleError("toy.held", "a card of yours")
        return self.hand_on(seat, action.cards[0]) if self.handing_on else self.play(seat, action.cards)

    def hand_on(self, seat: Seat, card: Card) -> Step:
        given = (*self.given, (seat, card))
        events = [Event(EventKind.COMMITTED, seat)]
        if len(given) < len(SEATS):
            return Step(replace(self, given=given), tuple(events))
        hands = self.hands
        for giver, gift in sorted(given):
            payee = giver.after()
            hands = hands.put(giver, without(hands[giver], (gift,)))
            hands = hands.put(payee, tuple(sorted((*hands[payee], gift))))
            events.append(Event(EventKind.PAID, giver, (gift,), to=payee, sees=frozenset({giver, payee})))
        events[-1] = events[-1]._replace(phase=Phase.PLAY)
        return Step(replace(self, hands=hands, given=(), handing_on=False), tuple(events))

    def play(self, seat: Seat, cards: Cards) -> Step:
        trick = (*self.trick, *cards)
        hands = self.hands.put(seat, without(self.hands[seat], cards))
        best = max(trick) == cards[0] and trick.count(cards[0]) == 1
        events = [Event(EventKind.PLAYED, seat, cards, best=best)]
        if len(trick) < len(SEATS):
            return Step(replace(self, hands=hands, trick=trick), tuple(events))
        winner = self.leader.after(trick.index(max(trick)))
        tricks = self.tricks + (-1 if winner.side else 1)
        events.append(Event(EventKind.TRICK_WON, winner, to=winner))
        result = None
        if not hands[0]:
            score = (tricks > 0) - (tricks < 0)
            result = Result(score, tricks, ToyProgress(winner))
            events.append(Event(EventKind.DEAL_ENDED, result=result, phase=Phase.OVER))
        after = replace(self, hands=hands, trick=(), leader=winner, tricks=tricks, result=result)
        return Step(after, tuple(events))


@dataclass(frozen=True, slots=True)
class ToyGame:
    hand: int = HAND
    name: str = "toy"
    max_score: int = 2

    @property
    def options(self) -> Mapping[str, str]:
        return {"hand": str(self.hand)}

    def pack(self) -> Cards:
        return pack(1)

    def start(self) -> ToyProgress:
        return ToyProgress(None)

    def board(self, number: int) -> ToyProgress:
        return ToyProgress(SEATS[number % 4])

    def parse(self, text: str) -> ToyProgress:
        raise NotationError(text)

    def deal(self, progress: Progress, luck: Luck) -> Step:
        shuffled = luck.pack(0)
        size = self.hand
        one, two, three, four = (tuple(sorted(shuffled[i * size : (i + 1) * size])) for i in range(4))
        hands = BySeat((one, two, three, four))
        header = Header(progress.levels, Rank.TWO, progress.declarer)
        leader = SEATS[0] if progress.declarer is None else progress.declarer
        events = [Event(EventKind.DEAL_STARTED, header=header, phase=Phase.DEAL)]
        events += [Event(EventKind.DEALT, seat, hands[seat], sees=frozenset({seat})) for seat in SEATS]
        events += [Event(EventKind.TRIBUTE_DUE, seat, to=seat.after(), number=1) for seat in SEATS]
        events[-1] = events[-1]._replace(phase=Phase.TRIBUTE)
        return Step(Toy(self, hands, leader=leader), tuple(events))


def make(options: Mapping[str, str]) -> ToyGame:
    for name, value in options.items():
        if name != "hand" or value not in {"2", "5", "13"}:
            raise OptionError(name, f"toy has no such option or value, {value}")
    return ToyGame(int(options.get("hand", "13")))


TOY = Family("toy", 1, (Option("hand", "int", ("2", "5", "13"), "13", "cards in a hand"),), make)
TOY_GAMES = {"toy": TOY}
