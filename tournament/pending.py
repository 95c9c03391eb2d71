from collections import deque
from collections.abc import Callable, Iterable
from itertools import count
from typing import TypeAlias

from tournament.schedule import Match

Line: TypeAlias = deque[tuple[int, Match]]


class Pending:
    """Matches not yet started, in their order. Those of the same four players wait in one line."""

    def __init__(self, matches: Iterable[Match]) -> None:
        self._lines: dict[tuple[str, str, int], Line] = {}
        self._places = count()
        for match in matches:
            self._line(match).append((next(self._places), match))

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def take(self, may_start: Callable[[Match], bool]) -> Match | None:
        """Return the first match that may start, and forget it."""
        heads = [line for line in self._lines.values() if line and may_start(line[0][1])]
        return min(heads, key=_place).popleft()[1] if heads else None

    def put_back(self, match: Match) -> None:
        """Have a match played again, before all others."""
        self._line(match).appendleft((-1, match))

    def remove(self, is_off: Callable[[Match], bool]) -> int:
        """Forget matches; return how many. Those of one line go together."""
        off = [key for key, line in self._lines.items() if line and is_off(line[0][1])]
        return sum(len(self._lines.pop(key)) for key in off)

    def _line(self, match: Match) -> Line:
        return self._lines.setdefault((match.a, match.b, match.sitting), deque())


def _place(line: Line) -> int:
    return line[0][0]
