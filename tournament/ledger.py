"""What a tournament remembers: runs, ended matches and ratings, as plain values. Everything else is computed."""

import hashlib
import json
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple


class Reason(StrEnum):
    """Why a match ended."""

    FINISHED = "finished"
    TIMEOUT = "timeout"
    ILLEGAL = "illegal"
    CRASH = "crash"
    DISCONNECT = "disconnect"
    NO_SHOW = "no_show"
    FLOOD = "flood"
    VOID = "void"

    @property
    def is_forfeit(self) -> bool:
        return self not in (Reason.FINISHED, Reason.VOID)


class SeatTimes(NamedTuple):
    """How one seat used its time, as the referee measured it."""

    decisions: int = 0
    time_ms: int = 0
    max_time_ms: int = 0
    bank_used_ms: int = 0
    timeouts: int = 0
    refusals: int = 0
    strikes: int = 0
    decisions_by_ms: tuple[tuple[int, int], ...] = ()
    """Times, rounded up by at most a sixteenth, and how many decisions took them. Earlier versions did not count."""


class Culprit(NamedTuple):
    team: str
    bot: str


class Tally(NamedTuple):
    """What ratings need to know of a board: the sum of team a's scores over the sittings that the same four ended."""

    run: str
    group: str
    board: int
    sittings: int
    score: int
    bots: tuple[str, ...]
    """Ids of identities: team a's two, then team b's."""


class Identity(NamedTuple):
    """A bot as it is rated across events: another version or another program is another bot."""

    name: str
    version: str = ""
    fingerprint: str = ""
    """Of its command and files; nothing where it is not known."""

    @property
    def id(self) -> str:
        return _id(self)


@lru_cache(maxsize=1024)
def _id(bot: Identity) -> str:
    return hashlib.sha256(json.dumps(bot, ensure_ascii=False).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Result:
    """A match that has ended, or one void attempt at it. Score and points are team a's."""

    match: str
    attempt: int
    """How many void attempts came before it."""
    round: int
    group: str
    board: int
    sitting: int
    a: str
    b: str
    seats: tuple[str, str, str, str]
    """Names of the players by seat."""
    bots: tuple[Identity, Identity, Identity, Identity]
    """Team a's two, then team b's."""
    reason: Reason
    score: int
    points: int
    deals: int
    finished_at: datetime
    culprit: Culprit | None = None
    fault: str = ""
    """What a person wants to know of a fault."""
    transcript: str = ""
    """File name, relative to the output directory."""
    transcript_sha256: str = ""
    times: tuple[SeatTimes, ...] = ()
    """By seat."""

    @property
    def is_void(self) -> bool:
        return self.reason is Reason.VOID

    @property
    def payload_hash(self) -> str:
        """A digest of all that would be the same if the match were played again."""
        played = [getattr(self, name) for name in LASTING]
        return hashlib.sha256(json.dumps(played, ensure_ascii=False).encode()).hexdigest()


LASTING = tuple(field.name for field in fields(Result) if field.name not in ("bots", "finished_at", "fault", "times"))


@dataclass(frozen=True, slots=True)
class Run:
    id: str
    event: str
    config: str
    """`config.canonical` of its configuration."""
    config_hash: str
    commitment: str
    """Of the master seed, in hex."""
    started_at: datetime
    finished_at: datetime | None = None
    retired: tuple[str, ...] = ()
    """Bots that had too many faults in a row when the run last stopped."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A team's strength; nothing where results do not connect it with the field."""

    team: str
    rating: float | None
    error: float | None
    boards: int
