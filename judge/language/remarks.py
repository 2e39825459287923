"""Remarks at the end of a line: `SET WAIT // as promised`, `STATUS # how are we?`."""

import re

_REMARK = re.compile(r"(?<=\S)\s+(?://|#).*")
# A password may begin with a hash, so a remark after one has a blank behind its mark.
_KEYED = re.compile(
    r"\s*(?:sign[ -]?on|log[ -]?(?:in|on)|hello|join|observe|watch|monitor|take[ -]?over|create"
    r"|(?:set\s+)?(?:password|pw))\b",
    re.IGNORECASE,
)
_APART = re.compile(r"(?<=\S)\s+(?://|#(?!\S)).*")
# What stands behind the colon is sent as it is.
_SENT = re.compile(
    r"\s*(?:(?:white|gr[ae]y|anonymous|fake|postal)\s+)?(?:press|broadcast|message|msg|announce|tell|reject|eject)\b[^:]*:",
    re.IGNORECASE,
)


def without_remark(text: str) -> str:
    """A line of commands without the remark at its end, which begins with `//` or `#` behind a blank.

    Not: a line on which a message stands, unless the remark comes before its colon.
    """
    if "//" not in text and "#" not in text:
        return text
    found = (_APART if _KEYED.match(text) else _REMARK).search(text)
    if found is None:
        return text
    sent = _SENT.match(text)
    return text if sent is not None and sent.end() <= found.start() + 1 else text[: found.start()]
