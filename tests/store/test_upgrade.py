"""The schema moves safely: up and down with rows in place, on both engines, and it is the one the tables say."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, func, insert, inspect, select, table
from sqlalchemy.exc import IntegrityError

from judge.errors import DatabaseError
from judge.paths import data_folder
from judge.store.store import Store
from judge.store.tables import Table
from judge.store.upgrade import change_schema, migrations_config

NOW = datetime(2027, 1, 5, tzinfo=UTC)
VALUES = {str: "x", int: 1, bool: True, bytes: b"x", datetime: NOW, object: {"version": 1}}

REMAKES_LETTERS = '''"""A change that remakes a table to which others refer."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade() -> None:
    with op.batch_alter_table("letters") as letters:
        letters.add_column(sa.Column("weight", sa.Integer(), nullable=False, server_default="1"))
        letters.alter_column("peer", existing_type=sa.Text(), nullable=True)


def downgrade() -> None:
    with op.batch_alter_table("letters") as letters:
        letters.alter_column("peer", existing_type=sa.Text(), nullable=False)
        letters.drop_column("weight")
'''

LOSES_LETTERS = REMAKES_LETTERS.replace(
    "def upgrade() -> None:", 'def upgrade() -> None:\n    op.execute("DELETE FROM letters")'
)


def revisions() -> list[str]:
    """All revisions, first to last."""
    script = ScriptDirectory.from_config(migrations_config())
    return [revision.revision for revision in script.walk_revisions()][::-1]


def fill(engine: Engine) -> None:
    """Put one row into every table that has none."""
    tables = MetaData()
    tables.reflect(engine)
    with engine.begin() as connection:
        for one in tables.sorted_tables:
            if one.name == "alembic_version" or connection.scalar(select(func.count()).select_from(one)):
                continue
            row = {
                column.name: NOW.replace(tzinfo=None)
                if engine.dialect.name == "sqlite" and column.type.python_type is datetime
                else VALUES[column.type.python_type]
                for column in one.columns
                if not column.nullable
            }
            for key in one.foreign_keys:
                row[key.parent.name] = 1
            connection.execute(insert(one).values(row | {"id": 1}))


def counts(engine: Engine) -> dict[str, int]:
    """How many rows each table has."""
    names = set(inspect(engine).get_table_names()) - {"alembic_version"}
    with engine.connect() as connection:
        return {name: connection.scalar(select(func.count()).select_from(table(name))) or 0 for name in names}


@pytest.fixture
def empty(database_url: str) -> Iterator[Store]:
    store = Store(database_url)
    yield store
    store.dispose()


def test_every_migration_goes_up_and_down_with_rows_in_place(empty: Store) -> None:
    steps = ["base", *revisions()]
    for below, revision in pairwise(steps):
        before = counts(empty.engine)
        change_schema(empty.engine, revision)
        fill(empty.engine)
        full = counts(empty.engine)
        assert set(full.values()) == {1}
        change_schema(empty.engine, below)
        assert counts(empty.engine) == before
        change_schema(empty.engine, revision)
        fill(empty.engine)
        assert counts(empty.engine) == full
    assert set(full) == set(Table.metadata.tables)
    change_schema(empty.engine, "base")
    assert counts(empty.engine) == {}


def test_the_migrations_make_just_the_tables_of_the_program(empty: Store) -> None:
    empty.upgrade(NOW)
    with empty.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Table.metadata) == []


def test_every_constraint_has_a_name_by_the_convention(empty: Store) -> None:
    empty.upgrade(NOW)
    look = inspect(empty.engine)
    for name in Table.metadata.tables:
        assert look.get_pk_constraint(name)["name"] == f"pk_{name}"
        for key in look.get_foreign_keys(name):
            assert key["name"] == f"fk_{name}_{'_'.join(key['constrained_columns'])}_{key['referred_table']}"
        for unique in look.get_unique_constraints(name):
            assert unique["name"] == f"uq_{name}_{'_'.join(unique['column_names'])}"


def with_migration(tmp_path: Path, text: str) -> Path:
    """A copy of the migrations with one more at the end."""
    folder = shutil.copytree(data_folder("migrations"), tmp_path / "100% migrations")
    (folder / "versions" / "9999_more.py").write_text(text.replace("{head}", revisions()[-1]))
    return folder


def test_a_batch_migration_remakes_a_table_without_touching_what_refers_to_it(empty: Store, tmp_path: Path) -> None:
    folder = with_migration(tmp_path, REMAKES_LETTERS)
    change_schema(empty.engine)
    fill(empty.engine)
    full = counts(empty.engine)
    change_schema(empty.engine, folder=folder)
    assert counts(empty.engine) == full
    assert "weight" in {column["name"] for column in inspect(empty.engine).get_columns("letters")}
    change_schema(empty.engine, revisions()[-1], folder=folder)
    assert counts(empty.engine) == full
    with empty.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Table.metadata) == []
    if empty.engine.dialect.name == "sqlite":
        with empty.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_migration_that_would_lose_what_rows_refer_to_changes_nothing(empty: Store, tmp_path: Path) -> None:
    folder = with_migration(tmp_path, LOSES_LETTERS)
    change_schema(empty.engine)
    fill(empty.engine)
    full = counts(empty.engine)
    with pytest.raises((DatabaseError, IntegrityError)):
        change_schema(empty.engine, folder=folder)
    assert counts(empty.engine) == full
    empty.check()


def test_an_upgrade_notes_what_it_did_and_a_second_one_does_nothing(empty: Store) -> None:
    assert empty.schema() is None
    empty.upgrade(NOW)
    empty.upgrade(NOW)
    assert empty.schema() == revisions()[-1]
    assert counts(empty.engine)["events"] == 1


def test_a_database_that_does_not_fit_is_told_what_to_do(empty: Store) -> None:
    with pytest.raises(DatabaseError, match="run `judge upgrade`"):
        empty.check()
    change_schema(empty.engine, revisions()[0])
    with pytest.raises(DatabaseError, match="older"):
        empty.check()
    empty.upgrade(NOW)
    empty.check()
    with empty.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'from-tomorrow'")
    with pytest.raises(DatabaseError, match="newer"):
        empty.check()
    with pytest.raises(DatabaseError, match="newer"):
        empty.upgrade(NOW)
