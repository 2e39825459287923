"""`judge map`: the picture of a game as it stands, or of a phase of it."""

from pathlib import Path
from typing import Annotated

import typer

from judge.cli.drawing import save_picture
from judge.cli.installation import Config, find_game, open_installation
from judge.errors import MisuseError
from judge.pictures.views import View
from judge.service.studio import Studio
from judge.store.transaction import Transaction


def map(  # noqa: A001 - the command's name
    game: Annotated[str, typer.Argument(help="The game's name.")],
    phase: Annotated[
        str | None, typer.Argument(help="The tag of a phase, S1901M; without it the game as it is.")
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The picture, .svg or .png.")] = Path("map.png"),
    config: Config = None,
) -> None:
    """Draw a game as it stands, or one of its phases with the orders and what came of them."""
    _, store = open_installation(config)
    with store.reading() as tx:
        view = _view(tx, game, phase)
    store.dispose()
    save_picture(view, output)


def _view(tx: Transaction, name: str, tag: str | None) -> View:
    found = find_game(tx, name)
    past = tx.phases(found.id)
    if not past:
        raise MisuseError(f"the game {found.name} has not begun")
    studio = Studio(tx, found)
    if tag is None:
        return studio.position(past[-1])
    for one in past:
        if one.position.phase.tag == tag.upper():
            return studio.phase(one)
    tags = f"{past[0].position.phase.tag} to {past[-1].position.phase.tag}"
    raise MisuseError(f"the game {found.name} has no phase {tag}; it has {tags}")
