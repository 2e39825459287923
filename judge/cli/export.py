"""`judge export`: a game as a file, to be kept, moved to another judge, or read by another program."""

import json
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from judge.cli.files import save_file
from judge.cli.installation import Config, find_game, now, open_installation
from judge.errors import MisuseError
from judge.interchange.saved import write_saved
from judge.store.parcels import pack_game
from judge.store.transaction import Transaction
from judge.variants.table import find_variant


class Form(Enum):
    """What a file is made for."""

    JUDGE = "judge"
    DIPLOMACY = "diplomacy"


def export(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file.")],
    form: Annotated[
        Form, typer.Option("--as", help="judge: all of the game. diplomacy: a Standard game for that package.")
    ] = Form.JUDGE,
    config: Config = None,
) -> None:
    """Write a game into a file that `judge import` reads, here or at another judge.

    The form `judge` holds all of the game but its letters and mails: secrets as well, so that only you may read the
    file. The form `diplomacy` is the saved game of the Python package of that name: phases, orders and results of a
    Standard game. Ends with status 2 when there is no such game or the file cannot be written.
    """
    _, store = open_installation(config)
    try:
        with store.reading() as tx:
            found = find_game(tx, game).id
            if form is Form.DIPLOMACY:
                document = _saved(tx, found)
            else:
                document = pack_game(tx.session, found, store.schema() or "", now())
    finally:
        store.dispose()
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    save_file(output, text.encode(), owned=True)
    typer.echo(f"{game} is in {output}.")


def _saved(tx: Transaction, number: int) -> dict[str, Any]:  # Any: what JSON holds
    game = tx.game_by_id(number, lock=False)
    assert game is not None
    variant = find_variant(game.variant, game.on)
    if game.variant != "standard":
        raise MisuseError(f"the package `diplomacy` knows no {variant.title}; only a Standard game has this form")
    turns = tx.turns(number)
    if not turns and game.phase is None:
        raise MisuseError(f"the game {game.name} has not begun")
    after = turns[-1].after if game.phase is None else game.phase.position
    return write_saved(game.name, variant, turns, after, over=game.state.is_over)
