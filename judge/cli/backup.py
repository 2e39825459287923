"""`judge backup`: everything the judge knows, in one file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from judge.cli.installation import Config, now, open_installation, say_time

if TYPE_CHECKING:
    from judge.store.backups import Contents

TOLD = ("games", "players", "letters", "mails")


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it; the file must not be there yet.")],
    config: Config = None,
) -> None:
    """Write all that the database holds at this moment into a file, while the judge goes on."""
    from judge.store.backups import write_backup

    settings, store = open_installation(config)
    contents = write_backup(store, file, secret=settings.secret_key.decode(), now=now())
    store.dispose()
    typer.echo(f"{file}: {say_contents(contents)}.")
    typer.echo("It holds the judge's secret and everybody's mail: keep it where nobody else can read it.")


def say_contents(contents: "Contents") -> str:
    """What a backup holds, in words."""
    counts = dict(contents.tables)
    some = ", ".join(f"{counts.get(table, 0)} {table}" for table in TOLD)
    rows = sum(counts.values())
    return f"{some}, {rows} rows in all, schema {contents.schema}, as of {say_time(contents.made_at)}"
