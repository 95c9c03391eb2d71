"""Tribute: who pays whom and what, resistance, what comes back, who leads."""

from collections.abc import Sequence

import pytest

from referee.cards import SEATS, BySeat, Cards, Seat, cards
from referee.game import Action, Event, EventKind, Phase, Position, RuleError, Step, TableError, Verb
from referee.games.guandan import tribute as rule
from referee.games.guandan.phases.climbing import Climbing
from referee.games.guandan.phases.paying import Paying
from referee.games.guandan.phases.resisting import Resisting
from referee.games.guandan.phases.returning import Returning
from tests.games.guandan.playing import guandan, luck, terms, tribute

PLAIN = ("3c 4c As", "5c 6c Kd", "8c 9c Ts", "Jc Qc Ah")
"""No jokers; seat 3 has the highest card after seat 0."""


def answered(step: Step, *answers: tuple[int, Verb, str]) -> Step:
    """Act in turn; return the last position with all events."""
    position, log = step
    for seat, verb, shown in answers:
        position, events = position.act(SEATS[seat], Action(verb, cards(shown)))
        log += events
    return Step(position, log)


def told(log: Sequence[Event], kind: EventKind) -> list[tuple[int | None, int | None, Cards]]:
    return [(event.seat, event.to, event.cards) for event in log if event.kind is kind]


def test_the_last_pays_the_first_who_returns_a_card_and_the_payer_leads() -> None:
    step = tribute(*PLAIN, finish="0123")
    assert told(step.events, EventKind.TRIBUTE_DUE) == [(3, 0, ())]
    assert step.events[0].phase is Phase.TRIBUTE
    after = answered(step, (3, Verb.PAY, "Ah"), (0, Verb.RETURN, "3c"))
    assert told(after.events, EventKind.PAID) == [(3, 0, cards("Ah"))]
    assert told(after.events, EventKind.RETURNED) == [(0, 3, cards("3c"))]
    assert after.events[-1].phase is Phase.PLAY
    assert isinstance(after.position, Climbing)
    assert after.position.turn == 3
    assert after.position.hands[0] == cards("4c As Ah")
    assert after.position.hands[3] == cards("3c Jc Qc")


@pytest.mark.parametrize(
    ("payer_14", "payers"),
    [
        pytest.param("last", [2], id="the partner"),
        pytest.param("third", [1], id="third"),
        pytest.param("none", [], id="no"),
    ],
)
def test_who_pays_when_the_partner_of_the_first_is_last(payer_14: str, payers: list[int]) -> None:
    given = terms(finish="0312", payer_14=payer_14)
    assert [*map(int, rule.payers(given.rules, given.progress))] == payers


def test_the_cards_of_two_payers_are_secret_until_both_are_in() -> None:
    step = answered(tribute(*PLAIN, finish="02", left="0 4 0 2"), (3, Verb.PAY, "Ah"))
    assert step.events[-1] == Event(EventKind.COMMITTED, seat=Seat.SOUTH)
    assert isinstance(step.position, Paying)
    assert step.position.to_act == frozenset({Seat.NORTH})
    assert step.position.hands == BySeat(map(cards, PLAIN))
    after = answered(step, (1, Verb.PAY, "Kd"), (2, Verb.RETURN, "8c"))
    assert isinstance(after.position, Returning)
    assert after.events[-1] == Event(EventKind.COMMITTED, seat=Seat.WEST)
    assert told(after.events, EventKind.PAID) == [(1, 0, cards("Kd")), (3, 2, cards("Ah"))]


@pytest.mark.parametrize(
    ("options", "left", "pairs", "leader"),
    [
        pytest.param({}, "0 4 0 2", {1: 0, 3: 2}, 3, id="more cards left pays the first"),
        pytest.param({}, "0 2 0 4", {1: 2, 3: 0}, 3, id="the same the other way"),
        pytest.param({}, "0 3 0 3", {1: 0, 3: 2}, 3, id="a tie: each pays the seat before him"),
        pytest.param({"double_pairing": "card_rank"}, "0 4 0 2", {1: 2, 3: 0}, 3, id="the higher card to the first"),
        pytest.param({"double_lead": "payer_to_first"}, "0 4 0 2", {1: 0, 3: 2}, 1, id="who paid the first leads"),
    ],
)
def test_who_of_two_pays_whom(options: dict[str, str], left: str, pairs: dict[int, int], leader: int) -> None:
    step = tribute(*PLAIN, finish="02", left=left, **options)
    dues = told(step.events, EventKind.TRIBUTE_DUE)
    assert [to for _, to, _ in dues] == ([None, None] if "double_pairing" in options else [pairs[1], pairs[3]])
    after = answered(step, (1, Verb.PAY, "Kd"), (3, Verb.PAY, "Ah"), (0, Verb.RETURN, "3c"), (2, Verb.RETURN, "8c"))
    assert {seat: to for seat, to, _ in told(after.events, EventKind.PAID)} == pairs
    assert isinstance(after.position, Climbing)
    assert after.position.turn == leader


def test_equal_tributes_give_the_lead_to_the_seat_after_the_first() -> None:
    hands = ("3c 4c", "5c Ks", "8c 9c", "Jc Kd")
    step = answered(tribute(*hands, finish="20", left="0 1 0 2"), (1, Verb.PAY, "Ks"), (3, Verb.PAY, "Kd"))
    after = answered(step, (0, Verb.RETURN, "3c"), (2, Verb.RETURN, "8c"))
    assert isinstance(after.position, Climbing)
    assert after.position.turn == 3


def test_a_tie_may_be_settled_by_chance() -> None:
    game, met = guandan(double_tie="random", resist_mode="automatic"), set()
    progress = game.parse("7 7 0,0 0,0 02 0,3,0,3 -")
    for seed in range(12):
        log = game.deal(progress, luck(seed)).events
        met.add(tuple(event.to for event in log if event.kind is EventKind.TRIBUTE_DUE))
    assert met == {(0, 2), (2, 0)}


@pytest.mark.parametrize(
    ("hand", "level", "payable"),
    [
        pytest.param("9h 9s Ad Kd", "9", "9s", id="other level cards are paid"),
        pytest.param("9h LJ Ad", "9", "LJ", id="a joker is higher"),
        pytest.param("Ah Ah Kd Ks", "A", "Kd Ks", id="wilds are not paid"),
        pytest.param("HJ LJ", "9", "HJ", id="the big joker is highest"),
        pytest.param("Qs Qs Qd", "9", "Qd Qs", id="each card once"),
    ],
)
def test_what_can_be_paid(hand: str, level: str, payable: str) -> None:
    step = tribute("3c", "4c", "5c", hand, finish="0123", level=level)
    assert [action.cards for action in step.position.moves(Seat.SOUTH)] == [(face,) for face in cards(payable)]


@pytest.mark.parametrize("shown", ["Ks", "As", "Ah Ah", ""])
def test_a_card_that_cannot_be_paid_is_refused(shown: str) -> None:
    position = tribute("3c", "4c", "5c", "Ks Ah Ah 2c", finish="0123").position
    with pytest.raises(RuleError) as refused:
        position.act(Seat.SOUTH, Action(Verb.PAY, cards(shown)))
    assert refused.value.rule == ("pay.not_in_hand" if shown == "As" else "pay.not_payable")


@pytest.mark.parametrize(
    ("return_rule", "finish", "legal"),
    [
        pytest.param("any", "0123", "2c Td Jd 7c 7h LJ", id="any card"),
        pytest.param("any_except_tribute", "0123", "2c Td Jd 7c 7h", id="any other"),
        pytest.param("max10", "0123", "2c Td", id="ten and lower, no level cards"),
        pytest.param("max10_partner_only", "0123", "2c Td Jd 7c 7h LJ", id="a rival paid"),
        pytest.param("max10_partner_only", "0132", "2c Td", id="the partner paid"),
    ],
)
def test_what_can_be_returned(return_rule: str, finish: str, legal: str) -> None:
    payer = int(finish[-1])
    hands = ["2c Td Jd 7c 7h", "3d 4d", "LJ 3c" if payer == 2 else "3c", "LJ 3c" if payer == 3 else "3c"]
    step = answered(tribute(*hands, finish=finish, return_rule=return_rule), (payer, Verb.PAY, "LJ"))
    moves = [action.cards[0] for action in step.position.moves(Seat.EAST)]
    assert sorted(moves) == list(cards(legal))
    assert moves[0] == cards("2c")[0]
    for face in set(cards("2c Td Jd 7c 7h LJ 3s")) - set(moves):
        with pytest.raises(RuleError) as refused:
            step.position.act(Seat.EAST, Action(Verb.RETURN, (face,)))
        assert refused.value.rule == ("return.not_in_hand" if face == cards("3s")[0] else "return.not_returnable")


def test_the_lowest_is_returned_where_nothing_is_ten_or_lower() -> None:
    step = answered(tribute("Jc Js Qd", "3c", "4c", "Ac", finish="0123", return_rule="max10"), (3, Verb.PAY, "Ac"))
    assert [action.cards for action in step.position.moves(Seat.EAST)] == [cards("Jc"), cards("Js")]


BIG = ("3c", "4c", "5c", "HJ HJ Ks")


def test_who_holds_both_big_jokers_may_resist_and_then_the_first_leads() -> None:
    step = tribute(*BIG, finish="0123")
    assert isinstance(step.position, Resisting)
    assert list(step.position.moves(Seat.SOUTH)) == [Action(Verb.RESIST), Action(Verb.DECLINE)]
    after = answered(step, (3, Verb.RESIST, ""))
    assert told(after.events, EventKind.RESISTED) == [(3, None, cards("HJ HJ"))]
    assert isinstance(after.position, Climbing)
    assert after.position.turn == 0


def test_who_declines_pays() -> None:
    after = answered(tribute(*BIG, finish="0123"), (3, Verb.DECLINE, ""))
    assert isinstance(after.position, Paying)
    assert told(after.events, EventKind.RESISTED) == []


@pytest.mark.parametrize(
    ("answers", "resisted"),
    [
        pytest.param((Verb.RESIST, Verb.RESIST), True, id="both agree"),
        pytest.param((Verb.RESIST, Verb.DECLINE), False, id="one does not"),
        pytest.param((Verb.DECLINE, Verb.RESIST), False, id="the other does not"),
        pytest.param((Verb.DECLINE, Verb.DECLINE), False, id="neither"),
    ],
)
@pytest.mark.parametrize("order", [(1, 3), (3, 1)])
def test_holders_of_one_big_joker_each_must_agree(
    order: tuple[int, int], answers: tuple[Verb, Verb], *, resisted: bool
) -> None:
    step = tribute("3c", "HJ 4c", "5c", "HJ Ks", finish="02", left="0 1 0 2")
    first, second = order
    half = answered(step, (first, answers[0], ""))
    assert half.events == step.events
    assert half.position.to_act == frozenset({SEATS[second]})
    after = answered(half, (second, answers[1], ""))
    jokers = [(1, None, cards("HJ")), (3, None, cards("HJ"))] if resisted else []
    assert told(after.events, EventKind.RESISTED) == jokers
    assert isinstance(after.position, Climbing if resisted else Paying)


def test_one_of_two_who_could_resist_alone_is_enough() -> None:
    step = tribute("3c", "LJ LJ 4c", "5c", "HJ HJ", finish="02", left="0 1 0 2", resist_jokers="any_two")
    after = answered(step, (1, Verb.DECLINE, ""), (3, Verb.RESIST, ""))
    assert told(after.events, EventKind.RESISTED) == [(3, None, cards("HJ HJ"))]
    after = answered(step, (1, Verb.DECLINE, ""), (3, Verb.DECLINE, ""))
    assert isinstance(after.position, Paying)


@pytest.mark.parametrize(
    ("jokers", "options", "able"),
    [
        pytest.param("HJ LJ", {}, False, id="a big and a small one do not count"),
        pytest.param("LJ LJ", {}, False, id="nor two small ones"),
        pytest.param("HJ LJ", {"resist_jokers": "any_two"}, True, id="unless any two do"),
    ],
)
def test_which_jokers_count(jokers: str, options: dict[str, str], *, able: bool) -> None:
    step = tribute("3c", "4c", "5c", f"{jokers} Ks", finish="0123", **options)
    assert isinstance(step.position, Resisting) == able


def test_jokers_of_a_loser_who_does_not_pay_do_not_count() -> None:
    assert isinstance(tribute("3c", "HJ 4c", "5c", "HJ Ks", finish="0123").position, Paying)


def test_resistance_may_be_automatic() -> None:
    step = tribute(*BIG, finish="0123", resist_mode="automatic")
    assert isinstance(step.position, Climbing)
    assert told(step.events, EventKind.RESISTED) == [(3, None, cards("HJ HJ"))]
    assert step.events[-1].phase is Phase.PLAY


def test_only_the_two_lowest_jokers_that_suffice_are_shown() -> None:
    hands = ("3c", "LJ HJ", "5c", "LJ HJ")
    step = tribute(*hands, finish="02", left="0 1 0 2", resist_jokers="any_two", resist_mode="automatic")
    assert told(step.events, EventKind.RESISTED) == [(1, None, cards("LJ")), (3, None, cards("LJ"))]


def test_cards_may_be_paid_without_a_question() -> None:
    step = tribute("3c", "4c", "5c", "Kd Ks Kc", finish="0123", tribute_pick="auto")
    assert isinstance(step.position, Returning)
    assert told(step.events, EventKind.PAID) == [(3, 0, cards("Ks"))]


@pytest.mark.parametrize("verb", [Verb.RESIST, Verb.DECLINE])
def test_an_answer_takes_no_cards(verb: Verb) -> None:
    with pytest.raises(RuleError) as refused:
        tribute(*BIG, finish="0123").position.act(Seat.SOUTH, Action(verb, cards("HJ")))
    assert refused.value.rule == "resist.cards"


def phases() -> list[Position]:
    paying = tribute(*PLAIN, finish="02", left="0 4 0 2")
    returning = answered(paying, (1, Verb.PAY, "Kd"), (3, Verb.PAY, "Ah"))
    return [tribute(*BIG, finish="0123").position, paying.position, returning.position]


@pytest.mark.parametrize("position", phases(), ids=lambda position: type(position).__name__)
def test_neither_turn_nor_phase_is_a_rule(position: Position) -> None:
    other = min(set(SEATS) - position.to_act)
    asked = min(position.to_act)
    for seat, verb in ((other, position.ask(asked).verbs[0]), (asked, Verb.PLAY)):
        with pytest.raises(TableError):
            position.act(seat, Action(verb))
    for ask in (position.ask, position.moves):
        with pytest.raises(TableError):
            ask(other)


def test_a_board_without_tribute_is_led_by_the_first() -> None:
    position = guandan().deal(guandan().board(6), luck(6)).position
    assert isinstance(position, Climbing)
    assert position.turn == 2


@pytest.mark.parametrize("finish", ["0123", "02"])
def test_without_tribute_the_first_of_the_deal_before_leads(finish: str) -> None:
    game = guandan(tribute="false")
    left = "0,3,0,4" if finish == "02" else "-"
    position = game.deal(game.parse(f"5 5 0,0 0,0 {finish} {left} -"), luck(1)).position
    assert isinstance(position, Climbing)
    assert position.turn == 0
