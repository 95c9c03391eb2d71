"""A match as a person reads it."""

import random
import re

from referee.games import GAMES
from referee.show import lines
from referee.table.transcript import read, seal, write
from tests.deals import play, whole_match
from tests.games.dagunzi.playing import game


def told(seed: int) -> list[str]:
    given = whole_match(game(), seed=seed)
    table, _ = play(given, random.Random(seed), most=64)
    assert table.ended is not None
    return list(lines(read(seal(write(given, table.deals, table.ended), given)), GAMES))


def test_what_happens_before_the_play_is_told_line_by_line() -> None:
    text = "\n".join(line for seed in range(3) for line in told(seed))
    for line in (
        r"tribute due seat \d to \d",
        r"paid seat \d to \d( \S+)+",
        r"returned seat \d to \d( \S+)+",
        r"kitty seat \d( \S+){6}",
        r"kitty( \S+){6}, dry",
        r"buried seat \d( \S+){6}",
        r"added seat \d( [LH]J)+",
        r"picked seat \d( \S+)+",
        r"passed seat \d",
    ):
        assert re.search(f"^{line}$", text, re.MULTILINE), line


def test_passes_are_no_part_of_the_first_trick() -> None:
    tricks = [line for line in told(0) if "→" in line]
    assert not any("pass" in line for line in tricks)
    assert all(line.count("|") == 3 for line in tricks)
