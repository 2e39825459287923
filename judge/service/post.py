"""The loop that sends: claims frozen mails, delivers them, marks them sent."""

import asyncio
from datetime import datetime, timedelta

import structlog

from judge.errors import crash_point
from judge.mail.addresses import tagged
from judge.mail.tokens import bounce_tag
from judge.service.house import House
from judge.service.returns import take_refusal
from judge.store.outbox import StoredMail
from judge.store.store import Store
from judge.wire.sender import GIVE_UP_AFTER, Delivery, Refused, backoff

LEASE = timedelta(minutes=5)
BATCH = 50

log = structlog.get_logger(__name__)


class Post:
    """Sends what the outbox holds. Only committed, frozen bytes ever leave; a resend is byte-identical."""

    def __init__(self, store: Store, delivery: Delivery, house: House) -> None:
        self._store, self._delivery, self._house = store, delivery, house

    def claim(self) -> tuple[StoredMail, ...]:
        """The mails that are due now, leased to this process."""
        with self._store.begin() as tx:
            return tx.claim_mails(self._house.clock(), BATCH, LEASE)

    async def deliver(self, mail: StoredMail) -> None:
        """Deliver one mail and mark it: sent, to be tried again, or given up.

        Not: raising for the mail's sake. Where the mark cannot be stored, the mail's lease ends and the same bytes
        go out again.
        """
        try:
            await self._delivery.deliver(self._return_path(mail.id), mail.to, mail.raw)
        except Refused as refusal:
            await asyncio.to_thread(self._not_sent, mail, refusal.reason, refusal)
        except Exception as trouble:
            log.exception("mail.trouble", mail=mail.message_id)
            await asyncio.to_thread(self._not_sent, mail, repr(trouble))
        else:
            crash_point("mail-delivered")
            await asyncio.to_thread(self._sent, mail)

    def _return_path(self, number: int) -> str:
        """The envelope sender of a mail: an address of ours that tells, when the mail comes back, which one it was."""
        return tagged(self._house.address, bounce_tag(self._house.secret, str(number)))

    def _sent(self, mail: StoredMail) -> None:
        with self._store.begin() as tx:
            tx.mail_sent(mail.id, self._house.clock())
        log.info("mail.sent", mail=mail.message_id, kind=mail.kind)

    def _not_sent(self, mail: StoredMail, reason: str, refusal: Refused | None = None) -> None:
        now: datetime = self._house.clock()
        refused = refusal is not None and refusal.permanent
        final = refused or now - mail.waits_since > GIVE_UP_AFTER
        with self._store.begin() as tx:
            if refusal is not None and refused:
                take_refusal(tx, self._house, mail.id, reason, dead=refusal.dead, now=now)
            tx.mail_failed(mail.id, reason, now + backoff(mail.attempts), now, final)
        log.warning("mail.failed", mail=mail.message_id, attempts=mail.attempts, final=final)
