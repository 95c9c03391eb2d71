"""A bot with a dummy net; `python -m benchmarks.batch_bot {none,many,one} FILE` adds what it counted to a file."""

import atexit
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from paiju import Action, BatchBot, Bot, Decision, View, run

NET_S = 0.001
counts = [0, 0]
"""Batches, and decisions in them."""


def think(decisions: Sequence[Decision], seconds: float) -> list[Action]:
    """Wait, as for a net on an accelerator, and take the defaults."""
    counts[0] += 1
    counts[1] += len(decisions)
    if seconds:
        time.sleep(seconds)
    return [decision.default for decision in decisions]


class NoNet(BatchBot):
    def act_many(self, views: Sequence[View], decisions: Sequence[Decision]) -> Sequence[Action]:  # noqa: ARG002
        return think(decisions, 0)


class Many(BatchBot):
    def act_many(self, views: Sequence[View], decisions: Sequence[Decision]) -> Sequence[Action]:  # noqa: ARG002
        return think(decisions, NET_S)


class One(Bot):
    def act(self, view: View, decision: Decision) -> Action:  # noqa: ARG002
        return think([decision], NET_S)[0]


def report(file: Path) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(counts) + "\n")


if __name__ == "__main__":
    atexit.register(report, Path(sys.argv.pop()))
    run({"none": NoNet, "many": Many, "one": One}[sys.argv.pop()])
