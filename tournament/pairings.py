"""What two teams did against each other, in the numbers of engine matches. From the view of the first."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum

from tournament.boards import Board, share
from tournament.statistics.distribution import Distribution, efficiency
from tournament.statistics.elo import elo, normalised_elo, superiority
from tournament.statistics.swing import estimate

RESULTS = (0.0, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class Count:
    """How many boards gave this share of the points of their sittings, 1 for each won and ½ for each drawn."""

    share: float
    boards: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """Numbers that cannot be known are nothing."""

    team: str
    opponent: str
    boards: int
    won: int
    drawn: int
    lost: int
    elo: float | None
    """Of boards won, drawn and lost; so are the next four."""
    elo_error: float | None
    normalised_elo: float | None
    normalised_elo_error: float | None
    superiority: float | None
    """How likely the first team is the better one."""
    pairs: tuple[Count, ...]
    """Boards by the results of their sittings: with two, from both lost to both won."""
    draw_ratio: float
    """Of boards with as much won as lost."""
    pairs_ratio: float | None
    """Boards with more won than lost for each with more lost."""
    efficiency: float | None
    """How many independent matches a match of a board is worth, by results."""
    swing: float
    """Score a board."""
    swing_error: float | None
    swing_efficiency: float | None
    """The same worth, by scores."""


def pairings(order: Sequence[str], boards: Iterable[Board], interval: float) -> tuple[Pairing, ...]:
    """Return a block for each two teams that have met, teams in this order."""
    met: defaultdict[tuple[str, str], list[Board]] = defaultdict(list)
    for board in boards:
        met[board.a, board.b].append(board)
    return tuple(
        _pairing(team, opponent, found, interval)
        for team, opponent in combinations(order, 2)
        if (found := met.get((min(team, opponent), max(team, opponent))))
    )


def _pairing(team: str, opponent: str, boards: Sequence[Board], interval: float) -> Pairing:
    sittings = len(boards[0].scores)
    scores = [board.scores_of(team) for board in boards]
    shares = [[float(share(score)) for score in sitting] for sitting in scores]
    results = Distribution.of((float(board.score_of(team)) for board in boards), RESULTS, sittings)
    steps = (step / (2 * sittings) for step in range(2 * sittings + 1))
    pairs = Distribution.of((fsum(board) / sittings for board in shares), steps, sittings)
    (_, lost), (_, drawn), (_, won) = results.counts
    swing = estimate([board.swing_of(team) for board in boards], interval)
    difference = elo(results, interval)
    normalised = normalised_elo(results, interval)
    return Pairing(
        team=team,
        opponent=opponent,
        boards=len(boards),
        won=won,
        drawn=drawn,
        lost=lost,
        elo=difference.value if difference else None,
        elo_error=difference.error if difference else None,
        normalised_elo=normalised.value if normalised else None,
        normalised_elo_error=normalised.error if normalised else None,
        superiority=superiority(results),
        pairs=tuple(Count(score, count) for score, count in pairs.counts),
        draw_ratio=pairs.draw_ratio,
        pairs_ratio=pairs.pairs_ratio,
        efficiency=efficiency(shares),
        swing=swing.value,
        swing_error=swing.error,
        swing_efficiency=efficiency(scores),
    )
