"""A match as a person reads it."""

import random
import re

from referee.game import EventKind
from referee.games import GAMES
from referee.show import lines
from referee.table.transcript import read, seal
from tests import deals
from tests.games.guandan.playing import guandan
from tests.table.test_transcript import written


def told(board: int) -> list[str]:
    table, _ = deals.play(deals.match(guandan(), board=board, seed=board), random.Random(board))
    return list(lines(read(seal(written(table), table.match)), GAMES))


def test_tribute_is_told_with_its_cards() -> None:
    text = "\n".join(told(2))
    assert text.count("tribute due seat") == 2
    assert len(re.findall(r"^paid seat \d to \d \S+$", text, re.MULTILINE)) == 2
    assert len(re.findall(r"^returned seat \d to \d \S+$", text, re.MULTILINE)) == 2


def test_a_match_ends_with_the_last_trick_and_who_went_out() -> None:
    for board in range(6):
        *_, trick, result = told(board)
        assert re.match(r"  \d \S", trick)
        assert "→" not in trick
        assert re.fullmatch(r"out [0-3]( [0-3]){1,3}; score [+-][123] for seats 0 and 2", result)


def test_every_play_is_told_once() -> None:
    for board in (0, 3):
        text = told(board)
        table, log = deals.play(deals.match(guandan(), board=board, seed=board), random.Random(board))
        plays = sum(event.kind in {EventKind.PLAYED, EventKind.PASSED} for event in log)
        tricks = [line for line in text if re.match(r"  \d ([♣♦♥♠LHp])", line)]
        assert table.ended is not None
        assert sum(line.count("  |  ") + 1 for line in tricks) == plays


def test_the_wind_is_told() -> None:
    tricks = [line for board in range(12) for line in told(board) if "leads" in line]
    assert tricks
    assert all(re.search(r"→ (\d), (\d) leads", line) for line in tricks)
