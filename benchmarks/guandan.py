"""How long it takes to find every reading of a whole hand with two wilds, the most that a seat can be asked."""

import random
import statistics
import time
from typing import NamedTuple

from referee.cards import RANKS, Rank, pack
from referee.games.guandan.combinations import found, hold
from referee.games.guandan.order import order_of
from referee.games.guandan.rules import parse

HANDS = 500


class Readings(NamedTuple):
    median_ms: float
    slowest_ms: float
    most: int
    """The most readings of one hand."""


def measure() -> Readings:
    """Measure random hands at every level; of each the faster of two, since a pause of the machine is not its work."""
    chance, rules = random.Random("hands"), parse({})
    times, most = [], 0
    for number in range(HANDS):
        level: Rank = RANKS[number % len(RANKS)]
        order = order_of(level)
        others = [face for face in pack(2) if face != order.wild]
        hand = tuple(sorted([*chance.sample(others, 25), order.wild, order.wild]))
        took = []
        for _ in range(2):
            began = time.process_time()
            readings = list(found(hold(rules, order, hand), None))
            took.append(time.process_time() - began)
        times.append(1000 * min(took))
        most = max(most, len(readings))
    return Readings(round(statistics.median(times), 3), round(max(times), 3), most)
