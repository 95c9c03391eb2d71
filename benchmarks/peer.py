"""RLCard's Dou Dizhu, a climbing game with one deck and no wilds, played at random: the same work by another program.

It is no dependency: install `rlcard` beside the project to see its row.
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol, TypedDict, cast


class State(TypedDict):
    actions: Sequence[str]


class Peer(Protocol):
    """What is used of `rlcard.games.doudizhu.game.DoudizhuGame`."""

    def init_game(self) -> tuple[State, int]: ...
    def step(self, action: str) -> tuple[State, int]: ...
    def is_over(self) -> bool: ...


def measure(deals: int, runs: int) -> tuple[int, int]:
    """Return plays and passes per second, the median of some runs, and how many a run had."""
    make = cast("Callable[[], Peer]", import_module("rlcard.games.doudizhu.game").DoudizhuGame)
    game, rates, plays = make(), [], 0
    for run in range(runs):
        choose, began, plays = random.Random(run).choice, time.process_time(), 0
        for _ in range(deals):
            state, _ = game.init_game()
            while not game.is_over():
                state, _ = game.step(choose(state["actions"]))
                plays += 1
        rates.append(plays / (time.process_time() - began))
    return round(statistics.median(rates)), plays
