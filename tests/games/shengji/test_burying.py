from itertools import combinations

import pytest

from referee.cards import BySeat, Seat, cards, text
from referee.game import Action, Ask, Event, EventKind, Phase, RuleError, TableError, Verb
from referee.games.shengji.phases.burying import Burying, take_up
from referee.games.shengji.phases.tricks import Tricks
from tests.games.shengji.playing import terms

KITTY = "2c 3c 4c 5c 6c 7c 8c Kc"
HAND = "2d 3d 5d Kd Kd 8c Ts 2h 5h Kh"


def burying(**options: str) -> Burying:
    position = take_up(terms(KITTY, **options), BySeat((cards(HAND), (), (), ())), Seat.EAST).position
    assert isinstance(position, Burying)
    return position


def test_the_declarer_takes_up_the_kitty_and_only_he_sees_it() -> None:
    [event] = take_up(terms(KITTY), BySeat((cards(HAND), (), (), ())), Seat.EAST).events
    assert (event.kind, event.seat, event.phase) == (EventKind.KITTY, Seat.EAST, Phase.BURY)
    seen = event.seen_by(Seat.EAST), event.seen_by(Seat.NORTH), event.seen_by(None)
    assert [each and (each.cards, each.number) for each in seen] == [(cards(KITTY), None), ((), 8), ((), 8)]
    assert burying().hands[0] == cards(f"{HAND} {KITTY}")
    assert burying().ask(Seat.EAST) == Ask((Verb.BURY,), 8, 8, complete=False)


@pytest.mark.parametrize(
    ("options", "buried"),
    [
        pytest.param({}, "2c 2d 3c 3d 4c 6c 7c 8c", id="low side cards"),
        pytest.param({"kitty_size": "12"}, "2c 2d 3c 3d 4c 6c 7c 8c 8c 5c 5d Kc", id="then side points"),
        pytest.param(
            {"kitty_size": "12", "kitty_point_limit": "10"}, "2c 2d 3c 3d 4c 6c 7c 8c 8c 2h 5c 5d", id="a limit"
        ),
    ],
)
def test_the_default_buries_what_is_worth_least(options: dict[str, str], buried: str) -> None:
    assert text(next(burying(**options).moves(Seat.EAST)).cards) == text(cards(buried))


def test_what_is_offered_differs_from_the_default_by_one_card() -> None:
    default, *others = [action.cards for action in burying(kitty_point_limit="5").moves(Seat.EAST)]
    hand, limit = cards(f"{HAND} {KITTY}"), 5
    exchanged = {
        tuple(sorted((*kept, card)))
        for kept in combinations(default, 7)
        for card in hand
        if hand.count(card) > kept.count(card)
    }
    worth = {"5": 5, "T": 10, "K": 10}
    allowed = {e for e in exchanged if sum(worth.get(name[0], 0) for name in text(e).split()) <= limit}
    assert len(set(others)) == len(others)
    assert set(others) == allowed - {default}


@pytest.mark.parametrize(
    ("buried", "options", "rule", "said"),
    [
        pytest.param("2c 3c 4c 5c 6c 7c 8c As", {}, "bury.not_in_hand", "you do not hold", id="not held"),
        pytest.param("2c 2c 4c 5c 6c 7c 8c 3c", {}, "bury.not_in_hand", "you do not hold", id="a copy too many"),
        pytest.param("2c 3c 4c 5c 6c 7c 8c", {}, "bury.count", "lay away 8 cards, not 7", id="too few"),
        pytest.param("", {}, "bury.count", "lay away 8 cards, not 0", id="none"),
        pytest.param(
            "2c 3c 4c 5c 6c 7c 8c Kc", {"kitty_point_limit": "10"}, "bury.points", "at most 10 points", id="points"
        ),
    ],
)
def test_burying_that_breaks_a_rule_is_refused(buried: str, options: dict[str, str], rule: str, said: str) -> None:
    position = burying(**options)
    with pytest.raises(RuleError) as refused:
        position.act(Seat.EAST, Action(Verb.BURY, cards(buried)))
    assert (refused.value.rule, said in refused.value.text) == (rule, True)
    assert position == burying(**options)


def test_only_the_holder_buries() -> None:
    for seat, verb in ((Seat.NORTH, Verb.BURY), (Seat.EAST, Verb.PLAY)):
        with pytest.raises(TableError):
            burying().act(seat, Action(verb, cards(KITTY)))


def test_the_declarer_leads_once_the_kitty_is_laid_away() -> None:
    position, [event] = burying().act(Seat.EAST, Action(Verb.BURY, cards(KITTY)))
    assert event == Event(
        EventKind.BURIED, seat=Seat.EAST, cards=cards(KITTY), sees=frozenset({Seat.EAST}), phase=Phase.PLAY
    )
    assert isinstance(position, Tricks)
    assert (position.turn, position.hands[0], position.terms.kitty) == (Seat.EAST, cards(HAND), cards(KITTY))
