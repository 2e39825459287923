"""`judge games`: the games of this installation, a line each."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from judge.cli.installation import Config, open_installation, say_time

WIDE = 200  # columns where nobody looks on: a line is never broken for a program that reads it


def games(
    everything: Annotated[bool, typer.Option("--all", help="Games that are over, too.")] = False,
    config: Config = None,
) -> None:
    """List the games: name, variant, state, phase, deadline, players."""
    _, store = open_installation(config)
    with store.reading() as tx:
        listings = tx.listings(everything=True)
    store.dispose()
    table = Table("game", "variant", "state", "phase", "deadline", "players", box=None, pad_edge=False)
    for one in listings:
        if everything or one.state.value not in ("finished", "terminated"):
            table.add_row(
                one.name,
                one.variant,
                one.state.value,
                one.phase or "-",
                say_time(one.deadline) if one.resume_at is None else f"goes on {say_time(one.resume_at)}",
                f"{one.players} of {one.places}",
            )
    console = Console()
    if not console.is_terminal:
        console.width = WIDE
    console.print(table if table.row_count else "There are no games.")
