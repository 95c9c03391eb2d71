"""Whole deals for tests: played in process by seeded chance."""

import random
from collections.abc import Mapping
from itertools import islice

from referee.cards import BySeat
from referee.game import Event, Game
from referee.games import GAMES
from referee.table.clock import Clocks
from referee.table.match import Adjudication, BoardName, Match, Mode
from referee.table.table import Table, start

PLAYERS = BySeat(("bold/0/1", "greedy/0/1", "bold/1/1", "greedy/1/1"))


def board_seed(number: int) -> bytes:
    return number.to_bytes(128, "big")


def match(game: Game, board: int = 0, seed: int = 0) -> Match:
    name = BoardName("cup", "r1/bold/greedy", board)
    clocks, adjudication = Clocks(), Adjudication()
    return Match("r1.bold-vs-greedy", name, game, 1, PLAYERS, board_seed(seed), clocks, adjudication)


def play(given: Match, chance: random.Random, most: int = 16) -> tuple[Table, list[Event]]:
    """Play a match to its end, choosing among the first legal actions."""
    table, events = start(given)
    log = list(events)
    while table.ended is None:
        seat = table.asking[0]
        question = table.chairs[seat].question
        assert question is not None
        action = chance.choice(list(islice(table.position.moves(seat), most)))
        moved = table.answer(seat, question.id, action, 0.0)
        table = moved.table
        log += moved.events
    return table, log


def tractor(options: Mapping[str, str] | None = None) -> Game:
    return GAMES["tractor"].make(options or {})


def whole_match(game: Game, seed: int = 0, max_deals: int = 200) -> Match:
    """A match from the first level on."""
    name = BoardName("cup", "r1/bold/greedy", 0)
    clocks, adjudication = Clocks(), Adjudication()
    return Match("r1.match", name, game, 1, PLAYERS, board_seed(seed), clocks, adjudication, Mode.MATCH, max_deals)
