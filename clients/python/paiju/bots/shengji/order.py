"""Which cards are trumps, and which of a group is higher (docs/rules/tractor.md)."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from paiju.cards import BIG_JOKER, CARD_RANK, CARD_SUIT, FACES, SMALL_JOKER, Card, Suit
from paiju.v1.cards_pb2 import SUIT_NO_TRUMP

TRUMPS = 0
GROUPS = range(5)
"""The trumps, then the side suits as the wire numbers suits."""


class Order(NamedTuple):
    """By card. Cards of a group with heights one apart are neighbours; equal heights are equal in play."""

    group: tuple[int, ...]
    height: tuple[int, ...]


@cache
def order_of(trump: Suit, level: int, *, two_trump: bool) -> Order:
    group, height = [TRUMPS] * 55, [0] * 55
    for which in GROUPS:
        for place, equals in enumerate(classes(which, trump, level, two_trump=two_trump)):
            for card in equals:
                group[card], height[card] = which, place
    return Order(tuple(group), tuple(height))


def classes(which: int, trump: Suit, level: int, *, two_trump: bool) -> Iterator[list[Card]]:
    """Yield the cards of a group from low to high, those of equal height together."""
    special = (2, level) if two_trump and level != 2 else (level,)
    suit = trump if which == TRUMPS else which
    if which != trump:
        yield from ([card] for card in FACES if CARD_SUIT[card] == suit and CARD_RANK[card] not in special)
    if which != TRUMPS:
        return
    for rank in special:
        cards = [card for card in FACES if CARD_RANK[card] == rank]
        yield [card for card in cards if CARD_SUIT[card] != trump]
        if trump != SUIT_NO_TRUMP:
            yield [card for card in cards if CARD_SUIT[card] == trump]
    yield from ([SMALL_JOKER], [BIG_JOKER])
