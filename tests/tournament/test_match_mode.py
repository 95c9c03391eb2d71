"""Match mode through the whole house: matches to A, verified, with one commitment over all their deals."""

import gzip
from pathlib import Path

from referee import shuffle
from referee.games import GAMES
from referee.table.replay import verify
from tests.tournament import bots
from tests.tournament.test_end_to_end import standings, tourney

RANDOM = ["python", "-m", "paiju.bots.random"]


def test_a_tournament_of_matches(tmp_path: Path) -> None:
    teams = [bots.team("north", bots.LOWEST), bots.team("south", RANDOM)]
    file = bots.write(tmp_path, *teams, boards=1, game='name = "tractor"\nmode = "match"', adjudication="max_deals = 6")
    tourney("run", file, "--out", tmp_path / "out")
    files = sorted((tmp_path / "out" / "transcripts").iterdir())
    records = [verify(gzip.decompress(path.read_bytes()), GAMES) for path in files]
    assert [len(record.deals) for record in records] == [6, 6]
    assert all(abs(record.ended.score) <= 1 for record in records)
    group = "r1/north/south"
    seed = shuffle.match_seed(shuffle.practice_master(7), "cup", f"{group}/b0")
    deals = shuffle.commit_deals("cup", group, 0, seed, 6)
    assert {record.commitment for record in records} == {shuffle.commit_boards(deals).hex()}
    assert [row["boards"] for row in standings(tmp_path / "out")] == [1, 1]
