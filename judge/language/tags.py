"""Phase tags as people write them."""

import re

_SEASONS = {"spr": "S", "sum": "U", "fal": "F", "aut": "F", "win": "W", "s": "S", "u": "U", "f": "F", "w": "W"}
_KINDS = {
    "mov": "M", "ord": "M", "ret": "R", "adj": "A", "bui": "A", "win": "A", "eve": "E", "sei": "E", "rev": "V",
    "m": "M", "r": "R", "a": "A", "b": "A", "e": "E", "v": "V",
}  # fmt: skip
_TAG = re.compile(r"([a-z]+)\.?[ ,]*(\d{4})[ ,]*([a-z]*)[a-z ]*", re.IGNORECASE)
_SHORT = re.compile(r"\b[sufw]\d{4}[mrabev]\b", re.IGNORECASE)
_LONG = (
    r"(?:spring|summer|fall|autumn|winter)[ ,]+(?:of[ ]+)?\d{4}(?:[ ,]+(?:movements?|moves?|orders|retreats?|builds?"
    r"|adjustments?|removals|events?|phase)\b)*"
)
# An order by its looks, as no sentence goes on behind a phase: a unit's letter in capitals, or its name, and what for.
_PLACE = r"[ ]+(?:in[ ]+)?[a-z][\w./() ]{1,30}?"
_ORDER = (
    rf"(?:(?-i:[AF]){_PLACE}(?:[ ]*(?:[-=]+>?|[>\u2010-\u2015\u2192])[ ]*\w|[ ]+(?-i:[HSC])\b)"
    rf"|(?:army|fleet){_PLACE}(?:[ ]*[-=>\u2010-\u2015\u2192]|[ ]+(?:h|s|c|holds?|supports?|convoys?|to|moves?)\b)"
    r"|(?:build|remove|disband)[ ]+(?:(?-i:[AF])|army|fleet)[ ]).*"
)
_HEADING = re.compile(
    rf"\s*(?:(?:my|the|new|here|are|is|preliminary|prelims?|provisional|orders?|moves?|for|phase)\b[ ,]*(?::[ ]*)?)*"
    rf"(?P<tag>[sufw]\d{{4}}[mrabev]\b|{_LONG})[ ]*(?::(?!:)(?P<rest>.*)|[.]?\s*$|(?:[-,] )?(?P<order>{_ORDER}))",
    re.IGNORECASE,
)


def read_tag(text: str) -> str | None:
    """The phase tag meant by `S1901M`, `s1901m`, `Spring 1901 Movement`, `Winter 1901`; None when it is none.

    Without a kind, winter means adjustments and any other season movement.
    """
    found = _parts(text)
    if found is None:
        return None
    season = _word(found[1], _SEASONS)
    kind = _word(found[3], _KINDS) if found[3] else "A" if season == "W" else "M"
    return f"{season}{found[2]}{kind}" if season and kind else None


def tells_kind(text: str) -> bool:
    """Whether a tag that can be read says what kind of phase is meant."""
    found = _parts(text)
    return found is not None and bool(found[3])


def read_heading(text: str) -> tuple[str, str] | None:
    """A phase that stands above orders, as written, and what follows it on its line; None for any other line.

    `F1901M:`, `Fall 1901 movement`, `My orders for Spring 1902: A Par - Bur`, `S1901M A Par - Bur`.
    """
    found = _HEADING.match(text)
    return None if found is None else (found["tag"], (found["rest"] or found["order"] or "").strip())


def _parts(text: str) -> re.Match[str] | None:
    return _TAG.fullmatch(re.sub(r"\bof\b|\s+phase\b", " ", text, flags=re.IGNORECASE).strip().rstrip(".!:"))


def _word(word: str, table: dict[str, str]) -> str | None:
    word = word.lower()
    return table.get(word) if len(word) == 1 else table.get(word[:3])


def split_tag(text: str) -> tuple[str | None, str]:
    """A short tag taken out of a text, and the text that is left without the words that led to it."""
    found = _SHORT.search(text)
    if found is None:
        return None, text.strip()
    before = re.sub(r"\b(for|of|in)\s*$", "", text[: found.start()], flags=re.IGNORECASE)
    after = re.sub(r"^\s*(to\b|[:,=])", "", text[found.end() :], flags=re.IGNORECASE)
    return read_tag(found[0]), " ".join((before + " " + after).split())
