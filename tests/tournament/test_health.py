from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tournament.sample import config, ended
from tournament.health import Conduct, Health, by_seat
from tournament.ledger import Identity, Reason, Result, SeatTimes
from tournament.schedule import matches

BOTS = (Identity("a0"), Identity("a1", "2"), Identity("b0"), Identity("b1"))


def health(results: Iterable[Result], retired: Collection[str] = ()) -> tuple[Health, ...]:
    conduct = Conduct()
    for result in results:
        conduct.add(result)
    return conduct.health(retired)


@pytest.mark.parametrize("sitting", range(8))
def test_bots_sit_where_the_schedule_puts_their_players(tmp_path: Path, sitting: int) -> None:
    event = config(tmp_path, "ab", 'boards = 1\nseating = "rotate8"\n')
    match = next(match for match in matches(event) if match.sitting == sitting)
    result = replace(ended(match, 0), bots=BOTS)
    assert [bot.name for bot in by_seat(result)] == [f"{player.team}{player.partner}" for player in match.players]


def test_times_are_summed_by_bot(tmp_path: Path) -> None:
    one, two, *_ = matches(config(tmp_path, "ab"))
    times = tuple(SeatTimes(10, 100 * seat, seat, 5, seat, 1, 2) for seat in range(4))
    rows = health([replace(ended(match, 1), bots=BOTS, times=times) for match in (one, two)])
    assert [(row.bot, row.version) for row in rows] == [("a0", ""), ("a1", "2"), ("b0", ""), ("b1", "")]
    # Partner 0 of team a has seat 0 and then seat 1.
    first = rows[0]
    assert (first.seats, first.decisions, first.mean_ms, first.max_ms) == (2, 20, 5, 1)
    assert (first.bank_used_ms, first.timeouts, first.refusals, first.strikes) == (10, 1, 2, 4)


def test_faults_are_told_by_cause_and_voids_by_all_who_sat(tmp_path: Path) -> None:
    one, two, three, four = matches(config(tmp_path, "ab"))
    rows = health(
        [
            ended(one, 5, Reason.CRASH, culprit="b"),
            ended(two, 5, Reason.CRASH, culprit="b"),
            ended(three, -5, Reason.TIMEOUT, culprit="a"),
            ended(four, 0, Reason.VOID),
        ]
    )
    assert [(row.bot, row.forfeits, row.voids) for row in rows] == [
        ("a-bot", {"timeout": 1}, 1),
        ("b-bot", {"crash": 2}, 1),
    ]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        pytest.param([{3: 95, 60: 5}], 3, id="exactly 95 of 100"),
        pytest.param([{3: 94, 60: 6}], 60, id="one more is slower"),
        pytest.param([{3: 94, 104: 6}], 100, id="never more than the longest"),
        pytest.param([{0: 10, 7: 30}, {3: 60}, {60: 1}], 7, id="of all matches together"),
        pytest.param([{}], None, id="no decisions"),
        pytest.param([{3: 90}, None], None, id="some were not counted"),
    ],
)
def test_the_percentile_is_of_all_decisions_of_a_bot(
    tmp_path: Path, counts: list[dict[int, int] | None], expected: int | None
) -> None:
    boards = matches(config(tmp_path, "ab", "boards = 2\n"))
    results = []
    for match, own in zip(boards, counts, strict=False):
        times = SeatTimes(9, max_time_ms=100) if own is None else SeatTimes(sum(own.values()), 0, 100)
        counted = times._replace(decisions_by_ms=tuple(sorted((own or {}).items())))
        results.append(replace(ended(match, 1), bots=BOTS, times=(counted,) * 4))
    assert {row.p95_ms for row in health(results)} == {expected}


def test_only_bots_that_are_retired_are_told_to_be(tmp_path: Path) -> None:
    rows = health([ended(matches(config(tmp_path, "ab"))[0], 0)], {"b-bot"})
    assert [(row.bot, row.is_retired) for row in rows] == [("a-bot", False), ("b-bot", True)]


def test_who_was_never_asked_has_no_mean(tmp_path: Path) -> None:
    assert {row.mean_ms for row in health([ended(matches(config(tmp_path, "ab"))[0], 0)])} == {None}
