"""Lines of a text that stand in columns, read as a table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.game.outcomes import IDLE, SUCCESSES

_CELLS = re.compile(r" {2,}")
_PAIR = re.compile(r"(\S+(?: \S+)*) {2,}(?=\S)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table: its rows, and above them the headings of its columns, none for one that names its rows only.

    Shape: the first cell of a row names it; a row of one cell goes across; `outcomes` when rows begin with the word
    for what became of an order.
    """

    rows: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...] = ()

    @property
    def outcomes(self) -> bool:
        """Whether this tells what became of orders: what failed in capitals, anything else in small letters."""
        return not self.heads and all(row[0] in SUCCESSES | IDLE or row[0].isupper() for row in self.rows)


def grid_of(lines: Sequence[str]) -> Grid | None:
    """The table that lines make, None when they make none."""
    if not lines:
        return None
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    inner = [line[indent:] for line in lines]
    return _counted(inner) or _paired(inner)


def _counted(lines: Sequence[str]) -> Grid | None:
    """Numbers below the headings of their columns, with words behind them or none; folded words go on below."""
    heads = tuple(_CELLS.split(lines[0].strip()))
    if not lines[0].startswith(" ") or len(lines) < 2:
        return None
    rows: list[tuple[str, ...]] = []
    for line in lines[1:]:
        cells = tuple(_CELLS.split(line.strip()))
        if line.startswith(" "):
            if not rows or len(cells) > 1:
                return None
            rows[-1] = (*rows[-1][:-1], f"{rows[-1][-1]} {cells[0]}")
            continue
        numbers = cells[1 : len(heads) + 1]
        if len(numbers) < len(heads) or len(cells) > len(heads) + 2 or not all(one.isdigit() for one in numbers):
            return None
        rows.append(cells)
    width = max(len(row) for row in rows)
    filled = tuple((*row, *("" for _ in range(width - len(row)))) for row in rows)
    return Grid(rows=filled, heads=("", *heads, *("" for _ in range(width - len(heads) - 1))))


def _paired(lines: Sequence[str]) -> Grid | None:
    """A name and what belongs to it, which begins in the same column everywhere; folded lines go on in that column."""
    first = _PAIR.match(lines[0])
    if first is None:
        return None
    column = first.end()
    rows: list[tuple[str, ...]] = []
    for line in lines:
        found = _PAIR.match(line)
        if found is not None and found.end() == column:
            rows.append((found[1], line[column:].strip()))
        elif line.startswith(" " * column) and len(rows[-1]) == 2:
            rows[-1] = (rows[-1][0], f"{rows[-1][1]} {line.strip()}")
        elif found is None and not line.startswith(" "):
            rows.append((line,))
        else:
            return None
    return Grid(rows=tuple(rows)) if sum(len(row) == 2 for row in rows) * 2 >= len(rows) else None
