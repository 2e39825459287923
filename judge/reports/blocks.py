"""A plain text taken apart again, for a page that shows it: headings, paragraphs, and lines that stay as they are."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.game.mails import REPLY_MARK
from judge.reports.folding import WIDTH

_RULE = re.compile(r"[-=_]{10,}")
_MACHINE = ":: "


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a text: a `heading`, lines to be `kept` one below the other, or else a paragraph."""

    text: str
    heading: bool = False
    kept: bool = False


def blocks_of(text: str) -> tuple[Block, ...]:
    """The pieces of a mail's text.

    Shape: folded lines are joined again; a line above indented ones is their heading.
    Not: the mark to write above, rules between sections, and the lines for programs.
    """
    return tuple(block for paragraph in re.split(r"\n{2,}", text.strip("\n")) for block in _blocks(paragraph))


def _blocks(paragraph: str) -> Iterator[Block]:
    lines = [
        line for line in paragraph.split("\n")
        if line.strip() and line != REPLY_MARK and not line.startswith(_MACHINE) and not _RULE.fullmatch(line.strip())
    ]  # fmt: skip
    if len(lines) > 1 and not lines[0].startswith(" ") and all(line.startswith(" ") for line in lines[1:]):
        yield Block(lines.pop(0), heading=True)
    if not lines:
        return
    if lines[0].startswith(" ") or _is_list(lines):
        indent = min(len(line) - len(line.lstrip()) for line in lines)
        yield Block("\n".join(line[indent:] for line in lines), kept=True)
    else:
        yield from map(Block, _unfolded(lines))


def _is_list(lines: Sequence[str]) -> bool:
    """Whether lines are no sentences: orders, one below the other."""
    return len(lines) > 1 and not any(line.rstrip().endswith((".", ")", ":", "!", "?")) for line in lines)


def _unfolded(lines: Sequence[str]) -> list[str]:
    """The sentences of a paragraph: a line goes on in the next one when that one's first word had no room in it."""
    found: list[str] = []
    last = ""
    for line in lines:
        word = line.split()[0]
        if found and (line.startswith(" ") or len(last) + 1 + len(word) > WIDTH):
            found[-1] += " " + line.strip()
        else:
            found.append(line.strip())
        last = line
    return found
