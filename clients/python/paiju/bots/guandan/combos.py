"""Combinations of a hand, and which cards make a run. Ranks are numbered as claims number them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from paiju.cards import CARD_RANK, CARD_SUIT, FACES, Card
from paiju.v1 import game_pb2 as pb
from paiju.v1.game_pb2 import View

Kind: TypeAlias = "pb.Combination.ValueType"

SINGLE, PAIR, TRIPLE = pb.COMBINATION_SINGLE, pb.COMBINATION_PAIR, pb.COMBINATION_TRIPLE
FULL_HOUSE, STRAIGHT = pb.COMBINATION_FULL_HOUSE, pb.COMBINATION_STRAIGHT
TUBE, PLATE = pb.COMBINATION_TUBE, pb.COMBINATION_PLATE
BOMB, STRAIGHT_FLUSH, JOKER_BOMB = pb.COMBINATION_BOMB, pb.COMBINATION_STRAIGHT_FLUSH, pb.COMBINATION_JOKER_BOMB
BOMBS = (BOMB, STRAIGHT_FLUSH, JOKER_BOMB)
ALIKE = {1: SINGLE, 2: PAIR, 3: TRIPLE}
ACE = 14
HAND = 27
"""Cards of a whole hand."""
LEVEL = 15
"""What a card of the level counts outside of runs."""


class Combo(NamedTuple):
    kind: Kind
    key: int
    cards: tuple[Card, ...]


class Run(NamedTuple):
    """A run that a hand can make without wilds."""

    kind: Kind
    key: int
    ranks: tuple[int, ...]
    copies: int
    suit: int
    """0: any."""


def runs() -> Iterator[Run]:
    for kind, length, copies in ((PLATE, 2, 3), (TUBE, 3, 2), (STRAIGHT, 5, 1)):
        for top in range(length, ACE + 1):
            ranks = tuple(ACE if rank == 1 else rank for rank in range(top - length + 1, top + 1))
            yield Run(kind, top, ranks, copies, 0)
            if kind == STRAIGHT:
                yield from (Run(STRAIGHT_FLUSH, top, ranks, 1, suit) for suit in range(1, 5))


RUNS = tuple(sorted(runs(), key=lambda run: run.kind != STRAIGHT_FLUSH))
"""Straight flushes first."""


class Piles:
    """A hand by rank, wilds apart."""

    def __init__(self, hand: Iterable[Card], level: int) -> None:
        self.level = level
        self.wilds: list[Card] = []
        self.ranks: dict[int, list[Card]] = {}
        wild = wild_of(level)
        for card in hand:
            if card == wild:
                self.wilds.append(card)
            else:
                self.ranks.setdefault(CARD_RANK[card], []).append(card)

    def take(self, run: Run) -> list[Card] | None:
        """Return the cards of a run, if they are all there and no four alike are broken for it."""
        taken = []
        for rank in run.ranks:
            pile = self.ranks.get(rank, ())
            cards = [card for card in pile if not run.suit or CARD_SUIT[card] == run.suit][: run.copies]
            if len(cards) < run.copies or len(pile) > 3:
                return None
            taken += cards
        flush = len({CARD_SUIT[card] for card in taken}) == 1
        return None if flush and run.kind == STRAIGHT else taken

    def without(self, cards: Sequence[Card]) -> "Piles":
        left = Piles((), self.level)
        left.wilds = self.wilds
        left.ranks = {rank: list(pile) for rank, pile in self.ranks.items()}
        for card in cards:
            left.ranks[CARD_RANK[card]].remove(card)
        return left


def wild_of(level: int) -> Card:
    """Return the heart of the level."""
    return FACES[2 * 13 + level - 2]


def left_to(view: View, seat: int) -> int:
    """Return how many cards a seat has; a whole hand if that is hidden, or if it is out and no longer matters."""
    return view.seats[seat % 4].card_count or HAND


def value_of(rank: int, level: int) -> int:
    return LEVEL if rank == level else rank
