"""What a match costs the manager itself, and whether its memory grows: very many matches of a game of one decision.

The referee and the bots are processes of their own; what is measured is the process of `tourney run`, all its threads.
A row is a tenth of the matches, from the second on; the last is all of these. `growth_mib` is what its memory grew in
that time.
"""

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

CUP = """
[event]
name = "Coin cup"
[tournament]
boards = {boards}
srand = 1
concurrency = 64
[game]
name = "coin"
[rating]
bootstrap = 100
[referee]
address = "unix:{folder}/players.sock"
admin = "unix:{folder}/admin.sock"
admin_token_file = "{folder}/secret"
[each]
tables = 64
[[team]]
name = "heads"
cmd = ["python", "-m", "paiju.bots.lowest"]
[[team]]
name = "tails"
cmd = ["python", "-m", "paiju.bots.lowest"]
"""


class Sample(NamedTuple):
    matches: int
    wall_s: float
    cpu_s: float
    rss_mib: float
    referee_rss_mib: float


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks manager", description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="coin") as folder:
        samples = run(Path(folder), chosen.matches)
    tenths = [next(sample for sample in samples if sample.matches >= chosen.matches * n // 10) for n in range(1, 10)]
    looks = pairwise([*tenths, samples[-1]])
    rows = [row(earlier, later) for earlier, later in looks if later.matches > earlier.matches]
    rows.append(row(tenths[0], samples[-1]))
    if chosen.json:
        print(json.dumps(rows))
        return
    print("".join(f"{name:>16}" for name in rows[0]))
    for numbers in rows:
        print("".join(f"{number:>16}" for number in numbers.values()))


def row(earlier: Sample, later: Sample) -> dict[str, float]:
    """Return what the matches between two samples cost, and how much memory there was at the end."""
    matches = later.matches - earlier.matches
    return {
        "matches": later.matches,
        "cpu_ms_a_match": round((later.cpu_s - earlier.cpu_s) / matches * 1000, 3),
        "matches_per_s": round(matches / (later.wall_s - earlier.wall_s), 1),
        "rss_mib": round(later.rss_mib, 1),
        "growth_mib": round(later.rss_mib - earlier.rss_mib, 1),
        "referee_rss_mib": round(later.referee_rss_mib, 1),
    }


def run(folder: Path, matches: int) -> list[Sample]:
    """Play a tournament and look at its process now and then."""
    (folder / "secret").write_text("a secret of some length")
    file = folder / "coin.toml"
    file.write_text(CUP.format(boards=matches // 2, folder=folder))
    file.chmod(0o644)
    serve = [sys.executable, "-m", "benchmarks.coin", str(folder)]
    play = [sys.executable, "-m", "tournament", "run", str(file), "--out", str(folder / "out")]
    samples = []
    with subprocess.Popen(serve, stdout=subprocess.PIPE) as referee:
        assert referee.stdout is not None
        referee.stdout.readline()
        with subprocess.Popen(play, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as manager:
            while manager.poll() is None:
                time.sleep(0.5)
                if (sample := look(manager.pid, referee.pid, folder / "paiju.sqlite")) is not None:
                    samples.append(sample)
        referee.terminate()
    # What comes after the last match is the report.
    return [sample for sample in samples if 0 < sample.matches < matches]


def look(manager: int, referee: int, database: Path) -> Sample | None:
    """Return what two processes have used so far, if they are still there."""
    try:
        fields, others = stat(manager), stat(referee)
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            (ended,) = connection.execute("SELECT count(*) FROM match").fetchone()
    except (FileNotFoundError, ProcessLookupError, sqlite3.OperationalError):
        return None
    ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE") / 2**20
    return Sample(ended, time.monotonic(), (fields[11] + fields[12]) / ticks, fields[21] * page, others[21] * page)


def stat(process: int) -> list[int]:
    """Return the numbers of /proc/PID/stat from the fourth on; the third is a letter, here 0."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return [0, *map(int, words[1:])]
