"""Letters to people whom the judge does not know yet, or not for certain."""

from datetime import datetime

from judge.reports.cards import TimeLeft
from judge.reports.folding import echo
from judge.reports.pages import page
from judge.reports.when import say_left, say_moment

SHOWN = 60  # lines of a held letter that are shown: more than the commands that a letter may hold


def confirm(name: str, email: str, address: str, lines: tuple[str, ...] = ()) -> str:
    """The question to a new player's own address; `address` is the judge's. A reply registers him.

    Shape: `lines` what the letter asks for besides, which the reply lets count too; the first 60 are shown.
    """
    told = tuple(echo(line) for line in lines[:SHOWN])
    return page("anyone/confirm", name=name, email=email, address=address, lines=told, more=len(lines) - len(told))


def banned() -> str:
    """What somebody is told whose letters are not taken."""
    return page("anyone/banned")


def dropped(address: str) -> str:
    """The answer to somebody who says no to such a question; `address` is the judge's."""
    return page("anyone/dropped", address=address)


def welcome(name: str, address: str) -> str:
    """The greeting of a player who has confirmed; `address` is the judge's."""
    return page("player/welcome", name=name, address=address)


def held(subject: str, lines: tuple[str, ...], address: str, until: TimeLeft, game: str = "") -> str:
    """The question whether a letter without proof to `address` is his; a reply lets it count.

    Shape: of `lines`, the letter's own text, the first 60 are shown; `until` when it waits no longer, `game` the one
    whose deadline that is.
    """
    told = tuple(echo(line) for line in lines[:SHOWN])
    moment = f"{say_moment(until.deadline, until.zone)} ({say_left(until.left)})"
    facts = {"subject": echo(subject), "lines": told, "more": len(lines) - len(told), "address": address}
    return page("player/held", **facts, until=moment, game=game)


def lapsed(arrived: datetime, zone: str, ended: str, address: str) -> str:
    """Word to its sender of a letter that was not confirmed in time; `ended` says by when it should have been."""
    return page("player/lapsed", arrived=say_moment(arrived, zone), ended=ended, address=address)


def address_asked(name: str, email: str, address: str, *, prefer: bool) -> str:
    """The question to one more address of a player; `prefer` when mails are to go there. A reply makes it his."""
    return page("anyone/address_asked", name=name, email=email, address=address, prefer=prefer)


def address_consent(name: str, email: str, address: str) -> str:
    """The question to a player whether an address, from which somebody says that he is him, is his."""
    return page("player/address_consent", name=name, email=email, address=address)


def address_said(address: str) -> str:
    """The answer to somebody who says that he is registered under another address, whether he is or not."""
    return page("anyone/address_said", address=address)


def address_told(said: str) -> str:
    """Word to a player of what has become of an address."""
    return page("player/address_told", said=said)


def stranger(address: str) -> str:
    """The answer to somebody who is not registered; `address` is the judge's own."""
    return page("anyone/stranger", address=address)
