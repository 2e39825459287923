"""Word to the keeper of what goes wrong on our side, once for each thing."""

from datetime import datetime, timedelta

from judge.desk.posts import paged
from judge.game.mails import Draft
from judge.reports import trouble
from judge.service.house import House
from judge.store.transaction import Transaction
from judge.wire.logs import hide_in_text

_LONGEST = 200  # characters of a reason; what an exception holds beyond may be a letter


def report_shunted(tx: Transaction, house: House, now: datetime) -> None:
    """Tell the keeper of every letter that is set aside and of which he has not been told."""
    if not house.keeper:
        return
    for letter in tx.shunted_letters():
        text = trouble.shunted(
            letter.id, letter.sender or letter.mail_from, letter.message_id, letter.attempts, _told(letter.reason)
        )
        _post(tx, house, now, key=f"trouble/letter/{letter.id}", subject=f"letter {letter.id} is set aside", text=text)


def report_stuck(tx: Transaction, house: House, now: datetime, game: str, reason: str) -> None:
    """Tell the keeper, once a day, of a game in which something is due and cannot be done."""
    if house.keeper:
        key = f"trouble/game/{game}/{now:%Y-%m-%d}"
        _post(tx, house, now, key=key, subject=f"{game} cannot go on", text=trouble.stuck(game, _told(reason)))


def report_unreached_master(
    tx: Transaction, house: House, now: datetime, mail: int, email: str, games: tuple[str, ...]
) -> None:
    """Tell the keeper that mails to the master of some games come back; `mail` the number of the last of them."""
    if house.keeper and house.keeper.lower() != email:
        text = trouble.master_unreached(email, games)
        _post(tx, house, now, key=f"trouble/master/{mail}", subject="a master is not reached", text=text)


def report_outage(tx: Transaction, house: House, now: datetime, stopped: datetime, games: tuple[str, ...]) -> None:
    """Tell the keeper that the judge stood still from `stopped` to now; `games` those whose deadlines are moved on."""
    if house.keeper:
        key, text = f"trouble/outage/{stopped:%Y%m%dT%H%M%SZ}", trouble.outage(stopped, now, games)
        _post(tx, house, now, key=key, subject="the judge stood still", text=text)


def report_behind(tx: Transaction, house: House, now: datetime, by: timedelta) -> None:
    """Tell the keeper that the machine's clock is behind by so much what the judge has seen, and time stands still."""
    if house.keeper:
        key, text = f"trouble/clock/{now:%Y%m%dT%H%M%SZ}", trouble.behind(now, by)
        _post(tx, house, now, key=key, subject="the clock was set back", text=text)


def report_undrawn(tx: Transaction, house: House, now: datetime, picture: str, reason: str) -> None:
    """Tell the keeper, once a day, that pictures are not drawn; `picture` the key of the first."""
    if house.keeper:
        key, text = f"trouble/picture/{now:%Y-%m-%d}", trouble.undrawn(picture, _told(reason))
        _post(tx, house, now, key=key, subject="a picture is not drawn", text=text)


def _post(tx: Transaction, house: House, now: datetime, *, key: str, subject: str, text: str) -> None:
    draft = Draft(key=key, kind="trouble", to=house.keeper, subject=subject, text=text)
    tx.apply([paged(draft)], now=now, letter=None, freeze=house.freezer(now))


def _told(reason: str) -> str:
    """The beginning of a reason, without secrets and without the values of an SQL statement."""
    return hide_in_text(reason.partition("\n")[0])[:_LONGEST]
