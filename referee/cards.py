"""Cards, suits, ranks and seats, and their short text.

A card is a small number so that rules can index tables with it: face = suit * 13 + rank, suits c d h s, ranks 2..A,
then the two jokers. Copies of a face are never told apart.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import NewType, TypeVar

Card = NewType("Card", int)
Cards = tuple[Card, ...]

FACES = 54
LJ, HJ = Card(52), Card(53)
JOKERS = (LJ, HJ)


class NotationError(ValueError):
    """That is not a card, a suit, or whatever else the text should be."""


class Suit(IntEnum):
    """A suit, or no-trump where a trump suit is named."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NO_TRUMP = 4

    def __str__(self) -> str:
        return "cdhsn"[self]

    @staticmethod
    def parse(text: str) -> "Suit":
        if len(text) != 1 or text not in "cdhsn":
            raise NotationError(f"{text!r} is not a suit: one of c d h s, or n for no-trump")
        return Suit("cdhsn".index(text))


SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


class Rank(IntEnum):
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return RANK_TEXT[self - 2]

    @staticmethod
    def parse(text: str) -> "Rank":
        if len(text) != 1 or text not in RANK_TEXT:
            raise NotationError(f"{text!r} is not a rank: one of {' '.join(RANK_TEXT)}")
        return Rank(RANK_TEXT.index(text) + 2)


RANK_TEXT = "23456789TJQKA"
RANKS = tuple(Rank)


class Side(IntEnum):
    """Two partners: side 0 is seats 0 and 2."""

    EVEN = 0
    ODD = 1

    @property
    def other(self) -> "Side":
        return Side(1 - self)


class Seat(IntEnum):
    """A place at the table, 0..3 counter-clockwise, which is the order of play."""

    EAST = 0
    NORTH = 1
    WEST = 2
    SOUTH = 3

    def __str__(self) -> str:
        return str(int(self))

    def after(self, steps: int = 1) -> "Seat":
        return SEATS[(self + steps) & 3]

    @property
    def partner(self) -> "Seat":
        return SEATS[self ^ 2]

    @property
    def side(self) -> Side:
        return SIDES[self & 1]


SEATS = tuple(Seat)
SIDES = tuple(Side)

T = TypeVar("T")


class BySeat(tuple[T, T, T, T]):
    """Four of anything, one a seat."""

    __slots__ = ()

    def put(self, seat: Seat, value: T) -> "BySeat[T]":
        four = list(self)
        four[seat] = value
        return BySeat(four)

    @staticmethod
    def all(value: T) -> "BySeat[T]":
        return BySeat((value, value, value, value))


def card(suit: Suit, rank: Rank) -> Card:
    return Card(suit * 13 + rank - 2)


CARD_TEXT = (*(f"{rank}{suit}" for suit in SUITS for rank in RANKS), "LJ", "HJ")
SUIT_OF: tuple[Suit | None, ...] = (*(suit for suit in SUITS for _ in RANKS), None, None)
"""The printed suit of each card; jokers have none."""
RANK_OF: tuple[Rank | None, ...] = (*(rank for _ in SUITS for rank in RANKS), None, None)
"""The printed rank of each card; jokers have none."""
POINTS = tuple({"5": 5, "T": 10, "K": 10}.get(text[0], 0) for text in CARD_TEXT)
"""The points of each card: 5, T and K count 5, 10 and 10."""

_BY_TEXT = {text: Card(face) for face, text in enumerate(CARD_TEXT)}


def parse_card(text: str) -> Card:
    """Raise NotationError unless `text` is like `Th`, `2c`, `LJ` or `HJ`."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise NotationError(f"{text!r} is not a card: a rank of {RANK_TEXT} and a suit of cdhs, or LJ or HJ") from None


def cards(text: str) -> Cards:
    """Read blank-separated cards, sorted. Raise NotationError."""
    return tuple(sorted(map(parse_card, text.split())))


def text(hand: Iterable[Card]) -> str:
    return " ".join(CARD_TEXT[c] for c in hand)


def points(hand: Iterable[Card]) -> int:
    return sum(POINTS[c] for c in hand)


def pack(decks: int) -> Cards:
    """All cards of so many decks; card i has face i mod 54."""
    return tuple(map(Card, range(FACES))) * decks
