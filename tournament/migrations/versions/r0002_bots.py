"""Who played: the bots of every match, by name, version and fingerprint. Of earlier matches only names are known."""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

COLUMNS = ("a0", "a1", "b0", "b1")


def upgrade() -> None:
    op.create_table(
        "bot",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("fingerprint", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bot"),
    )
    with op.batch_alter_table("match") as table:
        for column in COLUMNS:
            table.add_column(sa.Column(column, sa.String))
    _name_the_players(op.get_bind())
    with op.batch_alter_table("match") as table:
        for column in COLUMNS:
            table.alter_column(column, existing_type=sa.String, nullable=False)
            table.create_foreign_key(f"fk_match_{column}_bot", "bot", [column], ["id"])
    op.drop_table("schema_version", if_exists=True)


def _name_the_players(connection: sa.Connection) -> None:
    bot = sa.table("bot", *map(sa.column, ("id", "name", "version", "fingerprint")))
    match = sa.table("match", *map(sa.column, ("run_id", "a", "b", *COLUMNS)))
    known: set[str] = set()
    for run, config in connection.execute(sa.text("SELECT id, config FROM run")).all():
        for team in json.loads(config)["team"]:
            names = team["bots"] or [team["name"]] * 2
            for name in sorted({*names} - known):
                row = {"id": _id(name), "name": name, "version": "", "fingerprint": ""}
                connection.execute(sa.insert(bot).values(row))
                known.add(name)
            for side in "ab":
                of_team = sa.update(match).where(match.c.run_id == run, match.c[side] == team["name"])
                connection.execute(of_team.values({f"{side}{i}": _id(name) for i, name in enumerate(names)}))


def _id(name: str) -> str:
    return hashlib.sha256(json.dumps([name, "", ""], ensure_ascii=False).encode()).hexdigest()[:16]
