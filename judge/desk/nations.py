"""NATIONS: whose people live where in a game, shown to everyone and brought by its master before it begins."""

from dataclasses import replace

from judge.board.nations import read_nations, write_nations
from judge.desk.effects import Log, SetSettings
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.posts import board_of, variant_of
from judge.desk.snapshot import Game, GameState
from judge.errors import MapError
from judge.game.commands import Nations
from judge.reports import texts


def nations(scene: Scene, command: Nations) -> Decision:
    """The nations of the game the letter is about: shown, or a table of the master's own taken for it."""
    game = scene.game
    if game is None:
        return no_game(scene)
    if not any(power.lands for power in variant_of(game).board.powers):
        return refuse(f"The game {game.name} has no nations: nobody's people live anywhere on its board.")
    if not command.lines:
        return Decision(
            said=f"The nations of {game.name} are below.",
            section=texts.nations(game.name, write_nations(board_of(game))),
        )
    if not scene.leads(game):
        return refuse(f"Only the master of {game.name} can bring other nations.", expected="NATIONS alone, to see them")
    if game.state is not GameState.FORMING:
        return refuse(f"The game {game.name} has begun; its nations stay as they are.")
    return _bring(game, command)


def _bring(game: Game, command: Nations) -> Decision:
    """The table for a game, or what is wrong with it: the line and the field."""
    text = "\n".join(line for _, line in command.lines)
    try:
        board = read_nations(variant_of(game).board, text)
    except MapError as error:
        return refuse(
            _place(error, command) + error.problem + ".", example="Czech-Hungary, Czech-Hungarian: Cze Hun Slo"
        )
    rules = replace(game.settings.rules, nations="\n".join(write_nations(board)))
    waiting = sum(not power.seated for power in board.powers)
    return Decision(
        effects=(
            SetSettings(game=game.id, settings=replace(game.settings, rules=rules)),
            Log(game=game.id, kind="nations", text=f"{len(board.powers)} nations"),
        ),
        said=f"{game.name} has the {len(board.powers)} nations of this table; {waiting} of them wait for a leader.",
        about=game.name,
        touched=game.name,
    )


def _place(error: MapError, command: Nations) -> str:
    """The line of the letter that an error is about, as the beginning of a sentence."""
    if error.line is None:
        return "In this table, "
    number, text = command.lines[error.line - 1]
    return f"Line {number} (\u201c{text.strip()}\u201d), "
