"""What is settled before the first card: one sitting of a board, its game, players, clocks and seeds."""

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from referee.cards import BySeat, Seat
from referee.game import Game
from referee.shuffle import SeededLuck, commit_board
from referee.table.clock import Clocks


class EndReason(IntEnum):
    FINISHED = 1
    TIMEOUT = 2
    ILLEGAL = 3
    CRASH = 4
    DISCONNECT = 5
    NO_SHOW = 6
    FLOOD = 7
    VOID = 8


class Adjudication(NamedTuple):
    """What follows from a fault."""

    illegal_retries: int = 2
    """Refusals a decision on the same clock; one more is a strike and the default action."""
    max_strikes: int = 3
    timeout_forfeits: bool = False
    illegal_forfeits: bool = False


class BoardName(NamedTuple):
    """Names a deal for its seed and its commitment."""

    tournament: str
    group: str
    board: int

    def commitment(self, seed: bytes) -> bytes:
        return commit_board(self.tournament, self.group, self.board, seed)


@dataclass(frozen=True, slots=True)
class Match:
    """One sitting. The seed is secret until the board is closed."""

    id: str
    board: BoardName
    game: Game
    rules_version: int
    players: BySeat[str]
    seed: bytes
    clocks: Clocks
    adjudication: Adjudication

    @property
    def luck(self) -> SeededLuck:
        return SeededLuck(self.seed, len(self.game.pack()))

    @property
    def commitment(self) -> bytes:
        return self.board.commitment(self.seed)


class Ended(NamedTuple):
    """How a match ended. Scores are side 0's; a fault of nobody is void."""

    reason: EndReason
    at_fault: Seat | None = None
    score: int = 0
    points: int = 0


def forfeit(match: Match, reason: EndReason, seat: Seat) -> Ended:
    """The offender's side loses the most that the game can score."""
    lost = match.game.max_score
    return Ended(reason, seat, lost if seat.side else -lost)
