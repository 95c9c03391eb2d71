"""The database: the only module with a session. Plain values go in and come out.

Every writing transaction begins by taking the write lock, so that reading and then writing is one step. SQLite keeps
to WAL and `synchronous=FULL`: what has been acknowledged survives a power cut. Local disks only.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Engine, create_engine, delete, event, func, insert, inspect
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session, col, select

from tournament.errors import TourneyError
from tournament.ledger import Culprit, Rating, Reason, Result, Run, SeatTimes
from tournament.model import SCHEMA_VERSION, MatchRow, RatingRow, RunRow, SchemaRow, Table

PRAGMAS = ("busy_timeout = 30000", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


SAME = tuple({field.name for field in fields(Result)} & set(MatchRow.model_fields) - {"seats", "times"})
"""What a row and a result have in common, word for word."""


class StoreError(TourneyError):
    """The database cannot be used, or refuses what it is given."""


def connect(url: str) -> Engine:
    """Open a database, made if it is not there. Raise StoreError if it is newer, foreign or unreadable."""
    try:
        engine = create_engine(url)
    except (ArgumentError, ModuleNotFoundError) as fault:
        raise StoreError(f"storage.url {url!r}: {fault}") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
    with _session(engine, write=True) as session:
        _check_version(session)
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


def _check_version(session: Session) -> None:
    connection = session.connection()
    tables = inspect(connection).get_table_names()
    if not tables:
        Table.metadata.create_all(connection)
        session.add(SchemaRow(version=SCHEMA_VERSION))
        return
    found = session.exec(select(SchemaRow)).first() if SchemaRow.__tablename__ in tables else None
    if found is None:
        raise StoreError(f"{connection.engine.url}: a database of something else, with tables {', '.join(tables[:5])}")
    if found.version != SCHEMA_VERSION:
        text = f"its version is {found.version}, this program knows {SCHEMA_VERSION}: use the newer program"
        raise StoreError(f"{connection.engine.url}: {text}")


def add_run(engine: Engine, run: Run) -> None:
    with _session(engine, write=True) as session:
        session.add(RunRow(**asdict(run)))


def find_run(engine: Engine, run_id: str) -> Run:
    """Raise StoreError if the run is not there."""
    with _session(engine) as session:
        row = session.get(RunRow, run_id)
        if row is None:
            raise StoreError(f"{engine.url}: no run {run_id}")
        return Run(**row.model_dump())


def finish_run(engine: Engine, run_id: str, at: datetime) -> None:
    with _session(engine, write=True) as session:
        session.get_one(RunRow, run_id).finished_at = at


def add_result(engine: Engine, run_id: str, result: Result) -> bool:
    """Keep a result; return False if it was there already. Raise StoreError if another one is: the first stays."""
    before = select(MatchRow.payload_hash, MatchRow.reason, MatchRow.attempt)
    digest = result.payload_hash
    with _session(engine, write=True) as session:
        for known, reason, attempt in session.exec(before.where(*_of(run_id, result.match))):
            if known == digest:
                return False
            if reason != Reason.VOID or attempt == result.attempt:
                raise StoreError(f"{engine.url}: conflict: {result.match} of run {run_id} has another result")
        session.exec(insert(MatchRow), params=_row(run_id, result, digest))
        return True


def _of(run_id: str, match: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return col(MatchRow.run_id) == run_id, col(MatchRow.match) == match


def results(engine: Engine, run_id: str) -> list[Result]:
    """Return all ended matches and void attempts of a run, in order of their ids."""
    order = (col(MatchRow.match), col(MatchRow.attempt))
    with _session(engine) as session:
        return [
            _result(row) for row in session.exec(select(MatchRow).where(MatchRow.run_id == run_id).order_by(*order))
        ]


def find_result(engine: Engine, run_id: str, match: str) -> list[Result]:
    """Return the attempts at one match, the last of which counts unless it is void."""
    statement = select(MatchRow).where(*_of(run_id, match))
    with _session(engine) as session:
        return [_result(row) for row in session.exec(statement.order_by(col(MatchRow.attempt)))]


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
        "run_id": run_id,
        "seats": json.dumps(result.seats, ensure_ascii=False),
        "culprit_team": team,
        "culprit_bot": bot,
        "times": json.dumps(result.times),
        "payload_hash": digest,
    }


def _result(row: MatchRow) -> Result:
    east, north, west, south = json.loads(row.seats)
    return Result(
        seats=(east, north, west, south),
        culprit=Culprit(row.culprit_team, row.culprit_bot) if row.culprit_team and row.culprit_bot else None,
        times=tuple(SeatTimes(*numbers) for numbers in json.loads(row.times)),
        **row.model_dump(include=set(SAME)) | {"reason": Reason(row.reason)},
    )
