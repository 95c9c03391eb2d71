import math
import random
from dataclasses import astuple
from pathlib import Path

import pytest

from tests.tournament.sample import config, ended
from tournament.boards import Board, boards_of
from tournament.pairings import Pairing, pairings
from tournament.schedule import matches
from tournament.statistics.elo import elo_of


def board(number: int, *scores: int, a: str = "a", b: str = "b") -> Board:
    return Board(1, a, b, number, f"{a}{b}/{number}", scores, 0, ())


def blocks(boards: list[Board], order: str = "ab") -> list[Pairing]:
    return list(pairings(order, boards, 0.95))


def test_a_block_has_boards_and_pairs_apart() -> None:
    # Won by more, drawn by a split, lost by more, both sittings won, a draw and a loss.
    (block,) = blocks([board(n, *scores) for n, scores in enumerate([(3, -1), (1, -1), (1, -2), (1, 1), (0, -1)])])
    assert (block.team, block.opponent, block.boards) == ("a", "b", 5)
    assert (block.won, block.drawn, block.lost) == (2, 1, 2)
    assert [(count.share, count.boards) for count in block.pairs] == [(0, 0), (0.25, 1), (0.5, 3), (0.75, 0), (1, 1)]
    assert (block.draw_ratio, block.pairs_ratio) == (0.6, 1)
    assert block.elo == 0
    assert block.swing == pytest.approx((2 + 0 - 1 + 2 - 1) / 5)


def test_the_order_of_teams_decides_whose_view_it_is() -> None:
    boards = [board(n, *scores) for n, scores in enumerate([(3, -1), (1, 1), (2, 1), (0, -1)])]
    (ours,), (theirs,) = blocks(boards, "ab"), blocks(boards, "ba")
    assert (ours.team, theirs.team) == ("a", "b")
    assert ours.elo == pytest.approx(elo_of(0.75))
    assert theirs.elo == pytest.approx(-(ours.elo or 0))
    assert theirs.swing == -ours.swing
    assert (theirs.won, theirs.lost) == (ours.lost, ours.won)
    assert [count.boards for count in theirs.pairs] == [count.boards for count in reversed(ours.pairs)]
    assert theirs.efficiency == pytest.approx(ours.efficiency)


def test_only_those_who_met_have_a_block() -> None:
    met = blocks([board(0, 1, 1, a="b", b="c"), board(0, 1, 1)], "cab")
    assert [(block.team, block.opponent) for block in met] == [("c", "b"), ("a", "b")]


@pytest.mark.parametrize(
    "scores",
    [
        pytest.param([(1, 1)], id="one board"),
        pytest.param([(1, 1)] * 9, id="won all"),
        pytest.param([(-5, -5)] * 9, id="lost all"),
        pytest.param([(0, 0)] * 9, id="drew all"),
        pytest.param([(1, -1)] * 9, id="split all"),
        pytest.param([(1,)] * 3, id="one sitting"),
    ],
)
def test_numbers_are_finite_or_nothing(scores: list[tuple[int, ...]]) -> None:
    (block,) = blocks([board(n, *own) for n, own in enumerate(scores)])
    numbers = [value for value in astuple(block) if isinstance(value, float)]
    assert all(map(math.isfinite, numbers))


def test_duplicate_boards_are_worth_more_where_cards_decide(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 300\n")
    luck = random.Random(8)
    cards = {match.board: luck.choice((-3, 3)) for match in matches(event)}
    scores = {m.id: (1 - 2 * m.sitting) * cards[m.board] + luck.choice((-1, 0, 1)) for m in matches(event)}
    (block,) = blocks(boards_of(event, [ended(match, scores[match.id]) for match in matches(event)]))
    # The variance of a match is 9 of cards and 2/3 of play; a board's sum has play alone.
    assert block.swing_efficiency == pytest.approx((9 + 2 / 3) / (2 / 3), rel=0.2)


def test_blocks_do_not_depend_on_the_order_of_boards() -> None:
    luck = random.Random(9)
    boards = [board(n, luck.randint(-5, 5), luck.randint(-5, 5)) for n in range(50)]
    first = blocks(boards)
    luck.shuffle(boards)
    (again,) = blocks(boards)
    for one, other in zip(astuple(first[0]), astuple(again), strict=True):
        assert one == (pytest.approx(other, abs=1e-9) if isinstance(other, float) else other)
