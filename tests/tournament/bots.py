"""Programs that play, well or badly, as commands of brackets.toml."""

import json
from pathlib import Path

LOWEST = ["python", "-m", "paiju.bots.lowest"]
EXITS = ["python", "-c", "import sys; print('no licence', file=sys.stderr); sys.exit(3)"]
NEVER_SAYS_HELLO = ["python", "-c", "import time; time.sleep(1000)"]

ACTING = """
import itertools, os, sys, time
import paiju

decisions = itertools.count(1)

class Odd(paiju.Bot):
    def act(self, view, decision):
        {act}
        return decision.default

paiju.run(Odd)
"""


def odd(act: str) -> list[str]:
    """A bot that does something before it answers; `next(decisions)` counts from 1."""
    return ["python", "-c", ACTING.format(act=act)]


RAISES = odd("if next(decisions) == 5: raise ValueError('my queen is gone')")
HANGS = odd("time.sleep(1000)")
DIES = odd("if next(decisions) == 5: os.kill(os.getpid(), 9)")
CHATTERS = odd("sys.stdout.write('y' * 1_000_000); sys.stderr.write('z' * 1_000_000)")


def team(name: str, cmd: list[str], **keys: object) -> str:
    more = "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())
    return f'[[team]]\nname = "{name}"\ncmd = {json.dumps(cmd)}\n{more}'


def write(folder: Path, *teams: str, boards: int = 2, **tables: str) -> Path:
    """Write a tournament of two-deck tractor; tables are `time_control="move_ms = 300"` and so on."""
    base = {
        "event": 'name = "Cup"',
        "tournament": f"boards = {boards}\nsrand = 7\nconcurrency = 8",
        "game": 'name = "tractor"',
        "each": "tables = 4",
        "time_control": "startup_ms = 60000",
    }
    text = "".join(f"[{name}]\n{keys}\n" for name, keys in {**base, **tables}.items())
    path = folder / "brackets.toml"
    path.write_text(text + "".join(teams), encoding="utf-8")
    path.chmod(0o644)
    return path
