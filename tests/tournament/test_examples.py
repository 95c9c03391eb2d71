"""The sample configurations play what they say, with fewer boards."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "examples").glob("*.toml"))
BOARDS = 3


def run(*words: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *map(str, words)], capture_output=True, text=True, check=False, timeout=200
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_played_and_every_transcript_holds(example: Path, tmp_path: Path) -> None:
    text, changed = re.subn(
        r"^boards = \d+", f"boards = {BOARDS}", example.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert changed == 1
    file = tmp_path / example.name
    file.write_text(f"{text}\n[time_control]\nstartup_ms = 60000\n", encoding="utf-8")
    run("tournament", "run", file, "--out", tmp_path / "out")
    played = sorted((tmp_path / "out" / "transcripts").iterdir())
    assert len(played) == text.count("[[team]]") * (text.count("[[team]]") - 1) * BOARDS
    assert run("referee", "verify", *played).count(": holds") == len(played)
