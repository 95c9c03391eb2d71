"""Following: all plays worth a thought, and the best of them."""

from collections.abc import Iterator

from paiju.bots.dagunzi.sight import Sight, keep, on_table
from paiju.bots.shengji.order import GROUPS, TRUMPS
from paiju.bots.shengji.sight import Value
from paiju.bots.shengji.style import Style
from paiju.cards import CARD_POINTS, Card, points


def follow(sight: Sight, style: Style, *, dead: bool) -> list[Card]:
    thought = Thought(sight, style, dead=dead)
    return max(thought.plays(), key=thought.worth)


class Thought:
    def __init__(self, sight: Sight, style: Style, *, dead: bool) -> None:
        self.sight = sight
        self.style = style
        self.dead = dead
        trick = sight.view.trick
        led = trick.plays[0].cards
        self.group, self.size = sight.order.group[led[0]], len(led)
        best = sight.value(trick.plays[trick.best].cards, self.group)
        assert best is not None
        self.best: Value = best
        self.partner_holds = trick.plays[trick.best].seat == sight.me ^ 2
        self.later = 3 - len(trick.plays)
        self.keep = keep(sight, style)
        self.table = on_table(sight)

    def plays(self) -> Iterator[list[Card]]:
        """Yield legal plays: equal cards, and fillings that give least or most."""
        held = self.sight.groups[self.group]
        if len(held) < self.size:
            rest = [card for card in self.sight.hand if card not in held]
            yield from self.filled(held, rest)
            if not held:
                yield from equal(self.sight.groups[TRUMPS], self.size)
            return
        yield from equal(held, self.size)
        due = self.due(held)
        for must in equal(held, due) if due > 1 else [[]]:
            yield from self.filled(must, without(held, must))

    def due(self, held: list[Card]) -> int:
        """Return how many equal cards are owed."""
        copies = [held.count(card) for card in held]
        if not self.dead or self.size == 1:
            return 1
        if self.size == 2:
            return 2 if 2 in copies else 1
        return max(copies)

    def filled(self, must: list[Card], spare: list[Card]) -> Iterator[list[Card]]:
        wanted = self.size - len(must)
        for price in (self.give_least, self.give_most):
            yield must + sorted(spare, key=price)[:wanted]

    def give_least(self, card: Card) -> float:
        return self.keep[card] + CARD_POINTS[card]

    def give_most(self, card: Card) -> float:
        return self.keep[card] - CARD_POINTS[card]

    def worth(self, cards: list[Card]) -> float:
        value = self.sight.value(cards, self.group)
        ahead = value is not None and value > self.best
        best = value if ahead and value is not None else self.best
        wins = self.wins(best, ours=ahead or self.partner_holds)
        stake = self.table + points(cards) + self.style.trick / 3 * self.later * self.size
        return (2 * wins - 1) * stake + (self.style.lead * wins if ahead else 0) - self.cost(cards)

    def wins(self, best: Value, *, ours: bool) -> float:
        """Return how likely the trick is our side's if this is the best so far."""
        chance = self.sight.chance(self.group, self.size, best)
        opponents = (self.later + 1) // 2
        stands = (1 - chance) ** opponents
        partner = chance if self.later > 1 else 0.0
        return stands + (1 - stands) * partner / 2 if ours else partner * stands

    def cost(self, cards: list[Card]) -> float:
        groups = self.sight.groups
        emptied = [group for group in GROUPS[1:] if groups[group] and set(groups[group]) <= set(cards)]
        return sum(self.keep[card] for card in cards) - (self.style.void * len(emptied) if groups[TRUMPS] else 0)


def equal(held: list[Card], width: int) -> list[list[Card]]:
    return [[card] * width for card in dict.fromkeys(held) if held.count(card) >= width]


def without(held: list[Card], gone: list[Card]) -> list[Card]:
    left = list(held)
    for card in gone:
        left.remove(card)
    return left
