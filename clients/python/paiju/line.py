"""What a player knows of its line to the referee, whichever way in it takes: no I/O, only what to say and when to stop.

Whom to ask and as whom, how long to look for a referee that is not there, and what has been seen before it was lost.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

import grpc

from paiju.errors import AdmissionError, SupersededError, UnreachableError
from paiju.v1 import referee_pb2 as pb

PROTOCOL = 1
HELLO_S = 10.0
"""Seconds for an answer to Hello before it is said again."""
ACT_S = 10.0
"""Seconds for an answer to Act before the line counts as lost."""
LONGEST_BACKOFF_S = 3.0
HELD_S = 3.0
"""Seconds: a stream that ends earlier and without a frame counts as a failed call."""

CHANNEL: Sequence[tuple[str, int]] = (
    # A peer that is frozen or cut off is noticed within 15 s; the ping has a timeout of its own, 60 s by default.
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 3_000),
    # An answer is sent again only under its decision's id, by the desk.
    ("grpc.enable_retries", 0),
    # A connection of its own for each player: referees cap the streams of one.
    ("grpc.use_local_subchannel_pool", 1),
)

Code = grpc.StatusCode

LOST = frozenset({Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED, Code.CANCELLED, Code.INTERNAL, Code.UNKNOWN})
"""Statuses of a line that may come back; any other is an answer."""
REASONS = {
    Code.UNAUTHENTICATED: "refused the token",
    Code.PERMISSION_DENIED: "refused the token",
    Code.FAILED_PRECONDITION: f"does not speak version {PROTOCOL}",
    Code.UNIMPLEMENTED: "is none of this kind",
}

log = logging.getLogger("paiju")


@dataclass(frozen=True, slots=True)
class Timing:
    """All in seconds."""

    first_answer: float = 10.0
    """How long to look for a referee that does not answer."""
    reconnect: float = 30.0
    """How long to look for one that went away, where no open table says how long it waits."""
    heartbeat: float = 5.0
    first_backoff: float = 0.2
    wait: bool = False
    """Before it has been admitted a player asks for ever, for a referee that is not there yet or a token not known."""


TIMING = Timing()


class Line:
    """Made when the player begins to look for its referee."""

    def __init__(self, name: str, address: str, token: str, timing: Timing) -> None:
        self.address = address
        self.metadata = (("authorization", f"Bearer {token}"),)
        client = f"{name} (paiju for Python)"
        self.hello = pb.HelloRequest(client=client[:64], protocol_min=PROTOCOL, protocol_max=PROTOCOL)
        self._timing = timing
        self._waiting = timing.wait
        self._has_said_so = False
        self._welcome: float | None = None
        """When the open stream was admitted."""
        self._has_heard = False
        self._draining = False
        self._seen: dict[str, int] = {}
        self._windows: dict[str, float] = {}
        self._deadline = monotonic() + (float("inf") if timing.wait else timing.first_answer)
        self._backoff = timing.first_backoff
        self._gone = f"no answer from {address} within {timing.first_answer:g} s"

    @property
    def patience(self) -> float:
        """Seconds for the next hello."""
        return min(HELLO_S, self._deadline - monotonic())

    @property
    def seen(self) -> list[pb.Seen]:
        return [pb.Seen(table=table, last_seq=seq) for table, seq in self._seen.items()]

    def admitted(self, hello: pb.HelloResponse) -> None:
        self._welcome, self._has_heard = monotonic(), False
        if self._waiting:
            self._waiting = False
            self._look_for(self._timing.reconnect)
        log.info("I am %s, referee %s at %s", hello.player, hello.server, self.address)

    def noted(self, items: Iterable[pb.Item]) -> Iterator[pb.Item]:
        """Hand on the items of a frame; of each that is taken, keep what is to be known after a loss.

        Raise SupersededError.
        """
        self._has_heard = True
        for item in items:
            match item.WhichOneof("item"):
                case "seated":
                    self._windows[item.seated.table] = item.seated.clocks.reconnect_ms / 1000
                case "events" if item.events.events:
                    self._seen[item.events.table] = item.events.events[-1].seq
                case "ended":
                    self._windows.pop(item.ended.table, None)
                    self._seen.pop(item.ended.table, None)
                case "draining":
                    self._draining = True
                case "superseded":
                    raise SupersededError(f"a newer process of this player has taken over at {self.address}")
            yield item

    def lost(self, code: grpc.StatusCode, details: str | None) -> float | None:
        """Return how long to pause before the next hello, or nothing if this is a good end.

        Raise AdmissionError unless the call failed only because the line did, UnreachableError if it is given up.
        """
        if code is Code.UNAUTHENTICATED and self._waiting:
            self._say_that_it_waits(details)
        elif code not in LOST:
            raise AdmissionError(f"the referee at {self.address} {REASONS.get(code, 'closed the line')}: {details}")
        if self._draining:
            return None
        self._count_loss(details)
        if monotonic() > self._deadline:
            raise UnreachableError(self._gone)
        pause, self._backoff = self._backoff, min(2 * self._backoff, LONGEST_BACKOFF_S)
        return pause

    def _count_loss(self, details: str | None) -> None:
        """Begin pauses and patience anew, if what was lost was more than a stream that only began."""
        if self._welcome is None:
            return
        if self._has_heard or monotonic() - self._welcome >= HELD_S:
            window = max(self._windows.values(), default=self._timing.reconnect)
            self._look_for(window)
            self._backoff = self._timing.first_backoff
            log.warning("lost the referee at %s, looking for it for %g s", self.address, window)
        else:
            self._gone = f"the referee at {self.address} ended every stream as soon as it began: {details}"
        self._welcome = None

    def _look_for(self, window: float) -> None:
        self._deadline = monotonic() + window
        self._gone = f"the referee at {self.address} went away and did not come back within {window:g} s"

    def _say_that_it_waits(self, details: str | None) -> None:
        if not self._has_said_so:
            self._has_said_so = True
            log.warning("the referee at %s does not know this token yet (%s): waiting", self.address, details)
