"""`judge clock`: what time the judge thinks it is."""

from typing import Annotated

import typer

from judge.cli.installation import Config, now, open_installation, say_time


def clock(
    believe: Annotated[
        bool, typer.Option("--believe", help="The machine's clock is right, though it was later before. Then restart.")
    ] = False,
    config: Config = None,
) -> None:
    """Show the machine's time beside when the judge was last at work, and have it believed after it was set back."""
    _, store = open_installation(config)
    at = now()
    with store.begin() as tx:
        last = tx.last_beat()
        if believe:
            tx.take_clock_back(at)
            tx.note("clock", "believed by the keeper", at)
    store.dispose()
    typer.echo(f"The machine's clock says {say_time(at)}.")
    typer.echo(f"The judge was last at work at {say_time(last)}." if last else "The judge was not at work yet.")
    if believe:
        typer.echo("The machine's clock is believed. Start the judge again if it is running.")
