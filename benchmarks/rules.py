"""Plays per second of the rules alone: random deals on one core, against a loop that does the least a play needs.

Each decision asks for the first moves, chooses one at random and acts; all of that counts as time, but only plays,
and passes where cards are beaten, count as plays. The bare loop goes over the same plays: count the hand, take the
cards out, build the new hand.
"""

import argparse
import gc
import json
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from typing import NamedTuple

from benchmarks import guandan, peer
from referee import cards
from referee.cards import FACES, Cards, NotationError, Seat
from referee.game import EventKind, Game, Phase, Position
from referee.games import GAMES

LISTED = 16
"""Moves asked for at each decision. In Guandan all readings of the hand are found before the first is given."""
MOVED = {EventKind.PAID, EventKind.RETURNED}
GAINS = {EventKind.DEALT, EventKind.KITTY, EventKind.PICKED} | MOVED
LOSES = {EventKind.PLAYED, EventKind.BURIED, EventKind.ADDED} | MOVED
"""Events that bring cards into a hand, and that take them out."""


class Play(NamedTuple):
    hand: Cards
    cards: Cards


class Row(NamedTuple):
    game: str
    plays_per_s: int
    bare_per_s: int | None
    ratio: float | None
    deals: int
    plays: int


@dataclass(frozen=True)
class Shuffled:
    """Luck of a benchmark: a seed, not dealt for anybody."""

    seed: int
    faces: Cards

    def pack(self, attempt: int) -> Cards:
        return tuple(random.Random(f"{self.seed}/{attempt}").sample(self.faces, len(self.faces)))

    def draw(self, purpose: str, k: int) -> int:
        return random.Random(f"{self.seed}/{purpose}").randrange(k)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks rules", description=__doc__)
    parser.add_argument("--game", choices=GAMES, default=None)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--deals", type=int, default=200, help="deals a run")
    parser.add_argument("--runs", type=int, default=5, help="runs, of which the median counts")
    parser.add_argument("--peer", choices=["rlcard"], help="measure this program's Dou Dizhu too")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    if chosen.peer is not None and find_spec(chosen.peer) is None:
        parser.error(f"{chosen.peer} is no dependency: pip install {chosen.peer}")
    options = {name: value for name, _, value in (option.partition("=") for option in chosen.option)}
    names = GAMES if chosen.game is None else (chosen.game,)
    try:
        games = [GAMES[name].make(options) for name in names]
    except NotationError as fault:
        parser.error(str(fault))
    rows = [measure(game, chosen.deals, chosen.runs) for game in games]
    if chosen.peer is not None:
        rate, plays = peer.measure(chosen.deals, chosen.runs)
        rows.append(Row(f"{chosen.peer} dou dizhu", rate, None, None, chosen.deals, plays))
    readings = guandan.measure() if "guandan" in names else None
    if chosen.json:
        print(json.dumps([*(row._asdict() for row in rows), *([readings._asdict()] if readings else [])]))
        return
    print(f"{'game':<18}{'plays/s':>10}{'bare/s':>10}{'ratio':>8}{'deals':>8}{'plays':>8}")
    for row in rows:
        print("{:<18}{:>10}{:>10}{:>8}{:>8}{:>8}".format(*("-" if value is None else value for value in row)))
    if readings:
        median, slowest = readings.median_ms, readings.slowest_ms
        print(f"guandan, all readings of 27 cards with two wilds: {median} ms, at most {slowest} ms")


def measure(game: Game, deals: int, runs: int) -> Row:
    """Return medians; the bare loop runs beside each run, so that both meet the same machine."""
    plays = [play for seed in range(deals) for play in recorded(game, seed)]
    gc.freeze()  # the recorded plays are not the garbage of the loops measured
    rates, bare_rates = [], []
    for _ in range(runs):
        began = time.process_time()
        for seed in range(deals):
            playout(game, seed)
        middle = time.process_time()
        bare(plays)
        rates.append(len(plays) / (middle - began))
        bare_rates.append(len(plays) / (time.process_time() - middle))
    rate, limit = statistics.median(rates), statistics.median(bare_rates)
    return Row(game.name, round(rate), round(limit), round(rate / limit, 3), deals, len(plays))


def playout(game: Game, seed: int) -> None:
    """Play one deal of random moves to its end."""
    choose = random.Random(seed).choice
    position: Position = game.deal(game.board(seed), Shuffled(seed, game.pack())).position
    while position.to_act:
        for seat in position.to_act:
            position = position.act(seat, choose(list(islice(position.moves(seat), LISTED)))).position
            break


def recorded(game: Game, seed: int) -> list[Play]:
    """Play the same deal, and return what was played from which hand."""
    choose = random.Random(seed).choice
    step = game.deal(game.board(seed), Shuffled(seed, game.pack()))
    hands: dict[Seat, list[cards.Card]] = {seat: [] for seat in cards.SEATS}
    plays: list[Play] = []
    phase = Phase.DEAL
    while True:
        for event in step.events:
            phase = event.phase or phase
            if event.seat is None:
                continue
            if event.kind is EventKind.PLAYED or (event.kind is EventKind.PASSED and phase is Phase.PLAY):
                plays.append(Play(tuple(sorted(hands[event.seat])), event.cards))
            if event.kind in LOSES:
                for face in event.cards:
                    hands[event.seat].remove(face)
            if event.kind in GAINS:
                hands[event.seat if event.to is None else event.to] += event.cards
        if not step.position.to_act:
            return plays
        seat = min(step.position.to_act)
        step = step.position.act(seat, choose(list(islice(step.position.moves(seat), LISTED))))


def bare(plays: Sequence[Play]) -> None:
    for hand, played in plays:
        counts = bytearray(FACES)
        for face in hand:
            counts[face] += 1
        for face in played:
            assert counts[face]
            counts[face] -= 1
        left = list(hand)
        for face in played:
            left.remove(face)
        tuple(left)
