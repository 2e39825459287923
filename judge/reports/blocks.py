"""A plain text taken apart again, for a page that shows it: headings, paragraphs, tables, lists, quotations, orders."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import groupby

from judge.game.mails import REPLY_MARK
from judge.reports.folding import WIDTH
from judge.reports.grids import Grid, grid_of
from judge.reports.when import CLOCK_LABELS

_GAP = re.compile(r"\n{2,}")
_RULE = re.compile(r"[-=_]{10,}")
_TITLE = re.compile(r"== (.+) ==")
_ORDER = re.compile(r"#|[AF] [A-Z]|build |remove |waive\b")
_STOPS = (".", ")", ":", "!", "?")
_MACHINE = ":: "
_DUE = re.compile(r"(?:LATE|Missing|Careful): |.* still needs from you for |.* Yours were among them\b")
_SLIP = " to the top of your reply"
_STANDING = " as they stand now"
_FATES = {"Please look at": "failed", "Done": "done"}  # by heading, what has come of the lines below it
_EXAMPLE = 4  # columns by which what can be copied is set in


class Form(Enum):
    """How a piece of a text is shown."""

    TITLE = "title"
    HEADING = "heading"
    TEXT = "text"
    DUE = "due"
    CLOCK = "clock"
    QUOTE = "quote"
    LIST = "list"
    GRID = "grid"
    KEPT = "kept"
    RULE = "rule"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A piece of a text.

    Shape: `text` of what is no list and no grid, of KEPT and QUOTE with its line breaks; `items` of a LIST or a CLOCK,
    each a line and the lines below it; `fate` of a LIST `done` or `failed` where its lines tell what was written.
    """

    form: Form
    text: str = ""
    items: tuple[tuple[str, ...], ...] = ()
    grid: Grid | None = None
    fate: str = ""


def blocks_of(text: str) -> tuple[Block, ...]:
    """The pieces of a mail's text.

    Shape: folded lines are joined again; a line above indented ones is their heading; lines in columns are a grid;
    people's words lose the bars before them; above the orders to send back stands that they are.
    Not: the mark to write above, and the lines for programs.
    """
    found = [block for paragraph in _GAP.split(text.strip("\n")) for block in _blocks_as_before(paragraph)]
    return tuple(_placed(found))


def _placed(blocks: Sequence[Block]) -> Iterator[Block]:
    """The pieces as what they are by what stands above and below them."""
    heading = ""
    for place, block in enumerate(blocks):
        below = blocks[place + 1].form if place + 1 < len(blocks) else None
        match block.form:
            case Form.TEXT if _DUE.match(block.text):
                yield replace(block, form=Form.DUE)
            case Form.TEXT if below is Form.KEPT and _SLIP in block.text:
                yield Block(form=Form.HEADING, text="Reply with your orders")
                yield block
            case Form.TEXT if _heads(block.text, below):
                yield replace(block, form=Form.HEADING)
            case Form.LIST:
                yield replace(block, fate=_FATES.get(heading, ""))
            case _:
                yield block
        heading = block.text if block.form is Form.HEADING else ""


def _heads(text: str, below: Form | None) -> bool:
    """Whether a line names the message or the orders below it."""
    return (below is Form.QUOTE and not text.endswith(".")) or (below is Form.KEPT and text.endswith(_STANDING))


def unparted(text: str) -> tuple[Block, ...]:
    """A mail's text as one piece, which takes the least room: its lines as they are."""
    lines = [line for line in text.strip("\n").split("\n") if line != REPLY_MARK and not line.startswith(_MACHINE)]
    return (Block(form=Form.KEPT, text="\n".join(lines).strip("\n")),)


@lru_cache(maxsize=512)  # mails of a game have much in common
def _blocks_as_before(paragraph: str) -> tuple[Block, ...]:
    return tuple(_blocks(paragraph))


def _blocks(paragraph: str) -> Iterator[Block]:
    if _RULE.fullmatch(paragraph.strip()):
        yield Block(form=Form.RULE)
        return
    lines = [
        line for line in paragraph.split("\n")
        if line.strip() and line != REPLY_MARK and not line.startswith(_MACHINE)
    ]  # fmt: skip
    if grid := grid_of(lines):
        yield Block(form=Form.GRID, grid=grid)
        return
    runs = _runs(lines)
    for place, (kind, run) in enumerate(runs):
        below = runs[place + 1][0] if place + 1 < len(runs) else ""
        match kind:
            case "quoted":
                yield Block(form=Form.QUOTE, text="\n".join(_bare(run)))
            case "timed":
                yield Block(form=Form.CLOCK, items=tuple((line.strip(),) for line in run))
            case "indented":
                yield _set_in(run)
            case _:
                yield from _said(run, heads=below in ("indented", "quoted") and not run[-1].endswith("."))


def _runs(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Lines of one kind that follow each other."""
    kinds: list[str] = []
    for place, line in enumerate(lines):
        last = kinds[-1] if kinds else ""
        after = lines[place + 1] if place + 1 < len(lines) else ""
        if line.lstrip().startswith("|"):
            kinds.append("quoted")
        elif _is_timed(line, last, after):
            kinds.append("timed")
        elif line.startswith(" ") and not (last == "said" and _goes_on(lines[place - 1], line)):
            kinds.append("indented")
        else:
            kinds.append("said")
    pairs = groupby(zip(kinds, lines, strict=True), lambda pair: pair[0])
    return [(kind, [line for _, line in run]) for kind, run in pairs]


def _is_timed(line: str, last: str, after: str) -> bool:
    """Whether a line tells a deadline, goes on telling it, or names the phase that the one below is of."""
    if line.startswith(" "):
        return last == "timed"
    return line.startswith(CLOCK_LABELS) or (line.startswith("Next: ") and after.startswith(CLOCK_LABELS))


def _said(lines: Sequence[str], *, heads: bool) -> Iterator[Block]:
    """Lines that begin at the edge: a title, orders, sentences; the last is a heading when it `heads` what follows."""
    if len(lines) == 1 and (title := _TITLE.fullmatch(lines[0])):
        yield Block(form=Form.TITLE, text=title[1])
    elif not heads and _are_orders(lines):
        yield Block(form=Form.KEPT, text="\n".join(lines))
    else:
        texts = _unfolded(lines)
        for place, text in enumerate(texts, start=1):
            is_head = heads and (place == len(texts) or not text.endswith(_STOPS))
            yield Block(form=Form.HEADING if is_head else Form.TEXT, text=text)


def _are_orders(lines: Sequence[str]) -> bool:
    """Whether lines are no sentences: orders, one below the other."""
    if all(_ORDER.match(line) for line in lines):
        return len(lines) > 1 or not lines[0].endswith(_STOPS)
    told = any(line.endswith(_STOPS) or ": " in line for line in lines) or len(_unfolded(lines)) < len(lines)
    return len(lines) > 1 and not told


def _set_in(lines: Sequence[str]) -> Block:
    """Lines that are set in: a grid, examples, or a list."""
    if grid := grid_of(lines):
        return Block(form=Form.GRID, grid=grid)
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    inner = [line[indent:] for line in lines]
    if indent >= _EXAMPLE:
        return Block(form=Form.KEPT, text="\n".join(inner))
    items: list[list[str]] = []
    for line in inner:
        if items and line.startswith(" "):
            items[-1].append(line)
        else:
            items.append([line])
    return Block(form=Form.LIST, items=tuple(tuple(_unfolded(item, edge=indent)) for item in items))


def _bare(lines: Sequence[str]) -> list[str]:
    """What stands behind the bars."""
    edge = lines[0].index("|") + 2
    return _unfolded([line[edge:] for line in lines], edge=edge)


def _unfolded(lines: Sequence[str], edge: int = 0) -> list[str]:
    """Lines joined with the next one where that one's first word had no room; `edge` is left out before each."""
    found: list[str] = []
    last = ""
    for line in lines:
        if found and _goes_on(last, line, edge):
            found[-1] += " " + line.strip()
        else:
            found.append(line.strip())
        last = line
    return found


def _goes_on(last: str, line: str, edge: int = 0) -> bool:
    words = line.split()
    return bool(words) and bool(last.strip()) and edge + len(last) + 1 + len(words[0]) > WIDTH
