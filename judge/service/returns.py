"""Mails that did not arrive, told by a bounce or by the server that was to take them: counted once for each mail."""

from datetime import datetime

import structlog

from judge.desk.returns import SETTLED_AFTER, Failure, games_without_word, take_failure
from judge.mail.addresses import Recipient
from judge.mail.bounces import read_bounce
from judge.mail.tokens import bounced_mail
from judge.service.house import House
from judge.service.keeping import report_unreached_master
from judge.store.inbox import StoredLetter
from judge.store.outbox import StoredMail
from judge.store.transaction import Transaction

FORGED = "its address for returned mails is not one of ours"
NEVER_SENT = "it is about a mail that was never sent"
TEST_MAIL = "0"  # the number of a mail that there is none of: what comes to its address tests whether mail comes
TESTED = "a test mail of `judge doctor`"
NO_BOUNCE = "it came to an address for returned mails, and tells of none"

log = structlog.get_logger(__name__)


def take_bounce(tx: Transaction, house: House, stored: StoredLetter, recipient: Recipient, now: datetime) -> str:
    """What a letter to the return path of a mail was, in words; it is never answered, whatever it is.

    Rule: only who has the mail knows the address, whose tag is an HMAC of its number; each mail counts once.
    """
    number = bounced_mail(house.secret, recipient.mail, recipient.token)
    if number is None:
        return FORGED
    if number == TEST_MAIL:
        return TESTED
    mail = _locked_mail(tx, int(number))
    if mail is None or not mail.tried:
        return NEVER_SENT
    bounce = read_bounce(stored.raw, mail_from=stored.mail_from)
    if not bounce.kind:
        return NO_BOUNCE
    if mail.returned:
        return f"mail {mail.id} had come back before"
    if bounce.kind == "delayed":
        tx.note_mail(mail.id, "delayed", bounce.said or "its delivery takes long", now)
        return f"the delivery of mail {mail.id} takes long"
    failure = Failure(mail=mail.id, to=mail.to, said=bounce.said, dead=bounce.kind == "dead")
    _take(tx, house, failure, mail, now, settled=now - SETTLED_AFTER, letter=stored.id)
    return f"mail {mail.id} came back: {bounce.said}" if bounce.said else f"mail {mail.id} came back"


def take_refusal(tx: Transaction, house: House, number: int, said: str, *, dead: bool, now: datetime) -> None:
    """The server that mails are handed to did not take one, for good.

    Shape: `dead` when it said so of the address. One that it takes later has arrived, as far as it can know.
    """
    mail = _locked_mail(tx, number)
    if mail is not None and not mail.returned:
        _take(tx, house, Failure(mail=number, to=mail.to, said=said, dead=dead), mail, now, settled=now)


def _locked_mail(tx: Transaction, number: int) -> StoredMail | None:
    """The mail as it stands once nobody else is at its address."""
    mail = tx.mail(number)
    if mail is not None:
        tx.lock_address(mail.to)
    return tx.mail(number)


def _take(
    tx: Transaction,
    house: House,
    failure: Failure,
    mail: StoredMail,
    now: datetime,
    *,
    settled: datetime,
    letter: int | None = None,
) -> None:
    """Count a failure; `settled` until when a mail must have gone out to be known as arrived; `letter` the bounce."""
    office = house.office(now, f"mail/{mail.id}")
    player = tx.player_by_address(mail.to) if tx.is_of_owner(mail.to, mail.created_at) else None
    games = tx.games_of(player.id) if player else ()
    last = player.reach_at(mail.to).last if player else None
    arrived = last is not None and tx.has_arrived(mail.to, after=last, before=settled)
    effects = take_failure(office, failure, player, games, arrived=arrived)
    tx.apply(effects, now=now, letter=letter, freeze=house.freezer(now))
    log.warning("mail.returned", mail=mail.message_id, dead=failure.dead)
    after = tx.player(player.id) if player else None
    if player and after and after.reach_at(mail.to).suspended_at and not player.reach_at(mail.to).suspended_at:
        tx.note_mail(mail.id, "suspended", "nothing more is sent to its address until its player writes", now)
        log.warning("address.suspended", player=player.id)
        led = games_without_word(player, games)
        if led and after.reach.suspended_at:
            report_unreached_master(tx, house, now, mail.id, player.email, led)
