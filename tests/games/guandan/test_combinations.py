"""What a hand can play, against trying every set of its cards."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from referee.cards import FACES, RANKS, BySeat, Card, Cards, Rank, Seat, Suit, card, cards
from referee.games.guandan.combinations import choices, found, hold
from referee.games.guandan.order import LARGEST, Order, Reading, order_of
from referee.games.guandan.phases.climbing import Climbing, Top
from referee.games.guandan.phases.terms import Terms
from referee.games.guandan.progress import Progress
from referee.games.guandan.readings import readings
from referee.games.guandan.rules import Rules, parse
from tests.games.guandan.playing import PASS, climbing, guandan, play, turns
from tests.games.guandan.test_readings import OPTIONS

PACK = tuple(map(Card, range(FACES))) * 2


def small_hand(level: Rank, chance: random.Random) -> Cards:
    """Draw up to nine cards, close together more often than not, with up to two wilds."""
    wild = card(Suit.HEARTS, level)
    low = chance.randint(1, 13)
    ranks = {RANKS[(low + step - 2) % 13] for step in range(chance.choice([2, 3, 5, 6, 13]))}
    suits = chance.sample(range(4), chance.choice([1, 2, 4]))
    source = [face for face in PACK if face >= 52 or (face % 13 + 2 in ranks and face // 13 in suits)]
    own = [face for face in source if face != wild]
    wilds = chance.choice([0, 1, 1, 2])
    hand = chance.sample(own, min(len(own), chance.randint(3, 9) - wilds))
    return tuple(sorted([*hand, *[wild] * wilds]))


def brute_force(rules: Rules, order: Order, hand: Cards, over: Reading | None) -> set[tuple[Reading, Cards]]:
    sets = {some for size in range(1, min(len(hand), LARGEST) + 1) for some in combinations(hand, size)}
    return {
        (reading, some)
        for some in sets
        for reading in readings(rules, order, some)
        if over is None or reading.beats(over)
    }


def hands(number: int) -> Iterator[tuple[Terms, Cards, Top | None]]:
    chance = random.Random("hands")
    for count in range(number):
        level = RANKS[count % 13]
        rules = parse(chance.choice(OPTIONS))
        order = order_of(level)
        hand = small_hand(level, chance)
        other = [reading for reading, _ in found(hold(rules, order, small_hand(level, chance)), None)]
        top = Top(chance.choice(other), Seat.SOUTH) if chance.random() < 0.4 else None
        yield Terms(rules, order, Progress((level, level))), hand, top


def test_moves_are_all_that_can_be_played_each_once() -> None:
    kinds: Counter[str] = Counter()
    for terms, hand, top in hands(2000):
        position = Climbing(terms, BySeat((hand, PACK[:1], PACK[:1], PACK[:1])), Seat.EAST, top)
        moves = list(position.moves(Seat.EAST))
        over = None if top is None else top.reading
        expected = brute_force(terms.rules, terms.order, hand, over)
        assert (PASS in moves) == (top is not None)
        played = [move for move in moves if move != PASS]
        assert len(set(played)) == len(played) == len(expected)
        assert {(move.claim, move.cards) for move in played} == {(reading.claim, some) for reading, some in expected}
        kinds.update(reading.name for reading, _ in expected)
    assert set(kinds) >= {"full_house", "straight", "tube", "plate", "bomb6", "straight_flush"}


def test_every_reading_comes_once_before_any_second_choice_of_cards() -> None:
    for terms, hand, _ in hands(300):
        position = Climbing(terms, BySeat((hand, PACK[:1], PACK[:1], PACK[:1])), Seat.EAST)
        claims = [(move.claim, len(move.cards)) for move in position.moves(Seat.EAST)]
        assert len(set(claims)) == len(set(claims[: len(set(claims))]))


def test_the_first_cards_of_a_reading_have_the_fewest_wilds() -> None:
    for terms, hand, _ in hands(300):
        held, wild = hold(terms.rules, terms.order, hand), terms.order.wild
        for reading, first in found(held, None):
            assert first.count(wild) == min(each.count(wild) for each in choices(held, reading))


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        pytest.param("9c 4h 4d LJ", "4d", id="clubs, diamonds, hearts, spades"),
        pytest.param("7c 9d As", "9d", id="the level is above the ace"),
        pytest.param("7h LJ", "7h", id="a wild is a level card"),
        pytest.param("HJ LJ", "LJ", id="jokers"),
    ],
)
def test_who_leads_late_leads_the_lowest_single(hand: str, move: str) -> None:
    assert next(climbing(hand).moves(Seat.EAST)).cards == cards(move)


def test_who_follows_late_passes() -> None:
    assert next(climbing("LJ LJ HJ HJ", top="3c").moves(Seat.EAST)) == PASS


def test_a_straight_that_would_be_a_flush_takes_another_suit_or_a_wild() -> None:
    def straight(hand: str) -> list[Cards]:
        moves = climbing(hand, top="2c 3d 4d 5d 6d").moves(Seat.EAST)
        return [move.cards for move in moves if move.claim and move.claim.kind and move.claim.kind.name == "STRAIGHT"]

    assert straight("4s 5s 6s 7s 8s") == []
    assert straight("4s 5s 6s 7s 8s 6h") == [cards("4s 5s 6h 7s 8s")]
    assert straight("4s 5s 6s 8s 9s 7h")[0] == cards("4s 5s 6s 7h 8s")


def test_a_whole_hand_has_at_most_191_readings() -> None:
    most = 0
    for seed in range(200):
        first = next(turns(guandan(), seed))
        position = first.step.position
        while not isinstance(position, Climbing):
            seat = min(position.to_act)
            position = position.act(seat, next(position.moves(seat))).position
        held = hold(position.terms.rules, position.terms.order, position.hands[position.turn])
        names = [str(reading) for reading, _ in found(held, None)]
        assert len(set(names)) == len(names)
        most = max(most, len(names))
    assert 80 < most <= 191


@pytest.mark.parametrize(
    ("hand", "kind", "key"),
    [
        pytest.param("As Ad 2s 2d 3s 3d", "tube", "3", id="AA2233"),
        pytest.param("As Ad Ac 2s 2d 2c", "plate", "2", id="AAA222"),
        pytest.param("As 2d 3c 4s 5d", "straight", "5", id="A2345"),
        pytest.param("9s 9d 9c LJ LJ", "full_house", "9", id="a pair of jokers"),
        pytest.param("8s 8d 7h 5s 5d", "full_house", "8", id="a wild in the triple"),
        pytest.param("8s 8d 8c 5s 7h", "full_house", "8", id="a wild in the pair"),
        pytest.param("8s 8d 8c 7h 9s 9d", "plate", "9", id="a wild in a plate"),
        pytest.param("8s 8d 9c 7h Ts Td", "tube", "T", id="a wild in a tube"),
        pytest.param("2s 2s 2d 2d 2c 2c 2h 2h 7h 7h", "bomb", "2", id="ten alike"),
    ],
)
def test_a_whole_hand_can_be_played_at_once(hand: str, kind: str, key: str) -> None:
    moves = climbing(hand).moves(Seat.EAST)
    assert play(hand, f"{kind} {key}") in set(moves)
