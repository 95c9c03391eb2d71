"""The play: refusals, turns, the end of a trick, the wind, the end of a deal."""

import pytest

from referee.cards import SEATS, Seat, Suit, cards
from referee.game import (
    Action,
    Claim,
    Combination,
    Event,
    EventKind,
    Phase,
    Position,
    RuleError,
    TableError,
    Verb,
)
from referee.games.guandan.phases.climbing import Climbing
from referee.games.over import Over
from tests.games.guandan.playing import PASS, claim, climbing, play

FULL = "9s 9d 4s 4d 7h"


@pytest.mark.parametrize(
    ("hand", "top", "action", "rule"),
    [
        pytest.param("9c", "", play("9d"), "play.not_in_hand", id="a card of somebody else"),
        pytest.param("9c", "", play("9c 9c"), "play.not_in_hand", id="a card twice"),
        pytest.param("9c", "LJ", Action(Verb.PASS, cards("9d")), "play.not_in_hand", id="a pass with a foreign card"),
        pytest.param("9c", "LJ", Action(Verb.PASS, cards("9c")), "pass.cards", id="a pass with a card"),
        pytest.param("9c 8c", "", play("9c 8c"), "play.not_a_combination", id="no combination"),
        pytest.param("9c 8c", "LJ", play("9c 8c"), "play.not_a_combination", id="no combination that could beat"),
        pytest.param("9c", "", Action(Verb.PLAY), "play.not_a_combination", id="no cards"),
        pytest.param("9c", "LJ", Action(Verb.PLAY), "play.not_a_combination", id="no cards are no pass"),
        pytest.param("9c", "", play("9c", "single T"), "play.bad_declaration", id="another key"),
        pytest.param("9c", "", play("9c", "pair 9"), "play.bad_declaration", id="another kind"),
        pytest.param(FULL, "", play(FULL, "full_house 7"), "play.bad_declaration", id="a triple that is not there"),
        pytest.param("9c", "LJ", play("9c", "single T"), "play.bad_declaration", id="a wrong claim before a weak play"),
        pytest.param("9c", "", PASS, "play.cannot_pass_lead", id="the leader passes"),
        pytest.param("9c 9d", "9s", play("9c"), "play.does_not_beat", id="equal"),
        pytest.param("9c 9d", "8s", play("9c 9d"), "play.does_not_beat", id="another kind than on the table"),
        pytest.param(FULL, "Ts Td Tc 3s 3d", play(FULL), "play.does_not_beat", id="neither reading beats"),
        pytest.param(FULL, "5s 5d 5c 3s 3d", play(FULL, "full_house 4"), "play.does_not_beat", id="the weaker one"),
        pytest.param(FULL, "", play(FULL), "play.ambiguous", id="two readings"),
        pytest.param(FULL, "3s 3d 3c 2s 2d", play(FULL), "play.ambiguous", id="two readings that beat"),
        pytest.param("9c", "8c", Action(Verb.PASS, (), claim("single 9")), "claim.none", id="a pass claims nothing"),
    ],
)
def test_what_is_refused_and_why(hand: str, top: str, action: Action, rule: str) -> None:
    position = climbing(hand, top=top)
    with pytest.raises(RuleError) as refused:
        position.act(Seat.EAST, action)
    assert refused.value.rule == rule
    assert position == climbing(hand, top=top)


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param(Claim(suit=Suit.HEARTS, kind=Combination.SINGLE, key=9), id="a suit"),
        pytest.param(Claim(kind=Combination.SINGLE, key=9, units=(cards("9c"),)), id="a cut"),
        pytest.param(Claim(key=9), id="no kind"),
        pytest.param(Claim(kind=Combination.SINGLE), id="no key"),
    ],
)
def test_a_claim_says_a_kind_and_a_key_and_no_more(odd: Claim) -> None:
    with pytest.raises(RuleError) as refused:
        climbing("9c").act(Seat.EAST, Action(Verb.PLAY, cards("9c"), odd))
    assert refused.value.rule == "play.bad_declaration"


def test_a_refusal_lists_the_readings_from_the_strongest() -> None:
    with pytest.raises(RuleError) as refused:
        climbing("3s 4s 5s 6s 7h").act(Seat.EAST, play("3s 4s 5s 6s 7h"))
    assert refused.value.text == "claim what it is: straight_flush 7 or straight_flush 6 or straight 7 or straight 6"


@pytest.mark.parametrize(
    ("seat", "verb"),
    [pytest.param(1, Verb.PLAY, id="another seat"), pytest.param(0, Verb.PAY, id="another phase")],
)
def test_neither_turn_nor_phase_is_a_rule(seat: int, verb: Verb) -> None:
    with pytest.raises(TableError):
        climbing("9c").act(SEATS[seat], Action(verb, cards("9c")))
    with pytest.raises(TableError):
        climbing("9c").ask(Seat.NORTH)


def test_one_reading_that_beats_needs_no_claim() -> None:
    step = climbing(FULL, top="8s 8d 8c 3s 3d").act(Seat.EAST, play(FULL))
    assert step.events[0].claim == claim("full_house 9")


def test_an_ambiguous_play_is_the_strongest_if_the_option_says_so() -> None:
    step = climbing(FULL, undeclared="strongest").act(Seat.EAST, play(FULL))
    assert step.events[0].claim == claim("full_house 9")
    step = climbing(FULL, undeclared="strongest").act(Seat.EAST, play(FULL, "full_house 4"))
    assert step.events[0].claim == claim("full_house 4")


def run(position: Position, *acts: str) -> tuple[Position, list[Event]]:
    """Act like `0 9c`, `1 -`."""
    log: list[Event] = []
    for act in acts:
        seat, _, shown = act.partition(" ")
        position, events = position.act(SEATS[int(seat)], PASS if shown == "-" else play(shown))
        log += events
    return position, log


def test_who_passed_may_play_later_in_the_trick() -> None:
    position, _ = run(climbing("4c 5c", "3c 8c", "6c 7c", "2c 2d"), "0 4c", "1 -", "2 6c", "3 -", "0 -", "1 8c")
    assert isinstance(position, Climbing)
    assert position.turn == 2


def test_a_trick_ends_when_all_others_have_passed_and_its_owner_leads() -> None:
    position, log = run(climbing("4c 5c"), "0 4c", "1 -", "2 -", "3 -")
    assert isinstance(position, Climbing)
    assert (position.turn, position.top) == (0, None)
    assert log[-1] == Event(EventKind.TRICK_WON, seat=Seat.EAST, to=Seat.EAST)


def test_passes_are_not_counted_to_three() -> None:
    """Seat 0 is out: it takes two passes after a play of seat 1, three after the last card of seat 0."""
    position, log = run(climbing("4c", "5c 6c"), "0 4c", "1 5c", "2 -", "3 -")
    assert isinstance(position, Climbing)
    assert (position.turn, position.top) == (1, None)
    position, log = run(climbing("4c", "5c 6c"), "0 4c", "1 -", "2 -")
    assert isinstance(position, Climbing)
    assert position.turn == 3
    assert EventKind.TRICK_WON not in {event.kind for event in log}


@pytest.mark.parametrize(("wind_to", "leader"), [("partner", 2), ("next_seat", 1)])
def test_the_wind_after_a_last_play_that_nobody_beat(wind_to: str, leader: int) -> None:
    position, log = run(climbing("4c", wind_to=wind_to), "0 4c", "1 -", "2 -", "3 -")
    assert isinstance(position, Climbing)
    assert position.turn == leader
    assert log[-1] == Event(EventKind.TRICK_WON, seat=Seat.EAST, to=SEATS[leader])


def test_the_next_seat_with_cards_has_the_wind_where_one_is_out() -> None:
    position, _ = run(climbing("4c", "", out="1", wind_to="next_seat"), "0 4c", "2 -", "3 -")
    assert isinstance(position, Climbing)
    assert position.turn == 2


def test_no_wind_after_a_last_play_that_was_beaten() -> None:
    position, _ = run(climbing("4c", "5c 6c", "9c 9d"), "0 4c", "1 5c", "2 9c", "3 -", "1 -")
    assert isinstance(position, Climbing)
    assert position.turn == 2


def test_a_seat_that_is_out_is_not_asked() -> None:
    position, _ = run(climbing("4c", "5c 6c", "9c 9d"), "0 4c", "1 5c", "2 9c", "3 -")
    assert position.to_act == frozenset({Seat.NORTH})
    with pytest.raises(TableError):
        position.act(Seat.EAST, PASS)


def test_a_deal_ends_in_mid_trick_when_two_partners_are_out_first() -> None:
    position, log = run(climbing("4c", "8c", "", "9c 9d", out="2"), "0 4c")
    assert isinstance(position, Over)
    assert position.result.finish == (Seat.WEST, Seat.EAST)
    assert position.result.score == 3
    assert [(event.kind, event.seat, event.number) for event in log[1:2]] == [(EventKind.FINISHED, Seat.EAST, 2)]
    assert log[-1].phase is Phase.OVER


@pytest.mark.parametrize(
    ("out", "finish", "score"),
    [
        pytest.param("12", (1, 2, 0, 3), -1, id="rival first, partner last"),
        pytest.param("32", (3, 2, 0, 1), -1, id="the same on the other side"),
        pytest.param("21", (2, 1, 0, 3), 2, id="first and third"),
    ],
)
def test_a_deal_ends_when_three_seats_are_out(out: str, finish: tuple[int, ...], score: int) -> None:
    hands = ["4c", *("" if str(seat) in out else "8c 8d 9h" for seat in (1, 2, 3))]
    position, log = run(climbing(*hands, out=out), "0 4c")
    assert isinstance(position, Over)
    assert position.result.finish == finish
    assert position.result.score == score
    assert [event.number for event in log if event.kind is EventKind.FINISHED] == [3]


@pytest.mark.parametrize(("reveal", "shown"), [("true", ["8c 9d", "9h"]), ("false", [])])
def test_cards_left_over_are_shown(reveal: str, shown: list[str]) -> None:
    _, log = run(climbing("4c", "8c 9d", "", "9h", out="2", reveal_rest=reveal), "0 4c")
    assert [event.cards for event in log if event.kind is EventKind.SHOWN] == [cards(text) for text in shown]


def test_every_play_is_told_with_what_it_is() -> None:
    _, log = run(climbing("4c 4d 5c", "8c 9d"), "0 4c 4d", "1 -")
    assert log == [
        Event(EventKind.PLAYED, seat=Seat.EAST, cards=cards("4c 4d"), claim=claim("pair 4"), best=True),
        Event(EventKind.PASSED, seat=Seat.NORTH),
    ]


def test_large_hands_are_not_counted_for_others_if_the_option_says_so() -> None:
    twelve = "3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s"
    _, log = run(climbing(twelve, card_counts="le10"), "0 3c 3d")
    assert log[1:] == [Event(EventKind.SHOWN, seat=Seat.EAST, number=10)]
    _, log = run(climbing(twelve, card_counts="le10"), "0 3c")
    assert log[1:] == []
