import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from tests.tournament.sample import NOW
from tournament import migrations, store
from tournament.config import difference, restored
from tournament.ledger import Culprit, Identity, Rating, Reason
from tournament.model import Table
from tournament.store import StoreError

VERSION_1 = Path(__file__).with_name("version_1.sql").read_text(encoding="utf-8")
"""A database as the first version of the program left it."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paiju.sqlite"


@pytest.fixture
def old(path: Path) -> Iterator[Engine]:
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(VERSION_1)
    engine = store.connect(f"sqlite:///{path}")
    yield engine
    engine.dispose()


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(statement)


def tables(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as raw:
        return dict(raw.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def test_the_revisions_end_at_the_tables_of_the_model(path: Path) -> None:
    engine = store.connect(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Table.metadata) == []
        script = ScriptDirectory.from_config(migrations.settings(connection))
        assert script.get_heads() == [migrations.NEWEST]
    engine.dispose()


def test_a_database_of_the_first_version_ends_with_the_tables_of_a_new_one(old: Engine, tmp_path: Path) -> None:
    store.connect(f"sqlite:///{tmp_path / 'new.sqlite'}").dispose()
    migrated, new = tables(tmp_path / "paiju.sqlite"), tables(tmp_path / "new.sqlite")
    assert {name: sql.replace('"', "").split() for name, sql in migrated.items()} == {
        name: sql.replace('"', "").split() for name, sql in new.items()
    }


def test_a_database_of_the_first_version_keeps_all_it_had(old: Engine) -> None:
    (run,) = store.runs(old)
    assert (run.id, run.event, run.commitment, run.started_at) == ("run", "Cup", "beef", NOW)
    assert run.retired == ()
    one, void, two = store.results(old, "run")
    assert [(result.reason, result.score, result.attempt) for result in (one, void, two)] == [
        (Reason.FINISHED, 3, 0),
        (Reason.VOID, 0, 0),
        (Reason.CRASH, -5, 1),
    ]
    assert two.culprit == Culprit("a", "a-bot")
    assert store.ratings(old, "run") == [Rating("a", -10, 5, 1), Rating("mixed", 10, 5, 1)]


def test_the_bots_of_earlier_matches_are_known_by_name(old: Engine) -> None:
    for result in store.results(old, "run"):
        assert result.bots == (Identity("a"), Identity("a"), Identity("x"), Identity("y"))


def test_the_same_result_is_the_same_after_a_migration(old: Engine) -> None:
    """A match that is played again by a later program must not look like another result."""
    results = list(store.results(old, "run"))
    assert store.add_results(old, "run", results) == 0


def test_a_run_of_an_earlier_version_can_still_be_read(old: Engine, path: Path) -> None:
    config = restored(store.find_run(old, "run").config, path)
    assert [team.name for team in config.teams] == ["a", "mixed"]
    assert not config.sprt.enabled


def test_a_run_of_an_earlier_version_can_be_resumed(old: Engine, path: Path) -> None:
    """Keys it did not know are no change of its configuration."""
    text = store.find_run(old, "run").config
    assert "sprt" not in text
    assert difference(text, restored(text, path)) == []


def test_a_migrated_database_is_not_migrated_again(old: Engine, path: Path) -> None:
    before = path.read_bytes()
    store.connect(f"sqlite:///{path}").dispose()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("made", "statement", "version"),
    [
        pytest.param("", "UPDATE alembic_version SET version_num = '0099'", "0099", id="later"),
        pytest.param(VERSION_1, "UPDATE schema_version SET version = 2", "2", id="never heard of"),
    ],
)
def test_a_database_of_a_newer_version_is_refused_and_left_alone(
    path: Path, made: str, statement: str, version: str
) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(made)
    if not made:
        store.connect(f"sqlite:///{path}").dispose()
    change(path, statement)
    before = tables(path)
    with pytest.raises(StoreError) as refusal:
        store.connect(f"sqlite:///{path}")
    text = f"its version is {version}, this program knows {migrations.NEWEST}: use the newer program"
    assert str(refusal.value) == f"sqlite:///{path}: {text}"
    assert tables(path) == before


@pytest.mark.parametrize("table", ["other", "schema_version", "alembic_version", "run"])
def test_a_database_of_something_else_is_refused_and_left_alone(path: Path, table: str) -> None:
    change(path, f"CREATE TABLE {table} (version INTEGER)")
    with pytest.raises(StoreError, match=f"a database of something else, with tables {table}"):
        store.connect(f"sqlite:///{path}")
    assert set(tables(path)) == {table}
