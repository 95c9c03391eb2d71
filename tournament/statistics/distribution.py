"""How often boards end how. A score is a share of 0 to 1, or anything else with ½ for a draw; counts may be zero."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from statistics import pvariance


@dataclass(frozen=True)
class Distribution:
    counts: tuple[tuple[float, int], ...]
    """By score, ascending."""
    sittings: int
    """Matches one score is made of."""

    @classmethod
    def of(cls, scores: Iterable[float], support: Iterable[float], sittings: int) -> "Distribution":
        """Count scores; those of `support` are counted even if there are none."""
        counts = Counter(dict.fromkeys(support, 0))
        counts.update(scores)
        return cls(tuple(sorted(counts.items())), sittings)

    @cached_property
    def boards(self) -> int:
        return sum(count for _, count in self.counts)

    @cached_property
    def mean(self) -> float:
        """Of at least one board."""
        return fsum(score * count for score, count in self.counts) / self.boards

    @cached_property
    def variance(self) -> float:
        """Of a board, not of the mean; 0 exactly if all boards are alike."""
        if sum(count > 0 for _, count in self.counts) < 2:
            return 0.0
        return fsum(count * (score - self.mean) ** 2 for score, count in self.counts) / self.boards

    @property
    def draw_ratio(self) -> float:
        return sum(count for score, count in self.counts if score == 0.5) / self.boards

    @property
    def pairs_ratio(self) -> float | None:
        """Boards above ½ for each below (fastchess); nothing if none is below."""
        below = sum(count for score, count in self.counts if score < 0.5)
        return sum(count for score, count in self.counts if score > 0.5) / below if below else None


def efficiency(boards: Sequence[Sequence[float]]) -> float | None:
    """Return how many independent matches one match of a duplicate board is worth: below 1 sittings do harm.

    Each board is the scores of its sittings. The variance of a match over that of a board's mean times its sittings;
    nothing if all boards are alike.
    """
    spread = pvariance([fsum(board) / len(board) for board in boards])
    return pvariance([score for board in boards for score in board]) / (len(boards[0]) * spread) if spread else None
