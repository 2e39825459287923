"""The boards that ship with the program, by name."""

from functools import cache

from judge.board.board import Board
from judge.board.mapfile import read_map
from judge.errors import MapError, MisuseError
from judge.paths import data_file, data_folder


def board_names() -> tuple[str, ...]:
    """The names of the boards there are files for, sorted."""
    return tuple(sorted(path.stem for path in data_folder("maps").glob("*.map")))


@cache
def load_board(name: str) -> Board:
    """The board of this name.

    Refuses: MisuseError when there is none; MapError when its file is wrong or names another board.
    """
    names = board_names()
    if name not in names:
        raise MisuseError(f"no board {name!r}; there are: {', '.join(names)}")
    path = data_file("maps", f"{name}.map")
    board = read_map(path.read_text(encoding="utf-8"), str(path))
    if board.name != name:
        raise MapError(f"this file is for the board {board.name!r}, not {name!r}", file=str(path))
    return board
