"""The database: the only module with a session. Plain values go in and come out.

Every writing transaction begins by taking the write lock, so that reading and then writing is one step. SQLite keeps
to WAL and `synchronous=FULL`: what has been acknowledged survives a power cut. Local disks only.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from datetime import datetime

from sqlalchemy import Connection, Engine, RowMapping, create_engine, delete, event, func, insert
from sqlalchemy import select as sql
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session, col, select

from tournament import migrations
from tournament.errors import TourneyError
from tournament.ledger import Culprit, Identity, Rating, Reason, Result, Run, SeatTimes, Tally
from tournament.migrations import ForeignDatabaseError
from tournament.model import BotRow, MatchRow, RatingRow, RunRow

PRAGMAS = ("busy_timeout = 30000", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
ROWS = 1000
"""Read at a time."""
LINEUP = ("a0", "a1", "b0", "b1")
"""The columns of who played."""
SAME = tuple({field.name for field in fields(Result)} & set(MatchRow.model_fields) - {"seats", "times"})
"""What a row and a result have in common, word for word."""


class StoreError(TourneyError):
    """The database cannot be used, or refuses what it is given."""


def connect(url: str) -> Engine:
    """Open a database, made or brought up to date first. Raise StoreError if it is newer, foreign or unreadable."""
    try:
        engine = create_engine(url)
    except (ArgumentError, ModuleNotFoundError) as fault:
        raise StoreError(f"storage.url {url!r}: {fault}; a file is sqlite:////home/me/cup.sqlite") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
    with _session(engine, write=True) as session:
        try:
            migrations.upgrade(session.connection())
        except ForeignDatabaseError as fault:
            raise StoreError(f"{engine.url}: {fault}") from None
    return engine


def _prepare(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    # The driver would begin transactions by itself, and late; `_begin` does it instead.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    write = connection.get_execution_options().get("write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


@contextmanager
def _session(engine: Engine, *, write: bool = False) -> Iterator[Session]:
    try:
        with Session(engine.execution_options(write=write)) as session, session.begin():
            yield session
    except DBAPIError as fault:
        raise StoreError(f"{engine.url}: {fault.orig}") from None


def add_run(engine: Engine, run: Run) -> None:
    with _session(engine, write=True) as session:
        session.add(RunRow(**asdict(run) | {"retired": json.dumps(run.retired, ensure_ascii=False)}))


def find_run(engine: Engine, run_id: str) -> Run:
    """Raise StoreError if the run is not there."""
    with _session(engine) as session:
        row = session.get(RunRow, run_id)
        if row is None:
            raise StoreError(f"{engine.url}: no run {run_id}")
        return _run(row)


def retire(engine: Engine, run_id: str, bots: Iterable[str]) -> None:
    """Keep which bots of a run are retired, in place of those that were before."""
    with _session(engine, write=True) as session:
        session.get_one(RunRow, run_id).retired = json.dumps(sorted(bots), ensure_ascii=False)


def finish_run(engine: Engine, run_id: str, at: datetime) -> None:
    with _session(engine, write=True) as session:
        session.get_one(RunRow, run_id).finished_at = at


def runs(engine: Engine) -> list[Run]:
    """Return all runs in the order in which they began."""
    with _session(engine) as session:
        order = (col(RunRow.started_at), col(RunRow.id))
        return [_run(row) for row in session.exec(select(RunRow).order_by(*order))]


def _run(row: RunRow) -> Run:
    return Run(**row.model_dump() | {"retired": tuple(json.loads(row.retired))})


def add_results(engine: Engine, run_id: str, results: Sequence[Result]) -> int:
    """Keep results and who played, all or none; return how many were not there already.

    Raise StoreError if a match has another result: the first stays.
    """
    with _session(engine, write=True) as session:
        known = _known(session, run_id, {result.match for result in results})
        new = []
        for result in results:
            digest = result.payload_hash
            if _is_new(result, digest, known[result.match], f"{engine.url}: conflict: {result.match} of run {run_id}"):
                known[result.match].append((digest, result.reason, result.attempt))
                new.append(_row(run_id, result, digest))
        _add_bots(session, {bot for result in results for bot in result.bots})
        if new:
            session.exec(insert(MatchRow), params=new)
        return len(new)


def _known(session: Session, run_id: str, matches: set[str]) -> defaultdict[str, list[tuple[str, str, int]]]:
    """Return hash, reason and number of the attempts there are, by match."""
    columns = (MatchRow.match, MatchRow.payload_hash, MatchRow.reason, MatchRow.attempt)
    found = session.exec(select(*columns).where(MatchRow.run_id == run_id, col(MatchRow.match).in_(matches)))
    known: defaultdict[str, list[tuple[str, str, int]]] = defaultdict(list)
    for match, digest, reason, attempt in found:
        known[match].append((digest, reason, attempt))
    return known


def _is_new(result: Result, digest: str, known: Iterable[tuple[str, str, int]], what: str) -> bool:
    for known_digest, reason, attempt in known:
        if known_digest == digest:
            return False
        if reason != Reason.VOID or attempt == result.attempt:
            raise StoreError(f"{what} has another result")
    return True


def _add_bots(session: Session, bots: set[Identity]) -> None:
    by_id = {bot.id: bot for bot in bots}
    there = set(session.exec(select(BotRow.id).where(col(BotRow.id).in_(by_id))))
    new = [{"id": key, **by_id[key]._asdict()} for key in sorted(set(by_id) - there)]
    if new:
        session.exec(insert(BotRow), params=new)


def bots(engine: Engine) -> dict[str, Identity]:
    """Return every bot that ever played, by id."""
    with _session(engine) as session:
        return _bots(session)


def _bots(session: Session) -> dict[str, Identity]:
    rows = session.exec(select(BotRow.id, BotRow.name, BotRow.version, BotRow.fingerprint))
    return {key: Identity(*names) for key, *names in rows}


def tallies(engine: Engine) -> list[Tally]:
    """Return what all ended matches of all runs say of the strength of bots, in no order."""
    row = MatchRow
    bots = (row.a0, row.a1, row.b0, row.b1)
    board = (row.run_id, row.group, row.board)
    wanted = sql(*map(col, board), func.count(), func.sum(row.score), *map(col, bots)).where(
        col(row.reason) != Reason.VOID
    )
    with _session(engine) as session:
        found = session.connection().execute(wanted.group_by(*map(col, (*board, row.round, row.a, row.b, *bots))))
        return [Tally._make((*facts[:5], facts[5:])) for facts in map(tuple, found.all())]


def results(engine: Engine, run_id: str, match: str | None = None) -> Iterator[Result]:
    """Yield the ended matches and void attempts of a run, or of one match of it, in order of ids and attempts."""
    wanted = sql(MatchRow).where(col(MatchRow.run_id) == run_id)
    if match is not None:
        wanted = wanted.where(col(MatchRow.match) == match)
    with _session(engine) as session:
        names = _bots(session)
        ordered = wanted.order_by(col(MatchRow.match), col(MatchRow.attempt)).execution_options(yield_per=ROWS)
        for row in session.connection().execute(ordered).mappings():
            yield _result(row, names)


def ended(engine: Engine, run_id: str) -> set[str]:
    """Return the ids of the matches that need not be played again."""
    with _session(engine) as session:
        return set(
            session.exec(select(MatchRow.match).where(MatchRow.run_id == run_id, MatchRow.reason != Reason.VOID))
        )


def voids(engine: Engine, run_id: str) -> dict[str, int]:
    """Return how many void attempts each match has had, for those that had any."""
    statement = select(MatchRow.match, func.count()).where(MatchRow.run_id == run_id, MatchRow.reason == Reason.VOID)
    with _session(engine) as session:
        return dict(session.exec(statement.group_by(MatchRow.match)).all())


def put_ratings(engine: Engine, run_id: str, ratings: Iterable[Rating]) -> None:
    """Replace the ratings of a run, all at once."""
    with _session(engine, write=True) as session:
        session.exec(delete(RatingRow).where(col(RatingRow.run_id) == run_id))
        session.add_all(RatingRow(run_id=run_id, **asdict(rating)) for rating in ratings)


def ratings(engine: Engine, run_id: str) -> list[Rating]:
    with _session(engine) as session:
        rows = session.exec(select(RatingRow).where(RatingRow.run_id == run_id).order_by(RatingRow.team))
        return [Rating(**row.model_dump(exclude={"run_id"})) for row in rows]


def _row(run_id: str, result: Result, digest: str) -> dict[str, str | int | datetime | None]:
    team, bot = result.culprit or (None, None)
    return {
        **{name: getattr(result, name) for name in SAME},
        **dict(zip(LINEUP, (bot.id for bot in result.bots), strict=True)),
        "run_id": run_id,
        "seats": json.dumps(result.seats, ensure_ascii=False),
        "culprit_team": team,
        "culprit_bot": bot,
        "times": json.dumps(result.times),
        "payload_hash": digest,
    }


def _result(row: RowMapping, names: Mapping[str, Identity]) -> Result:
    east, north, west, south = json.loads(row["seats"])
    a0, a1, b0, b1 = (names[row[column]] for column in LINEUP)
    return Result(
        seats=(east, north, west, south),
        bots=(a0, a1, b0, b1),
        culprit=Culprit(row["culprit_team"], row["culprit_bot"]) if row["culprit_team"] else None,
        times=_times(row["times"]),
        **{name: row[name] for name in SAME} | {"reason": Reason(row["reason"])},
    )


def _times(text: str) -> tuple[SeatTimes, ...]:
    return tuple(
        SeatTimes(*facts[:7], *(tuple((ms, decisions) for ms, decisions in counts) for counts in facts[7:]))
        for facts in json.loads(text)
    )
