"""Time of one seat, in milliseconds. The present comes in as an argument, in seconds of a monotonic clock."""

from typing import NamedTuple


class Clocks(NamedTuple):
    """What an organiser grants each seat."""

    move_ms: int = 5_000
    bank_ms: int = 60_000
    increment_ms: int = 0
    margin_ms: int = 50
    """Grace on every deadline."""
    reconnect_ms: int = 30_000
    """From a lost connection to a forfeit; the clock goes on meanwhile."""

    def deadline(self, asked: float, bank_ms: int) -> float:
        """Return when time is up, in seconds."""
        return asked + (self.move_ms + bank_ms + self.margin_ms) / 1000

    def left(self, asked: float, now: float, bank_ms: int) -> tuple[int, int]:
        """Return what is left of the move and of the bank."""
        spent = elapsed(asked, now)
        return max(0, self.move_ms - spent), max(0, bank_ms - max(0, spent - self.move_ms))

    def charge(self, asked: float, now: float, bank_ms: int) -> tuple[int, int]:
        """Return the time a decision took and the bank after it."""
        spent = elapsed(asked, now)
        return spent, max(0, bank_ms - max(0, spent - self.move_ms)) + self.increment_ms


def elapsed(asked: float, now: float) -> int:
    return max(0, round((now - asked) * 1000))
