"""From the parse of a line about absences to a command value; see `command_reader`."""

import re
from typing import Any

from lark import Token, Transformer

from judge.game import commands as c
from judge.language.offices import typed
from judge.language.words import plain

_ALSO_NOW = re.compile(
    r"(?<=\S)[ ,]+(?:now|(?:and |also )*(?:including|for) (?:this|the (?:open|current)) (?:deadline|phase|turn|one))$",
    re.IGNORECASE,
)
_ALL_GAMES = re.compile(
    r"(?:^|[ ,]+)(?:(?:from|in|for|of)[ ]+)?(?:(?:all|every)[ ]+(?:of[ ]+)?(?:(?:my|the)[ ]+)?games?\b|everywhere\b)",
    re.IGNORECASE,
)


class AbsenceReader(Transformer[Token, Any]):
    """Makes a command of a parsed line. One method for each rule; `Any` is what Lark hands to it."""

    def absent(self, children: list[Any]) -> c.Absent:
        """ABSENT with the days as written."""
        words = [child for child in typed(children) if child.type == "PERIOD"]
        when = _days(str(words[0])) if words else ""
        all_games = _ALL_GAMES.search(when)
        when = _days(when[: all_games.start()] + when[all_games.end() :]) if all_games else when
        everywhere = all_games is not None or _is_everywhere(children)
        also = _ALSO_NOW.search(when)
        firm = any(child.type == "SET" or str(child).lower().startswith("absen") for child in typed(children))
        return c.Absent(
            when=when[: also.start()] if also else when, now=also is not None, firm=firm, everywhere=everywhere
        )

    def present(self, children: list[Any]) -> c.Absent:
        """SET NO ABSENCE."""
        return c.Absent(off=True, everywhere=_is_everywhere(children))


def _days(text: str) -> str:
    """Days without the courtesies behind them; the point that ends `3.1.` is part of it."""
    when = plain(text)
    pointed = re.search(r"\d\.\d{1,2}$", when) and text.strip()[len(when) :].startswith(".")
    return f"{when}." if pointed else when


def _is_everywhere(children: list[Any]) -> bool:
    return any(child.type == "EVERYWHERE" for child in typed(children))
