"""From the parse of a line about who leads a game, or is to play in it, to a command value; see `command_reader`."""

import re
from typing import Any

from lark import Token, Transformer

from judge.game import commands as c
from judge.language.words import Misread, plain, split_names

_OFFICE = re.compile(r"\s+(?:to|as|from)\s+(?:be\s+)?(?:a\s+|the\s+)?(?:co-?)?(?:master|gm|moderator)$", re.IGNORECASE)
_INVITED = re.compile(r"(?P<person>.+?)(?:\s+as\s+(?:the\s+)?(?P<power>\S.*))?", re.IGNORECASE)
_HANDED = re.compile(r"(?:(?:game\s+)?(?P<game>[a-z0-9][\w-]*)\s+)?to\s+(?P<person>\S.*)", re.IGNORECASE)


def typed(children: list[Any]) -> list[Token]:
    """The tokens among what a rule has found."""
    return [child for child in children if isinstance(child, Token)]


def named(children: list[Any]) -> str | None:
    """The name of a game that stands in a line."""
    return next((str(token) for token in typed(children) if token.type == "NAME"), None)


def _addressed(children: list[Any]) -> str:
    """The words for a person, an address as mail programs write it too: `a@b <mailto:a@b>`."""
    return re.sub(r"\s*<mailto:[^>]*>", "", plain(str(children[1])), flags=re.IGNORECASE)


class OfficeReader(Transformer[Token, Any]):
    """Makes a command of a parsed line. One method for each rule; `Any` is what Lark hands to it."""

    def prefer(self, children: list[Any]) -> c.Prefer:
        """PREFER, with powers."""
        words = plain(str(children[-1]))
        verb = next(str(child) for child in typed(children) if child.type == "PREFER")
        none = words.lower() in ("none", "any", "*", "nothing", "no preference")
        return c.Prefer(powers=() if none else split_names(words), sure=verb.isupper())

    def approve(self, children: list[Any]) -> c.Approve:
        """APPROVE, with a person."""
        return c.Approve(person=plain(str(children[1])), sure=str(children[0]).isupper())

    def reject(self, children: list[Any]) -> c.Approve:
        """REJECT, with a person and perhaps a reason behind a colon."""
        person, _, reason = str(children[1]).partition(":")
        sure = str(children[0]).isupper()
        return c.Approve(person=plain(person), lets_in=False, reason=reason.strip(), sure=sure)

    def assign(self, children: list[Any]) -> c.Assign:
        """ASSIGN, with a power and a person."""
        return c.Assign(plain(str(children[1])))

    def swap(self, children: list[Any]) -> c.Swap:
        """SWAP, with two of a kind."""
        names = split_names(re.sub(r"\s+(?:with|for)\s+", " and ", plain(str(children[1])), flags=re.IGNORECASE))
        if len(names) != 2:
            raise Misread("two powers are needed, or two people")
        return c.Swap((names[0], names[1]))

    def invite(self, children: list[Any]) -> c.Invite:
        """INVITE, with a person and perhaps a power."""
        person, power = _INVITED.fullmatch(_addressed(children)).group("person", "power")  # type: ignore[union-attr]
        return c.Invite(person=person, power=power or "", sure=str(children[0]).isupper())

    def disinvite(self, children: list[Any]) -> c.Invite:
        """DISINVITE, with a person."""
        return c.Invite(person=_addressed(children), takes_back=True, sure=str(children[0]).isupper())

    def promote(self, children: list[Any]) -> c.Promote:
        """PROMOTE, with a person."""
        return c.Promote(person=_OFFICE.sub("", plain(str(children[1]))), sure=str(children[0]).isupper())

    def demote(self, children: list[Any]) -> c.Demote:
        """DEMOTE, with a person."""
        return c.Demote(person=_OFFICE.sub("", plain(str(children[1]))), sure=str(children[0]).isupper())

    def handover(self, children: list[Any]) -> c.Promote:
        """HANDOVER, perhaps with a game, TO a person."""
        read = _HANDED.fullmatch(plain(str(children[1])))
        if read is None:
            raise Misread("it does not say to whom")
        person = _OFFICE.sub("", read["person"])
        return c.Promote(person=person, hand_over=True, game=read["game"], sure=str(children[0]).isupper())

    def accept(self, children: list[Any]) -> c.Accept:
        """ACCEPT, perhaps with a game."""
        return c.Accept(game=named(children), sure=str(children[0]).isupper())

    def decline(self, children: list[Any]) -> c.Accept:
        """DECLINE, perhaps with a game."""
        return c.Accept(game=named(children), accepts=False, sure=str(children[0]).isupper())
