"""Tests of whole events, and what is computed from them."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.tournament import bots
from tests.tournament.test_end_to_end import tourney

GREEDY = ["python", "-m", "paiju.bots.greedy"]
RULE = 'elo1 = 100\nscore = "swing"'


def report(directory: Path) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = json.loads(tourney("report", directory, "--json").stdout)
    return found


@pytest.mark.parametrize(
    ("first", "second", "code", "verdict"),
    [
        pytest.param(GREEDY, bots.LOWEST, 0, "H1", id="the better"),
        pytest.param(bots.LOWEST, GREEDY, 5, "H0", id="the worse"),
    ],
)
def test_a_test_stops_the_event(tmp_path: Path, first: list[str], second: list[str], code: int, verdict: str) -> None:
    teams = bots.team("first", first), bots.team("second", second)
    file = bots.write(tmp_path, *teams, boards=1000, sprt=RULE)
    tourney("run", file, "--out", tmp_path / "out", expect=code)
    found = report(tmp_path / "out")
    assert (found["sprt"]["team"], found["sprt"]["verdict"]) == ("first", verdict)
    judged, complete = found["sprt"]["boards"], found["boards"]["complete"]
    assert isinstance(judged, int)
    assert isinstance(complete, int)
    assert judged <= complete < 100
    assert f"LLR {found['sprt']['llr']:+.2f} " in tourney("report", tmp_path / "out").stdout
    # What is decided is not played on.
    tourney("resume", tmp_path / "out", expect=code)
    assert report(tmp_path / "out")["boards"] == found["boards"]


@pytest.mark.parametrize("seating", ["rotate2", "rotate4"])
def test_a_bot_that_is_no_luckier_than_itself(tmp_path: Path, seating: str) -> None:
    """Both teams are the same function of what they see: each board comes out even to the point."""
    file = bots.write(
        tmp_path,
        *(bots.team(name, bots.LOWEST) for name in ("north", "south")),
        tournament=f'boards = 8\nseating = "{seating}"\nsrand = 7\nconcurrency = 8',
    )
    tourney("run", file, "--out", tmp_path / "out")
    with closing(sqlite3.connect(tmp_path / "paiju.sqlite")) as database:
        query = "SELECT sum(score), sum(points), sum(abs(score)), count(*) FROM match GROUP BY board"
        boards = database.execute(query).fetchall()
    sittings = 2 if seating == "rotate2" else 4
    assert [(score, points, count) for score, points, _, count in boards] == [(0, 0, sittings)] * 8
    assert all(size for _, _, size, _ in boards)


def test_ratings_are_of_all_events_in_whatever_order_rows_lie(tmp_path: Path) -> None:
    file = bots.write(tmp_path, bots.team("greedy", GREEDY), bots.team("lowest", bots.LOWEST, version="1"), boards=3)
    for out in ("one", "two"):
        tourney("run", file, "--out", tmp_path / out)
    before = tourney("rate", file, "--json").stdout
    (found,) = json.loads(before)
    assert (found["game"], found["mode"], found["events"], found["boards"]) == ("tractor", "board", 2, 6)
    assert [(bot["bot"], bot["version"], bot["won"]) for bot in found["bots"]] == [
        ("greedy", "", 6),
        ("lowest", "1", 0),
    ]
    with closing(sqlite3.connect(tmp_path / "paiju.sqlite")) as database, database:
        database.execute("CREATE TABLE shuffled AS SELECT * FROM match ORDER BY transcript_sha256")
        database.execute("DELETE FROM match")
        database.execute("INSERT INTO match SELECT * FROM shuffled")
        database.execute("DROP TABLE shuffled")
    assert tourney("rate", tmp_path / "one", "--json").stdout == before
    steps = json.loads(tourney("rate", file, "--bot", "lowest", "--json").stdout)
    assert [(step["event"], step["boards"]) for step in steps] == [("Cup", 3), ("Cup", 3)]
    refused = tourney("rate", file, "--bot", "nobody", expect=2)
    assert refused.stderr == "no bot nobody has played; known: greedy, lowest\n"
    assert "greedy" in tourney("rate", file).stdout
    assert "After each event" in tourney("rate", file, "--bot", "lowest").stdout
