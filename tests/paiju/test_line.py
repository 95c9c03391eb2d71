"""How long a player looks for its referee, and what it takes for an answer."""

import grpc
import pytest
from paiju.errors import AdmissionError, UnreachableError
from paiju.line import HELLO_S, Line, Timing
from paiju.v1 import referee_pb2 as pb

from tests.paiju.fake_referee import seated

AWAY, UNKNOWN = grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.UNAUTHENTICATED


def line(timing: Timing | None = None) -> Line:
    return Line("Bot", "x:1", "token", timing or Timing())


class Clock:
    """The time, as a line reads it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        patch.setattr("paiju.line.monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_pauses_grow_to_three_seconds_and_begin_anew_after_a_frame() -> None:
    player = line()
    assert [player.lost(AWAY, None) for _ in range(6)] == [0.2, 0.4, 0.8, 1.6, 3.0, 3.0]
    player.admitted(pb.HelloResponse())
    list(player.noted([]))
    assert [player.lost(AWAY, None), player.lost(AWAY, None)] == [0.2, 0.4]


@pytest.mark.parametrize(("held", "pause"), [pytest.param(2.9, 0.8, id="short"), pytest.param(3, 0.2, id="long")])
def test_without_a_frame_they_begin_anew_after_a_stream_that_held_for_three_seconds(
    held: float, pause: float, clock: Clock
) -> None:
    player = line()
    player.lost(AWAY, None)
    player.lost(AWAY, None)
    player.admitted(pb.HelloResponse())
    clock.now += held
    assert player.lost(AWAY, None) == pause
    clock.now += 3
    assert player.lost(AWAY, None) == 2 * pause, "a hello that failed is no stream"


def pauses_until_given_up(player: Line, clock: Clock) -> list[float]:
    """Let streams end as soon as they begin."""
    pauses: list[float] = []
    try:
        for _ in range(20):
            player.admitted(pb.HelloResponse())
            pauses.append(player.lost(AWAY, "boom") or 0)
            clock.now += pauses[-1]
    except UnreachableError as fault:
        assert str(fault) == "the referee at x:1 ended every stream as soon as it began: boom"  # noqa: PT017
    return pauses


def test_a_referee_that_ends_every_stream_at_once_is_given_up(clock: Clock) -> None:
    player = line()
    assert pauses_until_given_up(player, clock) == [0.2, 0.4, 0.8, 1.6, 3.0, 3.0, 3.0]


def test_so_is_one_that_does_so_after_a_good_stream(clock: Clock) -> None:
    player = line()
    clock.now += 100
    player.admitted(pb.HelloResponse())
    list(player.noted([seated("a", 5_000)]))
    assert player.lost(AWAY, "gone") == 0.2
    assert pauses_until_given_up(player, clock) == [0.4, 0.8, 1.6, 3.0]


def test_so_is_one_that_was_waited_for(clock: Clock) -> None:
    player = line(Timing(reconnect=5, wait=True))
    clock.now += 100
    assert pauses_until_given_up(player, clock) == [0.2, 0.4, 0.8, 1.6, 3.0]


def test_it_looks_as_long_as_the_most_patient_of_its_open_tables() -> None:
    player = line()
    player.admitted(pb.HelloResponse())
    list(
        player.noted(
            [seated("a", 5_000), seated("b", 2_000), seated("c", 9_000), pb.Item(ended=pb.MatchEnded(table="c"))]
        )
    )
    player.lost(AWAY, None)
    assert 4 < player.patience <= 5


def test_a_hello_is_never_waited_for_longer_than_ten_seconds() -> None:
    assert line(Timing(first_answer=60)).patience == HELLO_S == line(Timing(wait=True)).patience


def test_one_that_waits_does_so_until_it_has_been_admitted_once() -> None:
    player = line(Timing(first_answer=0, reconnect=0, wait=True))
    assert player.lost(AWAY, None) == 0.2
    assert player.lost(UNKNOWN, "who?") == 0.4
    player.admitted(pb.HelloResponse())
    with pytest.raises(AdmissionError, match="the referee at x:1 refused the token: who\\?"):
        player.lost(UNKNOWN, "who?")
    list(player.noted([]))
    with pytest.raises(UnreachableError, match="went away and did not come back within 0 s"):
        player.lost(AWAY, None)


def test_one_that_does_not_wait_takes_an_unknown_token_for_an_answer() -> None:
    with pytest.raises(AdmissionError, match="refused the token"):
        line().lost(UNKNOWN, "who?")


def test_it_says_once_that_it_waits(caplog: pytest.LogCaptureFixture) -> None:
    player = line(Timing(wait=True))
    player.lost(AWAY, None)
    player.lost(UNKNOWN, "who?")
    player.lost(UNKNOWN, "who?")
    assert [record.getMessage() for record in caplog.records] == [
        "the referee at x:1 does not know this token yet (who?): waiting"
    ]
