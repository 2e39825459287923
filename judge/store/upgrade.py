"""The schema and this program: which of them is newer, and the way from one to the other (alembic)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from judge.errors import DatabaseError
from judge.paths import data_folder

_LOCK = 7_316_004_225  # any number, the same in all our processes: PostgreSQL's advisory lock for upgrades


def migrations_config(folder: Path | None = None) -> Config:
    """The alembic configuration that finds our migrations, in a checkout or in a wheel."""
    config = Config()
    config.set_main_option("script_location", str(folder or data_folder("migrations")).replace("%", "%%"))
    return config


def revision_of(connection: Connection) -> str | None:
    """The revision of the tables that are there, None for none."""
    return MigrationContext.configure(connection).get_current_revision()


def check_schema(connection: Connection) -> None:
    """Nothing when the database has just the schema of this program.

    Refuses: DatabaseError when it is empty, older or newer, with what to do about it.
    """
    script = ScriptDirectory.from_config(migrations_config())
    head, present = script.get_current_head(), revision_of(connection)
    if present == head:
        return
    if present is None:
        raise DatabaseError("the database has no tables of the judge yet; run `judge upgrade`")
    if present in {revision.revision for revision in script.walk_revisions()}:
        raise DatabaseError(f"the database is older ({present}) than this program ({head}); run `judge upgrade`")
    raise DatabaseError(f"the database is newer ({present}) than this program ({head}); install the newer program")


def change_schema(engine: Engine, target: str = "head", folder: Path | None = None) -> None:
    """Bring the database up (or down) to a revision, all in one transaction; two processes take turns.

    Refuses: DatabaseError when the database is newer than this program, or when rows would lose what they
    refer to.
    """
    with changing_schema(engine) as connection:
        migrate(connection, target, folder)


@contextmanager
def changing_schema(engine: Engine) -> Iterator[Connection]:
    """A transaction in which tables may be made and remade; two processes take turns.

    Refuses: DatabaseError at its end, when rows would lose what they refer to; then nothing is changed.
    """
    with engine.connect() as connection:
        sqlite = connection.dialect.name == "sqlite"
        if sqlite:
            # a batch migration drops and remakes tables that others refer to; this is no-op inside a transaction
            _pragma(connection, "foreign_keys=OFF")
        try:
            with connection.begin():
                if not sqlite:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
                yield connection
                if sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                    raise DatabaseError("the migration leaves rows that refer to nothing; nothing was changed")
        finally:
            if sqlite:
                _pragma(connection, "foreign_keys=ON")


def _pragma(connection: Connection, setting: str) -> None:
    cursor = connection.connection.cursor()
    cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def revisions(folder: Path | None = None) -> list[str]:
    """The revisions that this program knows, the newest first."""
    script = ScriptDirectory.from_config(migrations_config(folder))
    return [revision.revision for revision in script.walk_revisions()]


def migrate(connection: Connection, target: str = "head", folder: Path | None = None) -> None:
    """Bring the tables up (or down) to a revision, within `changing_schema`.

    Refuses: DatabaseError when the database is newer than this program.
    """
    config = migrations_config(folder)
    present, known = revision_of(connection), revisions(folder)
    if present is not None and present not in known:
        raise DatabaseError(f"the database is newer ({present}) than this program; install the newer program")
    config.attributes["connection"] = connection
    wanted = known[0] if target == "head" else target
    down = wanted == "base" or (present is not None and known.index(wanted) > known.index(present))
    (command.downgrade if down else command.upgrade)(config, target)
