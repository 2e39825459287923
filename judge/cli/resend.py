"""`judge resend`: one mail goes out again, the same bytes."""

from typing import Annotated

import typer

from judge.cli.installation import Config, now, open_installation, say_time


def resend(
    mail: Annotated[str, typer.Argument(help="The mail's Message-ID, or its key.")] = "",
    held: Annotated[
        bool, typer.Option("--held", help="All that are held since the database was restored from a backup.")
    ] = False,
    config: Config = None,
) -> None:
    """Send a mail once more; it is byte for byte the one that went out before. Without a mail: list what is held."""
    _, store = open_installation(config)
    with store.begin() as tx:
        waiting = () if mail else tx.held_mails()
        chosen = [one.key for one in waiting] if held else [mail] if mail else []
        sent = [tx.resend(one, now()) for one in chosen]
    store.dispose()
    for one in sent:
        typer.echo(f"{one.message_id} goes to {one.to} again.")
    for one in () if sent else waiting:
        typer.echo(f"{one.message_id}  {say_time(one.created_at)}  {one.kind} to {one.to}")
    if not sent and not waiting:
        typer.echo("No mail is held.")
