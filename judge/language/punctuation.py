"""Signs that people set into a command where they mean nothing: `claim cassis: Greece`, `JOIN "cassis" (France)`."""

import re

from judge.language.words import without_article

_OPEN, _SHUT = "\"'\u201c\u201e\u2018\u00ab<(", "\"'\u201d\u201c\u2019\u00bb>)"
_ENTRY = re.compile(
    rf"(?P<verb>join|claim|observe|watch|monitor)\b(?P<colon>\s*[:=])?\s+(?P<said>(?:the\s+)?game\s+)?"
    rf"[{_OPEN}]?(?!(?:me|us|him|her|them|you|it|in|out|the|this|that|my|our|now|forces|and|with|nothing)\b)"
    rf"(?P<name>[\w-]+(?:@[\w-]+)?)[{_SHUT}]?(?P<sign>\s*[:,;=]|\s+[-\u2013\u2014]+(?=\s))?(?P<rest>.*)",
    re.IGNORECASE,
)
_QUOTES = re.compile('["\u201c\u201d\u201e\u00ab\u00bb]')
_BETWEEN = re.compile(r"(?<=\w)(?:\s*[:,;=]\s*|\s+[-\u2013\u2014]+\s+)(?:the\s+)?(?=\w)", re.IGNORECASE)
_MOST_WORDS = 6  # behind the name of the game; with more a line with signs in it is a sentence


def without_signs(text: str) -> str | None:
    """The words of a command by which somebody comes into a game, without the signs around its name and behind it.

    Refuses: None for any other line, and for one that cries or asks.
    """
    found = _ENTRY.fullmatch(text.strip())
    if found is None or found["rest"].rstrip().endswith(("!", "?", ",", ":")):
        return None
    rest = found["rest"].strip().rstrip(".;").strip()
    rest = rest[1:-1] if rest[:1] in _OPEN and rest[-1:] in _SHUT else rest
    rest = without_article(rest)
    if len(rest.split()) > _MOST_WORDS:
        return None
    return " ".join(part for part in (found["verb"], "game" if found["said"] else "", found["name"], rest) if part)


def as_words(text: str) -> str:
    """What stands behind TAKEOVER or CLAIM, a game and a power, without the signs before, around and between them."""
    text = _QUOTES.sub("", text).lstrip(" :=")
    return _BETWEEN.sub(" ", text, count=1)
