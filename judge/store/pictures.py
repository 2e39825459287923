"""Pictures that mails wait for: asked for once, drawn by one process at a time, put into the mails when they are there.

A mail that waits has the state `drawing`. It is frozen already as it goes without the picture; when the picture is
drawn its bytes are made once more, with it, under the same Message-ID and date. Nothing that is `drawing` is sent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, exists, or_, select
from sqlalchemy.orm import Session

from judge.errors import DatabaseError
from judge.game.mails import ANSWERS, TURN, Draft
from judge.store.codec import read_draft
from judge.store.drawings import Drawings, drawing_documents
from judge.store.entries import write_entry
from judge.store.returns import KEPT_BACK, is_suspended
from judge.store.rows import add_row
from judge.store.tables import Document, GameRow, MailRow, PhaseRow, PictureRow, ResultRow

_ASKED_ANEW = timedelta(hours=1)  # a picture that failed is tried again when somebody wants it so much later
_AT_ONCE = 50  # mails that get their picture together


@dataclass(frozen=True, slots=True)
class Commission:
    """A picture to draw: its key, the name of its game, and what it shows, as the documents that are stored.

    Shape: `document` has `game`, `variant`, `on`, `settings`, `position`, `turn`, None where the position is meant, and
    `drawings`, those that are kept of the boards of earlier phases, the oldest first.
    """

    id: int
    key: str
    game: str
    document: Document


@dataclass(frozen=True, slots=True)
class WaitingMail:
    """A mail whose picture is settled: `png` the picture, None when there will be none."""

    id: int
    draft: Draft
    created_at: datetime
    png: bytes | None


def ask_picture(session: Session, key: str, now: datetime) -> int:
    """The id of the picture of this key, which is drawn when it is not there.

    Shape: `key` as in `picture_key`.
    Refuses: DatabaseError when there is no such phase.
    """
    row = session.scalars(select(PictureRow).where(PictureRow.key == key)).first()
    if row is not None:
        if row.state == "failed" and row.asked_at + _ASKED_ANEW <= now:
            row.state, row.asked_at, row.lease_until, row.reason = "waiting", now, None, ""
        return row.id
    _, game, _, sequence = key.split("/")
    wanted = (PhaseRow.game_id == int(game), PhaseRow.sequence == int(sequence))
    phase = session.scalars(select(PhaseRow.id).where(*wanted)).first()
    if phase is None:
        raise DatabaseError(f"a picture {key} is wanted, and there is no such phase")
    return add_row(
        session, PictureRow, key=key, game_id=int(game), phase_id=phase, state="waiting", asked_at=now, reason=""
    )


class Pictures:
    """The pictures and the mails that wait for them, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def has_waiting_pictures(self) -> bool:
        """Whether a picture is to be drawn, or a mail waits for one."""
        mails = select(MailRow.id).where(MailRow.state == "drawing").limit(1)
        pictures = select(PictureRow.id).where(PictureRow.state == "waiting").limit(1)
        return any(self.session.scalars(one).first() is not None for one in (mails, pictures))

    def claim_picture(self, now: datetime, lease: timedelta) -> Commission | None:
        """The picture that has waited longest, now this process's to draw until the lease ends. Commit at once."""
        row = self.session.scalars(
            select(PictureRow)
            .where(
                PictureRow.state == "waiting", or_(PictureRow.lease_until.is_(None), PictureRow.lease_until <= now)
            )
            .order_by(PictureRow.asked_at, PictureRow.id)
            .limit(1)
            .with_for_update(skip_locked=True)
            .execution_options(populate_existing=True)
        ).first()  # fmt: skip
        if row is None:
            return None
        row.lease_until = now + lease
        game, phase, result = self.session.execute(
            select(GameRow, PhaseRow, ResultRow)
            .join(PhaseRow, PhaseRow.game_id == GameRow.id)
            .outerjoin(ResultRow, ResultRow.phase_id == PhaseRow.id)
            .where(PhaseRow.id == row.phase_id)
        ).one()
        played = row.key.startswith(f"{TURN}/") and result is not None
        document: Document = {
            "game": game.name,
            "variant": game.variant,
            "on": game.on_board,
            "settings": game.settings,
            "position": phase.position,
            "turn": result.turn if played else None,
            "drawings": drawing_documents(self.session, game.id, phase.sequence),
        }
        return Commission(row.id, row.key, game.name, document)

    def picture_drawn(self, number: int, png: bytes, drawing: Document | None = None) -> None:
        """A picture is there; it counts although it was given up meanwhile.

        Shape: `drawing` how its board is drawn, where that is to be kept for the phases after it.
        """
        row = self._picture(number)
        if drawing is not None:
            _, game, _, sequence = row.key.split("/")
            Drawings(self.session).keep_drawing(int(game), int(sequence), drawing)
        row.state, row.png, row.lease_until, row.reason = "drawn", png, None, ""

    def picture_failed(self, number: int, reason: str, now: datetime) -> None:
        """A picture will not be there, and nobody is to wait for it any longer."""
        row = self._picture(number)
        if row.state == "waiting":
            self._give_up(row, reason, now)

    def give_up_pictures(self, asked_before: datetime, reason: str, now: datetime) -> tuple[str, ...]:
        """Wait no longer for pictures that were asked for before a moment or then; their keys."""
        rows = self.session.scalars(
            select(PictureRow)
            .where(PictureRow.state == "waiting", PictureRow.asked_at <= asked_before)
            .order_by(PictureRow.id)
            .with_for_update()
            .execution_options(populate_existing=True)
        ).all()
        for row in rows:
            self._give_up(row, reason, now)
        return tuple(row.key for row in rows)

    def settled_mails(self) -> tuple[WaitingMail, ...]:
        """Mails that wait for a picture which is drawn or will not be, oldest first, some at a time."""
        found = self.session.execute(
            select(MailRow.id, MailRow.draft, MailRow.created_at, PictureRow.png)
            .join(PictureRow, PictureRow.id == MailRow.picture_id)
            .where(MailRow.state == "drawing", PictureRow.state != "waiting")
            .order_by(MailRow.id)
            .limit(_AT_ONCE)
        ).all()
        return tuple(WaitingMail(number, read_draft(draft or {}), at, png) for number, draft, at, png in found)

    def mails_settled(self, mails: Mapping[int, bytes | None], now: datetime) -> None:
        """These mails are to be sent, with these bytes or, for None, with those they have; see `settled_mails`.

        Shape: nothing for a mail that somebody else has settled meanwhile.
        """
        rows = self.session.scalars(
            select(MailRow)
            .where(MailRow.id.in_(sorted(mails)), MailRow.state == "drawing")
            .order_by(MailRow.id)
            .with_for_update()
            .execution_options(populate_existing=True)
        ).all()
        for row in rows:
            kept = row.kind not in ANSWERS and is_suspended(self.session, row.recipient)
            row.raw = mails[row.id] or row.raw
            row.state, row.next_at = "withheld" if kept else "new", now
            row.picture_id = row.draft = None
            if kept:
                write_entry(self.session, "withheld", KEPT_BACK, now, mail=row.id)

    def drop_pictures(self, asked_before: datetime) -> int:
        """Forget pictures that were asked for before a moment and that no mail waits for; how many."""
        waited_for = exists().where(MailRow.picture_id == PictureRow.id)
        dropped = delete(PictureRow).where(
            PictureRow.asked_at < asked_before, PictureRow.state != "waiting", ~waited_for
        )
        found = self.session.execute(dropped.returning(PictureRow.id), execution_options={"synchronize_session": False})
        return len(found.all())

    def _give_up(self, row: PictureRow, reason: str, now: datetime) -> None:
        row.state, row.lease_until, row.reason = "failed", None, reason
        write_entry(self.session, "undrawn", f"{row.key}: {reason}", now, game=row.game_id)

    def _picture(self, number: int) -> PictureRow:
        row = self.session.get(PictureRow, number, with_for_update=True, populate_existing=True)
        if row is None:
            raise DatabaseError(f"picture {number} was drawn, and is not there")
        return row
