# ruff: noqa: RUF001 - letters that look like others are what this is about
"""Letters of other alphabets that look like Latin ones: a keyboard left in Russian, Greek or Turkish."""

import unicodedata
from dataclasses import dataclass

_LOOK_ALIKES = dict(
    zip(
        "АВЕЅІЈКМНОРСТУХЗаеіјоорсухѕԛԝһѵ"  # Cyrillic
        "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονικρυχαγ",  # Greek
        "ABESIJKMHOPCTYX3aeijoopcyxsqwhvABEZHIKMNOPTYXovikpuxay",
        strict=True,
    )
) | {"ı": "i", "ɑ": "a", "ɡ": "g"}
_TABLE = str.maketrans(_LOOK_ALIKES)


@dataclass(frozen=True, slots=True)
class ForeignLetter:
    """A letter that is not what it looks like: its column from 1, itself, whose it is, and the Latin letter."""

    column: int
    sign: str
    alphabet: str
    latin: str


def in_latin(text: str) -> str:
    """A text with Latin letters for those that look like them, character for character."""
    return text.translate(_TABLE)


def foreign_letter(text: str) -> ForeignLetter | None:
    """The first letter of a text that only looks like a Latin one, None when there is none."""
    for column, sign in enumerate(text, 1):
        if sign in _LOOK_ALIKES:
            return ForeignLetter(column, sign, _alphabet(sign), _LOOK_ALIKES[sign])
    return None


def _alphabet(sign: str) -> str:
    if sign == "ı":
        return "Turkish"
    word = unicodedata.name(sign).partition(" ")[0]
    return "phonetic" if word == "LATIN" else word.capitalize()
