"""The order of the cards for one level and one trump: tables indexed by face (docs/rules/tractor.md 2)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NewType

from referee.cards import FACES, HJ, LJ, POINTS, RANKS, SUITS, Card, Cards, Rank, Suit, card

Group = NewType("Group", int)
"""What must be followed: a side suit by its number, or the trumps."""
TRUMPS = Group(4)
GROUP_NAMES = ("club", "diamond", "heart", "spade", "trump")
"""What one card of each group is called."""

SUIT_RANK = (*(rank for rank in (1, 0, 2, 3) for _ in RANKS), 4, 5)
"""How suits of equal height rank in units, by face: d c h s, then the jokers."""


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Made once for each level, trump and setting of the 2s, so equal orders are the same object."""

    level: Rank
    trump: Suit
    group: tuple[Group, ...]
    height: tuple[int, ...]
    """The class of each card within its group, from 0; adjacent classes differ by 1."""
    members: tuple[frozenset[Card], ...]
    """The cards of each group."""
    lowest: Cards
    """All cards from the lowest: side cards before trumps, by height, then c d h s."""
    low: tuple[int, ...]
    """The place of each card in `lowest`."""
    cheap: tuple[int, ...]
    """The place of each card when it is to be given away: few points first, then no trump, then low."""


@cache
def order_of(level: Rank, trump: Suit, *, two_trump: bool) -> Order:
    group, height = [TRUMPS] * FACES, [0] * FACES
    for which in (*map(Group, range(4)), TRUMPS):
        for place, equals in enumerate(classes(which, level, trump, two_trump=two_trump)):
            for face in equals:
                group[face], height[face] = which, place
    faces = [Card(face) for face in range(FACES)]
    members = tuple(frozenset(face for face in faces if group[face] == which) for which in range(5))
    lowest = sorted(faces, key=lambda face: (group[face] == TRUMPS, height[face], face))
    cheapest = sorted(lowest, key=lambda face: (POINTS[face], group[face] == TRUMPS))
    return Order(
        level,
        trump,
        tuple(group),
        tuple(height),
        members,
        tuple(lowest),
        tuple(map(lowest.index, faces)),
        tuple(map(cheapest.index, faces)),
    )


def classes(group: Group, level: Rank, trump: Suit, *, two_trump: bool) -> Iterator[Cards]:
    """Yield the classes of a group from low to high; the cards of a class are equal in play."""
    special = (Rank.TWO, level) if two_trump and level != Rank.TWO else (level,)
    suit = trump if group == TRUMPS else Suit(group)
    if group != TRUMPS and suit == trump:
        return
    if suit != Suit.NO_TRUMP:
        yield from ((card(suit, rank),) for rank in RANKS if rank not in special)
    if group == TRUMPS:
        for rank in special:
            yield tuple(card(other, rank) for other in SUITS if other != trump)
            if trump != Suit.NO_TRUMP:
                yield (card(trump, rank),)
        yield (LJ,)
        yield (HJ,)


def one_group(order: Order, cards: Cards) -> Group | None:
    """Return the group that all cards are of, if there is one."""
    group = order.group[cards[0]]
    for face in cards:
        if order.group[face] != group:
            return None
    return group
