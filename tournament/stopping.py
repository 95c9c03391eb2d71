"""When an event of two teams is decided: a sequential test of its boards, in the order of the schedule."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from tournament.boards import Board, HalfPlayed
from tournament.config import Config
from tournament.ledger import Result
from tournament.schedule import SITTINGS, Match
from tournament.statistics.sprt import Sprt, Verdict, bounds

RESULTS = (0.0, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the test has to say, from the view of the first team of the file."""

    team: str
    opponent: str
    elo0: float
    elo1: float
    model: str
    score: str
    boards: int
    """Judged; later ones are in the other tables only."""
    llr: float
    lower: float
    upper: float
    verdict: Verdict


class Stopping:
    """Is told of results as they come, and tells of the verdict when there is one."""

    def __init__(self, config: Config, decided: Callable[[], object]) -> None:
        rule = config.sprt
        self.test = Sprt(rule, RESULTS if rule.score == "result" else (), SITTINGS[config.tournament.seating])
        self._config = config
        self._decided = decided
        self._half = HalfPlayed(config)
        self._whole: dict[tuple[int, int], Board] = {}
        """By round and number, until they are judged."""
        self._schedule = _schedule(config)
        self._next = next(self._schedule)

    def started(self, match: Match) -> None:
        """Be told of a match that begins, which decides nothing."""

    def note(self, text: str) -> None:
        """Be told of what is said, which decides nothing either."""

    def ended(self, result: Result) -> None:
        if (board := self._half.add(result)) is not None:
            self.judge(board)

    def judge(self, board: Board) -> None:
        """Have a board judged as soon as all before it are, unless there is a verdict."""
        if self.test.verdict is not Verdict.OPEN:
            return
        self._whole[board.round, board.number] = board
        while self._next in self._whole:
            self.test.add(self._score(self._whole.pop(self._next)))
            self._next = next(self._schedule)
        if self.test.verdict is not Verdict.OPEN:
            self._decided()

    def _score(self, board: Board) -> float:
        team = self._config.teams[0].name
        return float(board.score_of(team)) if self._config.sprt.score == "result" else 0.5 + board.swing_of(team)

    @property
    def decision(self) -> Decision:
        rule, test = self._config.sprt, self.test
        team, opponent = (team.name for team in self._config.teams)
        return Decision(
            team,
            opponent,
            rule.elo0,
            rule.elo1,
            rule.model,
            rule.score,
            test.boards,
            test.llr,
            *bounds(rule),
            test.verdict,
        )


def _schedule(config: Config) -> Iterator[tuple[int, int]]:
    """Yield round and board in the order in which they should be played, and then what will never be."""
    yield from product(range(1, config.tournament.rounds + 1), range(config.tournament.boards))
    yield 0, 0


def decision(config: Config, boards: Iterable[Board]) -> Decision | None:
    """Return what the test says of these boards, in any order; nothing if the event has no test."""
    if not config.sprt.enabled:
        return None
    stopping = Stopping(config, bool)
    for board in boards:
        stopping.judge(board)
    return stopping.decision
