"""What is wrong with a line that a player wrote. A value, collected and sent back; never an exception."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """One complaint about one line.

    Shape: `kind` is `unreadable` (cannot be parsed), `illegal` (understood, impossible here), `ambiguous`,
    `refused` (understood, not allowed to this sender or now), `note` (no order at all, not an error) or
    `unsent` (a remark that may have been meant for other players);
    `line` and `column` count from 1, 0 when the complaint is about no one place; `piece` the smallest bad
    piece; `problem` one sentence; `expected` what could stand there; `example` a line that would work;
    `instead` "did you mean" suggestions.
    """

    kind: str
    problem: str
    line: int = 0
    column: int = 0
    text: str = ""
    piece: str = ""
    expected: str = ""
    example: str = ""
    instead: tuple[str, ...] = ()
