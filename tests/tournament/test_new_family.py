"""A game of a new family needs its own file and nothing else: here it is served to a tournament."""

import json
import subprocess
import sys
from pathlib import Path

from tests.tournament import bots

TOY_CUP = """
[event]
name = "Toy cup"

[tournament]
boards = 2
srand = 7

[game]
name = "toy"

[game.rules]
hand = {hand}

[referee]
address = "{address}"
admin = "unix:{folder}/admin.sock"
admin_token_file = "{folder}/secret"

{teams}
"""


def test_a_tournament_of_the_toy_game(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a secret of some length")
    command = [sys.executable, "-m", "tests.toy_referee", "127.0.0.1:0", f"unix:{tmp_path}/admin.sock"]
    command.append(str(tmp_path / "secret"))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as referee:
        assert referee.stdout is not None
        address = json.loads(referee.stdout.readline())["address"]
        teams = "\n".join(bots.team(name, bots.LOWEST) for name in ("north", "south"))
        file = tmp_path / "toy.toml"

        def tourney(hand: int, expect: int) -> str:
            file.write_text(TOY_CUP.format(hand=hand, address=address, folder=tmp_path, teams=teams))
            words = [sys.executable, "-m", "tournament", "run", str(file), "--out", str(tmp_path / "out"), "--json"]
            done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
            assert done.returncode == expect, done.stderr
            return done.stdout if expect == 0 else done.stderr

        try:
            assert "toy.toml:13: game.rules.hand: " in tourney(3, expect=2)
            report = json.loads(tourney(5, expect=0))
        finally:
            referee.terminate()
    assert [row["boards"] for row in report["standings"]] == [2, 2]
    assert sorted(path.name for path in (tmp_path / "out" / "transcripts").iterdir()) == [
        f"r1.north-vs-south.b00{board}.s{sitting}.txt.gz" for board in range(2) for sitting in range(2)
    ]
