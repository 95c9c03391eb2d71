"""What a seat can tell from its view: whose trick it is, which cards are still out, and what may beat what."""

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from paiju.bots.shengji.order import GROUPS, TRUMPS, Order, order_of
from paiju.bots.shengji.units import Faces, Shape, count, covers, cut, rank, runs, wide
from paiju.cards import FACES, Card, points
from paiju.v1.game_pb2 import PHASE_PLAY, View

SINGLE = (1, 1)


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

    def out_wide(self, group: int, width: int) -> Faces:
        """Return the faces of which so many copies are unseen, from low to high."""
        return wide(count(self.order, self.out[group]), width)

    @cached_property
    def _heights(self) -> dict[Shape, list[list[int]]]:
        """The heights of unseen singles, pairs and triples, by group, from low to high."""
        height = self.order.height
        singles = [[height[card] for card in cards] for cards in self.out]
        several = {
            (width, 1): [[height[card] for card in self.out_wide(group, width)] for group in GROUPS]
            for width in range(2, self.decks + 1)
        }
        return {SINGLE: singles} | several

    def higher(self, group: int, shape: Shape, height: int) -> int:
        """Count the unseen units of a shape above a height."""
        width, length = shape
        if length == 1:
            heights = self._heights[shape][group]
            return len(heights) - bisect_right(heights, height)
        return sum(self.order.height[run[-1]] > height for run in runs(self.order, self.out_wide(group, width), length))

    @cached_property
    def share(self) -> float:
        """The part of the unseen cards that one other seat holds, about."""
        return min(1 / 3, len(self.hand) / max(1, sum(self.unseen[1:])))

    @cached_property
    def lead(self) -> Lead:
        """What was led to the trick on the table."""
        led = self.view.trick.plays[0]
        announced = [cut(self.order, each.cards)[0] for each in led.claim.units]
        units = sorted(announced, key=rank) or cut(self.order, led.cards)
        return Lead(self.order.group[led.cards[0]], tuple(unit.shape for unit in units), len(led.cards))

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
