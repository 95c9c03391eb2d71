"""Why a player stops.

PaijuError
    UnreachableError    nobody answers there, or the referee went away and did not come back in time
    AdmissionError      the referee answers, but not to this player: token, version, conduct
    SupersededError     a newer process of the same player has taken over
    BotError            the bot itself raised; the cause is its exception
"""

from typing import ClassVar


class PaijuError(Exception):
    exit_code: ClassVar[int] = 1


class UnreachableError(PaijuError):
    exit_code = 3


class AdmissionError(PaijuError):
    exit_code = 4


class SupersededError(PaijuError):
    exit_code = 5


class BotError(PaijuError):
    """Its text names the table and the decision."""
