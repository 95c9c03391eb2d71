"""What the bots work out for themselves agrees with the rules of the referee."""

import random
from itertools import product

import pytest
from paiju import cards, text
from paiju.bots.random import Random
from paiju.bots.shengji import order as bots_order
from paiju.bots.shengji.order import order_of
from paiju.bots.shengji.sight import Sight
from paiju.bots.shengji.units import covers, cut, owed
from paiju.cards import FACES
from paiju.v1.cards_pb2 import SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_NO_TRUMP, SUIT_SPADES
from paiju.v1.game_pb2 import PHASE_PLAY

from referee import practice
from referee.cards import RANKS, Card, Rank, Suit
from referee.games.shengji import order as rules_order
from referee.games.shengji import shapes

HEARTS = order_of(SUIT_HEARTS, 10, two_trump=False)
GROUP = {rules_order.TRUMPS: bots_order.TRUMPS}
TRUMP = dict(zip(Suit, (SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_SPADES, SUIT_NO_TRUMP), strict=True))


@pytest.mark.parametrize("two_trump", [False, True])
def test_the_order_is_that_of_the_rules(*, two_trump: bool) -> None:
    for trump, level in product(Suit, RANKS):
        rules = rules_order.order_of(level, trump, two_trump=two_trump)
        groups = tuple(GROUP.get(group, group + 1) for group in rules.group)
        assert order_of(TRUMP[trump], level, two_trump=two_trump) == ((0, *groups), (0, *rules.height))


def test_cards_are_cut_as_the_rules_cut_them() -> None:
    chance = random.Random(5)
    rules = rules_order.order_of(Rank.TEN, Suit.HEARTS, two_trump=False)
    for _ in range(2000):
        group = chance.choice([bots_order.TRUMPS, SUIT_CLUBS])
        pack = [card for card in FACES if HEARTS.group[card] == group] * 2
        held = chance.sample(pack, chance.randint(1, 12))
        theirs = shapes.cut(rules, tuple(sorted(Card(card - 1) for card in held)))
        assert [(unit.shape, unit.top) for unit in cut(HEARTS, held)] == [(unit.shape, unit.top) for unit in theirs]


@pytest.mark.parametrize(
    ("held", "shapes", "choices"),
    [
        pytest.param("3c 4c 5c", [(2, 1)], {""}, id="no pair, nothing owed"),
        pytest.param("3c 3c 5c 5c", [(2, 1)], {"3c 3c", "5c 5c"}, id="any pair"),
        pytest.param("3c 3c 5c 5c", [(2, 2)], {"3c 3c 5c 5c"}, id="no tractor, pairs"),
        pytest.param("3c 3c 5c 5c Jc Jc Qc Qc", [(2, 2)], {"Jc Jc Qc Qc"}, id="a tractor before pairs"),
        pytest.param(
            "3c 3c 5c 5c Jc Jc Qc Qc", [(2, 3)], {"3c 3c Jc Jc Qc Qc", "5c 5c Jc Jc Qc Qc"}, id="the longest run first"
        ),
        pytest.param("9c 9c Jc Jc", [(2, 2)], {"9c 9c Jc Jc"}, id="neighbours over the level"),
        pytest.param("3c 3c 4c 4c 7c 7c", [(2, 2), (2, 1)], {"3c 3c 4c 4c 7c 7c"}, id="a throw, slot by slot"),
    ],
)
def test_what_is_owed_for_a_shape(held: str, shapes: list[tuple[int, int]], choices: set[str]) -> None:
    assert {text(sorted(choice)) for choice in owed(HEARTS, cards(held), shapes)} == choices


@pytest.mark.parametrize(
    ("held", "shapes", "top"),
    [
        pytest.param("3h 4h", [(1, 1), (1, 1)], "4h", id="the highest single"),
        pytest.param("3h 4h", [(2, 1)], None, id="no pair"),
        pytest.param("9h 9h 8h 8h 7h 2h", [(2, 2), (1, 1), (1, 1)], "9h", id="a tractor and singles"),
        pytest.param("9h 9h 8h 8h 7h 7h", [(2, 2), (2, 1)], "9h", id="out of a longer run"),
        pytest.param("9h 9h 8h 8h 7h 2h", [(2, 2), (2, 1)], None, id="a pair short"),
    ],
)
def test_the_height_that_counts_in_a_cover(held: str, shapes: list[tuple[int, int]], top: str | None) -> None:
    assert covers(HEARTS, cards(held), shapes) == (HEARTS.height[cards(top)[0]] if top else None)


def test_the_play_worth_most_is_the_one_that_holds_the_trick() -> None:
    for number in range(8):
        match = practice.match("tractor", board=number, seed=4)
        for view in (turn.decision.view for turn in practice.Sitting([Random] * 4, match).turns()):
            if view.phase == PHASE_PLAY and view.trick.plays:
                sight = Sight(view, two_trump=False, decks=2)
                worth = [sight.value(play.cards, sight.lead) or (False, -1) for play in view.trick.plays]
                assert worth.index(max(worth)) == view.trick.best
