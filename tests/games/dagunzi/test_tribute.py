"""Blood: the highest cards go to the declarer, and as many come back."""

from dataclasses import replace

import pytest

from referee.cards import Seat, cards, text
from referee.game import Action, Ask, EventKind, Phase, RuleError, TableError, Verb
from referee.games.shengji.dagunzi.phases.burying import Burying
from referee.games.shengji.dagunzi.phases.tribute import Paying, Returning, collect
from referee.games.shengji.dagunzi.rules import parse
from tests.games.dagunzi.playing import hands, kinds, terms

OWN = "HJ 6s 3d 4c 9s Kd 5c"


def paying(hand: str, blood: int, level: str = "6") -> Paying:
    position = collect(terms(blood=blood, level=level), hands(OWN, "", "", hand)).position
    assert isinstance(position, Paying)
    return position


def returning(due: int, hand: str = OWN, **options: str) -> Returning:
    return Returning(replace(terms(), rules=parse(options)), hands(hand, "", "", ""), due)


def test_the_seat_before_the_declarer_pays_openly_and_gets_cards_back_in_secret() -> None:
    step = collect(terms(blood=2), hands(OWN, "", "", "HJ 6h As 3c"))
    [due] = step.events
    assert (due.kind, due.seat, due.to, due.number) == (EventKind.TRIBUTE_DUE, Seat.SOUTH, Seat.EAST, 2)
    assert due.phase is Phase.TRIBUTE
    step = step.position.act(Seat.SOUTH, Action(Verb.PAY, cards("6h HJ")))
    [paid] = step.events
    assert (paid.kind, paid.seat, paid.to, paid.cards, paid.sees) == (
        EventKind.PAID,
        Seat.SOUTH,
        Seat.EAST,
        cards("6h HJ"),
        None,
    )
    assert step.position.to_act == {Seat.EAST}
    step = step.position.act(Seat.EAST, Action(Verb.RETURN, cards("3d HJ")))
    returned = step.events[0]
    assert (returned.kind, returned.seat, returned.to) == (EventKind.RETURNED, Seat.EAST, Seat.SOUTH)
    assert returned.sees == frozenset({Seat.EAST, Seat.SOUTH})
    assert kinds(step)[1:] == [EventKind.KITTY]
    assert isinstance(step.position, Burying)
    assert step.position.hands[Seat.SOUTH] == cards("3c 3d As HJ")
    assert step.position.hands[Seat.EAST] == tuple(sorted(cards(f"6h HJ 6s 4c 9s Kd 5c {text(terms().kitty)}")))


def test_nothing_is_asked_without_blood_or_without_a_card_that_can_be_paid() -> None:
    for blood, hand in ((0, "HJ As"), (2, "Kd Tc 5h")):
        step = collect(terms(blood=blood), hands(OWN, "", "", hand))
        assert kinds(step) == [EventKind.KITTY]
        assert isinstance(step.position, Burying)


def test_a_debt_that_cannot_be_paid_whole_is_forgiven() -> None:
    position = paying("Kd Kc 5s Jd", 3)
    assert position.ask(Seat.SOUTH) == Ask((Verb.PAY,), 1, 1, complete=True)
    assert [text(action.cards) for action in position.moves(Seat.SOUTH)] == ["Jd"]


@pytest.mark.parametrize(
    ("hand", "blood", "level", "choices"),
    [
        pytest.param("Ah Kh Qs 6s 2c 9d", 1, "6", ["6s"], id="a level card"),
        pytest.param("Ah 6s 6d 2c 2c", 1, "6", ["6d", "6s"], id="level cards of two suits"),
        pytest.param("6s 2c 2d 2s 3c", 3, "6", ["2c 2d 6s", "2c 2s 6s", "2d 2s 6s"], id="two of three"),
        pytest.param("As Ad 3s", 1, "6", ["Ad", "As"], id="aces of two side suits"),
        pytest.param("As Ad 3h", 1, "6", ["3h"], id="a trump before an ace"),
        pytest.param("5s 2c Ah", 1, "5", ["5s"], id="fives at level 5"),
        pytest.param("Td 2c Ah", 1, "T", ["Td"], id="tens at level 10"),
        pytest.param("5s 2c Ah", 1, "T", ["2c"], id="no fives at level 10"),
        pytest.param("HJ HJ LJ", 2, "6", ["HJ HJ"], id="copies give no choice"),
    ],
)
def test_the_highest_cards_are_paid_and_ties_are_a_choice(
    hand: str, blood: int, level: str, choices: list[str]
) -> None:
    assert [text(action.cards) for action in paying(hand, blood, level).moves(Seat.SOUTH)] == choices


def test_point_cards_of_the_level_can_be_left_out() -> None:
    position = collect(terms(blood=1, level="5", tribute_level_points="false"), hands("", "", "", "5s 2c")).position
    assert [text(action.cards) for action in position.moves(Seat.SOUTH)] == ["2c"]


@pytest.mark.parametrize(
    ("paid", "rule"),
    [
        pytest.param("HJ LJ", "pay.not_in_hand", id="not held"),
        pytest.param("HJ", "pay.count", id="too few"),
        pytest.param("HJ 6s As", "pay.count", id="too many"),
        pytest.param("HJ Kh", "pay.points", id="points"),
        pytest.param("HJ As", "pay.highest", id="not the highest"),
    ],
)
def test_paying_wrongly_is_refused(paid: str, rule: str) -> None:
    position = paying("HJ 6s As Kh 3c", 2)
    with pytest.raises(RuleError) as refused:
        position.act(Seat.SOUTH, Action(Verb.PAY, cards(paid)))
    assert refused.value.rule == rule
    assert position == paying("HJ 6s As Kh 3c", 2)


def test_the_default_return_is_low_and_without_points() -> None:
    moves = [text(action.cards) for action in returning(2).moves(Seat.EAST)]
    assert moves[0] == "4c 3d"
    assert set(moves[1:]) >= {"3d 9s", "3d HJ", "4c HJ"}
    assert returning(2).ask(Seat.EAST) == Ask((Verb.RETURN,), 2, 2, complete=False)


def test_the_lowest_cards_that_are_no_jokers_may_be_due() -> None:
    position = returning(2, "LJ 3d 4c 4d 9s Kd", tribute_return="lowest_non_joker")
    assert [text(action.cards) for action in position.moves(Seat.EAST)] == ["4c 3d", "3d 4d"]
    assert position.ask(Seat.EAST) == Ask((Verb.RETURN,), 2, 2, complete=True)
    points_too = returning(1, "LJ 5c 7d", tribute_return="lowest_non_joker")
    assert [text(action.cards) for action in points_too.moves(Seat.EAST)] == ["5c"]


@pytest.mark.parametrize(
    ("given", "options", "rule"),
    [
        pytest.param("3d As", {}, "return.not_in_hand", id="not held"),
        pytest.param("3d", {}, "return.count", id="too few"),
        pytest.param("3d 4c 9s", {}, "return.count", id="too many"),
        pytest.param("3d HJ", {"tribute_return": "lowest_non_joker"}, "return.joker", id="a joker"),
        pytest.param("3d 9s", {"tribute_return": "lowest_non_joker"}, "return.lowest", id="not the lowest"),
    ],
)
def test_returning_wrongly_is_refused(given: str, options: dict[str, str], rule: str) -> None:
    position = Returning(replace(terms(), rules=parse(options)), hands(OWN, "", "", ""), 2)
    before = repr(position)
    with pytest.raises(RuleError) as refused:
        position.act(Seat.EAST, Action(Verb.RETURN, cards(given)))
    assert refused.value.rule == rule
    assert repr(position) == before


def test_only_payer_and_payee_act_each_with_his_verb() -> None:
    for position, seat, verb in (
        (paying("HJ", 1), Seat.EAST, Verb.PAY),
        (paying("HJ", 1), Seat.SOUTH, Verb.RETURN),
        (returning(1), Seat.SOUTH, Verb.RETURN),
        (returning(1), Seat.EAST, Verb.PAY),
    ):
        with pytest.raises(TableError):
            position.act(seat, Action(verb, cards("HJ")))
    with pytest.raises(TableError):
        paying("HJ", 1).ask(Seat.NORTH)
