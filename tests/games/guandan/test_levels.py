"""Levels, tries at A, the end of a match, boards, and the text of it all."""

import pytest

from referee.cards import SEATS, NotationError, Rank
from referee.games.guandan import progress as levels
from referee.games.guandan.levels import outcome
from referee.games.guandan.progress import board, parse
from referee.games.guandan.rules import parse as rules_of
from tests.games.guandan.playing import guandan, luck

ONE_TWO, ONE_THREE, ONE_FOUR = "02", "0123", "0132"
LOST = "1032"


def after(before: str, finish: str, **options: str) -> str:
    seats = tuple(SEATS[int(seat)] for seat in finish)
    left = (0, 2, 0, 3) if len(seats) == 2 else ()
    return str(outcome(rules_of(options), parse(before), seats, left).progress)


@pytest.mark.parametrize(
    ("before", "finish", "options", "expected"),
    [
        pytest.param("2 2 0,0 0,0 - - -", ONE_TWO, {}, "5 2 0,0 0,0 02 0,2,0,3 -", id="first and second"),
        pytest.param("2 2 0,0 0,0 - - -", ONE_THREE, {}, "4 2 0,0 0,0 0123 - -", id="first and third"),
        pytest.param("2 2 0,0 0,0 - - -", ONE_FOUR, {}, "3 2 0,0 0,0 0132 - -", id="first and last"),
        pytest.param("2 2 0,0 0,0 - - -", ONE_TWO, {"gain_12": "4"}, "6 2 0,0 0,0 02 0,2,0,3 -", id="another gain"),
        pytest.param("K 5 0,0 0,0 0 - -", ONE_TWO, {}, "A 5 0,0 0,0 02 0,2,0,3 -", id="A must be played"),
        pytest.param(
            "K 5 0,0 0,0 0 - -", ONE_TWO, {"overshoot_wins": "true"}, "A 5 0,0 1,0 02 0,2,0,3 0", id="beyond A"
        ),
        pytest.param(
            "Q 5 0,0 0,0 0 - -", ONE_THREE, {"overshoot_wins": "true"}, "A 5 0,0 0,0 0123 - -", id="to A only"
        ),
        pytest.param(
            "A 5 0,0 0,0 0 - -",
            ONE_FOUR,
            {"overshoot_wins": "true"},
            "A 5 1,0 0,0 0132 - -",
            id="at A nothing is beyond",
        ),
        pytest.param("A 5 0,0 0,0 0 - -", ONE_THREE, {}, "A 5 0,0 1,0 0123 - 0", id="A passed"),
        pytest.param("A 5 0,0 0,0 0 - -", ONE_FOUR, {}, "A 5 1,0 0,0 0132 - -", id="partner last: failed"),
        pytest.param("A 5 0,0 0,0 0 - -", ONE_FOUR, {"a_pass": "any_win"}, "A 5 0,0 1,0 0132 - 0", id="any win passes"),
        pytest.param("A 5 0,0 0,0 0 - -", ONE_THREE, {"a_pass": "one_two"}, "A 5 1,0 0,0 0123 - -", id="only 1-2 does"),
        pytest.param("A 5 2,0 0,0 0 - -", ONE_FOUR, {}, "2 5 0,0 0,0 0132 - -", id="the third failure"),
        pytest.param("A 5 2,0 0,0 0 - -", LOST, {}, "2 7 0,0 0,0 1032 - -", id="the third failure, by losing"),
        pytest.param("A 5 2,0 0,0 0 - -", LOST, {"a_fail_level": "K"}, "K 7 0,0 0,0 1032 - -", id="back to K"),
        pytest.param("A 5 2,0 0,0 0 - -", LOST, {"a_max_fails": "0"}, "A 7 3,0 0,0 1032 - -", id="never back"),
        pytest.param("A 5 1,0 0,0 1 - -", LOST, {}, "A 7 1,0 0,0 1032 - -", id="no try: the others declared"),
        pytest.param(
            "A 5 1,0 0,0 1 - -", LOST, {"a_fail_count": "consecutive"}, "A 7 0,0 0,0 1032 - -", id="tries in a row"
        ),
        pytest.param("A A 0,0 0,0 1 - -", ONE_TWO, {}, "A A 0,1 0,0 02 0,2,0,3 -", id="only declarers can pass"),
        pytest.param(
            "A A 0,0 0,0 1 - -",
            ONE_TWO,
            {"a_requires_declarer": "false"},
            "A A 0,0 1,0 02 0,2,0,3 0",
            id="unless others can too",
        ),
        pytest.param("A 5 0,0 0,0 1 - -", ONE_TWO, {}, "A 5 0,0 0,0 02 0,2,0,3 -", id="A was not played"),
        pytest.param(
            "A 5 0,0 0,0 0 - -",
            LOST,
            {"a_requires_declarer": "false"},
            "A 7 1,0 0,0 1032 - -",
            id="nobody passes from below",
        ),
        pytest.param("A A 0,0 0,0 - - -", ONE_THREE, {}, "A A 0,0 1,0 0123 - 0", id="a first deal at A: both declare"),
        pytest.param("A A 0,0 0,0 - - -", ONE_FOUR, {}, "A A 0,0 0,0 0132 - -", id="a first deal at A is no try"),
        pytest.param(
            "5 5 0,0 0,0 1 - -",
            ONE_TWO,
            {"level_track": "shared", "a_max_fails": "0"},
            "8 8 0,0 0,0 02 0,2,0,3 -",
            id="one level for both",
        ),
        pytest.param(
            "A 5 1,2 0,3 0 - -", ONE_TWO, {"after_pass": "restart", "start_level": "3"}, "3 3 0,0 1,3 - - -", id="anew"
        ),
    ],
)
def test_what_a_deal_leads_to(before: str, finish: str, options: dict[str, str], expected: str) -> None:
    assert after(before, finish, **options) == expected


@pytest.mark.parametrize(("finish", "score"), [(ONE_TWO, 3), (ONE_THREE, 2), (ONE_FOUR, 1)])
def test_the_score_does_not_depend_on_gains(finish: str, score: int) -> None:
    seats = tuple(SEATS[int(seat)] for seat in finish)
    rules = rules_of({"gain_12": "9", "gain_13": "9", "gain_14": "9"})
    assert outcome(rules, levels.start(rules), seats).score == score


def test_progress_is_short_text_both_ways() -> None:
    for text in ("2 2 0,0 0,0 - - -", "5 A 0,2 0,0 0 - -", "5 A 0,2 1,0 13 4,0,11,0 -", "A A 0,0 0,1 3210 - 1"):
        assert str(parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2 2",
        "1 2 0,0 0,0 - - -",
        "2 2 0 0,0 - - -",
        "2 2 0,0 0,0 4 - -",
        "2 2 0,0 0,0 - - 2",
        "2 2 0,0 0,0 - x -",
        "2 2 00,0 0,0 - - -",
        "2 2 0,0 0,0 - - - -",
    ],
)
def test_bad_progress_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text)


def test_the_first_of_the_deal_before_declares_and_his_level_is_played() -> None:
    progress = parse("5 9 0,0 0,0 1302 - -")
    assert (progress.declarer, progress.level) == (1, Rank.NINE)
    assert guandan().start().declarer is None


@pytest.mark.parametrize(
    ("number", "text"),
    [
        pytest.param(0, "2 2 0,0 0,0 0 - -", id="no tribute"),
        pytest.param(1, "2 2 0,0 0,0 1230 - -", id="single"),
        pytest.param(2, "2 2 0,0 0,0 20 0,1,0,2 -", id="double"),
        pytest.param(5, "3 3 0,0 0,0 13 1,0,2,0 -", id="double, the next level"),
        pytest.param(51, "A A 0,0 0,0 3 - -", id="the last level"),
        pytest.param(52, "2 2 0,0 0,0 0123 - -", id="round again"),
    ],
)
def test_boards_go_round_the_seats_up_the_ladder_and_through_tribute(number: int, text: str) -> None:
    assert str(board(number)) == text


def test_a_deal_says_what_it_begins_with() -> None:
    header = guandan().deal(parse("5 A 0,2 0,0 1302 - -"), luck(1)).events[0].header
    assert header is not None
    assert (header.levels, header.level, header.declarer, header.fails) == ((5, 14), 14, 1, (0, 2))
