"""A line of a letter, with its number, so that every answer can point at it."""

from dataclasses import dataclass
from enum import Enum


class Label(Enum):
    """Whose words a line holds."""

    OWN = "own"
    QUOTED = "quoted"
    ATTRIBUTION = "attribution"
    SIGNATURE = "signature"
    FOOTER = "footer"
    FORWARDED = "forwarded"
    AFTER_DASHES = "after a bare --"


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of text: its number in the text as the sender wrote it (from 1), the cleaned text, its label."""

    number: int
    text: str
    label: Label = Label.OWN
