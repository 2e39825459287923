"""Text that is good to read at 72 columns: paragraphs wrapped, players' words made harmless and kept short."""

import re
import textwrap
import unicodedata

WIDTH = 72
_PLAIN = re.compile(r"[!-~](?:[ -~]*[!-~])?")
_ECHO = 200  # characters of a player's line that are shown back


def printable(text: str) -> str:
    """The text without control and format characters; line breaks stay, tabs become blanks."""
    if text.isprintable() or text.replace("\n", "").isprintable():
        return text
    text = text.expandtabs(4)
    return "".join(sign for sign in text if sign == "\n" or not unicodedata.category(sign).startswith("C"))


def one_line(text: str) -> str:
    """The text on one line, printable, with single blanks."""
    return " ".join(printable(text.replace("\n", " ")).split())


def echo(text: str) -> str:
    """A line a player wrote, as it is shown back to him: on one line, cut after 200 characters."""
    line = one_line(text)
    return line if len(line) <= _ECHO else line[: _ECHO - 3].rstrip() + "..."


def fold(text: str, first: str = "", rest: str | None = None, *, split: bool = False) -> tuple[str, ...]:
    """The text wrapped at 72 columns, the first line beginning with `first`, the others with `rest`.

    Shape: at least one line; `rest` left out is blanks as wide as `first`. A word wider than the page stands on
    a line of its own, unless `split` allows to cut it.
    """
    if len(first) + len(text) <= WIDTH and _PLAIN.fullmatch(text):
        return (first + text,)  # as `textwrap` would have it
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first) if rest is None else rest,
        break_long_words=split,
        break_on_hyphens=False,
    )
    return tuple(lines) or (first.rstrip(),)


def folded(text: str, first: str = "", rest: str | None = None) -> str:
    """Players' words wrapped at 72 columns as one string without a last line break; long words are cut."""
    return "\n".join(fold(one_line(text), first, rest, split=True))


def wrap(text: str) -> str:
    """Paragraphs wrapped anew at 72 columns; blank lines part them. Ends with a line break."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    return "\n\n".join("\n".join(fold(part)) for part in paragraphs if part) + "\n"


def quoted(text: str) -> str:
    """A message of a player with `| ` before each line, so that it is never taken for the judge's own words."""
    lines = [line for raw in printable(text).strip("\n").split("\n") for line in fold(raw.rstrip(), "| ", "| ")]
    return "\n".join(lines)
