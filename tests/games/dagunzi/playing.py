"""Deals for tests of Da Gunzi: seeded chance, positions from text. Hearts are trumps, the level is 6."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple, TypeAlias

from referee.cards import BySeat, Card, Cards, Rank, Seat, Suit, cards, pack
from referee.game import Action, Event, EventKind, Position, Step, Verb
from referee.games.shengji.dagunzi.dagunzi import DaGunzi, make
from referee.games.shengji.dagunzi.phases.adding import Adding, Picking
from referee.games.shengji.dagunzi.phases.burying import Burying
from referee.games.shengji.dagunzi.phases.tribute import Paying, Returning
from referee.games.shengji.dagunzi.phases.tricks import Terms, Tricks
from referee.games.shengji.dagunzi.progress import Progress
from referee.games.shengji.dagunzi.rules import parse
from referee.games.shengji.order import order_of

PACK = pack(3)
LOW_KITTY = "3c 4c 7c 8c 9c Jc"

WithHands: TypeAlias = Paying | Returning | Burying | Adding | Picking | Tricks
"""The phases after the deal."""


@dataclass(frozen=True)
class Shuffled:
    """A luck that is a seed."""

    seed: int

    def pack(self, attempt: int) -> Cards:
        return tuple(random.Random(f"{self.seed}/{attempt}").sample(PACK, len(PACK)))

    def draw(self, purpose: str, k: int) -> int:
        return random.Random(f"{self.seed}/{purpose}").randrange(k)


@dataclass(frozen=True)
class Stacked:
    """A luck whose packs are given, one an attempt; seat 0 is first, the kitty is turned up in its order."""

    packs: tuple[Cards, ...]

    def pack(self, attempt: int) -> Cards:
        return self.packs[attempt]

    def draw(self, purpose: str, k: int) -> int:
        return 0


class Turn(NamedTuple):
    """A position, what was done there, and what came of it; before the first, only the start of the deal."""

    position: Position | None
    seat: Seat | None
    action: Action | None
    step: Step


def game(**options: str) -> DaGunzi:
    return make(options)


def turns(rules: DaGunzi, progress: Progress, seed: int, most: int = 64) -> Iterator[Turn]:
    """Play a deal at random."""
    chance = random.Random(seed)
    step = rules.deal(progress, Shuffled(seed))
    yield Turn(None, None, None, step)
    while step.position.to_act:
        position = step.position
        (seat,) = position.to_act
        action = chance.choice(list(islice(position.moves(seat), most)))
        step = position.act(seat, action)
        yield Turn(position, seat, action, step)


def in_blood(rules: DaGunzi, seed: int) -> Progress:
    """Return a start for a deal of that number: the first of a match, a board, or a deal with blood to pay."""
    if seed % 3 == 0:
        return rules.start()
    board = rules.board(seed // 3)
    return board if seed % 3 == 1 else Progress(board.levels, board.declarer, blood=seed % 7 + 1)


def dealt(kitty: str, *, first: tuple[str, ...] = ("", "", "", ""), last: tuple[str, ...] = ("", "", "", "")) -> Cards:
    """Return a pack with a given kitty, in which each seat gets certain cards first, and certain cards last."""
    given = [card for listed in (kitty, *first, *last) for card in cards(listed)]
    rest = list(PACK)
    for card in given:
        rest.remove(card)
    rest.sort(key=lambda card: (card * 7 + 3) % 54)
    hands = []
    for begins, ends in zip(first, last, strict=True):
        size = 39 - len(begins.split()) - len(ends.split())
        hands.append(in_order(begins) + [rest.pop() for _ in range(size)] + in_order(ends))
    return tuple(hands[number % 4][number // 4] for number in range(156)) + tuple(in_order(kitty))


def in_order(listed: str) -> list[Card]:
    return [card for word in listed.split() for card in cards(word)]


def terms(kitty: str = LOW_KITTY, *, blood: int = 0, public: bool = False, level: str = "6", **options: str) -> Terms:
    """Seat 0 declares."""
    rank = Rank.parse(level)
    progress = Progress((rank, rank), Seat.EAST, blood=blood)
    order = order_of(rank, Suit.HEARTS, two_trump=True)
    return Terms(parse(options), progress, order, Seat.EAST, cards(kitty), public)


def hands(*held: str) -> BySeat[Cards]:
    return BySeat(tuple(cards(hand) for hand in held))


def following(lead: str, hand: str, **options: str) -> Tricks:
    """Seat 1 is to follow what seat 0 led."""
    opened = Tricks(replace(terms(), rules=parse(options)), hands(lead, hand, "3c", "3c"), Seat.EAST)
    position = opened.act(Seat.EAST, Action(Verb.PLAY, cards(lead))).position
    assert isinstance(position, Tricks)
    return position


def kinds(step: Step) -> list[EventKind]:
    return [event.kind for event in step.events]


def of_kind(events: tuple[Event, ...] | list[Event], kind: EventKind) -> list[Event]:
    return [event for event in events if event.kind is kind]
