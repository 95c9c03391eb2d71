import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import select

from tests.tournament.sample import NOW
from tournament import store
from tournament.ledger import Culprit, Identity, Rating, Reason, Result, Run, SeatTimes, Tally
from tournament.model import RunRow
from tournament.store import StoreError

RUN = Run(id="run", event="Cup", config="{}", config_hash="c0ffee", commitment="beef", started_at=NOW)
RESULT = Result(
    match="r1.a-vs-b.b000.s0",
    attempt=0,
    round=1,
    group="r1/a/b",
    board=0,
    sitting=0,
    a="a",
    b="贪心",
    seats=("a/0/0", "贪心/0/0", "a/1/0", "贪心/1/0"),
    bots=(Identity("x", "1", "f00d"), Identity("x", "1", "f00d"), Identity("贪心"), Identity("bot")),
    reason=Reason.CRASH,
    score=5,
    points=120,
    deals=1,
    finished_at=datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC),
    culprit=Culprit("贪心", "bot"),
    fault="exit code 1",
    transcript="transcripts/r1.a-vs-b.b000.s0.txt.gz",
    transcript_sha256="abc",
    times=(SeatTimes(1, 2, 3, 4, 5, 6, 7, ((0, 3), (34, 1))), SeatTimes(), SeatTimes(), SeatTimes()),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paiju.sqlite"


@pytest.fixture
def engine(path: Path) -> Iterator[Engine]:
    engine = store.connect(f"sqlite:///{path}")
    store.add_run(engine, RUN)
    yield engine
    engine.dispose()


def add(engine: Engine, result: Result, run: str = "run") -> bool:
    return store.add_results(engine, run, [result]) == 1


def results(engine: Engine, match: str | None = None) -> list[Result]:
    return list(store.results(engine, "run", match))


def test_a_run_comes_back_as_it_was(engine: Engine) -> None:
    assert store.find_run(engine, "run") == RUN
    store.finish_run(engine, "run", NOW)
    assert store.find_run(engine, "run") == replace(RUN, finished_at=NOW)


def test_bots_are_retired_until_others_are(engine: Engine) -> None:
    for bots in (("贪心", "bot"), ("x",), ()):
        store.retire(engine, "run", bots)
        assert store.find_run(engine, "run") == replace(RUN, retired=tuple(sorted(bots)))
        assert store.runs(engine) == [store.find_run(engine, "run")]


def test_an_unknown_run_is_refused(engine: Engine) -> None:
    with pytest.raises(StoreError, match=r"paiju\.sqlite: no run other"):
        store.find_run(engine, "other")


@pytest.mark.parametrize("result", [RESULT, replace(RESULT, culprit=None, reason=Reason.FINISHED, times=())])
def test_a_result_comes_back_as_it_was(engine: Engine, result: Result) -> None:
    assert add(engine, result)
    assert results(engine) == [result]
    assert results(engine, result.match) == [result]
    assert store.ended(engine, "run") == {result.match}


def test_the_database_survives_its_closing(engine: Engine, path: Path) -> None:
    add(engine, RESULT)
    engine.dispose()
    again = store.connect(f"sqlite:///{path}")
    assert results(again) == [RESULT]
    again.dispose()


def test_the_same_result_again_changes_nothing(engine: Engine) -> None:
    add(engine, RESULT)
    replayed = replace(RESULT, finished_at=NOW, times=(), fault="exit code 1 again")
    assert not add(engine, replayed)
    assert results(engine) == [RESULT]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(replace(RESULT, score=-5), id="score"),
        pytest.param(replace(RESULT, reason=Reason.FINISHED), id="reason"),
        pytest.param(replace(RESULT, culprit=Culprit("a", "bot")), id="culprit"),
        pytest.param(replace(RESULT, transcript_sha256="abd"), id="transcript"),
        pytest.param(replace(RESULT, attempt=1), id="another attempt"),
        pytest.param(replace(RESULT, attempt=1, reason=Reason.VOID), id="void afterwards"),
    ],
)
def test_another_result_is_a_conflict_and_the_first_stays(engine: Engine, other: Result) -> None:
    add(engine, RESULT)
    with pytest.raises(StoreError, match=r"conflict: r1\.a-vs-b\.b000\.s0 of run run has another result"):
        add(engine, other)
    assert results(engine) == [RESULT]


def test_voids_are_kept_beside_the_result_that_follows(engine: Engine) -> None:
    voids = [replace(RESULT, attempt=n, reason=Reason.VOID, culprit=None) for n in range(2)]
    for void in voids:
        assert add(engine, void)
        assert not add(engine, void)
    assert store.ended(engine, "run") == set()
    assert store.voids(engine, "run") == {RESULT.match: 2}
    final = replace(RESULT, attempt=2)
    assert add(engine, final)
    assert results(engine, RESULT.match) == [*voids, final]
    assert store.ended(engine, "run") == {RESULT.match}


def test_results_are_kept_all_or_none(engine: Engine) -> None:
    add(engine, RESULT)
    batch = [replace(RESULT, match=f"m{board}", board=board) for board in range(3)]
    with pytest.raises(StoreError, match="has another result"):
        store.add_results(engine, "run", [*batch, replace(RESULT, score=-5)])
    assert results(engine) == [RESULT]
    assert store.add_results(engine, "run", [*batch, RESULT]) == 3
    assert results(engine) == [*batch, RESULT]


def test_results_of_one_batch_may_conflict(engine: Engine) -> None:
    void = replace(RESULT, reason=Reason.VOID)
    with pytest.raises(StoreError, match="has another result"):
        store.add_results(engine, "run", [RESULT, void])
    assert store.add_results(engine, "run", [void, void, replace(RESULT, attempt=1)]) == 2


def test_nothing_to_keep_is_kept(engine: Engine) -> None:
    assert store.add_results(engine, "run", []) == 0


def test_who_played_is_kept_with_the_result(engine: Engine) -> None:
    later = replace(RESULT, match="m", bots=(Identity("x", "2"), *RESULT.bots[1:]))
    store.add_results(engine, "run", [RESULT, later, replace(RESULT, match="v", reason=Reason.VOID)])
    bots = store.bots(engine)
    assert set(bots.values()) == {*RESULT.bots, *later.bots}
    assert all(bot.id == key for key, bot in bots.items())
    lineups = [tuple(bot.id for bot in result.bots) for result in (RESULT, later)]
    assert sorted(store.tallies(engine)) == sorted(Tally("run", "r1/a/b", 0, 1, 5, lineup) for lineup in lineups)


def test_sittings_of_a_board_are_summed_by_who_played(engine: Engine) -> None:
    other = replace(RESULT, match="other sitting", sitting=1, score=-2)
    elsewhere = replace(RESULT, match="other pairing", a="c")
    store.add_results(engine, "run", [RESULT, other, elsewhere])
    assert sorted((row.sittings, row.score) for row in store.tallies(engine)) == [(1, 5), (2, 3)]


def test_runs_come_in_the_order_in_which_they_began(engine: Engine) -> None:
    early, late = replace(RUN, id="z", started_at=NOW.replace(year=2025)), replace(RUN, id="a")
    for run in (late, early):
        store.add_run(engine, run)
    assert [run.id for run in store.runs(engine)] == ["z", "a", "run"]


def test_one_of_many_writers_wins(engine: Engine) -> None:
    """Each writes the same results, and half of the writers a wrong score."""

    def write(writer: int) -> int:
        added = 0
        for board in range(20):
            result = replace(RESULT, match=f"m{board}", board=board, score=writer % 2)
            try:
                added += add(engine, result)
            except StoreError:
                continue
        return added

    with ThreadPoolExecutor(8) as writers:
        assert sum(writers.map(write, range(8))) == 20
    assert [result.match for result in results(engine)] == sorted(f"m{board}" for board in range(20))


def test_runs_do_not_see_each_other(engine: Engine) -> None:
    store.add_run(engine, replace(RUN, id="other"))
    add(engine, RESULT, "other")
    assert results(engine) == []
    assert store.ended(engine, "run") == set()
    assert store.voids(engine, "run") == {}


def test_a_result_needs_its_run(engine: Engine) -> None:
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        add(engine, RESULT, "other")


def test_ratings_are_written_as_a_whole(engine: Engine) -> None:
    store.put_ratings(engine, "run", [Rating("a", 12.5, 3.5, 24), Rating("b", None, None, 0)])
    assert store.ratings(engine, "run") == [Rating("a", 12.5, 3.5, 24), Rating("b", None, None, 0)]
    store.put_ratings(engine, "run", [Rating("b", -1.0, 2.0, 2)])
    assert store.ratings(engine, "run") == [Rating("b", -1.0, 2.0, 2)]


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 30000)]
)
def test_sqlite_is_set_to_keep_what_it_has_acknowledged(engine: Engine, pragma: str, value: str | int) -> None:
    with engine.connect() as connection:
        assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value


def test_a_writer_takes_the_lock_before_it_reads(engine: Engine, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA busy_timeout = 0")
        with store._session(engine) as session:
            session.exec(select(RunRow)).all()
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
        with store._session(engine, write=True) as session:
            session.exec(select(RunRow)).all()
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("not a database, but long enough to be looked at " * 100, encoding="utf-8")
    with pytest.raises(StoreError, match=r"paiju\.sqlite: file is not a database"):
        store.connect(f"sqlite:///{path}")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("sqlite:////nowhere/paiju.sqlite", "sqlite:////nowhere/paiju.sqlite: unable to open database file"),
        ("paiju.sqlite", "storage.url 'paiju.sqlite': Could not parse SQLAlchemy URL"),
        ("nosql://host/x", "storage.url 'nosql://host/x': Can't load plugin"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused(url: str, message: str) -> None:
    with pytest.raises(StoreError) as refusal:
        store.connect(url)
    assert str(refusal.value).startswith(message)


def test_every_reason_but_two_is_a_forfeit() -> None:
    assert [reason for reason in Reason if not reason.is_forfeit] == [Reason.FINISHED, Reason.VOID]
