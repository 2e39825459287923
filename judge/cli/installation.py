"""The installation that an operator's command works on: its settings and its database."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from judge.desk.snapshot import Game
from judge.errors import MisuseError
from judge.settings import Settings, load_settings
from judge.store.store import Store
from judge.store.transaction import Transaction

if TYPE_CHECKING:  # what answers lines takes longer to load than most commands to run
    from judge.service.house import House
    from judge.service.keeper import KeepersAnswer
    from judge.wire.reader import Reader

Config = Annotated[Path | None, typer.Option(help="The settings file, instead of judge.toml.")]


def open_installation(config: Path | None) -> tuple[Settings, Store]:
    """The settings and the database, as they are.

    Refuses: SettingError; DatabaseError when the tables are missing, older or newer than this program.
    """
    from judge.variants import find_variant

    settings = load_settings(config)
    store = Store(settings.database, find_variant)
    store.check()
    return settings, store


def now() -> datetime:
    """The machine's time, for what an operator does by hand."""
    return datetime.now(UTC)


def say_time(moment: datetime | None) -> str:
    """A moment for a table: UTC to the minute, a dash for none."""
    return "-" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def find_game(tx: Transaction, name: str) -> Game:
    """The game of this name. Refuses: MisuseError."""
    found = tx.game(name, lock=False)
    if found is None:
        raise MisuseError(f"there is no game {name}; `judge games --all` lists them")
    return found


@contextmanager
def speaking_house(config: Path | None) -> "Iterator[tuple[Store, House, Reader]]":
    """What it takes to have lines answered as those of a letter. Refuses as `open_installation`."""
    from judge.service.server import make_house
    from judge.wire.clock import SystemClock
    from judge.wire.reader import WorkerReader

    settings, store = open_installation(config)
    reader = WorkerReader(settings.address)
    try:
        yield store, make_house(settings, SystemClock(), era=store.era()), reader
    finally:
        reader.close()
        store.dispose()


def tell_answer(answer: "KeepersAnswer") -> None:
    """The answer for the operator's eyes, and status 2 when something was refused."""
    typer.echo(answer.text, nl=False)
    if answer.refused:
        raise typer.Exit(2)
