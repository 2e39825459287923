"""Modern Diplomacy: the Standard rules on the board of the Europe of 1994, ten powers, 33 centers to win."""

from dataclasses import replace

from judge.board.library import load_board
from judge.errors import MisuseError
from judge.game.variant import Variant
from judge.variants.standard import make_standard


def make_modern(on: str | None = None) -> Variant:
    """The Modern game.

    Rule: rulebook 2023; the canals of Cairo, Hamburg and Istanbul are provinces like Kiel, so no fleet convoys in them.
    Refuses: MisuseError for another board than its own.
    """
    if on not in (None, "modern"):
        raise MisuseError(f"the Modern game is played on its own board, not on {on}")
    board = load_board("modern")
    return replace(make_standard(), name="modern", title=board.title, board=board)
