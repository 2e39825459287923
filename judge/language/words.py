"""Words of a command line as its readers take them apart."""

import re

_ENDS = " .!,;"
_COURTESY = re.compile(r"\b(?:please|pls|plz|thanks|thank you)$", re.IGNORECASE)


class Misread(Exception):  # noqa: N818 - it never leaves this package
    """A command that parsed but makes no sense: what is wrong, and perhaps an example that is about just that."""

    def __init__(self, problem: str, example: str = "") -> None:
        super().__init__(problem)
        self.example = example


def plain(text: str) -> str:
    """The text without the courtesies at its end. Takes no longer than the text is long, whatever it holds."""
    text = text.strip().rstrip(_ENDS)
    found = _COURTESY.search(text, max(0, len(text) - 12))
    return text if found is None else text[: found.start()].rstrip(" ,")


def split_names(text: str) -> tuple[str, ...]:
    """Names in a list: separated by commas, `and`, slashes; by blanks when there is nothing else."""
    text = plain(text)
    parts = re.split(r"\s*(?:[,;/&+>]|\band\b|\bthen\b)\s*", text, flags=re.IGNORECASE)
    if len(parts) == 1:
        parts = text.split()
    return tuple(part for part in parts if part)
