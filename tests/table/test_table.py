"""The machine of a table: answers, refusals, time, strikes, forfeits."""

import pytest

from referee.cards import SEATS, BySeat, Card, Seat
from referee.game import Action, RuleError, Verb
from referee.table.clock import Clocks
from referee.table.match import Adjudication, BoardName, EndReason, Match
from referee.table.table import Accepted, Defaulted, DefaultReason, Entry, Forfeited, Refused, Stale, Table, start
from tests.toy import ToyGame

CLOCKS = Clocks(move_ms=1000, bank_ms=2000, increment_ms=0, margin_ms=50, reconnect_ms=5000)
LENIENT = Adjudication()
PLAYERS = BySeat(("a/0/0", "b/0/0", "a/1/0", "b/1/0"))


def match(
    clocks: Clocks = CLOCKS, adjudication: Adjudication = LENIENT, hand: int = 2, seed: bytes = bytes(128)
) -> Match:
    return Match("m1", BoardName("cup", "r1/a/b", 0), ToyGame(hand), 1, PLAYERS, seed, clocks, adjudication)


def opened(given: Match | None = None, now: float = 100.0) -> Table:
    """A table whose four first questions have been handed over."""
    table, _ = start(given or match())
    for seat in SEATS:
        table = table.hand_over(seat, now)
    return table


def finish(table: Table, now: float = 100.1) -> Table:
    while table.ended is None:
        seat = table.asking[0]
        question = table.chairs[seat].question
        assert question is not None
        table = table.hand_over(seat, now)
        table = table.answer(seat, question.id, table.example(seat), now).table
    return table


def test_all_four_seats_are_asked_at_once_and_keep_their_questions() -> None:
    table = opened()
    assert table.asking == list(SEATS)
    moved = table.answer(Seat(2), 1, table.example(Seat(2)), 100.2)
    assert moved.table.asking == [Seat(0), Seat(1), Seat(3)]
    assert moved.table.chairs[0] == table.chairs[0]


def test_a_match_ends_with_the_score_of_its_deal() -> None:
    table = finish(opened())
    assert table.ended is not None
    assert table.ended.reason is EndReason.FINISHED
    assert table.position.result is not None
    assert table.ended.score == table.position.result.score
    assert len(table.deal.entries) == 12


def test_an_accepted_answer_is_charged_its_time_and_the_bank_pays_what_the_move_does_not() -> None:
    table = opened()
    quick = table.answer(Seat(0), 1, table.example(Seat(0)), 100.4)
    assert quick.verdict == Accepted(400, 2000, table.example(Seat(0)))
    slow = table.answer(Seat(0), 1, table.example(Seat(0)), 101.5)
    assert slow.verdict == Accepted(1500, 1500, table.example(Seat(0)))


def test_the_clock_does_not_run_before_the_question_is_handed_over() -> None:
    table, _ = start(match())
    assert table.deadline() is None
    late = table.answer(Seat(0), 1, table.example(Seat(0)), 1_000_000.0)
    assert late.verdict == Accepted(0, 2000, table.example(Seat(0)))


def test_handing_over_again_does_not_restart_the_clock() -> None:
    table = opened()
    again = table.hand_over(Seat(0), 102.0)
    assert again.deadline() == pytest.approx(103.05)


def test_a_refusal_changes_nothing_but_its_count() -> None:
    table = opened()
    moved = table.answer(Seat(1), 1, Action(Verb.PAY, ()), 100.1)
    assert moved.verdict == Refused("toy.one", "one card", table.example(Seat(1)), 1)
    assert moved.table.position is table.position
    assert moved.events == ()
    assert moved.table.chairs.put(Seat(1), table.chairs[1]) == table.chairs
    assert moved.table.deadline() == table.deadline()


def test_two_refusals_are_free_and_the_third_is_a_strike_and_the_default() -> None:
    table = opened()
    wrong = Action(Verb.PAY, ())
    for tries_left in (1, 0):
        moved = table.answer(Seat(1), 1, wrong, 100.1)
        assert isinstance(moved.verdict, Refused)
        assert moved.verdict.tries_left == tries_left
        table = moved.table
    default = table.example(Seat(1))
    moved = table.answer(Seat(1), 1, wrong, 100.1)
    assert moved.verdict == Defaulted(default, DefaultReason.REFUSALS, 1, 3)
    assert moved.table.deal.entries[-1].default is DefaultReason.REFUSALS
    assert moved.table.chairs[1].bank_ms == 2000


def test_an_answer_that_is_no_action_counts_as_a_refusal() -> None:
    table = opened()
    moved = table.refuse(Seat(1), 1, RuleError("answer.malformed", "there is no verb 99"), 100.1)
    assert isinstance(moved.verdict, Refused)
    assert moved.table.chairs[1].question is not None
    assert moved.table.chairs[1].question.refusals == 1
    assert isinstance(table.refuse(Seat(1), 7, RuleError("answer.malformed", "no"), 100.1).verdict, Stale)


def test_a_dry_run_judges_and_changes_nothing() -> None:
    table = opened()
    good = table.probe(Seat(0), 1, table.example(Seat(0)))
    bad = table.probe(Seat(0), 1, Action(Verb.PAY, (Card(53), Card(53))))
    assert good.verdict == Accepted(0, 2000, table.example(Seat(0)))
    assert isinstance(bad.verdict, Refused)
    assert good.table.position is table.position
    assert good.table.deal.entries == ()


@pytest.mark.parametrize("reason", [DefaultReason.TIME, DefaultReason.REFUSALS])
def test_a_repeated_answer_gets_its_verdict_again_and_any_other_is_stale(reason: DefaultReason) -> None:
    table = opened()
    action = table.example(Seat(0))
    moved = table.default(Seat(0), reason, 100.1)
    assert moved.table.answer(Seat(0), 1, action, 100.2).verdict == moved.verdict
    other = Action(Verb.PAY, (Card(53),))
    assert moved.table.answer(Seat(0), 1, other, 100.2).verdict == Stale("decision 1 is closed", 0)
    assert moved.table.answer(Seat(0), 9, other, 100.2).verdict == Stale("decision 9 has not been asked", 0)


def test_time_up_takes_the_default_and_empties_the_bank() -> None:
    table = opened()
    assert table.expire(103.04) == []
    moves = table.expire(103.05)
    assert [moved.seat for moved in moves] == list(SEATS)
    assert all(isinstance(moved.verdict, Defaulted) for moved in moves)
    assert moves[-1].table.chairs[0].bank_ms == 0
    assert moves[-1].table.deal.entries[0].default is DefaultReason.TIME


def test_an_answer_after_the_default_was_taken_is_stale() -> None:
    table = opened()
    default, *_, action = table.position.moves(Seat(0))
    late = table.expire(103.2)[0].table
    assert late.answer(Seat(0), 1, action, 103.2).verdict == Stale("decision 1 is closed", 0)
    assert late.deal.entries[0] == Entry(Seat(0), default, DefaultReason.TIME)


def test_within_the_margin_an_answer_is_in_time() -> None:
    table = opened()
    assert table.expire(103.04) == []
    moved = table.answer(Seat(0), 1, table.example(Seat(0)), 103.04)
    assert moved.verdict == Accepted(3040, 0, table.example(Seat(0)))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("reason", [reason for reason in EndReason if reason is not EndReason.FINISHED])
def test_a_forfeit_scores_the_most_against_the_offender(seat: Seat, reason: EndReason) -> None:
    ended = opened().forfeit(seat, reason).ended
    assert ended is not None
    assert (ended.reason, ended.at_fault) == (reason, seat)
    assert ended.score == (2 if seat in {1, 3} else -2)


def test_the_third_strike_forfeits() -> None:
    table = opened(match(hand=5))
    for strike in (1, 2, 3):
        seat = Seat(0)
        while table.chairs[seat].question is None:
            other = table.asking[0]
            question = table.chairs[other].question
            assert question is not None
            table = table.answer(other, question.id, table.example(other), 100.0).table
        moved = table.default(seat, DefaultReason.TIME, 100.0)
        assert moved.table.chairs[seat].strikes == strike
        table = moved.table
    assert table.ended is not None
    assert table.ended[:2] == (EndReason.TIMEOUT, Seat(0))
    assert table.asking == []


def test_policies_that_forfeit_at_once() -> None:
    strict = match(adjudication=Adjudication(timeout_forfeits=True, illegal_forfeits=True))
    late = opened(strict).expire(103.05)
    assert late[0].table.ended is not None
    assert late[0].table.ended.reason is EndReason.TIMEOUT
    wrong = opened(strict).answer(Seat(3), 1, Action(Verb.PAY, ()), 100.1)
    assert wrong.verdict == Forfeited(EndReason.ILLEGAL, Seat(3))


def test_nothing_is_asked_or_judged_after_the_end() -> None:
    table = finish(opened())
    moved = table.answer(Seat(0), 99, Action(Verb.PLAY, ()), 200.0)
    assert moved.verdict == Stale("the match is over", 0)
    assert table.forfeit(Seat(0), EndReason.CRASH) is table
    assert table.expire(1e9) == []
