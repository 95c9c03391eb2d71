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


def test_pauses_grow_to_three_seconds_and_begin_anew_after_a_welcome() -> None:
    player = line()
    assert [player.lost(AWAY, None) for _ in range(6)] == [0.2, 0.4, 0.8, 1.6, 3.0, 3.0]
    player.admitted(pb.HelloResponse())
    assert player.lost(AWAY, None) == 0.2


def test_it_looks_as_long_as_the_most_patient_of_its_open_tables() -> None:
    player = line()
    player.note([seated("a", 5_000), seated("b", 2_000), seated("c", 9_000), pb.Item(ended=pb.MatchEnded(table="c"))])
    player.admitted(pb.HelloResponse())
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
