"""How greedy plays Guandan: legal, strong enough, and with some sense."""

from collections.abc import Sequence

import pytest
from paiju import Action, Decision, View, play
from paiju.bots.greedy import Greedy
from paiju.bots.guandan.combos import BOMB, FULL_HOUSE, JOKER_BOMB, SINGLE, STRAIGHT, STRAIGHT_FLUSH, TUBE
from paiju.bots.guandan.follow import follow
from paiju.bots.guandan.lead import lead
from paiju.bots.guandan.split import split
from paiju.bots.lowest import Lowest
from paiju.bots.random import Random
from paiju.cards import cards, text
from paiju.testing import ask
from paiju.v1 import game_pb2 as pb
from paiju.v1 import referee_pb2

from referee import practice

OPTIONS = {
    "source": {},
    "official": {"profile": "official"},
    "pagat": {"profile": "pagat"},
    "strict straights": {"one_suit_straight": "never", "wild_in_straight_flush": "false"},
    "hidden counts": {"card_counts": "le10", "tribute_visibility": "parties"},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_greedy_answers_legally_wherever_it_comes(options: dict[str, str]) -> None:
    for number in range(6):
        practice.play([Greedy, Random, Greedy, Lowest], "guandan", options, board=number)


def test_greedy_beats_random_on_nineteen_boards_of_twenty() -> None:
    scores = practice.duel(Greedy, Random, "guandan", boards=20)
    assert sum(score > 0 for score in scores) >= 19
    assert sum(scores) >= 4 * len(scores)


def test_greedy_is_a_function_of_what_it_sees() -> None:
    one, two = Greedy({}), Greedy({})
    for turn in practice.Sitting([one] * 4, practice.match("guandan", board=2)).turns():
        two.tables = one.tables
        assert two.act(turn.decision.view, Decision.FromString(turn.decision.SerializeToString())) == turn.action


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("3c 4d 5h 6s 8c", {SINGLE: 5}, id="nothing to put together"),
        pytest.param("3c 4d 5h 6s 7c", {STRAIGHT: 1}, id="a straight"),
        pytest.param("3c 4c 5c 6c 7c 9d", {STRAIGHT_FLUSH: 1, SINGLE: 1}, id="a straight flush"),
        pytest.param("3c 3d 4c 4d 5c 5d", {TUBE: 1}, id="a tube"),
        pytest.param("3c 3d 3h 9c 9d", {FULL_HOUSE: 1}, id="a full house"),
        pytest.param("3c 3d 3h 3s 4c 5d 6h 7s", {BOMB: 1, SINGLE: 4}, id="no bomb is broken for a straight"),
        pytest.param("9c 9d 9h 2h 4s", {BOMB: 1, SINGLE: 1}, id="a wild makes a bomb of a triple"),
        pytest.param("LJ LJ HJ HJ 4s", {JOKER_BOMB: 1, SINGLE: 1}, id="the joker bomb"),
    ],
)
def test_a_hand_falls_into_few_combinations(hand: str, expected: dict[int, int]) -> None:
    found = split(cards(hand), 2).combos
    kinds = [combo.kind for combo in found]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == expected
    assert sorted(card for combo in found for card in combo.cards) == sorted(cards(hand))


def view(hand: str, counts: Sequence[int] = (9, 9, 9, 9), top: str = "", owner: int = 1) -> View:
    """Seat 0 sees this at level 2; `top` is a single card of its owner."""
    seats = [pb.SeatView(card_count=count) for count in counts]
    seen = View(seat=0, phase=pb.PHASE_PLAY, header=pb.Header(level=2), hand=cards(hand), seats=seats)
    if top:
        [card] = cards(top)
        claim = pb.Claim(kind=SINGLE, key=2 + (card - 1) % 13)
        seen.trick.plays.add(seat=owner, cards=[card], claim=claim)
        seen.trick.best = 0
    return seen


def chosen(seen: View, *legal: str) -> str:
    """Return what is played of these singles and bombs, or nothing."""
    actions = [Action(verb=pb.VERB_PASS)]
    for some in legal:
        action = play(cards(some))
        action.claim.kind = SINGLE if len(action.cards) == 1 else BOMB
        actions.append(action)
    return text(follow(seen, actions).cards)


BOMB_HAND = "3c 4d 6h 8s 9c 9d 9h 9s Kd"


@pytest.mark.parametrize(
    ("seen", "legal", "expected"),
    [
        pytest.param(
            view(BOMB_HAND, top="3d"), ("4d", "6h", "8s", "Kd", "9c 9d 9h 9s"), "4d", id="the lowest that beats"
        ),
        pytest.param(view(BOMB_HAND, top="Ac"), ("9c 9d 9h 9s",), "", id="bombs are kept"),
        pytest.param(view(BOMB_HAND, (9, 1, 9, 9), top="Ac"), ("9c 9d 9h 9s",), "9c 9d 9h 9s", id="but not too long"),
        pytest.param(view(BOMB_HAND, top="Ac", owner=2), ("9c 9d 9h 9s",), "", id="a partner is not bombed"),
        pytest.param(view("3c 5d LJ", top="Ac", owner=2), ("LJ",), "", id="a partner who may win wins"),
        pytest.param(view(BOMB_HAND, (9, 9, 3, 9), top="3d", owner=2), ("4d",), "", id="a partner near the end"),
        pytest.param(view("9c", top="3d", owner=2), ("9c",), "9c", id="going out comes first"),
    ],
)
def test_what_is_played_on_a_single(seen: View, legal: tuple[str, ...], expected: str) -> None:
    assert chosen(seen, *legal) == expected


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        pytest.param(view("3c 4d 5h 6s 7c Kd"), "3c 4d 5h 6s 7c", id="what is long"),
        pytest.param(view("3c 3d 9c 9d 9h 9s"), "9c 9d 9h 9s", id="what is sure before the last"),
        pytest.param(view("3c 4c 6d 6h 9s", (9, 1, 9, 9)), "6d 6h", id="no single to who has one card"),
        pytest.param(view("3c 6d 6h 8s Ts", (9, 9, 1, 9)), "3c", id="a single to a partner who has one card"),
        pytest.param(view("9c 9d 9h 9s"), "9c 9d 9h 9s", id="a bomb if it is the last"),
    ],
)
def test_what_is_led(seen: View, expected: str) -> None:
    assert text(lead(seen).cards) == expected


def test_what_belongs_to_nothing_is_returned_for_tribute() -> None:
    seen = view("3c 4d 5h 6s 7c 9d As")
    legal = [Action(verb=pb.VERB_RETURN, cards=[card]) for card in seen.hand]
    asked = Decision(verbs=[pb.VERB_RETURN], legal=legal, min_cards=1, max_cards=1, view=seen)
    action = ask(Greedy({}), asked, referee_pb2.Seated(game="guandan"))
    assert text(action.cards) == "9d"
