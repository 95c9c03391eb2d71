"""The tables of the database through all versions of this program: `upgrade` brings any of them up to date.

Each revision is a file in `versions`. A change of `tournament.model` needs a new one; a test compares the two.
"""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

NEWEST = "0003"
FIRST_TABLES = frozenset({"run", "match", "rating"})
MARKS = {
    "alembic_version": text("SELECT version_num FROM alembic_version"),
    "schema_version": text("SELECT version FROM schema_version"),
}
"""Where the revision is told, by table; the second is how the first version did it."""


class ForeignDatabaseError(Exception):
    """The tables are not ours, or are those of a newer program."""


def upgrade(connection: Connection) -> None:
    """Make or change the tables, within the transaction of a connection. Raise ForeignDatabaseError."""
    tables = set(inspect(connection).get_table_names())
    found = _revision(connection, tables)
    if found == NEWEST:
        return
    config = settings(connection)
    if tables and found not in {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}:
        raise ForeignDatabaseError(f"its version is {found}, this program knows {NEWEST}: use the newer program")
    if "alembic_version" not in tables and tables:
        command.stamp(config, found)
    command.upgrade(config, "head")


def settings(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", "tournament:migrations")
    config.attributes["connection"] = connection
    return config


def _revision(connection: Connection, tables: set[str]) -> str:
    """Return the revision of a database, nothing if it is empty."""
    if not tables:
        return ""
    marks = [query for table, query in MARKS.items() if table in tables]
    if not marks or not tables >= FIRST_TABLES:
        raise ForeignDatabaseError(f"a database of something else, with tables {', '.join(sorted(tables)[:5])}")
    found = connection.execute(marks[0]).scalar_one()
    return "0001" if found == 1 else str(found)
