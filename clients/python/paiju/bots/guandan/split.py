"""A hand as few combinations: every way to take runs out of it is tried, and the rest falls into cards of one rank."""

from collections.abc import Sequence
from typing import NamedTuple

from paiju.bots.guandan.combos import (
    ACE,
    ALIKE,
    BOMB,
    FULL_HOUSE,
    JOKER_BOMB,
    PAIR,
    RUNS,
    SINGLE,
    TRIPLE,
    Combo,
    Piles,
    Run,
)
from paiju.bots.guandan.worth import cost
from paiju.cards import BIG_JOKER, SMALL_JOKER, Card

DEEPEST = 4
"""Runs taken out at most."""
JOKERS = (SMALL_JOKER, SMALL_JOKER, BIG_JOKER, BIG_JOKER)


class Split(NamedTuple):
    cost: float
    """About how many turns it takes to be rid of the hand."""
    combos: tuple[Combo, ...]


def split(hand: Sequence[Card], level: int) -> Split:
    """Return the best way found."""
    piles = Piles(hand, level)
    able = [run for run in RUNS if piles.take(run) is not None]
    return best(piles, able, (), DEEPEST)


def best(piles: Piles, able: Sequence[Run], chosen: tuple[Combo, ...], deep: int) -> Split:
    combos = (*chosen, *rest(piles))
    found = Split(sum(cost(combo, piles.level) for combo in combos), combos)
    for place, run in enumerate(able) if deep else ():
        cards = piles.take(run)
        if cards is not None:
            combo = Combo(run.kind, run.key, tuple(cards))
            found = min(found, best(piles.without(cards), able[place:], (*chosen, combo), deep - 1))
    return found


def rest(piles: Piles) -> list[Combo]:
    """Put together what is in no run: bombs, then wilds where they help most, then full houses."""
    combos = [of_rank(rank, pile) for rank, pile in piles.ranks.items() if pile]
    jokers = [card for combo in combos if combo.key > ACE for card in combo.cards]
    if len(jokers) == len(JOKERS):
        combos = [combo for combo in combos if combo.key <= ACE]
        combos.append(Combo(JOKER_BOMB, 0, tuple(jokers)))
    for wild in piles.wilds:
        combos = with_wild(combos, wild, piles.level)
    return full_houses(combos)


def of_rank(rank: int, cards: Sequence[Card]) -> Combo:
    return Combo(ALIKE.get(len(cards), BOMB), rank, tuple(cards))


def with_wild(combos: list[Combo], wild: Card, level: int) -> list[Combo]:
    """Add a wild to the cards of one rank that gain most by it, or leave it a card of the level."""
    choices = [[*combos, Combo(SINGLE, level, (wild,))]]
    for place, combo in enumerate(combos):
        if combo.key <= ACE and combo.kind in (SINGLE, PAIR, TRIPLE, BOMB) and len(combo.cards) < 10:
            choices.append([*combos[:place], of_rank(combo.key, (*combo.cards, wild)), *combos[place + 1 :]])
    return min(choices, key=lambda some: sum(cost(combo, level) for combo in some))


def full_houses(combos: list[Combo]) -> list[Combo]:
    """Give the lowest triples the lowest pairs."""
    triples = sorted(combo for combo in combos if combo.kind == TRIPLE)
    pairs = sorted(combo for combo in combos if combo.kind == PAIR and combo.key <= ACE)
    joined = list(zip(triples, pairs, strict=False))
    used = {combo for both in joined for combo in both}
    houses = [Combo(FULL_HOUSE, triple.key, triple.cards + pair.cards) for triple, pair in joined]
    return [combo for combo in combos if combo not in used] + houses
