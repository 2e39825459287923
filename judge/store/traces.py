"""The life of a mail, told from the log: why it was answered, or why there is silence."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from judge.desk.snapshot import LogEntry
from judge.store.inbox import short_id
from judge.store.tables import EventRow, LetterRow, MailRow, OrderSetRow, PhaseRow, PressRow


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceEvent:
    """Something that happened to a letter or a mail. Shape: `about` is `letter 12` or `mail 34`."""

    at: datetime
    about: str
    kind: str
    text: str


class Traces:
    """The log, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def note(self, kind: str, text: str, now: datetime, *, game: int | None = None, letter: int | None = None) -> None:
        """Put an entry into the log."""
        self.session.add(EventRow(at=now, kind=kind, text=text, game_id=game, letter_id=letter))
        self.session.flush()

    def log(self, game: int) -> tuple[TraceEvent, ...]:
        """The log of a game, oldest first."""
        rows = self.session.scalars(select(EventRow).where(EventRow.game_id == game).order_by(EventRow.id))
        return tuple(TraceEvent(at=row.at, about="game", kind=row.kind, text=row.text) for row in rows)

    def journal(self, game: int) -> tuple[LogEntry, ...]:
        """Everything that happened in a game, oldest first: its log, who wrote orders when, and who sent press to whom.

        Not: what stands in the orders and messages.
        """
        events = self.session.execute(
            select(EventRow.at, EventRow.kind, EventRow.text).where(EventRow.game_id == game).order_by(EventRow.id)
        )
        orders = self.session.execute(
            select(OrderSetRow.written_at, OrderSetRow.power, PhaseRow.tag)
            .join(PhaseRow, PhaseRow.id == OrderSetRow.phase_id)
            .where(PhaseRow.game_id == game, OrderSetRow.letter_id.is_not(None), OrderSetRow.power.not_like("~%"))
            .order_by(OrderSetRow.id)
        )
        press = self.session.execute(
            select(PressRow.sent_at, PressRow.sender, PressRow.audience)
            .where(PressRow.game_id == game)
            .order_by(PressRow.id)
        )
        found = [LogEntry(at=at, kind=kind, text=text) for at, kind, text in events]
        found += [LogEntry(at=at, kind="orders", text=f"{power.title()} for {tag}") for at, power, tag in orders]
        found += [LogEntry(at=at, kind="press", text=f"{one} to {', '.join(others)}") for at, one, others in press]
        return tuple(sorted(found, key=lambda entry: entry.at))

    def trace(self, message_id: str) -> tuple[TraceEvent, ...]:
        """All that is known about a mail by its Message-ID, with or without brackets, oldest first.

        Shape: a letter with the mails it caused, or a mail of ours with the letter it came from; empty when
        the id is not known.
        """
        wanted = short_id(f"<{message_id.strip().strip('<>')}>")
        mails = select(MailRow.letter_id).where(MailRow.message_id == wanted, MailRow.letter_id.is_not(None))
        letters = self.session.scalars(
            select(LetterRow).where(or_(LetterRow.message_id == wanted, LetterRow.id.in_(mails))).order_by(LetterRow.id)
        ).all()
        caused = [letter.id for letter in letters if letter.message_id == wanted]
        posted = self.session.scalars(
            select(MailRow).where(or_(MailRow.message_id == wanted, MailRow.letter_id.in_(caused))).order_by(MailRow.id)
        ).all()
        found = [event for letter in letters for event in self._life_of_letter(letter)]
        found += [event for mail in posted for event in self._life_of_mail(mail)]
        return tuple(sorted(found, key=lambda event: event.at))

    def _life_of_letter(self, row: LetterRow) -> list[TraceEvent]:
        about = f"letter {row.id}"
        came = f"from {row.mail_from or '<>'} at {row.peer} for {row.recipient}"
        rows = self.session.scalars(select(EventRow).where(EventRow.letter_id == row.id).order_by(EventRow.id))
        return [
            TraceEvent(at=row.received_at, about=about, kind="arrived", text=came),
            *(TraceEvent(at=one.at, about=about, kind=one.kind, text=one.text) for one in rows),
        ]

    def _life_of_mail(self, row: MailRow) -> list[TraceEvent]:
        about = f"mail {row.id}"
        rows = self.session.scalars(select(EventRow).where(EventRow.mail_id == row.id).order_by(EventRow.id))
        return [
            TraceEvent(at=row.created_at, about=about, kind="written", text=f"{row.kind} to {row.recipient}"),
            *(TraceEvent(at=one.at, about=about, kind=one.kind, text=one.text) for one in rows),
        ]
