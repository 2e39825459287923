"""What a letter says, line by line, before the game is known."""

from dataclasses import dataclass

from judge.game.commands import Command
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One statement: a command, a line that may be an order (`command` None), or a complaint about a command.

    Shape: `line` the line it stands on (of a press block the first).
    """

    line: NumberedLine
    command: Command | None = None
    complaint: Complaint | None = None
