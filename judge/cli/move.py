"""`judge move`: the installation goes on with PostgreSQL, where several processes and machines may share its work."""

from typing import Annotated

import typer

from judge.cli.installation import Config
from judge.settings import load_settings


def move(
    to: Annotated[str, typer.Option(help="The empty database: postgresql://USER@HOST/NAME.")], config: Config = None
) -> None:
    """Carry every letter, game and mail from SQLite over to an empty PostgreSQL database; stop the judge before.

    What has arrived is compared with what was there, by count and checksum. When something is wrong nothing is written.
    """
    from judge.store.moving import move as move_all
    from judge.store.store import Store

    source, target = Store(load_settings(config).database), Store(to)
    try:
        with target.reachable():
            moved = move_all(source, target)
        for table in moved:
            typer.echo(f"{table.name:16}{table.rows:9}  {table.checksum}")
        typer.echo(f"Everything is in {target.engine.url}, with the same counts and checksums.")
        typer.echo("Set `database` to it before you start the judge again; the SQLite file is as it was.")
    finally:
        source.dispose()
        target.dispose()
