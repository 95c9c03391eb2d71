"""Cases, blood, steps, special endings and what a deal scores; tricks and the kitty's points."""

import pytest

from referee.cards import BySeat, Seat, cards
from referee.game import Action, EventKind, Phase, Verb
from referee.games.over import Over
from referee.games.shengji.dagunzi.outcome import Case, Outcome, Role, outcome, score_blood
from referee.games.shengji.dagunzi.phases.tricks import Tricks
from referee.games.shengji.dagunzi.rules import parse
from tests.games.dagunzi.playing import hands, of_kind, terms


def end(points: int, kitty: str = "", *, taken: bool = False, dry: bool = False) -> Outcome:
    return outcome(parse({}), points, cards(kitty), taken=taken, dry=dry)


@pytest.mark.parametrize(
    ("points", "taken", "case", "steps", "score"),
    [
        pytest.param(115, False, Case.A, 1, 2, id="A"),
        pytest.param(115, True, Case.B, 0, 1, id="B"),
        pytest.param(120, False, Case.C, 0, -1, id="C"),
        pytest.param(120, True, Case.D, 1, -2, id="D"),
    ],
)
def test_four_cases(points: int, case: Case, steps: int, score: int, *, taken: bool) -> None:
    result = end(points, taken=taken)
    assert (result.case, result.steps, result.score) == (case, steps, score)


@pytest.mark.parametrize(
    ("points", "kitty", "taken", "dry", "steps", "blood", "score"),
    [
        pytest.param(100, "HJ LJ", False, False, 4, 3, 5, id="A: levels and blood"),
        pytest.param(100, "HJ LJ", True, False, 0, 0, 1, id="B: void"),
        pytest.param(130, "HJ LJ", False, False, 0, 3, -1, id="C: blood only"),
        pytest.param(130, "HJ LJ", True, False, 4, 3, -5, id="D: levels and blood"),
        pytest.param(100, "HJ LJ", False, True, 1, 0, 2, id="dry: nothing"),
        pytest.param(100, "HJ HJ LJ LJ", False, False, 7, 6, 8, id="all but three alike"),
    ],
)
def test_jokers_in_the_kitty(
    points: int, kitty: str, steps: int, blood: int, score: int, *, taken: bool, dry: bool
) -> None:
    result = end(points, kitty, taken=taken, dry=dry)
    assert (result.steps, result.joker_blood, result.score) == (steps, blood, score)


def test_what_jokers_are_worth_can_be_chosen_and_a_score_has_a_limit() -> None:
    chosen = {"big_joker_levels": "5", "small_joker_levels": "3", "big_joker_blood": "7", "small_joker_blood": "4"}
    result = outcome(parse(chosen), 100, cards("HJ LJ"), taken=False, dry=False)
    assert (result.steps, result.joker_blood, result.score) == (9, 11, 8)


@pytest.mark.parametrize(
    ("points", "blood"),
    [(0, 8), (5, 8), (10, 7), (75, 1), (80, 0), (120, 0), (150, 0), (155, 0), (160, 1), (165, 1), (295, 14)],
)
def test_blood_by_points(points: int, blood: int) -> None:
    assert score_blood(parse({}), points) == blood


def test_blood_by_points_with_other_numbers() -> None:
    rules = parse({"blood_low": "100", "blood_high": "130", "blood_step": "15"})
    assert [score_blood(rules, points) for points in (80, 85, 100, 130, 140, 145)] == [2, 1, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("points", "kitty", "taken", "dry", "options", "winner"),
    [
        pytest.param(0, "", False, False, {}, Role.DECLARERS, id="no point"),
        pytest.param(0, "", True, False, {}, Role.DECLARERS, id="no point though the kitty is taken"),
        pytest.param(0, "", False, False, {"zero_ends": "false"}, None, id="no point, off"),
        pytest.param(300, "", False, False, {}, Role.ATTACKERS, id="all points"),
        pytest.param(295, "", True, False, {}, None, id="all but five"),
        pytest.param(310, "", True, False, {"full_ends": "false"}, None, id="all points, off"),
        pytest.param(100, "HJ HJ HJ", False, False, {}, Role.DECLARERS, id="three big jokers, A"),
        pytest.param(100, "LJ LJ LJ", False, False, {}, Role.DECLARERS, id="three small jokers, A"),
        pytest.param(100, "HJ HJ HJ", True, False, {}, None, id="three big jokers, B"),
        pytest.param(130, "HJ HJ HJ", False, False, {}, None, id="three big jokers, C"),
        pytest.param(130, "HJ HJ HJ", True, False, {}, Role.ATTACKERS, id="three big jokers, D"),
        pytest.param(100, "HJ HJ LJ", False, False, {}, None, id="three of two kinds"),
        pytest.param(100, "HJ HJ HJ", False, True, {}, None, id="in a dry pot"),
        pytest.param(100, "LJ LJ LJ", False, False, {"triple_joker_end": "big_only"}, None, id="small, big only"),
        pytest.param(100, "HJ HJ HJ", False, False, {"triple_joker_end": "big_only"}, Role.DECLARERS, id="big only"),
        pytest.param(100, "HJ HJ HJ", False, False, {"triple_joker_end": "off"}, None, id="off"),
    ],
)
def test_special_endings(
    points: int, kitty: str, options: dict[str, str], winner: Role | None, *, taken: bool, dry: bool
) -> None:
    result = outcome(parse(options), points, cards(kitty), taken=taken, dry=dry)
    assert result.ended_by is winner
    if winner is not None:
        assert (result.score, result.blood, result.steps) == (8 if winner is Role.DECLARERS else -8, 0, 0)


@pytest.mark.parametrize(
    ("plays", "points", "factor", "captured"),
    [
        pytest.param(["9s", "Ks", "3s", "As"], 10, 2, 50, id="attackers take the kitty"),
        pytest.param(["9s", "5s", "As", "3s"], 70, 0, 70, id="declarers protect it"),
        pytest.param(["As As As", "Ks Ks Ks", "Ts Ts Ts", "3h 3h 3h"], 0, 2, 90, id="a triple counts twice too"),
    ],
)
def test_the_last_trick_decides_the_kitty(plays: list[str], points: int, factor: int, captured: int) -> None:
    """The kitty holds 15 points; seat 0 declares and leads."""
    position = Tricks(terms("5c Td 3s 4s 7s 9c"), hands(*plays), Seat.EAST, points)
    for seat in (Seat.EAST, Seat.NORTH, Seat.WEST):
        step = position.act(seat, Action(Verb.PLAY, position.hands[seat]))
        assert isinstance(step.position, Tricks)
        position = step.position
    step = position.act(Seat.SOUTH, Action(Verb.PLAY, position.hands[Seat.SOUTH]))
    assert isinstance(step.position, Over)
    result = step.position.result
    assert (result.kitty_points, result.kitty_multiplier, result.attackers_points) == (15, factor, captured)
    assert result.points == -captured
    [ended] = of_kind(step.events, EventKind.DEAL_ENDED)
    assert (ended.cards, ended.phase, ended.result) == (cards("5c Td 3s 4s 7s 9c"), Phase.OVER, result)


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        pytest.param(["9s", "Ks", "3s", "As"], 3, id="the highest of the suit"),
        pytest.param(["As", "3h", "Ks", "6d"], 3, id="a level card over a plain trump"),
        pytest.param(["6c", "6d", "6s", "3h"], 0, id="of equals the first"),
        pytest.param(["As As", "3h 3h", "Ks Ks", "6c 6d"], 1, id="only a pair beats a pair"),
        pytest.param(["3s 3s", "Ad Ad", "4s 5s", "Kc Kc"], 0, id="discards cannot win"),
        pytest.param(["3s 3s", "HJ LJ", "4s 4s", "2h 2h"], 3, id="jokers of two kinds are no pair"),
    ],
)
def test_who_wins_a_trick(plays: list[str], winner: int) -> None:
    held = BySeat(tuple(sorted((*cards(play), *cards("4c")))) for play in plays)
    position = Tricks(terms(), held, Seat.EAST)
    for place, play in enumerate(plays):
        step = position.act(Seat.EAST.after(place), Action(Verb.PLAY, cards(play)))
        assert isinstance(step.position, Tricks)
        position = step.position
    [won] = of_kind(step.events, EventKind.TRICK_WON)
    assert (won.seat, won.to, position.turn) == (winner, winner, winner)
    worth = sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for play in plays for card in play.split())
    assert won.points == (worth if winner in (1, 3) else 0)
