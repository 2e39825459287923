"""`judge master`: what the master of a game can do by mail, done by the operator."""

import sys
from typing import Annotated

import typer

from judge.cli.installation import Config, speaking_house, tell_answer
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

    lines = sys.stdin.buffer.read().decode(errors="replace") if command == ["-"] else " ".join(command)
    if not lines.strip():
        raise MisuseError("nothing is to be done; `judge master GAME HELP MASTERS` lists the commands")
    with speaking_house(config) as (store, house, reader):
        answer = say_as_keeper(store, house, reader, game, lines)
    tell_answer(answer)
