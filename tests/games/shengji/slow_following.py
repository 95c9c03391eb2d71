"""Following with two decks, slowly: every way to set pairs aside for the units led is tried and compared.

Written from the rules (docs/rules/tractor.md 2, 5 and 6) and nothing else: cards are text, and no table of the
referee is used.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

RANKS = "23456789TJQKA"


class Setting(NamedTuple):
    level: str
    trump: str
    """c d h s, or n for no-trump."""
    two_trump: bool


def is_trump(card: str, setting: Setting) -> bool:
    rank, suit = card[0], card[1]
    return card in ("LJ", "HJ") or suit == setting.trump or rank == setting.level or (setting.two_trump and rank == "2")


def group(card: str, setting: Setting) -> str:
    return "T" if is_trump(card, setting) else card[1]


def classes(of: str, setting: Setting) -> list[str]:
    """Name the classes of a group from high to low; see `class_of`."""
    special = [setting.level] + (["2"] if setting.two_trump and setting.level != "2" else [])
    plain = [rank for rank in reversed(RANKS) if rank not in special]
    if of != "T":
        return plain
    named = ["HJ", "LJ"]
    for rank in special:
        named += [rank + " main", rank + " off"] if setting.trump != "n" else [rank + " off"]
    return named if setting.trump == "n" else named + plain


def class_of(card: str, setting: Setting) -> str:
    rank, suit = card[0], card[1]
    if card in ("LJ", "HJ"):
        return card
    if rank == setting.level or (setting.two_trump and rank == "2"):
        return rank + (" main" if suit == setting.trump else " off")
    return rank


def partitions_into_runs(pairs: Sequence[str], setting: Setting) -> Iterator[list[int]]:
    """Yield the lengths of every way to arrange some pairs of one group into runs and single pairs."""
    if not pairs:
        yield []
        return
    names = classes(group(pairs[0], setting), setting)
    place = {card: names.index(class_of(card, setting)) for card in pairs}
    first, others = pairs[0], pairs[1:]
    for number in range(len(others) + 1):
        for mates in combinations(others, number):
            places = sorted(place[card] for card in (first, *mates))
            if places == list(range(places[0], places[0] + len(places))):
                left = [card for card in others if card not in mates]
                for rest in partitions_into_runs(left, setting):
                    yield sorted([len(places), *rest], reverse=True)


def pairs_in(cards: Sequence[str]) -> list[str]:
    return [card for card, copies in Counter(cards).items() if copies == 2]


def slots(lead: Sequence[str], setting: Setting) -> list[int]:
    """Return the lengths of the runs and pairs a lead is cut into: fewest pieces, then the longest first."""
    ways = list(partitions_into_runs(pairs_in(lead), setting))
    fewest = min(map(len, ways))
    return max(way for way in ways if len(way) == fewest)


def best(cards: Sequence[str], lengths: Sequence[int], setting: Setting) -> list[list[int]]:
    """Return the greatest list of run lengths, slot by slot, over all ways to share the pairs among the slots."""
    return max(shares(pairs_in(cards), lengths, setting))


def shares(pairs: list[str], lengths: Sequence[int], setting: Setting) -> Iterator[list[list[int]]]:
    if not lengths:
        yield []
        return
    for number in range(min(lengths[0], len(pairs)) + 1):
        for chosen in combinations(pairs, number):
            served = max(partitions_into_runs(chosen, setting))
            left = [card for card in pairs if card not in chosen]
            for rest in shares(left, lengths[1:], setting):
                yield [served, *rest]


def legal(hand: Sequence[str], lead: Sequence[str], play: Sequence[str], setting: Setting) -> bool:
    if len(play) != len(lead) or Counter(play) - Counter(hand):
        return False
    led = group(lead[0], setting)
    held = [card for card in hand if group(card, setting) == led]
    given = [card for card in play if group(card, setting) == led]
    if len(held) <= len(lead):
        return len(given) == len(held)
    lengths = slots(lead, setting)
    return len(given) == len(lead) and best(given, lengths, setting) >= best(held, lengths, setting)
