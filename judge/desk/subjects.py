"""What a subject tells: which game a letter is about, and for which phase it is meant.

`cassis France F1902M v2`, `[cassis] England orders`, `Re: cassis: Fall 1902`. No order stands in a subject, and a
version says nothing that the time at which a letter came does not.
"""

import re
from collections.abc import Sequence

from judge.desk.snapshot import Game
from judge.language.tags import read_tag, tells_kind

_TAG = re.compile(
    r"\b(?:[SUFW]\d{4}[MRAEV]?|(?:spring|summer|fall|autumn|winter)[ ,]+\d{4}"
    r"(?:[ ,]+(?:movement|moves|retreats?|adjustments?|builds?)\b)?)(?!\w)",
    re.IGNORECASE,
)
_GAME = re.compile(r"\[([a-z0-9-]{2,20})\]", re.IGNORECASE)
_PAST = re.compile(r"\bresults?\b", re.IGNORECASE)


def game_in(subject: str, games: Sequence[Game]) -> str:
    """The name of the one game of these that a subject names, in brackets or as a word; "" for none or several."""
    words = set(re.findall(r"[a-z0-9][\w-]*", subject.lower()))
    named = [game.name for game in games if game.name.lower() in words]
    return named[0] if len(named) == 1 else ""


def guard_in(subject: str, about: str, games: Sequence[Game]) -> str:
    """The tag of the phase that a subject is for, unless it is plainly about another game; "" for none.

    Shape: `Fall 1902` means the open phase if that is one of that season. The results of a phase, which people answer
    with orders for the next, mean none unless the tag names its kind.
    """
    tag, game = _TAG.search(subject), _GAME.search(subject)
    read = None if tag is None else read_tag(tag[0])
    if tag is None or read is None or (game is not None and about and game[1].lower() != about.lower()):
        return ""
    if tells_kind(tag[0]):
        return read
    if _PAST.search(subject):
        return ""
    now = next((one.phase.position.phase for one in games if one.name == about and one.phase is not None), None)
    return now.tag if now is not None and now.tag[:5] == read[:5] else read
