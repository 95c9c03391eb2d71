"""What cards can be read as, and what beats what."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from referee.cards import FACES, RANKS, Card, Cards, Rank, Suit, card, cards
from referee.games.guandan.order import Key, order_of
from referee.games.guandan.readings import readings
from referee.games.guandan.rules import Rules, parse
from referee.games.guandan.vectors import every
from tests.games.guandan.playing import only, order_for, terms
from tests.games.guandan.slow_readings import slow_readings

OPTIONS: list[dict[str, str]] = [
    {},
    {"one_suit_straight": "never"},
    {"one_suit_straight": "always"},
    {"full_house_joker_pair": "false", "five_alike_full_house": "true"},
    {"lone_wild_downgrade": "true"},
    {"wild_in_straight_flush": "false"},
    {"wild_in_straight_flush": "false", "one_suit_straight": "never"},
]


def heap(level: Rank, chance: random.Random) -> Cards:
    """Draw a few cards of few ranks, or of neighbours in one suit, or any; mostly with a wild."""
    wild = card(Suit.HEARTS, level)
    low = chance.randint(1, 13)
    ranks = [RANKS[(low + step - 2) % 13] for step in range(chance.choice([1, 2, 2, 3, 5]))]
    suits = chance.choice([[Suit(chance.randrange(4))], list(Suit)[:4]])
    near = [card(suit, rank) for suit in suits for rank in ranks] * 2
    jokers = [Card(52), Card(52), Card(53), Card(53)]
    source = chance.choice([near, near, near, [*near, *jokers], [*map(Card, range(FACES))] * 2])
    wilds = chance.choices([0, 1, 2], [47, 47, 6])[0]
    rest = [face for face in source if face != wild]
    size = chance.choice([1, 2, 3, 4, 5, 5, 5, 5, 6, 6, 6, 7, 8, 10])
    own = chance.sample(rest, min(len(rest), max(0, size - wilds)))
    return tuple(sorted([*own, *[wild] * wilds])) or (wild,)


def heaps(number: int) -> Iterator[tuple[Rules, Rank, Cards]]:
    chance = random.Random("heaps")
    for _ in range(number):
        level = chance.choice(RANKS)
        yield parse(chance.choice(OPTIONS)), level, heap(level, chance)


def test_readings_are_those_found_by_putting_every_card_in_place_of_every_wild() -> None:
    met: Counter[str] = Counter()
    for rules, level, held in heaps(40_000):
        found = [str(each) for each in readings(rules, order_of(level), held)]
        assert len(set(found)) == len(found)
        assert set(found) == slow_readings(rules, level, held), (rules, level, held)
        met.update(name.split()[0] for name in found)
    assert set(met) == {each.name for each in every(order_for("2"))}
    assert len(met) == 16


def test_there_are_as_many_readings_at_one_level_as_the_rules_count() -> None:
    for level in RANKS:
        counts = Counter(each.name for each in every(order_of(level)))
        assert counts == {
            "single": 15, "pair": 15, "triple": 13, "full_house": 13, "straight": 10, "tube": 12, "plate": 13,
            "bomb4": 13, "bomb5": 13, "straight_flush": 10, "bomb6": 13, "bomb7": 13, "bomb8": 13, "bomb9": 12,
            "bomb10": 12, "joker_bomb": 1,
        }  # fmt: skip


def test_a_bomb_of_nine_or_ten_is_never_of_the_level() -> None:
    for size in (9, 10):
        assert Key(7) not in order_for("7").alike[size]


@pytest.mark.parametrize(
    ("level", "stronger", "weaker"),
    [
        pytest.param("7", "LJ LJ HJ HJ", "5s 5s 5d 5d 5c 5c 5h 5h", id="the joker bomb beats more cards"),
        pytest.param("7", "LJ LJ HJ HJ", "5s 5s 5d 5d 5c", id="the joker bomb beats five alike"),
        pytest.param("5", "Ks Kd Kc As Ad Ac", "5s 5d 5c 6s 6d 6c", id="plates go by the printed rank"),
        pytest.param("7", "Qs Qd Ks Kd As Ad", "6s 6d 7s 7d 8s 8d", id="tubes go by the printed rank"),
        pytest.param("7", "2s 2d 3s 3d 4s 4d", "As Ad 2s 2d 3s 3d", id="AA2233 is the lowest tube"),
        pytest.param("7", "2s 2d 2c 3s 3d 3c", "As Ad Ac 2s 2d 2c", id="AAA222 is the lowest plate"),
        pytest.param("7", "2s 2d 2c 2h 2s 2d 2c 2h 7h", "As Ad Ac Ah As Ad Ac Ah", id="nine alike beat eight"),
        pytest.param("7", "3s 3d 3c 3h 3s 3d 3c 3h 7h 7h", "2s 2d 2c 2h 2s 2d 2c 2h 7h", id="ten alike beat nine"),
        pytest.param("7", "2s 2d 2c 2h 2s 2d", "Ts Js Qs Ks As", id="six alike beat a straight flush"),
        pytest.param("7", "2s 3s 4s 5s 6s", "As Ad Ac Ah As", id="a straight flush beats five alike"),
        pytest.param("7", "7s 7d 7c", "As Ad Ac", id="the level is above the ace"),
        pytest.param("A", "As", "Ks", id="level A moves nothing"),
    ],
)
def test_what_beats_what(level: str, stronger: str, weaker: str) -> None:
    read = terms(level)
    assert only(read, stronger).beats(only(read, weaker))
    assert not only(read, weaker).beats(only(read, stronger))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Ts Js Qs Ks As", "Td Jd Qd Kd Ad", id="equal straight flushes"),
        pytest.param("Ts Td Tc Th", "Ts Td 7h 7h", id="equal bombs, one with wilds"),
        pytest.param("6s 6d 6c 7s 7d 7c", "8s 8d 9c 9d Ts Td", id="plate and tube"),
        pytest.param("9s 9d 9c 3s 3d", "3s 4d 5c 6s 8d", id="full house and nothing"),
        pytest.param("7h", "7d", id="a wild is a level card"),
    ],
)
def test_neither_beats_the_other(one: str, other: str) -> None:
    read = terms("7")
    first, second = (readings(read.rules, read.order, cards(text)) for text in (one, other))
    assert not any(a.beats(b) or b.beats(a) for a in first for b in second)


def test_eight_alike_beat_the_joker_bomb_only_if_the_option_says_so() -> None:
    eight, seven, jokers = "2s 2s 2d 2d 2c 2c 2h 2h", "2s 2s 2d 2d 2c 2c 2h", "LJ LJ HJ HJ"
    for top in ("true", "false"):
        read = terms("7", joker_bomb_top=top)
        assert only(read, jokers).beats(only(read, seven))
        assert only(read, eight).beats(only(read, jokers)) == (top == "false")


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        pytest.param("7h 7s 7c 5s 5c", ["full_house 7", "full_house 5"], id="level cards and a pair: either triple"),
        pytest.param("8s 8d 9c 9h 7h 7h", ["tube T", "plate 9", "tube 9"], id="neighbouring pairs and two wilds"),
        pytest.param("9s 9d 9c 9h 4s", [], id="four with one"),
        pytest.param("3s 3d 4s 4d", [], id="two pairs in a row"),
        pytest.param("3s 3d 4s 4d 5s 5d 6s 6d", [], id="four pairs in a row"),
        pytest.param("3s 3d 3c 4s 4d 4c 5s 5d 5c", [], id="three triples"),
        pytest.param("3s 4d 5c 6s 8d 9d", [], id="six in a row"),
        pytest.param("LJ LJ HJ", [], id="three jokers"),
        pytest.param("Ks Kd Kc As Ad Ac 2s 2d 2c", [], id="nothing runs across the ace"),
        pytest.param("2s 2s 2d 2d 2c 2c 2h 2h 7h 7h 3s", [], id="eleven cards"),
        pytest.param("", [], id="no cards"),
        pytest.param("LJ LJ 9s 9d 7h", ["full_house 9"], id="a pair of jokers in a full house"),
    ],
)
def test_readings_the_strongest_first(shown: str, names: list[str]) -> None:
    read = terms("7")
    assert [str(each) for each in readings(read.rules, read.order, cards(shown))] == names


@pytest.mark.parametrize(
    ("shown", "one_suit", "names"),
    [
        pytest.param(
            "3h 4h 5h 6h 7h", "needs_wild", "straight_flush 7, straight 7, straight 6", id="it stands for itself"
        ),
        pytest.param("3h 4h 5h 6h 7h", "never", "straight_flush 7, straight 6", id="the same, no straight of one suit"),
        pytest.param("3s 4s 5s 6s 7h", "needs_wild", "straight 7, straight 6", id="for another card it may not"),
        pytest.param("3s 4s 5s 6s 7h", "never", "straight 7, straight 6", id="but then a straight is left"),
        pytest.param("3s 4s 5s 6s 7s", "needs_wild", "straight_flush 7", id="no wild"),
    ],
)
def test_a_wild_may_be_kept_out_of_straight_flushes(shown: str, one_suit: str, names: str) -> None:
    read = terms("7", wild_in_straight_flush="false", one_suit_straight=one_suit)
    assert ", ".join(map(str, readings(read.rules, read.order, cards(shown)))) == names
