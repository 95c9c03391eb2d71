"""Levels, obligatory levels, who declares next, boards, and the text of it all."""

import pytest

from referee.cards import NotationError, Rank, Seat, Side
from referee.games.shengji.dagunzi.outcome import Case, Outcome, Role
from referee.games.shengji.dagunzi.progress import Progress, advance, parse
from referee.games.shengji.dagunzi.rules import parse as rules_of
from tests.games.dagunzi.playing import game

THREE, FIVE, SEVEN, NINE, TEN = Rank.THREE, Rank.FIVE, Rank.SEVEN, Rank.NINE, Rank.TEN


def after(progress: Progress, outcome: Outcome, declarer: Seat = Seat.EAST, **options: str) -> Progress:
    return advance(rules_of(options), progress, declarer, outcome)


@pytest.mark.parametrize(
    ("case", "steps", "levels", "following"),
    [
        pytest.param(Case.A, 2, (SEVEN, FIVE), Seat.WEST, id="A"),
        pytest.param(Case.B, 0, (FIVE, FIVE), Seat.WEST, id="B"),
        pytest.param(Case.C, 0, (FIVE, FIVE), Seat.NORTH, id="C"),
        pytest.param(Case.D, 2, (FIVE, SEVEN), Seat.NORTH, id="D"),
    ],
)
def test_who_rises_and_who_declares_next(case: Case, steps: int, levels: tuple[Rank, Rank], following: Seat) -> None:
    result = after(Progress((FIVE, FIVE), Seat.EAST), Outcome(case, steps, score_blood=2, joker_blood=1))
    assert result == Progress(levels, following, None, 3)


def test_a_declarer_may_stay_after_losing_the_kitty() -> None:
    before = Progress((FIVE, FIVE), Seat.EAST)
    following = [after(before, Outcome(case, 1), rotation="stay_on_lost_kitty").declarer for case in Case]
    assert following == [Seat.WEST, Seat.EAST, Seat.NORTH, Seat.NORTH]


def test_side_1_declares_and_rises_too() -> None:
    result = after(Progress((FIVE, SEVEN), Seat.SOUTH), Outcome(Case.A, 1), Seat.SOUTH)
    assert result == Progress((FIVE, Rank.EIGHT), Seat.NORTH)
    result = after(Progress((FIVE, SEVEN), Seat.SOUTH), Outcome(Case.D, 1), Seat.SOUTH)
    assert result == Progress((Rank.SIX, SEVEN), Seat.EAST)


@pytest.mark.parametrize(
    ("level", "played", "case", "steps", "mode", "rises_to", "won"),
    [
        pytest.param(THREE, (), Case.A, 3, "played", Rank.SIX, False, id="played: by declaring now"),
        pytest.param(THREE, (), Case.D, 1, "played", THREE, False, id="played: not yet declared"),
        pytest.param(THREE, (THREE,), Case.D, 2, "played", FIVE, False, id="played: declared before"),
        pytest.param(SEVEN, (THREE,), Case.A, 7, "played", TEN, False, id="played: nobody jumps over 10"),
        pytest.param(TEN, (THREE,), Case.A, 1, "played", TEN, True, id="played: off 10 as declarers"),
        pytest.param(TEN, (THREE,), Case.D, 1, "played", TEN, False, id="played: 10 not declared at"),
        pytest.param(TEN, (TEN,), Case.D, 1, "played", TEN, True, id="played: off 10 as attackers"),
        pytest.param(THREE, (THREE,), Case.D, 1, "defend", THREE, False, id="defend: not as attackers"),
        pytest.param(THREE, (), Case.A, 2, "defend", FIVE, False, id="defend: as declarers"),
        pytest.param(TEN, (TEN,), Case.D, 1, "defend", TEN, False, id="defend: 10 as attackers"),
        pytest.param(THREE, (), Case.D, 2, "no_skip", FIVE, False, id="no_skip: anyhow"),
        pytest.param(NINE, (), Case.D, 4, "no_skip", TEN, False, id="no_skip: but no further"),
        pytest.param(TEN, (), Case.D, 1, "no_skip", TEN, True, id="no_skip: off 10"),
    ],
)
def test_obligatory_levels(
    level: Rank, played: tuple[Rank, ...], case: Case, steps: int, *, mode: str, rises_to: Rank, won: bool
) -> None:
    """Side 0 declares in case A, and attacks in case D."""
    declarer = Seat.EAST if case is Case.A else Seat.NORTH
    before = Progress((level, FIVE), declarer, played=(played, ()))
    result = after(before, Outcome(case, steps, score_blood=4), declarer, obligatory_mode=mode)
    assert result.levels == (rises_to, FIVE)
    assert result.winner == (Side.EVEN if won else None)
    assert result.blood == (0 if won else 4)


def test_without_obligatory_levels_any_step_leads_on_and_off_the_last() -> None:
    before = Progress((NINE, FIVE), Seat.EAST)
    assert after(before, Outcome(Case.A, 2), obligatory_levels="").winner == Side.EVEN
    assert after(before, Outcome(Case.A, 1), obligatory_levels="").levels == (TEN, FIVE)
    assert after(before, Outcome(Case.A, 7), end_level="A").levels == (TEN, FIVE)


def test_obligatory_levels_are_noted_for_whoever_declares_at_them() -> None:
    before = Progress((THREE, THREE))
    one = after(before, Outcome(Case.C), Seat.NORTH)
    assert one.played == ((), (THREE,))
    two = after(one, Outcome(Case.B), Seat.WEST)
    assert two.played == ((THREE,), (THREE,))
    assert after(Progress((FIVE, FIVE)), Outcome(Case.B)).played == ((), ())
    assert after(Progress((TEN, FIVE), played=((THREE,), ())), Outcome(Case.B)).played == ((THREE, TEN), ())


@pytest.mark.parametrize(("role", "winner"), [(Role.DECLARERS, Side.ODD), (Role.ATTACKERS, Side.EVEN)])
def test_a_special_ending_wins_the_match_and_leaves_levels_and_no_blood(role: Role, winner: Side) -> None:
    before = Progress((FIVE, SEVEN), Seat.NORTH, blood=3)
    result = after(before, Outcome(Case.A, ended_by=role), Seat.NORTH)
    assert (result.levels, result.winner, result.blood) == ((FIVE, SEVEN), winner, 0)


@pytest.mark.parametrize(
    "progress",
    [
        Progress((THREE, THREE)),
        Progress((TEN, FIVE), Seat.SOUTH, Side.EVEN, 0, ((THREE, TEN), ())),
        Progress((FIVE, Rank.ACE), Seat.WEST, None, 17, ((), (THREE,))),
    ],
    ids=str,
)
def test_progress_is_read_as_it_is_written(progress: Progress) -> None:
    assert parse(str(progress)) == progress


def test_progress_looks_like_this() -> None:
    assert str(Progress((TEN, FIVE), Seat.SOUTH, Side.EVEN, 4, ((THREE, TEN), ()))) == "T 5 3 0 4 3T -"


@pytest.mark.parametrize(
    "text", ["", "3 3 - -", "3 3 4 - 0 - -", "3 3 - 2 0 - -", "3 3 - - x - -", "1 3 - - 0 - -", "3 3 - - 0 - 1"]
)
def test_what_is_no_progress_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text)


def test_boards_go_round_the_declarers_and_up_the_levels() -> None:
    boards = [game().board(number) for number in range(36)]
    assert [board.declarer for board in boards[:5]] == [0, 1, 2, 3, 0]
    assert [str(board.levels[0]) for board in boards[::4]] == ["3", "4", "5", "6", "7", "8", "9", "T", "3"]
    assert all(board.blood == 0 and board.levels[0] == board.levels[1] for board in boards)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({"start_level": "2"}, "start_level: '2' is not allowed", id="2s are always trumps"),
        pytest.param({"kitty": "6"}, "kitty: there is no such option", id="unknown"),
        pytest.param({"threshold": "70"}, "threshold: '70' is not allowed; allowed: 80", id="below blood_low"),
        pytest.param({"blood_high": "110"}, "120' is not allowed; allowed: 80", id="above blood_high"),
        pytest.param({"blood_step": "0"}, "blood_step: '0' is not allowed", id="no step"),
        pytest.param({"blood_high": "301"}, "a number from 0 to 300", id="more than there is"),
        pytest.param({"start_level": "8", "end_level": "5"}, "end_level: '5 below", id="end before start"),
        pytest.param({"obligatory_levels": "3,2"}, "'2' is not allowed", id="an impossible level"),
        pytest.param({"dry_pot": "yes"}, "dry_pot: 'yes' is not allowed", id="no flag"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(NotationError) as refused:
        rules_of(options)
    assert message in str(refused.value)
