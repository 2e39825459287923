"""Commands as people say them in a sentence: `I'm away until Friday`, `status?`, `deadline?`."""

import re

_AWAY = re.compile(
    r"(?:(?:i ?['\u2019]?m|i am|i will be|i['\u2019]ll be|we will be|will be)\s+)(?:on\s+)?"
    r"(?=(?:away|absent|holidays?|vacation)\b)",
    re.IGNORECASE,
)
_ASKED = re.compile(r"(?P<word>status|summary|map|list|history|deadline)\s*\?+", re.IGNORECASE)


def plainly_away(text: str) -> str:
    """What `I'm away until Friday` and `I am on holiday 1-7 Feb` say as the command ABSENT; "" for any other line."""
    found = _AWAY.match(text)
    return text[found.end() :] if found is not None and found.end() else ""


def plainly_asked(text: str) -> str:
    """The question that one word and a question mark are, as its command; "" for any other line."""
    found = _ASKED.fullmatch(text)
    if found is None:
        return ""
    return "STATUS" if found["word"].lower() == "deadline" else found["word"]
