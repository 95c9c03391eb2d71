"""Following: all plays worth a thought, and the best of them."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from paiju.bots.shengji.keep import keep
from paiju.bots.shengji.order import GROUPS, TRUMPS
from paiju.bots.shengji.sight import Sight, Value
from paiju.bots.shengji.style import Style
from paiju.bots.shengji.units import owed
from paiju.cards import CARD_POINTS, Card, points

Cards: TypeAlias = tuple[Card, ...]


def follow(sight: Sight, style: Style, legal: Iterable[Cards] = ()) -> Cards:
    """Return the best of what is legal, or, if that is not said, of all plays worth a thought."""
    thought = Thought(sight, style)
    return max(legal or thought.plays(), key=thought.worth)


class Thought:
    def __init__(self, sight: Sight, style: Style) -> None:
        self.sight = sight
        self.style = style
        self.lead = sight.lead
        self.keep = keep(sight, style)
        self.table = sight.on_table()

    def plays(self) -> Iterator[Cards]:
        """Yield legal plays: each way to serve the shapes led, filled up to give least, most or highest."""
        held = self.sight.groups[self.lead.group]
        size = self.lead.size
        if len(held) > size:
            for must in owed(self.sight.order, held, self.lead.shapes):
                yield from self.filled(must, held)
            return
        rest = [card for card in self.sight.hand if card not in held]
        yield from self.filled(tuple(held), held + rest)
        trumps = self.sight.groups[TRUMPS]
        if not held and len(trumps) >= size:
            for must in owed(self.sight.order, trumps, self.lead.shapes):
                yield from self.filled(must, trumps)

    def filled(self, must: Cards, cards: Iterable[Card]) -> Iterator[Cards]:
        """Fill up from these cards: with the cheapest, with points, or, for a single, with each there is."""
        spare = list(cards)
        for card in must:
            spare.remove(card)
        wanted = self.lead.size - len(must)
        if wanted == 0:
            yield must
        elif self.lead.size == 1:
            yield from ((card,) for card in dict.fromkeys(spare))
        else:
            for price in (self.give_least, self.give_most, self.give_high):
                yield (*must, *sorted(spare, key=price)[:wanted])

    def give_least(self, card: Card) -> float:
        return self.keep[card] + CARD_POINTS[card]

    def give_most(self, card: Card) -> float:
        return self.keep[card] - CARD_POINTS[card]

    def give_high(self, card: Card) -> float:
        return -self.sight.order.height[card]

    def worth(self, cards: Cards) -> float:
        value = self.sight.value(cards, self.lead)
        ahead = value is not None and value > self.sight.best
        wins = self.wins(value if ahead and value else self.sight.best, ours=ahead or self.sight.partner_holds)
        later = self.style.trick / 3 * len(self.sight.later) * self.lead.size
        stake = self.table + points(cards) + later
        return (2 * wins - 1) * stake + (self.style.lead * wins if ahead else 0) - self.cost(cards)

    def wins(self, best: Value, *, ours: bool) -> float:
        """Return how likely the trick is our side's if this is the best so far."""
        later = self.sight.later
        opponents = sum(seat % 2 != self.sight.me % 2 for seat in later)
        chance = self.sight.chance(self.lead, best)
        stands = (1 - chance) ** opponents
        partner = chance if len(later) > opponents else 0.0
        return stands + (1 - stands) * partner / 2 if ours else partner * stands

    def cost(self, cards: Cards) -> float:
        cost = sum(self.keep[card] for card in cards)
        groups = self.sight.groups
        if groups[TRUMPS]:
            emptied = [group for group in GROUPS[1:] if groups[group] and set(groups[group]) <= set(cards)]
            cost -= self.style.void * len(emptied)
        return cost
