"""What is settled before the first card: one sitting of a board, its game, players, clocks and seeds."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NamedTuple

from referee.cards import BySeat, Seat
from referee.game import Game, Progress, Result
from referee.shuffle import SeededLuck, board_seed, commit_board, commit_boards, commit_deals
from referee.table.clock import Clocks

MOST_DEALS = 1_000
"""Of a match: a commitment to each goes out with the seat."""


class EndReason(IntEnum):
    FINISHED = 1
    TIMEOUT = 2
    ILLEGAL = 3
    CRASH = 4
    DISCONNECT = 5
    NO_SHOW = 6
    FLOOD = 7
    VOID = 8


class Mode(StrEnum):
    BOARD = "board"
    """One deal with everything preset."""
    MATCH = "match"
    """Deals from the first level until a side has won."""


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
    """One sitting. The seed is secret until the board is closed: the deal's own, or in match mode that of all deals."""

    id: str
    board: BoardName
    game: Game
    rules_version: int
    players: BySeat[str]
    seed: bytes
    clocks: Clocks
    adjudication: Adjudication
    mode: Mode = Mode.BOARD
    max_deals: int = 1
    """In match mode; then the higher level wins, or nobody."""

    @property
    def progress(self) -> Progress:
        """Where the first deal begins."""
        return self.game.start() if self.mode is Mode.MATCH else self.game.board(self.board.board)

    @property
    def max_score(self) -> int:
        return 1 if self.mode is Mode.MATCH else self.game.max_score

    def luck(self, deal: int) -> SeededLuck:
        seed = board_seed(self.seed, deal) if self.mode is Mode.MATCH else self.seed
        return SeededLuck(seed, len(self.game.pack()))

    @property
    def commitments(self) -> tuple[bytes, ...]:
        """One for each deal there may be."""
        return commitments(self.board, self.seed, self.max_deals if self.mode is Mode.MATCH else None)

    @property
    def commitment(self) -> bytes:
        """The one of a board; the root of all in match mode."""
        return commitment(self.board, self.seed, self.max_deals if self.mode is Mode.MATCH else None)


@lru_cache(maxsize=256)
def commitments(name: BoardName, seed: bytes, max_deals: int | None) -> tuple[bytes, ...]:
    """Commit to a board's seed, or to that of each of so many deals of a match.

    Those of a match take milliseconds, and each seat is told them, at all sittings.
    """
    return (name.commitment(seed),) if max_deals is None else tuple(commit_deals(*name, seed, max_deals))


def commitment(name: BoardName, seed: bytes, max_deals: int | None) -> bytes:
    each = commitments(name, seed, max_deals)
    return each[0] if max_deals is None else commit_boards(each)


class Ended(NamedTuple):
    """How a match ended. Scores are side 0's; a fault of nobody is void."""

    reason: EndReason
    at_fault: Seat | None = None
    score: int = 0
    points: int = 0


def forfeit(match: Match, reason: EndReason, seat: Seat) -> Ended:
    """The offender's side loses the most that the game can score."""
    lost = match.max_score
    return Ended(reason, seat, lost if seat.side else -lost)


def ended_by(match: Match, results: list[Result]) -> Ended | None:
    """Return how a match ends with the deals so far, or nothing if it goes on."""
    last = results[-1]
    if match.mode is Mode.BOARD:
        return Ended(EndReason.FINISHED, None, last.score, last.points)
    winner, (even, odd) = last.progress.winner, last.progress.levels
    if winner is None and len(results) < match.max_deals:
        return None
    score = (even > odd) - (even < odd) if winner is None else 1 - 2 * winner
    return Ended(EndReason.FINISHED, None, score, sum(result.points for result in results))
