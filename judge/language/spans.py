"""Which phases a HISTORY is to tell: the words between its name and its end."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.game.commands import History


@dataclass(frozen=True, slots=True)
class Mark:
    """One word of a HISTORY, with what follows it.

    Shape: `of`, `from`, `to`, `exclstart` and `exclend` with a phase, `lines` with a number, `map` and `broad`.
    """

    word: str
    value: str = ""


def history_of(game: str | None, marks: Sequence[Mark]) -> History:
    """The command that these words give: a phase alone is all that is asked for, a second one makes it a span."""
    found = History(game=game)
    alone = False
    for mark in marks:
        match mark.word:
            case "of" if alone:
                found, alone = replace(found, last=mark.value), False
            case "of":
                found, alone = replace(found, first=mark.value, last=mark.value), True
            case "from":
                found, alone = replace(found, first=mark.value, after=False), False
            case "to":
                found, alone = replace(found, last=mark.value, before=False), False
            case "exclstart":
                found, alone = replace(found, first=mark.value, after=True), False
            case "exclend":
                found, alone = replace(found, last=mark.value, before=True), False
            case "lines":
                found = replace(found, lines=int(mark.value))
            case "map":
                found = replace(found, chart=True)
            case _:
                found = replace(found, broad=True)
    return found
