"""`judge trace`: the whole life of a letter or a mail."""

from typing import Annotated

import typer

from judge.cli.installation import Config, open_installation
from judge.errors import MisuseError
from judge.wire.logs import shown_on_line


def trace(
    message_id: Annotated[str, typer.Argument(help="A Message-ID, with or without its brackets.")],
    config: Config = None,
) -> None:
    """Tell what became of a letter, or where a mail of the judge's came from; reply tokens are hidden."""
    _, store = open_installation(config)
    with store.reading() as tx:
        events = tx.trace(message_id)
    store.dispose()
    if not events:
        raise MisuseError(
            f"no letter and no mail has the Message-ID {message_id}; what is refused at the door, such as mail to "
            "an unknown address, is not kept"
        )
    for event in events:
        typer.echo(f"{event.at:%Y-%m-%d %H:%M:%S} UTC  {event.about:12} {event.kind:10} {shown_on_line(event.text)}")
