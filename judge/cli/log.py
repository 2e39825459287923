"""`judge log`: everything that has happened in a game, an event a line."""

from typing import Annotated

import typer

from judge.cli.installation import Config, find_game, open_installation, say_time
from judge.wire.logs import shown_on_line


def log(game: Annotated[str, typer.Argument(help="The game's name.")], config: Config = None) -> None:
    """Show what happened in a game, oldest first; what stands in orders and messages is not in it."""
    _, store = open_installation(config)
    try:
        with store.reading() as tx:
            found = find_game(tx, game)
            entries = tx.journal(found.id)
    finally:
        store.dispose()
    for entry in entries:
        typer.echo(f"{say_time(entry.at)}  {entry.kind}: {shown_on_line(entry.text)}")
