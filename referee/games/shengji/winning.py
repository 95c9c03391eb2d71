"""Which play holds a trick (docs/rules/tractor.md 7)."""

from collections.abc import Iterable, Sequence
from operator import ge
from typing import TypeAlias

from referee.cards import Cards
from referee.games.shengji.following import Lead
from referee.games.shengji.order import TRUMPS, Order, one_group
from referee.games.shengji.serving import Supply
from referee.games.shengji.shapes import Shape, Stock, alike, stock, take

Strength: TypeAlias = tuple[int, ...]
"""Trump or not, then the heights that count; a later play must be strictly greater."""

SINGLE: Shape = (1, 1)


def strength(order: Order, cards: Cards, lead: Lead, *, deep: bool) -> Strength | None:
    """Return how strong a play is, or nothing if it is not in the running.

    Only the principal unit counts; if `deep` the following units break ties.
    """
    group = order.group[cards[0]] if len(cards) == 1 else one_group(order, cards)
    if group != lead.group and group != TRUMPS:  # noqa: PLR1714 - twice as fast as a tuple
        return None
    if len(cards) == 1:
        return group == TRUMPS, order.height[cards[0]]
    tops = best_tops(alike(stock(order, cards)), lead.shapes, deep=deep)
    return tops and (group == TRUMPS, *tops)


def best_tops(held: Stock, shapes: Sequence[Shape], *, deep: bool) -> Strength | None:
    """Return the highest tops of units that serve the shapes in order, or nothing if they cannot all be served."""
    stocks = {held}
    tops: list[int] = []
    wanted = shapes if deep else shapes[:1]
    for index, (width, length) in enumerate(wanted):
        if (width, length) == SINGLE:  # nothing wider comes after it
            return *tops, *heights(stocks.pop())[: len(wanted) - index]  # all have had the same heights taken out
        ways = {(top, alike(left)) for each in stocks for top, left in take(each, width, length)}
        rest = shapes[index + 1 :]
        top = next((top for top, left in sorted(ways, reverse=True) if covers(left, rest)), None)
        if top is None:
            return None
        stocks = {left for height, left in ways if height == top}
        tops.append(top)
    return tuple(tops)


def heights(held: Stock) -> list[int]:
    """Return the heights of all cards, the highest first."""
    return [height for height, _, copies in reversed(held) for _ in range(copies)]


def covers(held: Stock, shapes: Iterable[Shape]) -> bool:
    """Return whether all these units can be found side by side; single cards can, as plays are as large as leads."""
    wide = tuple([shape for shape in shapes if shape != SINGLE])
    return not wide or Supply(held, ge).serves(wide)
