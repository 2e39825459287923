"""`judge archive`: the public archive of games, as a folder of pages."""

from pathlib import Path
from typing import Annotated

import typer

from judge.cli.installation import Config, open_installation


def archive(
    folder: Annotated[Path, typer.Argument(help="The folder; it is made, and must hold nothing else.")],
    config: Config = None,
) -> None:
    """Write the pages of the games that everybody may see; only what has changed since the last time.

    The pages need no scripts and no program behind them; let a web server show the folder. With `archive` in the
    settings `judge serve` keeps them up by itself.
    """
    from judge.service.exhibition import Exhibition

    settings, store = open_installation(config)
    try:
        written = Exhibition(store, folder, settings.name).refresh()
    finally:
        store.dispose()
    typer.echo(f"{len(written.games)} games and {written.phases} phases written, {len(written.removed)} taken out.")
