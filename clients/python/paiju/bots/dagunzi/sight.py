"""What a seat can tell from its view: its cards by group, what is still out, and what may beat what."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from paiju.bots.shengji.order import TRUMPS, order_of
from paiju.bots.shengji.sight import Value, by_group
from paiju.bots.shengji.style import Style
from paiju.cards import FACES, Card, points
from paiju.v1.game_pb2 import PHASE_PLAY, View

COPIES = 3


class Sight:
    """One view, read once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me = view.seat
        self.order = order_of(view.trump, view.header.level, two_trump=True)
        self.hand: list[Card] = list(view.hand)

    @cached_property
    def groups(self) -> list[list[Card]]:
        """My cards by group, each from low to high."""
        return by_group(self.order, self.hand)

    @cached_property
    def unseen(self) -> list[int]:
        """Copies of each card that are in other hands, or in a kitty I have not seen."""
        left = [COPIES] * (len(FACES) + 1)
        known = self.view.kitty.cards if self.view.phase == PHASE_PLAY else ()
        for cards in (self.hand, known, *(seat.played for seat in self.view.seats)):
            for card in cards:
                left[card] -= 1
        return left

    @cached_property
    def share(self) -> float:
        """The part of the unseen cards that one other seat holds, about."""
        return min(1 / 3, len(self.hand) / max(1, sum(self.unseen[1:])))

    def higher(self, group: int, width: int, height: int) -> int:
        """Count the faces of a group above a height of which so many copies are unseen."""
        order, unseen = self.order, self.unseen
        return sum(
            unseen[card] >= width and order.group[card] == group and order.height[card] > height for card in FACES
        )

    def value(self, cards: Sequence[Card], group: int) -> Value | None:
        """Return what a play to a lead of a group is worth; None if it is only a discard."""
        own = self.order.group[cards[0]]
        if own not in (group, TRUMPS) or len(set(cards)) > 1:
            return None
        return Value(own != group, self.order.height[cards[0]])

    def chance(self, group: int, width: int, best: Value) -> float:
        """Return how likely one other seat can beat the best play so far, each unseen card being where it may."""
        in_suit = 0.0 if best.trumped else self._holds(group, width, best.height)
        if group == TRUMPS:
            return in_suit
        out = sum(self.unseen[card] for card in FACES if self.order.group[card] == group)
        ruffs = self._holds(TRUMPS, width, best.height if best.trumped else -1)
        return in_suit + (1 - self.share) ** out * ruffs

    def _holds(self, group: int, width: int, height: int) -> float:
        copies = COPIES if width == 1 else 1  # of a wider unit there is only one a face
        return 1 - (1 - self.share**width) ** (copies * self.higher(group, width, height))


def keep(sight: Sight, style: Style) -> dict[Card, float]:
    """Return what each card is worth in the hand: what one gives up by playing it."""
    return {card: worth(sight, style, card, held.count(card)) for held in sight.groups for card in held}


def worth(sight: Sight, style: Style, card: Card, copies: int) -> float:
    group, height = sight.order.group[card], sight.order.height[card]
    value = style.trump if group == TRUMPS else 0.0
    value += style.master * max(0.0, 1 - 2 * sight.share) ** sight.higher(group, 1, height)
    if copies > 1:
        value += style.pair if sight.higher(group, copies, height) else style.master_pair
    return value


def units(cards: Iterable[Card]) -> Iterator[list[Card]]:
    """Yield every single card, pair and triple that some cards hold, each once."""
    held = list(cards)
    for card in dict.fromkeys(held):
        yield from ([card] * width for width in range(1, held.count(card) + 1))


def on_table(sight: Sight) -> int:
    return sum(points(laid.cards) for laid in sight.view.trick.plays)
