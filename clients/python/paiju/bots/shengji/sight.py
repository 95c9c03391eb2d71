"""What a seat can tell from its view: whose trick it is, which cards are still out, and what may beat what."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from paiju.bots.shengji.order import GROUPS, TRUMPS, Order, order_of
from paiju.bots.shengji.units import Shape, covers, cut, pairs_of, runs
from paiju.cards import FACES, Card, points
from paiju.v1.game_pb2 import PHASE_PLAY, View

SINGLE, PAIR = (1, 1), (2, 1)


class Value(NamedTuple):
    """What a play in the running is worth; the greater one takes the trick."""

    trumped: bool
    height: int


class Lead(NamedTuple):
    group: int
    shapes: tuple[Shape, ...]
    """Largest first."""
    size: int


class Sight:
    """One view, read once."""

    def __init__(self, view: View, *, two_trump: bool, decks: int) -> None:
        self.view = view
        self.me = view.seat
        self.decks = decks
        self.order = order_of(view.trump, view.header.level, two_trump=two_trump)
        self.hand: list[Card] = list(view.hand)

    @cached_property
    def groups(self) -> list[list[Card]]:
        """My cards by group, each from low to high."""
        return by_group(self.order, self.hand)

    @cached_property
    def unseen(self) -> list[int]:
        """Copies of each card that are in other hands, or in a kitty I have not seen."""
        left = [self.decks] * (len(FACES) + 1)
        buried = self.view.kitty.cards if self.view.phase == PHASE_PLAY else ()
        known = [self.hand, buried, *(seat.played for seat in self.view.seats)]
        for cards in known:
            for card in cards:
                left[card] -= 1
        return left

    @cached_property
    def out(self) -> list[list[Card]]:
        """The unseen cards by group, each from low to high."""
        return by_group(self.order, [card for card in FACES for _ in range(self.unseen[card])])

    @cached_property
    def out_pairs(self) -> list[tuple[Card, ...]]:
        return [pairs_of(self.order, cards) for cards in self.out]

    @cached_property
    def _heights(self) -> dict[Shape, list[list[int]]]:
        """The heights of `out` and `out_pairs`, from low to high."""
        height = self.order.height
        singles = [[height[card] for card in cards] for cards in self.out]
        return {SINGLE: singles, PAIR: [[height[card] for card in pairs] for pairs in self.out_pairs]}

    def higher(self, group: int, shape: Shape, height: int) -> int:
        """Count the unseen units of a shape above a height."""
        if shape in self._heights:
            heights = self._heights[shape][group]
            return len(heights) - bisect_right(heights, height)
        return sum(self.order.height[run[-1]] > height for run in runs(self.order, self.out_pairs[group], shape[1]))

    @cached_property
    def share(self) -> float:
        """The part of the unseen cards that one other seat holds, about."""
        return min(1 / 3, len(self.hand) / max(1, sum(self.unseen[1:])))

    @cached_property
    def lead(self) -> Lead:
        """What was led to the trick on the table."""
        return self.lead_of(self.view.trick.plays[0].cards)

    def lead_of(self, cards: Sequence[Card]) -> Lead:
        units = cut(self.order, cards)
        return Lead(self.order.group[cards[0]], tuple(unit.shape for unit in units), len(cards))

    def value(self, cards: Iterable[Card], lead: Lead) -> Value | None:
        """Return what a play is worth against a lead; None if it is only a discard."""
        groups = {self.order.group[card] for card in cards}
        if groups not in ({lead.group}, {TRUMPS}):
            return None
        height = covers(self.order, cards, lead.shapes)
        return None if height is None else Value(groups != {lead.group}, height)

    @cached_property
    def best(self) -> Value:
        """What holds the trick on the table."""
        trick = self.view.trick
        value = self.value(trick.plays[trick.best].cards, self.lead)
        assert value is not None
        return value

    @cached_property
    def partner_holds(self) -> bool:
        trick = self.view.trick
        return trick.plays[trick.best].seat == self.me ^ 2

    @cached_property
    def later(self) -> list[int]:
        """The seats that play after me to the trick on the table."""
        return [(self.me + step) % 4 for step in range(1, 4 - len(self.view.trick.plays))]

    def chance(self, lead: Lead, best: Value) -> float:
        """Return how likely one other seat can beat the best play so far, each unseen card being where it may."""
        in_suit = 0.0 if best.trumped else self._holds(lead.group, lead.shapes, best.height)
        if lead.group == TRUMPS:
            return in_suit
        void = (1 - self.share) ** len(self.out[lead.group])
        return in_suit + void * self._holds(TRUMPS, lead.shapes, best.height if best.trumped else -1)

    def _holds(self, group: int, shapes: Iterable[Shape], height: int) -> float:
        """Return how likely one other seat has units of these shapes, the first of them above a height."""
        chance = 1.0
        for shape in shapes:
            width, length = shape
            chance *= 1 - (1 - self.share ** (width * length)) ** self.higher(group, shape, height)
            height = -1
        return chance

    def on_table(self) -> int:
        return sum(points(play.cards) for play in self.view.trick.plays)


def by_group(order: Order, cards: Iterable[Card]) -> list[list[Card]]:
    groups: list[list[Card]] = [[] for _ in GROUPS]
    for card in cards:
        groups[order.group[card]].append(card)
    for held in groups:
        held.sort(key=lambda card: (order.height[card], card))
    return groups
