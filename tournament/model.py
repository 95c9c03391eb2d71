"""The tables of the database. `store` alone uses them; `migrations` makes them."""

# mypy: disable-error-code="explicit-any"
# SQLModel mentions Any, and each of its subclasses is blamed for it.

from datetime import datetime
from typing import ClassVar

from sqlalchemy import Index, MetaData, text
from sqlmodel import Field, SQLModel


class Table(SQLModel):
    # Migrations need to know the names of constraints.
    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class RunRow(Table, table=True):
    __tablename__ = "run"

    id: str = Field(primary_key=True)
    event: str
    config: str
    config_hash: str
    commitment: str
    started_at: datetime
    finished_at: datetime | None = None
    retired: str = Field("[]", sa_column_kwargs={"server_default": "[]"})
    """Names of bots, as JSON."""


class BotRow(Table, table=True):
    __tablename__ = "bot"

    id: str = Field(primary_key=True)
    name: str
    version: str
    fingerprint: str


class MatchRow(Table, table=True):
    """An ended match, or one void attempt at it."""

    __tablename__ = "match"
    __table_args__ = (
        Index(
            "ix_match_one_result",
            "run_id",
            "match",
            unique=True,
            sqlite_where=text("reason <> 'void'"),
            postgresql_where=text("reason <> 'void'"),
        ),
    )

    run_id: str = Field(primary_key=True, foreign_key="run.id")
    match: str = Field(primary_key=True)
    attempt: int = Field(primary_key=True)
    round: int
    group: str
    board: int
    sitting: int
    a: str
    b: str
    seats: str
    """Names by seat, as JSON."""
    a0: str = Field(foreign_key="bot.id")
    a1: str = Field(foreign_key="bot.id")
    b0: str = Field(foreign_key="bot.id")
    b1: str = Field(foreign_key="bot.id")
    reason: str
    score: int
    points: int
    deals: int
    finished_at: datetime
    culprit_team: str | None
    culprit_bot: str | None
    fault: str
    transcript: str
    transcript_sha256: str
    times: str
    """Seven numbers a seat, and how many decisions took how long, as JSON."""
    payload_hash: str


class RatingRow(Table, table=True):
    __tablename__ = "rating"

    run_id: str = Field(primary_key=True, foreign_key="run.id")
    team: str = Field(primary_key=True)
    rating: float | None
    error: float | None
    boards: int
