"""`judge unshunt`: letters that were set aside are read again."""

from typing import Annotated

import typer

from judge.cli.installation import Config, now, open_installation, say_time
from judge.wire.logs import shown_on_line


def unshunt(
    letters: Annotated[
        list[int] | None, typer.Argument(help="Numbers of letters; none: list what is set aside.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All that are set aside.")] = False,
    config: Config = None,
) -> None:
    """Put letters that were set aside after three failures back into the queue."""
    _, store = open_installation(config)
    with store.begin() as tx:
        shunted = tx.shunted_letters()
        chosen = [letter.id for letter in shunted] if everything else (letters or [])
        for number in chosen:
            tx.unshunt(number, now())
    store.dispose()
    if chosen:
        typer.echo(f"{len(chosen)} back in the queue: {', '.join(map(str, chosen))}")
    for letter in shunted:
        if letter.id not in chosen:
            who = letter.sender or letter.mail_from or "nobody"
            typer.echo(f"{letter.id}  {say_time(letter.received_at)}  from {who}: {shown_on_line(letter.reason)}")
    if not shunted:
        typer.echo("No letter is set aside.")
