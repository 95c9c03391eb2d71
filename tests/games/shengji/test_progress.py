"""Scores, levels, who declares next."""

import pytest

from referee.cards import NotationError, Rank, Seat
from referee.games.shengji import progress as levels
from referee.games.shengji import scoring
from referee.games.shengji.progress import Progress, advance, board, parse
from referee.games.shengji.rules import parse as rules_of
from referee.games.shengji.scoring import Outcome, multiplier, outcome
from referee.games.shengji.shapes import Unit


@pytest.mark.parametrize(
    ("points", "attackers_won", "rise", "score"),
    [
        pytest.param(0, False, 3, 4, id="none"),
        pytest.param(5, False, 2, 3, id="few"),
        pytest.param(40, False, 1, 2, id="forty"),
        pytest.param(75, False, 1, 2, id="seventy-five"),
        pytest.param(80, True, 0, -2, id="eighty: taken over"),
        pytest.param(120, True, 1, -3, id="one level"),
        pytest.param(199, True, 2, -4, id="two levels"),
        pytest.param(200, True, 3, -5, id="three levels"),
        pytest.param(600, True, 3, -5, id="no more than three"),
    ],
)
def test_attackers_points_make_levels_and_score(points: int, attackers_won: bool, rise: int, score: int) -> None:  # noqa: FBT001
    end = outcome(rules_of({}), points)
    assert end == Outcome(attackers_won, rise)
    assert end.score == score


def test_the_score_is_capped_where_levels_are_not() -> None:
    end = outcome(rules_of({"attacker_level_cap": "none"}), 400)
    assert (end.levels, end.score) == (8, -5)


@pytest.mark.parametrize(
    ("kind", "factors"),
    [
        pytest.param("pow2_shape", (2, 4, 8, 8, 16, 16), id="by shape"),
        pytest.param("times2", (2, 4, 6, 8, 12, 12), id="twice the cards"),
        pytest.param("pow2_cards", (2, 4, 8, 16, 64, 64), id="two to the cards"),
        pytest.param("fixed2", (2, 2, 2, 2, 2, 2), id="always two"),
    ],
)
def test_the_kitty_counts_by_the_largest_unit(kind: str, factors: tuple[int, ...]) -> None:
    rules = rules_of({"kitty_multiplier": kind})
    shapes = ((1, 1), (2, 1), (3, 1), (2, 2), (2, 3), (3, 2))
    single = Unit(1, 1, 0, ())
    assert tuple(multiplier(rules, (Unit(*shape, 0, ()), single)) for shape in shapes) == factors


@pytest.mark.parametrize(
    ("options", "attackers_won", "rise", "fans", "coins"),
    [
        pytest.param({}, False, 2, 0, (2700, 3000), id="declarers: a level more"),
        pytest.param({}, True, 1, 0, (2700, 3000), id="attackers: two more"),
        pytest.param({"coin_attacker_offset": "1"}, True, 1, 0, (1800, 2000), id="attackers: one more"),
        pytest.param({"room_factor": "5"}, False, 2, 0, (13, 15), id="winners get whole coins"),
        pytest.param({"coin_win_rate": "1"}, False, 1, 0, (2000, 2000), id="the house takes nothing"),
        pytest.param({"coin_win_rate": "0.25"}, False, 1, 0, (500, 2000), id="the house takes most"),
        pytest.param({}, False, 1, 3, (1800, 2000), id="counters do not matter"),
        pytest.param({"fan_doubles": "true"}, False, 1, 3, (14400, 16000), id="counters double"),
    ],
)
def test_coins_follow_levels(
    options: dict[str, str],
    attackers_won: bool,  # noqa: FBT001
    rise: int,
    fans: int,
    coins: tuple[int, int],
) -> None:
    assert scoring.coins(rules_of(options), Outcome(attackers_won, rise), fans) == coins


def test_declarers_who_win_pass_the_deal_to_the_partner_attackers_take_it() -> None:
    rules, before = rules_of({}), Progress((Rank.FIVE, Rank.SEVEN), Seat.SOUTH)
    won, lost = Outcome(attackers_won=False, levels=2), Outcome(attackers_won=True, levels=1)
    assert advance(rules, before, Seat.SOUTH, won) == Progress((Rank.FIVE, Rank.NINE), Seat.NORTH)
    assert advance(rules, before, Seat.SOUTH, lost) == Progress((Rank.SIX, Rank.SEVEN), Seat.EAST)


@pytest.mark.parametrize(
    ("attackers_won", "winner", "after"),
    [pytest.param(False, 0, "A 5 2 0", id="as declarers"), pytest.param(True, None, "5 A 1 -", id="as attackers")],
)
def test_a_match_is_won_by_winning_as_declarers_at_ace(attackers_won: bool, winner: int | None, after: str) -> None:  # noqa: FBT001
    start = Progress((Rank.FIVE, Rank.ACE) if attackers_won else (Rank.ACE, Rank.FIVE), Seat.EAST)
    end = advance(rules_of({}), start, Seat.EAST, Outcome(attackers_won, 2))
    assert end.winner == winner
    assert str(end) == after


def test_progress_is_short_text_both_ways() -> None:
    for text in ("2 2 - -", "5 A 3 1", "K T 0 -"):
        assert str(parse(text)) == text


@pytest.mark.parametrize("text", ["", "2 2 -", "2 2 4 -", "2 2 - 2", "1 2 - -", "2 2 - - -"])
def test_bad_progress_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text)


def test_a_match_starts_without_a_declarer_at_the_first_level() -> None:
    assert str(levels.start(rules_of({"start_level": "7"}))) == "7 7 - -"


def test_boards_go_round_the_seats_then_up_the_ladder() -> None:
    rules = rules_of({"two_trump": "true"})
    assert [str(board(rules, number)) for number in (0, 1, 3, 4, 47, 48)] == [
        "3 3 0 -", "3 3 1 -", "3 3 3 -", "4 4 0 -", "A A 3 -", "3 3 0 -",
    ]  # fmt: skip
    assert board(rules, 5).level == Rank.FOUR
