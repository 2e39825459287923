"""`judge resend`: one mail goes out again, the same bytes."""

from typing import Annotated

import typer

from judge.cli.installation import Config, now, open_installation


def resend(
    mail: Annotated[str, typer.Argument(help="The mail's Message-ID, or its key.")], config: Config = None
) -> None:
    """Send a mail once more; it is byte for byte the one that went out before."""
    _, store = open_installation(config)
    with store.begin() as tx:
        found = tx.resend(mail, now())
    store.dispose()
    typer.echo(f"{found.message_id} goes to {found.to} again.")
