"""Deals for tests of the family: seeded chance, positions from text."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from referee.cards import SEATS, BySeat, Rank, Seat, cards
from referee.game import Action, Claim, Combination, Game, Position, Step, Verb
from referee.games import GAMES
from referee.games.guandan.order import Key, Order, Reading, order_of
from referee.games.guandan.phases.climbing import Climbing, Top
from referee.games.guandan.phases.resisting import ask
from referee.games.guandan.phases.terms import Terms
from referee.games.guandan.progress import Progress
from referee.games.guandan.readings import readings
from referee.games.guandan.rules import parse
from referee.games.guandan.tribute import payers
from referee.shuffle import SeededLuck, board_seed, practice_master


class Turn(NamedTuple):
    """A position, what was done there, and what came of it; before the first, only the start of the deal."""

    position: Position | None
    seat: Seat | None
    action: Action | None
    step: Step


def guandan(**options: str) -> Game:
    return GAMES["guandan"].make(options)


def luck(seed: int) -> SeededLuck:
    return SeededLuck(board_seed(practice_master(1), seed), 108)


def turns(game: Game, seed: int, most: int = 24) -> Iterator[Turn]:
    """Play a deal at random: the first deal of a match, or a board."""
    chance = random.Random(seed)
    step = game.deal(game.board(seed) if seed % 4 else game.start(), luck(seed))
    yield Turn(None, None, None, step)
    while step.position.to_act:
        position = step.position
        seat = chance.choice(sorted(position.to_act))
        action = chance.choice(list(islice(position.moves(seat), most)))
        step = position.act(seat, action)
        yield Turn(position, seat, action, step)


def order_for(level: str) -> Order:
    return order_of(Rank.parse(level))


def terms(level: str = "7", finish: str = "", left: str = "", **options: str) -> Terms:
    """The seats of `finish` went out in the deal before, `left` are the cards they had."""
    rules, rank = parse(options), Rank.parse(level)
    places = tuple(SEATS[int(seat)] for seat in finish)
    progress = Progress((rank, rank), finish=places, left=tuple(map(int, left.split())))
    return Terms(rules, order_of(rank, joker_bomb_top=rules.joker_bomb_top), progress)


def only(read: Terms, text: str) -> Reading:
    """Return the strongest reading of cards."""
    return readings(read.rules, read.order, cards(text))[0]


def climbing(*hands: str, top: str = "", owner: int = 3, out: str = "", level: str = "7", **options: str) -> Climbing:
    """Seat 0 is to act; `top` was played by `owner`."""
    given = terms(level, **options)
    beat = Top(only(given, top), SEATS[owner]) if top else None
    held = [*map(cards, hands), *((cards("2c 3d"),) * (4 - len(hands)))]
    return Climbing(given, BySeat(held), Seat.EAST, beat, tuple(SEATS[int(seat)] for seat in out))


def tribute(*hands: str, finish: str, left: str = "", level: str = "7", **options: str) -> Step:
    """Begin tribute after a deal that ended so."""
    given = terms(level, finish, left, **options)
    return ask(given, BySeat(map(cards, hands)), payers(given.rules, given.progress))


def play(text: str, claimed: str = "") -> Action:
    return Action(Verb.PLAY, cards(text), claim(claimed) if claimed else None)


def claim(text: str) -> Claim:
    """Read a claim like `full_house K`."""
    kind, key = text.split()
    number = {"LJ": 16, "HJ": 17}.get(key) or int(Rank.parse(key))
    return Claim(kind=Combination[kind.upper()], key=Key(number))


PASS = Action(Verb.PASS)
