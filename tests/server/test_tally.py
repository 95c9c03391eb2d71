"""How a seat used its time, summed up as it goes."""

import pytest

from referee.cards import Seat
from referee.server.item import SeatReport
from referee.server.tally import Tally, rounded_up
from referee.table.table import DefaultReason, Question, Timing

TIME, REFUSALS = DefaultReason.TIME, DefaultReason.REFUSALS


def timing(charged: int, refusals: int = 0, default: DefaultReason | None = None) -> Timing:
    return Timing(0, Seat.EAST, Question(1, 0.0, refusals), 0.0, charged, 0, default)


def test_a_seat_that_was_asked_nothing_used_no_time() -> None:
    assert Tally(1_000).report == SeatReport()


def test_a_report_sums_up_all_decisions() -> None:
    tally = Tally(1_000)
    for decision in (
        timing(3),
        timing(3, 1),
        timing(65),
        timing(1_200, 4, TIME),
        timing(1_200),
        timing(1_003),
        timing(9, 3, REFUSALS),
    ):
        tally.add(decision)
    assert tally.report == SeatReport(
        decisions=7,
        time_ms=3_483,
        max_time_ms=1_200,
        bank_used_ms=403,
        timeouts=1,
        refusals=8,
        strikes=2,
        decisions_by_ms={3: 2, 68: 1, 1_216: 2, 1_024: 1, 9: 1},
    )


@pytest.mark.parametrize(
    ("number", "expected"), [(0, 0), (1, 1), (31, 31), (32, 32), (33, 34), (63, 64), (65, 68), (5001, 5120)]
)
def test_times_are_rounded_up_to_five_binary_digits(number: int, expected: int) -> None:
    assert rounded_up(number) == expected


def test_rounding_adds_less_than_a_sixteenth() -> None:
    for number in range(1, 100_000):
        assert number <= rounded_up(number) < number * 17 / 16
        assert rounded_up(rounded_up(number)) == rounded_up(number)
