"""What teams did against each other, as sums over boards: all that standings need, however many boards there are."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from tournament.boards import Board


class Record(NamedTuple):
    """Of one team, against one other or several."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    swing: int = 0
    squares: int = 0
    """The sum of the squares of the boards' swings."""
    forfeits: int = 0
    """Matches this team forfeited."""

    @property
    def boards(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> Fraction:
        return self.won + Fraction(self.drawn, 2)


Records: TypeAlias = Mapping[tuple[str, str], Record]
"""By team and opponent: each two that have met are there twice."""


def records_of(boards: Iterable[Board]) -> Records:
    records: defaultdict[tuple[str, str], Record] = defaultdict(Record)
    for board in boards:
        add(records, board)
    return records


def add(records: defaultdict[tuple[str, str], Record], board: Board) -> None:
    for pair in ((board.a, board.b), (board.b, board.a)):
        records[pair] = total((records[pair], _record(board, pair[0])))


def _record(board: Board, team: str) -> Record:
    swing = board.swing_of(team)
    return Record(swing > 0, swing == 0, swing < 0, swing, swing**2, board.forfeits.count(team))


def total(records: Iterable[Record]) -> Record:
    return Record(*map(sum, zip(Record(), *records, strict=True)))
