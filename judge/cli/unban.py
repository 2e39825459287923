"""`judge unban`: an entry of the list of bans is taken away."""

import typer

from judge.cli.ban import Whom, read_names
from judge.cli.installation import Config, now, open_installation
from judge.errors import MisuseError


def unban(whom: Whom, config: Config = None) -> None:
    """Take entries from the list that `judge ban` shows, bans or what was allowed beside them."""
    _, store = open_installation(config)
    with store.begin() as tx:
        for name in read_names(whom or ()):
            if not tx.drop_ban(name, now()):
                raise MisuseError(f"there is no entry {name}; `judge ban` lists them")
            typer.echo(f"taken from the list: {name}")
    store.dispose()
