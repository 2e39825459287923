"""Words of a command line as its readers take them apart."""

import re

_ENDS = " .!,;"
_COURTESY = re.compile(r"\b(?:please|pls|plz|thanks|thx|thank you)$", re.IGNORECASE)


class Misread(Exception):  # noqa: N818 - it never leaves this package
    """A command that parsed but makes no sense: what is wrong, and perhaps an example that is about just that."""

    def __init__(self, problem: str, example: str = "") -> None:
        super().__init__(problem)
        self.example = example


def plain(text: str, ends: str = _ENDS) -> str:
    """The text without the courtesies at its end, and the signs there that mean nothing.

    Rule: it takes no longer than the text is long, whatever that holds.
    """
    text = text.strip().rstrip(ends)
    found = _COURTESY.search(text, max(0, len(text) - 12))
    return text if found is None else text[: found.start()].rstrip(" ,")


def split_names(text: str) -> tuple[str, ...]:
    """Names in a list: separated by commas, `and`, slashes; by blanks when there is nothing else."""
    text = plain(text)
    parts = re.split(r"\s*(?:[,;/&+>]|\band\b|\bthen\b)\s*", text, flags=re.IGNORECASE)
    if len(parts) == 1:
        parts = text.split()
    return tuple(part for part in parts if part)


def without_article(words: str) -> str:
    """The words without a `the` before them."""
    return re.sub(r"^the\s+(?=\S)", "", words, flags=re.IGNORECASE)
