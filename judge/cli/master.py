"""`judge master`: what the master of a game can do by mail, done by the operator."""

import sys
from typing import Annotated

import typer

from judge.cli.installation import Config, open_installation
from judge.errors import MisuseError


def master(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    command: Annotated[
        list[str], typer.Argument(help="A command as in a master's letter, or - to read lines from standard input.")
    ],
    config: Config = None,
) -> None:
    """Act as the keeper in the place of a game's master.

    For instance PAUSE, or DEADLINE S1901M +24h, or PROCESS S1901M; HELP MASTERS lists the commands. The people of the
    game are told, and the log says that it was the keeper. Ends with status 2 when something was not done.
    """
    from judge.service.keeper import say_as_keeper
    from judge.service.server import make_house
    from judge.wire.clock import SystemClock
    from judge.wire.reader import WorkerReader

    lines = sys.stdin.buffer.read().decode(errors="replace") if command == ["-"] else " ".join(command)
    if not lines.strip():
        raise MisuseError("nothing is to be done; `judge master GAME HELP MASTERS` lists the commands")
    settings, store = open_installation(config)
    reader = WorkerReader(settings.address)
    try:
        answer = say_as_keeper(store, make_house(settings, SystemClock()), reader, game, lines)
    finally:
        reader.close()
        store.dispose()
    typer.echo(answer.text, nl=False)
    if answer.refused:
        raise typer.Exit(2)
