"""Runs, ended matches, ratings."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "run",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("event", sa.String, nullable=False),
        sa.Column("config", sa.String, nullable=False),
        sa.Column("config_hash", sa.String, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.Column("started_at", UTCDateTime, nullable=False),
        sa.Column("finished_at", UTCDateTime),
        sa.PrimaryKeyConstraint("id", name="pk_run"),
    )
    _create_match()
    op.create_table(
        "rating",
        sa.Column("run_id", sa.String, nullable=False),
        sa.Column("team", sa.String, nullable=False),
        sa.Column("rating", sa.Float),
        sa.Column("error", sa.Float),
        sa.Column("boards", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "team", name="pk_rating"),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_rating_run_id_run"),
    )


def _create_match() -> None:
    op.create_table(
        "match",
        sa.Column("run_id", sa.String, nullable=False),
        sa.Column("match", sa.String, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("group", sa.String, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("sitting", sa.Integer, nullable=False),
        sa.Column("a", sa.String, nullable=False),
        sa.Column("b", sa.String, nullable=False),
        sa.Column("seats", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("finished_at", UTCDateTime, nullable=False),
        sa.Column("culprit_team", sa.String),
        sa.Column("culprit_bot", sa.String),
        sa.Column("fault", sa.String, nullable=False),
        sa.Column("transcript", sa.String, nullable=False),
        sa.Column("transcript_sha256", sa.String, nullable=False),
        sa.Column("times", sa.String, nullable=False),
        sa.Column("payload_hash", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "match", "attempt", name="pk_match"),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_match_run_id_run"),
    )
    is_result = sa.text("reason <> 'void'")
    op.create_index(
        "ix_match_one_result",
        "match",
        ["run_id", "match"],
        unique=True,
        sqlite_where=is_result,
        postgresql_where=is_result,
    )
