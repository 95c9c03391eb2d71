from itertools import product

import pytest

from referee.cards import FACES, HJ, SUITS, Card, Rank, Suit, cards, text
from referee.games.shengji.order import TRUMPS, one_group, order_of
from tests.games.shengji import slow_following
from tests.games.shengji.playing import order_for

ORDERS = [
    pytest.param(level, trump, two_trump, id=f"{level}{trump}{' two_trump' if two_trump else ''}")
    for level, trump, two_trump in product(Rank, Suit, (False, True))
]


@pytest.mark.parametrize(("level", "trump", "two_trump"), ORDERS)
def test_groups_and_classes_are_those_of_the_rules(level: Rank, trump: Suit, two_trump: bool) -> None:  # noqa: FBT001
    order = order_of(level, trump, two_trump=two_trump)
    setting = slow_following.Setting(str(level), str(trump), two_trump)
    for face in map(Card, range(FACES)):
        name = text((face,))
        group = slow_following.group(name, setting)
        assert order.group[face] == (TRUMPS if group == "T" else "cdhs".index(group))
        names = slow_following.classes(group, setting)
        assert order.height[face] == len(names) - 1 - names.index(slow_following.class_of(name, setting))


def test_an_order_is_made_once() -> None:
    assert order_for("5") is order_for("5")
    assert order_for("5") is not order_for("6")


def test_low_cards_come_side_before_trump_then_by_height_then_by_suit() -> None:
    order = order_for("T", "h")
    assert text(order.lowest[:8]) == "2c 2d 2s 3c 3d 3s 4c 4d"
    assert order.lowest[-1] == HJ
    assert [order.lowest[place] for place in order.low] == list(range(FACES))


def test_cheap_cards_are_without_points_then_no_trumps_then_low() -> None:
    order = order_for("T", "h")
    cheapest = sorted(cards("5c Kc Ah 2h 9s 4d Td"), key=order.cheap.__getitem__)
    assert text(cheapest) == "4d 9s 2h Ah 5c Kc Td"


@pytest.mark.parametrize(
    ("held", "group"),
    [
        pytest.param("2s As", Suit.SPADES, id="a side suit"),
        pytest.param("2h Ts LJ", TRUMPS, id="trumps of several suits"),
        pytest.param("2s Ts", None, id="side and trump"),
        pytest.param("2s 2c", None, id="two suits"),
    ],
)
def test_cards_of_one_group(held: str, group: int | None) -> None:
    assert one_group(order_for("T", "h"), cards(held)) == group


def test_no_group_of_the_trump_suit_is_left() -> None:
    members = order_for("T", "h").members
    assert [len(each) for each in members] == [12, 12, 0, 12, 18]
    assert all(len(order_for(trump=str(trump)).members[trump]) == 0 for trump in SUITS)
