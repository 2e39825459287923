"""The loop that sends: claims frozen mails, delivers them, marks them sent."""

import asyncio
from collections.abc import Sequence
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
    """Sends what the outbox holds. Only committed, frozen bytes ever leave; a resend is byte-identical.

    Shape: `held` are the mails it has in hand. They are its own for as long as it says so; when its process dies, or
    the database is away for longer than the lease, another sends them, and where this one had just done so the same
    bytes go out twice.
    """

    def __init__(self, store: Store, delivery: Delivery, house: House, lease: timedelta = LEASE) -> None:
        self._store, self._delivery, self._house, self._lease = store, delivery, house, lease
        self.held: tuple[int, ...] = ()
        self._delivered: list[StoredMail] = []
        self._marking = asyncio.Lock()

    def claim(self) -> tuple[StoredMail, ...]:
        """The mails that are due now, leased to this process."""
        with self._store.begin(knowing=True) as tx:
            claimed = tx.claim_mails(self._house.clock(), BATCH, self._lease)
        self.held = tuple(mail.id for mail in claimed)
        if claimed:
            crash_point("mails-claimed")
        return claimed

    async def deliver(self, mail: StoredMail) -> None:
        """Deliver one mail and mark it: sent, to be tried again, or given up.

        Not: raising for the mail's sake. Where the mark cannot be stored, the mail's lease ends and the same bytes
        go out again.
        """
        crash_point("mail-handed")
        try:
            await self._delivery.deliver(self._return_path(mail.id), mail.to, mail.raw)
        except Refused as refusal:
            await asyncio.to_thread(self._not_sent, mail, refusal.reason, refusal)
        except Exception as trouble:
            log.exception("mail.trouble", mail=mail.message_id)
            await asyncio.to_thread(self._not_sent, mail, repr(trouble))
        else:
            crash_point("mail-delivered")
            await self._mark(mail)

    async def _mark(self, mail: StoredMail) -> None:
        """Note that a mail is sent, together with those that were delivered while others were being noted."""
        self._delivered.append(mail)
        async with self._marking:
            await asyncio.sleep(0)  # what was delivered together is noted together
            if mail in self._delivered:
                mails, self._delivered = self._delivered, []
                await asyncio.to_thread(self._sent, mails)

    def _return_path(self, number: int) -> str:
        """The envelope sender of a mail: an address of ours that tells, when the mail comes back, which one it was."""
        return tagged(self._house.address, bounce_tag(self._house.secret, str(number)))

    def _sent(self, mails: Sequence[StoredMail]) -> None:
        with self._store.begin(knowing=True) as tx:
            tx.mails_sent(mails, self._house.clock())
        crash_point("mails-marked")
        for mail in mails:
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
