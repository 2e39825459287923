"""Mails to the keeper about what goes wrong on our side."""

from datetime import datetime, timedelta

from judge.reports.folding import echo
from judge.reports.pages import page
from judge.reports.when import say_length, say_moment


def shunted(number: int, sender: str, message_id: str, attempts: int, reason: str) -> str:
    """Word of a letter that was set aside; `reason` in few words, without what the letter says."""
    return page(
        "keeper/letter", number=number, sender=echo(sender), message_id=echo(message_id), attempts=attempts,
        reason=echo(reason),
    )  # fmt: skip


def master_unreached(email: str, games: tuple[str, ...]) -> str:
    """Word of a master whose mails come back, whom nobody else can be asked to look for; `games` those he leads."""
    return page("keeper/master", email=echo(email), games=games)


def stuck(game: str, reason: str) -> str:
    """Word of a game in which something is due and cannot be done."""
    return page("keeper/game", game=game, reason=echo(reason))


def outage(stopped: datetime, now: datetime, games: tuple[str, ...]) -> str:
    """Word that the judge stood still; `games` those whose deadlines are moved on for it."""
    length = say_length(now - stopped)
    return page("keeper/outage", length=length, stopped=say_moment(stopped), now=say_moment(now), games=games)


def behind(now: datetime, by: timedelta) -> str:
    """Word that the machine's clock is behind what the judge has seen already."""
    return page("keeper/behind", length=say_length(by), now=say_moment(now))


def undrawn(picture: str, reason: str) -> str:
    """Word of a picture that mails have gone without."""
    return page("keeper/picture", picture=picture, reason=echo(reason))
