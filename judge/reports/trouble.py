"""Mails to the keeper about what goes wrong on our side."""

from judge.reports.folding import echo
from judge.reports.pages import page


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
