"""Deals for tests of the family: seeded chance, positions from text."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from referee.cards import BySeat, Cards, Rank, Seat, Suit, cards
from referee.game import Action, Game, Position, Step
from referee.games import GAMES
from referee.games.shengji.following import lead_of
from referee.games.shengji.order import Order, order_of
from referee.games.shengji.phases.tricks import Terms, Trick, Tricks
from referee.games.shengji.progress import Progress
from referee.games.shengji.rules import parse
from referee.games.shengji.shapes import cut
from referee.games.shengji.winning import strength


@dataclass(frozen=True)
class Shuffled:
    """A luck that is a seed."""

    seed: int
    faces: Cards

    def pack(self, attempt: int) -> Cards:
        return tuple(random.Random(f"{self.seed}/{attempt}").sample(self.faces, len(self.faces)))

    def draw(self, purpose: str, k: int) -> int:
        return random.Random(f"{self.seed}/{purpose}").randrange(k)


@dataclass(frozen=True)
class Stacked:
    """A luck whose pack is given."""

    faces: Cards
    first: int = 0

    def pack(self, attempt: int) -> Cards:
        return self.faces if attempt == 0 else self.faces[::-1]

    def draw(self, purpose: str, k: int) -> int:
        assert (purpose, k) == ("start-seat", 4)
        return self.first


class Turn(NamedTuple):
    """A position, what was done there, and what came of it; before the first, only the start of the deal."""

    position: Position | None
    seat: Seat | None
    action: Action | None
    step: Step


def tractor(**options: str) -> Game:
    return GAMES["tractor"].make(options)


def chaodi(**options: str) -> Game:
    return GAMES["chaodi"].make(options)


def turns(game: Game, seed: int, most: int = 24) -> Iterator[Turn]:
    """Play a deal at random: the first deal of a match, or a board."""
    chance = random.Random(seed)
    progress = game.board(seed // 2) if seed % 2 else game.start()
    step = game.deal(progress, Shuffled(seed, game.pack()))
    yield Turn(None, None, None, step)
    while step.position.to_act:
        position = step.position
        seat = min(position.to_act)
        action = chance.choice(list(islice(position.moves(seat), most)))
        step = position.act(seat, action)
        yield Turn(position, seat, action, step)


def order_for(level: str = "T", trump: str = "h", *, two_trump: bool = False) -> Order:
    return order_of(Rank.parse(level), Suit.parse(trump), two_trump=two_trump)


def terms(kitty: str = "", level: str = "T", **options: str) -> Terms:
    """Hearts are trumps; seat 0 declares."""
    rules, rank = parse(options), Rank.parse(level)
    order = order_of(rank, Suit.HEARTS, two_trump=rules.two_trump)
    return Terms(rules, Progress((rank, rank), Seat.EAST), order, Seat.EAST, cards(kitty))


def leading(*hands: str, points: int = 0, kitty: str = "", **options: str) -> Tricks:
    """Seat 0 is to lead."""
    return Tricks(terms(kitty, **options), BySeat(map(cards, hands)), Seat.EAST, points)


def following(lead: str, hand: str, level: str = "T", **options: str) -> Tricks:
    """Seat 1 is to follow what seat 0 led, taken as it stands."""
    given, shown = terms(level=level, **options), cards(lead)
    opened = lead_of(given.order, cut(given.order, shown))
    power = strength(given.order, shown, opened, deep=False)
    assert power is not None
    hands = BySeat((cards("2c"), cards(hand), cards("2c"), cards("2c")))
    return Tricks(given, hands, Seat.NORTH, 0, Trick(opened, (shown,), 0, power))
