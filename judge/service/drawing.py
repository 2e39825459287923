"""The loop that draws: claims pictures that mails wait for, has them drawn, and lets the mails go with them.

Nothing of it is in the transaction that a picture belongs to. A mail goes without its picture when that fails, or when
it has waited for as long as the settings say.
"""

import time
from datetime import datetime, timedelta

import structlog

from judge.errors import PictureError, crash_point
from judge.service.house import House
from judge.service.keeping import report_undrawn
from judge.store.pictures import Commission
from judge.store.store import Store
from judge.wire.artist import Artist

LEASE = timedelta(minutes=2)  # longer than an artist may take
KEPT = timedelta(days=90)  # a picture is drawn anew when it is wanted later
_IDLE = 60.0  # seconds after which an artist without work is let go

log = structlog.get_logger(__name__)


class Drawing:
    """One who draws. Any number of them may be at work; a picture is drawn by one of them at a time.

    Shape: `held` is the picture that it has in hand.
    """

    def __init__(self, store: Store, house: House, artist: Artist, wait: timedelta) -> None:
        self._store, self._house, self._artist, self._wait = store, house, artist, wait
        self.held: tuple[int, ...] = ()
        self._drew_at = 0.0
        self._tidied_at: datetime | None = None

    def draw_next(self) -> bool:
        """Draw the picture that has waited longest, and settle what mails can be; whether anything was done."""
        now = self._house.clock()
        self._tidy(now)
        with self._store.reading() as tx:
            waiting = tx.has_waiting_pictures()
        if not waiting:
            if time.monotonic() - self._drew_at > _IDLE:
                self._artist.close()
            return False
        self._give_up(now)
        with self._store.begin() as tx:
            commission = tx.claim_picture(now, LEASE)
        if commission is not None:
            self.held = (commission.id,)
            crash_point("picture-claimed")
            try:
                self._draw(commission)
            finally:
                self.held = ()
            crash_point("picture-drawn")
        return self._settle() or commission is not None

    def close(self) -> None:
        """Let the artist go."""
        self._artist.close()

    def _draw(self, commission: Commission) -> None:
        begun = time.monotonic()
        try:
            picture = self._artist.draw(commission.document)
        except PictureError as trouble:
            self._failed(commission, str(trouble))
            return
        finally:
            self._drew_at = time.monotonic()
        with self._store.begin() as tx:
            tx.picture_drawn(commission.id, picture.png, picture.drawing)
        facts = {"game": commission.game, "picture": commission.key}
        log.info(
            "picture.drawn", **facts, seconds=round(self._drew_at - begun, 3), octets=len(picture.png),
            anew=picture.drawing is not None,
        )  # fmt: skip
        if picture.behind:  # it is good for the mails, which the words in it help
            log.warning("picture.behind", **facts)

    def _failed(self, commission: Commission, reason: str) -> None:
        now = self._house.clock()
        with self._store.begin() as tx:
            tx.picture_failed(commission.id, reason, now)
            report_undrawn(tx, self._house, now, commission.key, reason)
        log.warning("picture.failed", game=commission.game, picture=commission.key, reason=reason)

    def _give_up(self, now: datetime) -> None:
        """Mails that have waited long enough wait no longer."""
        reason = f"it was not drawn in {self._wait.total_seconds():.0f} seconds"
        with self._store.begin() as tx:
            for key in tx.give_up_pictures(now - self._wait, reason, now):
                report_undrawn(tx, self._house, now, key, reason)
                log.warning("picture.late", picture=key)

    def _settle(self) -> bool:
        """Freeze the mails whose picture is there with it, and let them go with those that will have none."""
        settled = False
        while True:
            with self._store.reading() as tx:
                mails = tx.settled_mails()
            if not mails:
                return settled
            frozen = {
                mail.id: None if mail.png is None else self._house.freezer(mail.created_at, mail.png)(mail.draft)
                for mail in mails
            }
            with self._store.begin() as tx:
                tx.mails_settled(frozen, self._house.clock())
            crash_point("picture-frozen")
            settled = True

    def _tidy(self, now: datetime) -> None:
        """Once a day, forget pictures that are old."""
        if self._tidied_at is not None and now - self._tidied_at < timedelta(days=1):
            return
        with self._store.begin() as tx:
            dropped = tx.drop_pictures(now - KEPT)
        self._tidied_at = now
        if dropped:
            log.info("pictures.dropped", pictures=dropped)
