"""From the parse of a line about who plays what to a command value; see `command_reader`."""

import re
from typing import Any

from lark import Token, Transformer

from judge.game import seating as s
from judge.language.punctuation import as_words
from judge.language.words import plain, without_article

_PASSWORD = re.compile(r"(?P<rest>.*?)\s*\b(?:password|pw)\b\s*[:=]?\s*(?P<password>\S+)", re.IGNORECASE)
_TAKEN = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?P<power>[\w -]+?)@(?P<game>[\w-]+)(?:\s+(?P<password>\S+))?",
        r"(?:game\s+)?(?P<game>[\w-]+)\s+as\s+(?P<power>.+)",
        r"(?P<power>.+?)\s+in\s+(?:game\s+)?(?P<game>[\w-]+)",
        r"game\s+(?P<game>[\w-]+)(?:\s+(?P<power>.+))?",
    )
)
_MOST_WORDS = 5


def is_sentence(command: object, text: str) -> bool:
    """Whether a line that reads as one of these commands is talk all the same: not in capitals, and long or a question.

    Shape: a reason may make a command long; then its first word is in capitals.
    """
    if not isinstance(command, s.Eject | s.Substitute | s.Dummy | s.Disorder | s.TakeOver) or command.sure:
        return False
    return len(text.split()) > _MOST_WORDS or text.rstrip().endswith(("!", "?", ",", ":"))


class SeatingReader(Transformer[Token, Any]):
    """Makes a command of a parsed line. One method for each rule; `Any` is what Lark hands to it."""

    def eject(self, children: list[Any]) -> s.Eject:
        """EJECT power or player, with a reason."""
        return s.Eject(who=plain(str(children[-1])), sure=_is_sure(children))

    def substitute(self, children: list[Any]) -> s.Substitute:
        """REPLACE power BY somebody, perhaps NOW."""
        text = re.sub(r"\s*<mailto:[^>]*>", "", plain(str(children[-1])), flags=re.IGNORECASE)
        power, person = re.split(r"\s+(?:by|with)\s+", text, maxsplit=1, flags=re.IGNORECASE)
        named = re.sub(r"[ ,]+(?:now|at once)$", "", person, flags=re.IGNORECASE)
        return s.Substitute(
            power=without_article(power), person=named, at_once=named != person, sure=_is_sure(children)
        )

    def dummy(self, children: list[Any]) -> s.Dummy:
        """DUMMY power."""
        return s.Dummy(power=plain(str(children[-1])), sure=_is_sure(children))

    def disorder(self, children: list[Any]) -> s.Disorder:
        """CIVIL DISORDER power."""
        return s.Disorder(power=plain(str(children[-1])), sure=_is_sure(children))

    def takeover(self, children: list[Any]) -> s.TakeOver:
        """TAKEOVER, with a game and a power in any of the usual orders, and a password."""
        text = " ".join(str(children[1]).split()) if len(children) > 1 else ""
        password = None
        if found := _PASSWORD.fullmatch(text):
            text, password = found["rest"], found["password"]
        text = as_words(plain(text))
        for form in _TAKEN:
            if read := form.fullmatch(text):
                given = read.groupdict().get("password") or password
                power = without_article(read["power"] or "")
                return s.TakeOver(power=power, game=read["game"], password=given, sure=_is_sure(children))
        return s.TakeOver(power=without_article(text), password=password, sure=_is_sure(children))


def _is_sure(children: list[Any]) -> bool:
    """Whether a command is written in capitals, as no sentence begins."""
    return str(children[0]).isupper()
