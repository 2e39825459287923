"""`judge map`: the picture of a game as it stands, or of a phase of it."""

from pathlib import Path
from typing import Annotated

import typer

from judge.cli.drawing import save_picture
from judge.cli.installation import Config, open_installation
from judge.errors import MisuseError
from judge.pictures.drawings import drawn_position, drawn_turn
from judge.pictures.views import View
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
    found = tx.game(name, lock=False)
    if found is None:
        raise MisuseError(f"there is no game {name}; `judge games --all` lists them")
    past = tx.phases(found.id)
    if not past:
        raise MisuseError(f"the game {found.name} has not begun")
    variant = tx.find_variant(found.variant, found.on)
    start, kept = variant.board_by(found.settings.rules), tx.drawings(found.id) if variant.reshapes else ()
    if tag is None:
        last = past[-1]
        return drawn_position(variant, start, last.position if last.turn is None else last.turn.after, found.name, kept)
    for one in past:
        if one.position.phase.tag == tag.upper():
            if one.turn is None:
                return drawn_position(variant, start, one.position, found.name, kept)
            return drawn_turn(variant, start, one.turn, found.name, kept)
    tags = f"{past[0].position.phase.tag} to {past[-1].position.phase.tag}"
    raise MisuseError(f"the game {found.name} has no phase {tag}; it has {tags}")
