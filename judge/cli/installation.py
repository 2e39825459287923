"""The installation that an operator's command works on: its settings and its database."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from judge.settings import Settings, load_settings
from judge.store.store import Store

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
