"""The Standard game: the rulebook's board and rules, which all other variants start from."""

from judge.adjudication.kinds import STANDARD_KINDS, STANDARD_PHASES
from judge.board.library import load_board
from judge.errors import MisuseError
from judge.game.variant import Variant


def make_standard(on: str | None = None) -> Variant:
    """The Standard game.

    Rule: rulebook 2023.
    Refuses: MisuseError for another board than its own.
    """
    if on not in (None, "standard"):
        raise MisuseError(f"the Standard game is played on its own board, not on {on}")
    board = load_board("standard")
    return Variant(name="standard", title=board.title, board=board, kinds=STANDARD_KINDS, phases=STANDARD_PHASES)
