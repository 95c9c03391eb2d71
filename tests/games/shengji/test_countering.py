"""Fan-di: who is asked, what goes over what stands, who takes the kitty up, when it ends."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from referee.cards import SEATS, BySeat, Rank, Seat, Suit, cards
from referee.game import Action, Ask, Event, EventKind, Phase, RuleError, Step, TableError, Verb
from referee.games.shengji.chaodi import OPTIONS
from referee.games.shengji.declarations import Declaration, Standing
from referee.games.shengji.order import TRUMPS, order_of
from referee.games.shengji.phases.burying import Burying, Countering, asking
from referee.games.shengji.phases.tricks import Terms, Tricks
from referee.games.shengji.progress import Progress
from referee.games.shengji.rules import parse

KITTY = cards("2c 3c 4c 6c 7c 8c 9c Jc")
HANDS = ("Th 3d 4d 5d", "Td Td 3s 4s Ks", "Tc Tc HJ HJ 5s 6s", "Ts Ts 3h 4h LJ LJ")
SINGLE = Declaration(Seat.EAST, cards("Th"), Seat.EAST)
BURIED = Event(EventKind.BURIED, seat=Seat.EAST)
PASS = Action(Verb.PASS)


def buried(standing: Standing = SINGLE, hands: Sequence[str] = HANDS, **options: str) -> Step:
    """Seat 0 declares and has just buried; the level is T."""
    rules = parse(options, OPTIONS)
    order = order_of(Rank.TEN, standing.trump if standing else Suit.NO_TRUMP, two_trump=rules.two_trump)
    progress = Progress((Rank.TEN, Rank.TEN), Seat.EAST)
    terms = Terms(rules, progress, order, Seat.EAST, KITTY[: rules.kitty_size], standing)
    return asking(terms, BySeat(map(cards, hands)), Seat.EAST, BURIED)


def countering(standing: Standing = SINGLE, hands: Sequence[str] = HANDS, **options: str) -> Countering:
    position = buried(standing, hands, **options).position
    assert isinstance(position, Countering)
    return position


def fan(shown: str) -> Action:
    return Action(Verb.DECLARE, cards(shown))


def bury(step: Step) -> Step:
    assert isinstance(step.position, Burying)
    return step.position.act(step.position.holder, Action(Verb.BURY, KITTY))


@pytest.mark.parametrize(
    ("standing", "options", "asked"),
    [
        pytest.param(SINGLE, {}, (1, 2, 3), id="all but the burier"),
        pytest.param(None, {}, (1, 2, 3), id="nobody declared"),
        pytest.param(SINGLE._replace(seat=Seat.WEST), {}, (1, 3), id="not whose declaration stands"),
        pytest.param(SINGLE._replace(seat=Seat.WEST), {"fandi_allow_self": "true"}, (1, 2, 3), id="unless it may"),
    ],
)
def test_the_others_are_asked_in_turn(standing: Standing, options: dict[str, str], asked: tuple[int, ...]) -> None:
    position, [event] = buried(standing, **options)
    assert isinstance(position, Countering)
    assert (position.queue, event.phase) == (asked, Phase.COUNTER)


@pytest.mark.parametrize(
    ("standing", "options"),
    [
        pytest.param(SINGLE, {"fandi": "false"}, id="no fan-di"),
        pytest.param(SINGLE._replace(cards=cards("HJ HJ")), {}, id="two big jokers of two decks"),
        pytest.param(SINGLE._replace(cards=cards("HJ HJ HJ")), {"decks": "3"}, id="three big jokers of three decks"),
        pytest.param(SINGLE._replace(cards=cards("Ts Ts")), {"no_trump_bid": "off"}, id="spades without jokers"),
        pytest.param(SINGLE._replace(cards=cards("LJ LJ HJ HJ")), {"no_trump_bid": "four_jokers"}, id="four jokers"),
    ],
)
def test_nobody_is_asked_where_nothing_goes_over_what_stands(standing: Standing, options: dict[str, str]) -> None:
    position, [event] = buried(standing, **options)
    assert isinstance(position, Tricks)
    assert (position.turn, event.phase) == (Seat.EAST, Phase.PLAY)


@pytest.mark.parametrize(
    ("standing", "seat", "options", "offers"),
    [
        pytest.param(SINGLE, 2, {}, "Tc Tc, HJ HJ", id="any pair over a single"),
        pytest.param(None, 2, {}, "Tc Tc, HJ HJ", id="any pair over nothing"),
        pytest.param(SINGLE._replace(cards=cards("Tc Tc")), 3, {}, "Ts Ts, LJ LJ", id="spades over clubs"),
        pytest.param(SINGLE._replace(cards=cards("Tc Tc")), 1, {}, "", id="diamonds not over clubs"),
        pytest.param(SINGLE._replace(cards=cards("LJ LJ")), 3, {}, "", id="spades not over jokers"),
        pytest.param(SINGLE, 2, {"no_trump_bid": "off"}, "Tc Tc", id="no jokers"),
    ],
)
def test_what_is_offered_goes_over_what_stands(
    standing: Standing, seat: int, options: dict[str, str], offers: str
) -> None:
    position = countering(standing, **options)
    position = Countering(position.terms, position.hands, (SEATS[seat],))
    expected = [fan(each) for each in offers.split(", ") if each]
    assert list(position.moves(SEATS[seat])) == [PASS, *expected]
    assert position.ask(SEATS[seat]) == Ask((Verb.DECLARE, Verb.PASS), 2, 2, complete=True)


def test_with_three_decks_triples_go_over_pairs_of_big_jokers() -> None:
    standing = Declaration(Seat.EAST, cards("HJ HJ"), Seat.EAST)
    position = countering(standing, ("", "Td Td Td LJ LJ", "", ""), decks="3")
    assert list(position.moves(Seat.NORTH)) == [PASS, fan("Td Td Td")]
    assert position.ask(Seat.NORTH).max_cards == 3


def test_a_seat_that_cannot_is_asked_and_passes_like_one_that_will_not() -> None:
    can, cannot = countering(), countering(hands=("", "3s 4s", "", ""))
    assert can.ask(Seat.NORTH) == cannot.ask(Seat.NORTH)
    assert list(cannot.moves(Seat.NORTH)) == [PASS]
    assert can.act(Seat.NORTH, PASS).events == cannot.act(Seat.NORTH, PASS).events
    assert can.act(Seat.NORTH, PASS).events == (Event(EventKind.PASSED, seat=Seat.NORTH),)


def test_when_all_have_passed_the_declarer_leads() -> None:
    step = buried()
    for seat in (Seat.NORTH, Seat.WEST, Seat.SOUTH):
        step = step.position.act(seat, PASS)
    assert step.events == (Event(EventKind.PASSED, seat=Seat.SOUTH, phase=Phase.PLAY),)
    assert isinstance(step.position, Tricks)
    assert (step.position.turn, step.position.terms.kitty, step.position.terms.fans) == (Seat.EAST, KITTY, 0)


def test_a_fan_di_names_the_trump_and_takes_the_kitty_up_unseen_by_others() -> None:
    declared, named, kitty = countering().act(Seat.NORTH, fan("Td Td")).events
    assert declared == Event(EventKind.DECLARED, seat=Seat.NORTH, cards=cards("Td Td"), trump=Suit.DIAMONDS, fans=1)
    assert named == Event(EventKind.TRUMP_SET, seat=Seat.EAST, trump=Suit.DIAMONDS)
    assert (kitty.kind, kitty.seat, kitty.phase) == (EventKind.KITTY, Seat.NORTH, Phase.BURY)
    assert [event and event.cards for event in map(kitty.seen_by, (*SEATS, None))] == [(), KITTY, (), (), ()]


def test_trump_is_not_named_again_where_it_stays() -> None:
    standing = Declaration(Seat.EAST, cards("LJ LJ"), Seat.EAST)
    hands = ("", "HJ HJ", "", "")
    kinds = [event.kind for event in countering(standing, hands).act(Seat.NORTH, fan("HJ HJ")).events]
    assert kinds == [EventKind.DECLARED, EventKind.KITTY]


def test_the_holder_buries_again_and_the_question_starts_after_it() -> None:
    holding = countering().act(Seat.NORTH, fan("Td Td"))
    assert isinstance(holding.position, Burying)
    assert (holding.position.holder, holding.position.hands[1]) == (Seat.NORTH, tuple(sorted(cards(HANDS[1]) + KITTY)))
    assert holding.position.terms.order.group[cards("3d")[0]] == TRUMPS
    position, [event] = bury(holding)
    assert isinstance(position, Countering)
    assert position.queue == (Seat.WEST, Seat.SOUTH, Seat.EAST)
    assert (event.kind, event.sees, event.phase) == (EventKind.BURIED, frozenset({Seat.NORTH}), Phase.COUNTER)


def test_the_kitty_goes_round_until_nothing_goes_over_what_stands() -> None:
    step = bury(countering().act(Seat.NORTH, fan("Td Td")))
    step = step.position.act(Seat.WEST, PASS)
    step = bury(step.position.act(Seat.SOUTH, fan("Ts Ts")))
    step = step.position.act(Seat.EAST, PASS).position.act(Seat.NORTH, PASS)
    step = bury(step.position.act(Seat.WEST, fan("HJ HJ")))
    assert isinstance(step.position, Tricks)
    terms = step.position.terms
    assert (terms.fans, terms.declarer, terms.order.trump) == (3, Seat.EAST, Suit.NO_TRUMP)
    assert (step.position.turn, step.events[0].phase) == (Seat.EAST, Phase.PLAY)


def test_counters_while_dealing_count_as_fans_too() -> None:
    standing = SINGLE._replace(fans=1)
    step = bury(countering(standing).act(Seat.NORTH, fan("Td Td")))
    assert isinstance(step.position, Countering)
    assert step.position.terms.fans == 2


def test_cards_taken_up_with_the_kitty_may_be_shown_later() -> None:
    position = countering(hands=("", "Tc Tc HJ 3s", "Ts Ts", ""))
    with_joker = replace(position.terms, kitty=cards("2c 3c 4c 6c 7c 8c 9c HJ"))
    holding = replace(position, terms=with_joker).act(Seat.NORTH, fan("Tc Tc")).position
    step = holding.act(Seat.NORTH, Action(Verb.BURY, cards("2c 3c 4c 6c 7c 8c 9c 3s")))
    holding = step.position.act(Seat.WEST, fan("Ts Ts")).position
    step = holding.act(Seat.WEST, Action(Verb.BURY, cards("2c 3c 4c 6c 7c 8c 9c 3s")))
    step = step.position.act(Seat.SOUTH, PASS).position.act(Seat.EAST, PASS)
    assert list(step.position.moves(Seat.NORTH)) == [PASS, fan("HJ HJ")]


@pytest.mark.parametrize(
    ("first_deal", "option", "declarer"),
    [
        pytest.param(True, "false", 0, id="first deal"),
        pytest.param(True, "true", 1, id="first deal, it changes"),
        pytest.param(False, "true", 0, id="later deals"),
    ],
)
def test_who_declares_after_a_fan_di(first_deal: bool, option: str, declarer: int) -> None:  # noqa: FBT001
    position = countering(fandi_changes_first_declarer=option)
    progress = Progress((Rank.TEN, Rank.TEN), None if first_deal else Seat.EAST)
    step = replace(position, terms=replace(position.terms, progress=progress)).act(Seat.NORTH, fan("Td Td"))
    assert step.events[1] == Event(EventKind.TRUMP_SET, seat=SEATS[declarer], trump=Suit.DIAMONDS)
    step = bury(step)
    while isinstance(step.position, Countering):
        step = step.position.act(step.position.queue[0], PASS)
    assert step.position.to_act == {SEATS[declarer]}


@pytest.mark.parametrize(
    ("action", "rule", "said"),
    [
        pytest.param(fan("Ts Ts"), "counter.not_in_hand", "you do not hold Ts Ts", id="not held"),
        pytest.param(fan("Td Td Td"), "counter.not_in_hand", "you do not hold", id="a copy too many"),
        pytest.param(fan(""), "counter.cards", "show two or more level cards (T) or jokers", id="nothing"),
        pytest.param(fan("Td"), "counter.cards", "show two or more", id="a single"),
        pytest.param(fan("3s 4s"), "counter.cards", "show two or more", id="no level cards"),
        pytest.param(fan("Td Td"), "counter.standing", "not stronger", id="not strong enough"),
        pytest.param(Action(Verb.PASS, cards("3s")), "counter.cards", "PASS takes no cards", id="a pass with cards"),
    ],
)
def test_a_fan_di_that_breaks_a_rule_is_refused(action: Action, rule: str, said: str) -> None:
    standing = Declaration(Seat.EAST, cards("Tc Tc"), Seat.EAST)
    position = countering(standing)
    with pytest.raises(RuleError) as refused:
        position.act(Seat.NORTH, action)
    assert (refused.value.rule, said in refused.value.text) == (rule, True)
    assert position == countering(standing)


def test_only_the_seat_in_turn_answers() -> None:
    for seat, action in ((Seat.WEST, PASS), (Seat.EAST, fan("Th Th")), (Seat.NORTH, Action(Verb.WAIT))):
        with pytest.raises(TableError):
            countering().act(seat, action)
