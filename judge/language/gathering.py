"""Lines that are one order together, as where a variant's order goes on below."""

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.game.lines import NumberedLine
from judge.game.position import Position
from judge.game.variant import Variant
from judge.language.folding import fold_line
from judge.language.wrapping import unwrapped

_NUMBERED = re.compile(r"\s*(?:\d{1,2}[.)]|[a-z]\)|[*\u2022])\s+")  # in a list, where each half has its sign


def gather_own(
    variant: Variant, position: Position, power: str, lines: Sequence[NumberedLine]
) -> tuple[NumberedLine, ...]:
    """The lines of a power's letter as `gather` gives them, those that a mail program broke put together before."""
    return gather(variant, unwrapped(variant, position, power, lines))


def gather(variant: Variant, lines: Sequence[NumberedLine]) -> tuple[NumberedLine, ...]:
    """The lines, those that belong together as one order on one line, under the number of the first."""
    found: list[NumberedLine] = []
    for line in lines:
        before = found[-1] if found else None
        if (
            before is not None
            and before.label is line.label
            and variant.goes_on(fold_line(before.text), fold_line(line.text))
        ):
            found[-1] = replace(before, text=f"{before.text.rstrip()} {_NUMBERED.sub('', line.text).strip()}")
        else:
            found.append(line)
    return tuple(found)
