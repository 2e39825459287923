"""`judge replay`: a game as a folder of pictures, one a phase, and as one that moves."""

from pathlib import Path
from typing import Annotated

import typer

from judge.cli.drawing import save_film, save_picture
from judge.cli.installation import Config, find_game, open_installation
from judge.errors import MisuseError
from judge.service.studio import Studio


def replay(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The folder, the game's name if not given.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long each phase is shown.", min=0.1, max=60)] = 2.0,
    config: Config = None,
) -> None:
    """Draw all phases of a game into a folder, and into GAME.gif the game from its start to its last turn."""
    _, store = open_installation(config)
    with store.reading() as tx:
        found = find_game(tx, game)
        past, studio = tx.phases(found.id), Studio(tx, found)
    store.dispose()
    if not past:
        raise MisuseError(f"the game {found.name} has not begun")
    folder = output or Path(found.name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MisuseError(f"{folder}: {error.strerror}") from error
    drawn = []
    for number, one in enumerate(past, 1):
        drawn.append(folder / f"{number:03d}-{one.position.phase.tag}.png")
        save_picture(studio.phase(one), drawn[-1])
    save_film(drawn, folder / f"{found.name}.gif", seconds)
    typer.echo(f"{len(drawn)} pictures and {found.name}.gif in {folder}")
