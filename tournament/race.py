"""Who leads while a run goes on. It keeps sums, and the results of boards that are half played."""

from collections import defaultdict
from collections.abc import Sequence

from tournament.boards import HalfPlayed
from tournament.config import Config
from tournament.ledger import Result
from tournament.records import Record, add
from tournament.schedule import Match
from tournament.standings import Row, ranked


class Race:
    def __init__(self, config: Config, lots: str) -> None:
        self._config = config
        self._lots = lots
        self._half = HalfPlayed(config)
        self._records: defaultdict[tuple[str, str], Record] = defaultdict(Record)

    def started(self, match: Match) -> None:
        """Be told of a match that begins, which changes nothing."""

    def note(self, text: str) -> None:
        """Be told of what is said, which changes nothing either."""

    def ended(self, result: Result) -> None:
        if (board := self._half.add(result)) is not None:
            add(self._records, board)

    def rows(self) -> Sequence[Row]:
        return ranked(self._config, self._records, {}, self._lots).rows
