"""The kitty: dry or not, buried, taken jokers, picked from, seen or not."""

from dataclasses import replace

import pytest

from referee.cards import Rank, Seat, Suit, cards, text
from referee.game import Action, Ask, EventKind, Phase, RuleError, Step, TableError, Verb
from referee.games.shengji.dagunzi.kitty import is_dry
from referee.games.shengji.dagunzi.phases.adding import Adding, Picking
from referee.games.shengji.dagunzi.phases.burying import Burying, open_kitty
from referee.games.shengji.dagunzi.phases.tricks import Tricks
from referee.games.shengji.dagunzi.progress import Progress
from referee.games.shengji.dagunzi.rules import parse
from referee.games.shengji.order import order_of
from tests.games.dagunzi.playing import LOW_KITTY, hands, kinds, terms

PASS = Action(Verb.PASS)
MINE = "HJ HJ LJ Kd Kc 5s Th 3d 4c 9s"
ORDER = order_of(Rank.SIX, Suit.HEARTS, two_trump=True)


def add(listed: str) -> Action:
    return Action(Verb.ADD, cards(listed))


def burying(hand: str = MINE) -> Burying:
    return Burying(terms(), hands(hand, "", "", ""))


def adding(kitty: str, hand: str, *, public: bool = False, block: str = "no_pickable") -> Adding:
    """Seat 1 is asked first."""
    given = replace(terms(kitty, public=public), rules=parse({"others_bury_block": block}))
    return Adding(given, hands("3c", hand, "LJ HJ", "LJ"), Seat.NORTH)


def picking(kitty: str, due: int) -> Picking:
    return Picking(terms(kitty, public=True), hands("", "", "", ""), Seat.NORTH, due)


@pytest.mark.parametrize("public", [True, False])
def test_the_declarer_takes_up_a_kitty_that_all_have_seen_or_only_he_sees(*, public: bool) -> None:
    step = open_kitty(terms("7h 4c 7c 8c 9c Jc", public=public), hands("3c", "", "", ""))
    [taken] = step.events
    assert (taken.kind, taken.seat, taken.public, taken.phase) == (EventKind.KITTY, Seat.EAST, public, Phase.BURY)
    seen = taken.seen_by(Seat.NORTH)
    assert seen is not None
    assert (seen.cards, seen.number) == ((cards("4c 7c 8c 9c Jc 7h"), None) if public else ((), 6))
    assert isinstance(step.position, Burying)
    assert step.position.hands[0] == cards("3c 4c 7c 8c 9c Jc 7h")


def test_a_dry_pot_stays_where_it_is_and_the_play_begins() -> None:
    step = open_kitty(terms(LOW_KITTY, public=True), hands("3d", "", "", ""))
    [shown] = step.events
    assert (shown.kind, shown.seat, shown.public, shown.dry) == (EventKind.KITTY, None, True, True)
    assert shown.phase is Phase.PLAY
    assert isinstance(step.position, Tricks)
    assert step.position.terms.dry
    assert (step.position.hands[0], step.position.terms.kitty) == (cards("3d"), cards(LOW_KITTY))


def test_a_kitty_that_only_the_declarer_sees_is_never_dry() -> None:
    assert isinstance(open_kitty(terms(LOW_KITTY), hands("", "", "", "")).position, Burying)


def test_the_first_kitty_of_a_match_may_be_spared() -> None:
    first = replace(terms(LOW_KITTY, public=True), progress=Progress((Rank.THREE, Rank.THREE)))
    spared = replace(first, rules=parse({"dry_pot_first_hand": "false"}))
    assert [type(open_kitty(given, hands("", "", "", "")).position) for given in (first, spared)] == [Tricks, Burying]


@pytest.mark.parametrize(
    ("kitty", "permanents", "trump_suit", "merged"),
    [
        pytest.param("3s 4s 9d Kc 5c Td", True, True, True, id="no trump"),
        pytest.param("7h 8h Ah 2c LJ 6s", True, True, True, id="only trumps"),
        pytest.param("3s 4s 9d Kc 5c 7h", False, False, False, id="a plain trump"),
        pytest.param("3s 4s 9d Kc 5c HJ", True, True, True, id="a joker"),
        pytest.param("3s 4s 9d Kc 5c 2c", True, True, True, id="a side 2"),
        pytest.param("3s 4s 9d Kc 5c 2h", True, False, True, id="the 2 of trumps"),
        pytest.param("3s 4s 9d Kc 5c 6c", False, True, True, id="a level card of a side suit"),
        pytest.param("3s 4s 9d Kc 5c 6h", False, True, True, id="the level card of trumps"),
        pytest.param("2h 6c 3s 4s 9d Kc", False, False, True, id="a 2 and a level card"),
    ],
)
def test_dry_is_without_trumps_but_such_as_are_left_out(
    kitty: str, *, permanents: bool, trump_suit: bool, merged: bool
) -> None:
    given = {"permanents": permanents, "trump_suit": trump_suit, "merged": merged}
    for test, dry in given.items():
        rules = parse({"dry_pot_test": test})
        assert is_dry(rules, ORDER, cards(kitty), first_deal=False) is dry, test
    assert not is_dry(parse({"dry_pot": "false"}), ORDER, cards(kitty), first_deal=False)


def test_the_default_buries_low_side_cards_without_points() -> None:
    moves = [text(action.cards) for action in burying(f"{MINE} 2c 7h Qs").moves(Seat.EAST)]
    assert moves[0] == text(cards("3d 4c 9s Qs 5s Kc"))
    assert len(set(moves)) == len(moves)
    assert burying().ask(Seat.EAST) == Ask((Verb.BURY,), 6, 6, complete=False)
    assert any("HJ" in each for each in moves)
    assert not any("LJ" in each for each in moves)


@pytest.mark.parametrize(
    ("buried", "rule"),
    [
        pytest.param("As Kd Kc 5s Th 3d", "bury.not_in_hand", id="not held"),
        pytest.param("Kd Kd Kc 5s Th 3d", "bury.not_in_hand", id="a copy too many"),
        pytest.param("Kd Kc 5s Th 3d", "bury.count", id="too few"),
        pytest.param("HJ LJ Kd Kc 5s Th", "bury.big_joker", id="a small joker, a big one kept"),
    ],
)
def test_burying_that_breaks_a_rule_is_refused(buried: str, rule: str) -> None:
    with pytest.raises(RuleError) as refused:
        burying().act(Seat.EAST, Action(Verb.BURY, cards(buried)))
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    ("buried", "public"),
    [
        pytest.param("Kd Kc 5s Th 3d 4c", False, id="no joker"),
        pytest.param("HJ Kc 5s Th 3d 4c", True, id="one of two big jokers"),
        pytest.param("HJ HJ LJ Th 3d 4c", True, id="all jokers"),
    ],
)
def test_a_buried_kitty_is_seen_by_all_if_a_joker_is_in_it(buried: str, *, public: bool) -> None:
    step = burying().act(Seat.EAST, Action(Verb.BURY, cards(buried)))
    [event] = step.events
    assert (event.kind, event.public, event.sees) == (
        EventKind.BURIED,
        public,
        None if public else frozenset({Seat.EAST}),
    )
    assert event.phase is Phase.ADD
    assert isinstance(step.position, Adding)
    assert (step.position.terms.kitty, step.position.terms.public) == (cards(buried), public)
    assert step.position.to_act == {Seat.NORTH}


def test_nobody_is_asked_if_the_others_may_not_bury() -> None:
    position = replace(burying(), terms=replace(terms(), rules=parse({"others_bury": "false"})))
    step = position.act(Seat.EAST, Action(Verb.BURY, cards("Kd Kc 5s Th 3d 4c")))
    assert isinstance(step.position, Tricks)
    assert step.events[0].phase is Phase.PLAY


@pytest.mark.parametrize(
    ("hand", "kitty", "public", "offered"),
    [
        pytest.param("3c", LOW_KITTY, False, [""], id="no joker"),
        pytest.param("HJ HJ LJ", LOW_KITTY, False, ["", "HJ", "HJ HJ", "LJ HJ HJ"], id="big before small"),
        pytest.param("LJ LJ", LOW_KITTY, False, ["", "LJ", "LJ LJ"], id="small alone"),
        pytest.param("LJ LJ", "Kd Kc 5s Th HJ 3d", True, ["", "LJ"], id="as many as a public kitty takes"),
        pytest.param("HJ LJ", "Kd Kc 5s Th HJ HJ", True, [""], id="a public kitty of points and jokers"),
        pytest.param("HJ LJ", "Kd Kc 5s Th 5d 5c", False, ["", "HJ", "LJ HJ"], id="a secret one tells nothing"),
    ],
)
def test_offers_depend_on_what_the_seat_knows(hand: str, kitty: str, offered: list[str], *, public: bool) -> None:
    position = adding(kitty, hand, public=public)
    assert [text(action.cards) for action in position.moves(Seat.NORTH)] == offered
    assert position.ask(Seat.NORTH) == Ask((Verb.ADD, Verb.PASS), 1, 6, complete=True)


def test_adding_a_joker_shows_the_kitty_to_all_and_asks_for_the_pick() -> None:
    step = adding("Kd 5s Th 3d 4c 9s", "LJ LJ 7s").act(Seat.NORTH, add("LJ LJ"))
    shown, added = step.events
    assert (shown.kind, shown.seat, text(shown.cards), shown.public) == (
        EventKind.KITTY,
        None,
        text(cards("Kd 5s Th 3d 4c 9s")),
        True,
    )
    assert (added.kind, added.seat, added.cards, added.sees) == (EventKind.ADDED, Seat.NORTH, cards("LJ LJ"), None)
    assert isinstance(step.position, Picking)
    assert step.position.ask(Seat.NORTH) == Ask((Verb.PICK,), 2, 2, complete=True, pool=cards("3d 4c 9s"))
    step = step.position.act(Seat.NORTH, Action(Verb.PICK, cards("3d 4c")))
    [picked] = step.events
    assert (picked.kind, picked.seat, picked.cards) == (EventKind.PICKED, Seat.NORTH, cards("3d 4c"))
    assert isinstance(step.position, Adding)
    assert step.position.terms.kitty == cards("Kd 5s Th 9s LJ LJ")
    assert step.position.hands[Seat.NORTH] == cards("3d 4c 7s")
    assert step.position.to_act == {Seat.WEST}


def test_a_kitty_that_is_public_is_not_shown_again() -> None:
    assert kinds(adding("HJ 5s Th 3d 4c 9s", "LJ", public=True).act(Seat.NORTH, add("LJ"))) == [EventKind.ADDED]


def test_a_kitty_that_takes_no_joker_makes_a_pass_of_an_attempt() -> None:
    """It looks like a pass to everybody but the seat that tried, which still has its jokers."""
    full = adding("Kd Kc 5s Th 5d 3c", "LJ LJ 7s")
    assert full.act(Seat.NORTH, add("LJ LJ")) == full.act(Seat.NORTH, PASS)
    assert full.act(Seat.NORTH, add("LJ")) != full.act(Seat.NORTH, PASS)
    strict = adding("Kd 3c 4c 7c 8c 9c", "LJ", block="any_point")
    assert strict.act(Seat.NORTH, add("LJ")) == strict.act(Seat.NORTH, PASS)


def test_all_three_are_asked_in_turn_and_the_declarer_leads() -> None:
    step = Step(adding(LOW_KITTY, "3d"), ())
    for seat in (Seat.NORTH, Seat.WEST, Seat.SOUTH):
        assert step.position.to_act == {seat}
        step = step.position.act(seat, PASS)
        assert [(event.kind, event.seat) for event in step.events] == [(EventKind.PASSED, seat)]
    assert step.events[0].phase is Phase.PLAY
    assert isinstance(step.position, Tricks)
    assert step.position.to_act == {Seat.EAST}


def test_the_last_pick_begins_the_play() -> None:
    position = replace(adding(LOW_KITTY, ""), turn=Seat.SOUTH)
    step = position.act(Seat.SOUTH, add("LJ")).position.act(Seat.SOUTH, Action(Verb.PICK, cards("3c")))
    assert isinstance(step.position, Tricks)
    assert step.events[0].phase is Phase.PLAY
    assert (step.position.terms.kitty, step.position.terms.public) == (cards("4c 7c 8c 9c Jc LJ"), True)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        pytest.param(add("HJ HJ"), "add.not_in_hand", id="not held"),
        pytest.param(add("7s"), "add.jokers", id="no joker"),
        pytest.param(add("LJ 7s"), "add.jokers", id="a joker and more"),
        pytest.param(add(""), "add.jokers", id="nothing"),
        pytest.param(add("LJ"), "add.big_joker", id="a small joker, a big one kept"),
        pytest.param(Action(Verb.PASS, cards("LJ")), "add.cards", id="a pass with cards"),
    ],
)
def test_adding_that_breaks_a_rule_is_refused(action: Action, rule: str) -> None:
    position = adding(LOW_KITTY, "HJ LJ 7s")
    before = repr(position)
    with pytest.raises(RuleError) as refused:
        position.act(Seat.NORTH, action)
    assert refused.value.rule == rule
    assert repr(position) == before


@pytest.mark.parametrize(
    ("kitty", "due", "choices"),
    [
        pytest.param("Kd 5s Th 3d 4c 9s LJ", 1, ["3d"], id="the lowest"),
        pytest.param("3d 3c 9s Kd 4h 2s LJ", 1, ["3c", "3d"], id="equal ranks"),
        pytest.param("3d 3c 3s Kd 4h 2s LJ LJ", 2, ["3c 3d", "3c 3s", "3d 3s"], id="two of three"),
        pytest.param("As 3h Kd 5c Td Jc LJ LJ", 2, ["Jc As"], id="side cards before trumps"),
        pytest.param("6c 6h 2d 2h 3h Kd LJ LJ LJ LJ", 4, ["2d 2h 3h 6c"], id="trumps in their order"),
    ],
)
def test_the_lowest_cards_are_picked_and_ties_are_a_choice(kitty: str, due: int, choices: list[str]) -> None:
    offered = [text(action.cards) for action in picking(kitty, due).moves(Seat.NORTH)]
    assert offered == [text(cards(choice)) for choice in choices]


@pytest.mark.parametrize(
    ("picked", "rule"),
    [
        pytest.param("3d 4d", "pick.not_in_kitty", id="not there"),
        pytest.param("3d", "pick.count", id="too few"),
        pytest.param("3d 5s", "pick.points", id="points"),
        pytest.param("3d LJ", "pick.points", id="a joker"),
        pytest.param("3d 9s", "pick.lowest", id="not the lowest"),
    ],
)
def test_picking_wrongly_is_refused(picked: str, rule: str) -> None:
    position = picking("Kd 5s Th 3d 4c 9s LJ LJ", 2)
    before = repr(position)
    with pytest.raises(RuleError) as refused:
        position.act(Seat.NORTH, Action(Verb.PICK, cards(picked)))
    assert refused.value.rule == rule
    assert repr(position) == before


def test_only_who_is_asked_acts_with_a_verb_of_the_phase() -> None:
    for position, seat, verb in (
        (burying(), Seat.NORTH, Verb.BURY),
        (burying(), Seat.EAST, Verb.PLAY),
        (adding(LOW_KITTY, ""), Seat.EAST, Verb.PASS),
        (adding(LOW_KITTY, ""), Seat.NORTH, Verb.BURY),
        (picking(LOW_KITTY, 1), Seat.WEST, Verb.PICK),
        (picking(LOW_KITTY, 1), Seat.NORTH, Verb.PASS),
    ):
        with pytest.raises(TableError):
            position.act(seat, Action(verb))
