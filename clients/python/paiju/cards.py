"""Cards as they travel, and their short text: `5h`, `Td`, `LJ` and `HJ` for the small and the big joker.

A card is a number 1..54, the wire's `Card`: 1 + suit * 13 + rank, suits clubs, diamonds, hearts, spades, ranks 2..A,
then the two jokers.
"""

from collections.abc import Iterable
from typing import TypeAlias

from paiju.v1 import cards_pb2 as pb

Card: TypeAlias = "pb.Card.ValueType"
Suit: TypeAlias = "pb.Suit.ValueType"

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SMALL_JOKER, BIG_JOKER = pb.CARD_SMALL_JOKER, pb.CARD_BIG_JOKER

FACES: tuple[Card, ...] = tuple(map(pb.Card.Value, pb.Card.keys()))[1:]
"""One card of each face, by number."""
CARD_TEXT = ("", *(rank + suit for suit in SUITS for rank in RANKS), "LJ", "HJ")
"""The text of each card, by number."""
CARD_POINTS = tuple({"5": 5, "T": 10, "K": 10}.get(name[:1], 0) for name in CARD_TEXT)
"""The points of each card, by number."""
CARD_SUIT: tuple[Suit, ...] = (
    pb.SUIT_UNSPECIFIED,
    *(suit for suit in (pb.SUIT_CLUBS, pb.SUIT_DIAMONDS, pb.SUIT_HEARTS, pb.SUIT_SPADES) for _ in RANKS),
    pb.SUIT_UNSPECIFIED,
    pb.SUIT_UNSPECIFIED,
)
"""The printed suit of each card, by number; jokers have none."""
CARD_RANK = (0, *(rank for _ in SUITS for rank in range(2, 15)), 16, 17)
"""The printed rank of each card, by number, 2..14 as levels are counted; 16 and 17 for the jokers."""

_BY_TEXT = {CARD_TEXT[face]: face for face in FACES}


def cards(text: str) -> list[Card]:
    """Read blank-separated cards. Raise ValueError, which names the word that is none."""
    try:
        return [_BY_TEXT[word] for word in text.split()]
    except KeyError as unknown:
        raise ValueError(f"{unknown} is not a card: a rank of {RANKS} and a suit of {SUITS}, or LJ or HJ") from None


def text(held: Iterable[Card]) -> str:
    """Return cards as people read them; a number that is no card too, since a bot's slips are to be read as well."""
    return " ".join(CARD_TEXT[card] if 0 < card < len(CARD_TEXT) else f"card {card}" for card in held)


def points(held: Iterable[Card]) -> int:
    return sum(CARD_POINTS[card] for card in held)
