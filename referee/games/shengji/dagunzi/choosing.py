"""Choosing cards: a number of them that come first in some order, or any, with a usual choice."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from referee.cards import Card, Cards
from referee.games.shengji.following import choose, without
from referee.games.shengji.order import TRUMPS, Order

Place: TypeAlias = tuple[bool, int]
"""Trump or not, then height: how cards of all suits compare (docs/rules/dagunzi.md 2.4)."""


def place(order: Order, face: Card) -> Place:
    return order.group[face] == TRUMPS, order.height[face]


def lowest_first(order: Order) -> Callable[[Card], Place]:
    return lambda face: place(order, face)


def highest_first(order: Order) -> Callable[[Card], Place]:
    def key(face: Card) -> Place:
        trump, height = place(order, face)
        return not trump, -height

    return key


def foremost(cards: Sequence[Card], number: int, key: Callable[[Card], Place]) -> Iterator[Cards]:
    """Yield each choice of so many cards that leaves none before any of them; ties in the order c d h s."""
    ranked = sorted(cards, key=lambda face: (key(face), face))
    last = key(ranked[number - 1])
    sure = tuple(face for face in ranked if key(face) < last)
    tied = [face for face in ranked if key(face) == last]
    for some in choose(tied, number - len(sure)):
        yield tuple(sorted(sure + some))


def are_foremost(cards: Sequence[Card], left: Sequence[Card], key: Callable[[Card], Place]) -> bool:
    """Return whether no card is left that comes before any of these."""
    return not left or max(map(key, cards)) <= min(map(key, left))


def exchanges(hand: Cards, usual: Cards) -> Iterator[Cards]:
    """Yield a choice of cards, then what differs from it by one card."""
    yield usual
    kept = without(hand, usual)
    for out in dict.fromkeys(usual):
        others = without(usual, (out,))
        for other in dict.fromkeys(kept):
            if other != out:
                yield tuple(sorted((*others, other)))
