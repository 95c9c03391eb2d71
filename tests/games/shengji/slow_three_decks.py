"""Following with three decks, slowly: every way to set cards aside for the units led is tried and compared.

Written from the rules (docs/rules/tractor.md 5 and 6) and nothing else, like the checker of two decks.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from tests.games.shengji.slow_following import Setting, class_of, classes, group

Unit: TypeAlias = tuple[int, int]
"""Copies of each card, and classes in a row."""
Pile: TypeAlias = frozenset[tuple[str, int]]
"""Cards and how many copies of each are left."""


def pile(cards: Sequence[str]) -> Pile:
    return frozenset(Counter(cards).items())


def less(held: Pile, cards: Sequence[str], width: int) -> Pile:
    return frozenset(
        (card, copies - width * (card in cards)) for card, copies in held if copies > width * (card in cards)
    )


def taken(held: Pile, unit: Unit, setting: Setting, *, exactly: bool) -> Iterator[tuple[tuple[str, ...], Pile]]:
    """Yield every way to take a unit out; `exactly`: a triple supplies no pair."""
    width, length = unit
    fit = [card for card, copies in held if (copies == width if exactly else copies >= width)]
    if not fit:
        return
    by_class: dict[str, list[str]] = {}
    for card in fit:
        by_class.setdefault(class_of(card, setting), []).append(card)
    names = classes(group(fit[0], setting), setting)
    for start in range(len(names) - length + 1):
        for cards in product(*(by_class.get(name, []) for name in names[start : start + length])):
            yield cards, less(held, cards, width)


def cuts(held: Pile, setting: Setting) -> Iterator[list[Unit]]:
    """Yield every way to cut cards into units, of which the copies of a card beside a run stay together."""
    if not held:
        yield []
        return
    order = classes(group(next(iter(held))[0], setting), setting)
    card, copies = min(held, key=lambda each: (order.index(class_of(each[0], setting)), each))
    for rest in cuts(less(held, [card], copies), setting):
        yield [(copies, 1), *rest]
    for width in range(2, copies + 1):
        for length in range(2, len(held) + 1):
            for cards, left in taken(held, (width, length), setting, exactly=False):
                if card in cards:
                    for rest in cuts(left, setting):
                        yield [(width, length), *rest]


def size(unit: Unit) -> tuple[int, int]:
    width, length = unit
    return width * length, width


def units(lead: Sequence[str], setting: Setting) -> list[Unit]:
    """Return the cut that counts: fewest units, then the largest, then the widest."""
    found = [sorted(cut, key=size, reverse=True) for cut in cuts(pile(lead), setting)]
    fewest = min(map(len, found))
    return max(
        (cut for cut in found if len(cut) == fewest),
        key=lambda cut: ([width * length for width, length in cut], [width for width, _ in cut]),
    )


def asked(unit: Unit) -> list[list[Unit]]:
    """Return what a unit asks for, the strictest first."""
    width, length = unit
    if width == 1:
        return [[]]
    if width == 2:
        return [[(2, run) for run in runs] for runs in sorted(lists_up_to(length), reverse=True)]
    found: list[list[Unit]] = [[(3, length)], [(3, 1)] * length, [(2, length)]]
    if length == 1:
        found = [[(3, 1)]]
    for triples in reversed(range(length)):
        found += [[(3, 1)] * triples + [(2, 1)] * pairs for pairs in reversed(range(length - triples + 1))]
    return found


def lists_up_to(total: int) -> set[tuple[int, ...]]:
    """Return all falling lists of numbers with a sum of at most `total`."""
    lists: set[tuple[int, ...]] = {()}
    for _ in range(total):
        lists |= {(*each, number) for each in lists for number in range(1, total + 1)}
        lists = {each for each in lists if sum(each) <= total and list(each) == sorted(each, reverse=True)}
    return lists


def best(held: Pile, led: Sequence[Unit], setting: Setting, *, exactly: bool) -> list[int]:
    """Return which of its demands each unit gets, over all ways to serve them in order the least."""
    if not led:
        return []
    for tier, demands in enumerate(asked(led[0])):
        piles = {held}
        for unit in demands:
            piles = {left for each in piles for _, left in taken(each, unit, setting, exactly=exactly)}
        if piles:
            return [tier, *min(best(each, led[1:], setting, exactly=exactly) for each in piles)]
    raise AssertionError("the last demand asks for nothing")


def legal(hand: Sequence[str], lead: Sequence[str], play: Sequence[str], setting: Setting, *, protect: bool) -> bool:
    if len(play) != len(lead) or Counter(play) - Counter(hand):
        return False
    led = group(lead[0], setting)
    held = [card for card in hand if group(card, setting) == led]
    given = [card for card in play if group(card, setting) == led]
    if len(held) <= len(lead):
        return len(given) == len(held)
    shapes = units(lead, setting)
    owed = best(pile(held), shapes, setting, exactly=protect)
    return len(given) == len(lead) and best(pile(given), shapes, setting, exactly=protect) <= owed
