"""What a match costs the manager itself, and whether its memory grows: very many matches of a game of one decision.

The referee and the bots are processes of their own; what is measured is the process of `tourney run`, from its 10th
to its last thousand matches. `growth_mib` is what its memory grew in that time.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
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
    cpu_s: float
    rss_mib: float


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks manager", description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="coin") as folder:
        samples = run(Path(folder), chosen.matches)
    first, last = next(sample for sample in samples if sample.matches >= chosen.matches // 10), samples[-1]
    matches = last.matches - first.matches
    row = {
        "matches": last.matches,
        "cpu_ms_a_match": round((last.cpu_s - first.cpu_s) / matches * 1000, 3),
        "rss_mib": round(last.rss_mib, 1),
        "growth_mib": round(last.rss_mib - first.rss_mib, 1),
    }
    print(json.dumps([row]) if chosen.json else "\n".join(f"{name:<16}{value:>10}" for name, value in row.items()))


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
        with subprocess.Popen(play, stdout=subprocess.DEVNULL) as manager:
            while manager.poll() is None:
                time.sleep(0.5)
                if (sample := look(manager.pid, folder / "out" / "transcripts")) is not None:
                    samples.append(sample)
        referee.terminate()
    return [sample for sample in samples if sample.matches]


def look(process: int, transcripts: Path) -> Sample | None:
    """Return what a process has used so far, if it is still there."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ended = sum(1 for _ in transcripts.iterdir()) if transcripts.exists() else 0
    except (FileNotFoundError, ProcessLookupError):
        return None
    if int(fields[21]) == 0:
        return None
    ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    return Sample(ended, (int(fields[11]) + int(fields[12])) / ticks, int(fields[21]) * page / 2**20)
