from pathlib import Path

import pytest

from tests.tournament.sample import config
from tournament.boards import Board
from tournament.schedule import Player, matches
from tournament.seats import PRESET, SIDE, SeatTable, seat_table


def table(boards: list[Board], *, is_preset: bool = True) -> SeatTable:
    return seat_table("ab", boards, 0.95, is_preset=is_preset)


def board(number: int, *scores: int, deal: str = "") -> Board:
    return Board(1, "a", "b", number, deal or str(number), scores, 0, ())


@pytest.mark.parametrize("seating", ["rotate2", "rotate4", "rotate8"])
def test_first_bots_are_where_the_schedule_puts_them(tmp_path: Path, seating: str) -> None:
    event = config(tmp_path, "ab", f'boards = 1\nseating = "{seating}"\n')
    sittings = sorted(matches(event), key=lambda match: match.sitting)
    found = table([board(0, *range(1, len(sittings) + 1))])
    for team, sign in (("a", 1), ("b", -1)):
        for seat in range(4):
            own = [m.sitting for m in sittings if m.players[seat] == Player(team, 0, m.sitting)]
            rows = [row for row in found.teams if (row.who, row.seat) == (team, seat)]
            assert [row.matches for row in rows] == [len(own)] * bool(own)
            assert [row.score * row.matches for row in rows] == [sum(sign * (j + 1) for j in own)] * bool(own)


def test_sides_are_those_of_the_seats() -> None:
    # Team a has seats 0 and 2 in the first sitting, 1 and 3 in the second.
    (side, *preset) = table([board(0, 3, -1), board(1, 2, 2)]).sides
    assert (side.who, side.seat, side.matches, side.score) == (SIDE, None, 4, (3 + 1 + 2 - 2) / 4)
    assert [(row.who, row.seat, row.matches, row.score) for row in preset] == [
        (PRESET, 0, 2, (3 + 1) / 2),
        (PRESET, 1, 2, (-2 + 2) / 2),
    ]


def test_matches_that_are_preset_for_nobody_have_no_such_row() -> None:
    assert [row.who for row in table([board(0, 1, 1)], is_preset=False).sides] == [SIDE]


def test_boards_with_the_same_cards_are_one() -> None:
    twice = [board(number, score, 0, deal=str(number)) for number, score in enumerate((1, 3, 1)) for _ in range(2)]
    once = [board(number, score, 0) for number, score in enumerate((1, 3, 1))]
    for one, other in zip(table(twice).teams, table(once).teams, strict=True):
        assert (one.score, one.error) == (other.score, other.error)
        assert one.matches == 2 * other.matches


def test_the_table_does_not_depend_on_the_order_of_boards() -> None:
    boards = [board(number, number % 5, -number % 7) for number in range(20)]
    assert table(boards) == table(boards[::-1])
