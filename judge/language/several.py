"""One line that says several things: `SET WAIT, NO DRAW`, `SET ADDRESS ada@home.example, ada@work.example`."""

import re

_SETTINGS = re.compile(r"\s*set\s+([^,=]+(?:,[^,=]+){1,9})", re.IGNORECASE)
_ADDRESSES = re.compile(
    r"\s*(?P<verb>set|add)\s+(?:(?:my|the)\s+)?(?:e-?mail[ -]?)?address(?:es)?\s+(?:to\s+)?(?P<list>\S+@\S.*)",
    re.IGNORECASE,
)
_MOST = 5
_MARKS = "<>()[]\"',;."


def commands_on(text: str) -> tuple[str, ...]:
    """The commands of a line, each as it stands by itself; () where it cannot be several.

    Rule: of several addresses in SET ADDRESS mails go to the first, and letters may come from the others as well.
    """
    found = _ADDRESSES.fullmatch(text)
    if found is not None:
        return _of_addresses(found["verb"].upper(), found["list"])
    pieces = _SETTINGS.fullmatch(text)
    return () if pieces is None else tuple(f"SET {piece.strip()}" for piece in pieces[1].split(","))


def _of_addresses(verb: str, words: str) -> tuple[str, ...]:
    parts = [part for part in re.split(r"[,;\s]+", words) if part.strip(_MARKS) not in ("", "and", "&", "please")]
    found = list(dict.fromkeys(part.strip(_MARKS).removeprefix("mailto:") for part in parts))
    if not 1 < len(found) <= _MOST or any(email.count("@") != 1 for email in found):
        return ()
    return (f"{verb} ADDRESS {found[0]}", *(f"ADD ADDRESS {email}" for email in found[1:]))
