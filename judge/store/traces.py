"""The life of a mail, told from the log: why it was answered, or why there is silence."""

from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from judge.desk.snapshot import LogEntry, TraceEvent
from judge.mail.headers import glimpse_message_id
from judge.store.entries import write_entry
from judge.store.inbox import WAITING, short_id
from judge.store.tables import EventRow, GameRow, LetterRow, MailRow, OrderSetRow, PhaseRow, PressRow


class Traces:
    """The log, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def note(self, kind: str, text: str, now: datetime, *, game: int | None = None, letter: int | None = None) -> None:
        """Put an entry into the log."""
        write_entry(self.session, kind, text, now, game=game, letter=letter)

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
        press = self.session.scalars(select(PressRow).where(PressRow.game_id == game).order_by(PressRow.id))
        found = [LogEntry(at=at, kind=kind, text=text) for at, kind, text in events]
        found += [LogEntry(at=at, kind="orders", text=f"{power.title()} for {tag}") for at, power, tag in orders]
        found += [LogEntry(at=row.sent_at, kind="press", text=_said_to(row)) for row in press]
        return tuple(sorted(found, key=lambda entry: entry.at))

    def trace(self, message_id: str) -> tuple[TraceEvent, ...]:
        """All that is known about a mail by its Message-ID, with or without brackets, oldest first.

        Shape: a letter with the mails it caused, or a mail of ours with the letter it came from; empty when
        the id is not known.
        """
        wanted = short_id(f"<{message_id.strip().strip('<>')}>")
        mails = select(MailRow.letter_id).where(MailRow.message_id == wanted, MailRow.letter_id.is_not(None))
        unread = self._unread(wanted)
        letters = self.session.scalars(
            select(LetterRow)
            .where(or_(LetterRow.message_id == wanted, LetterRow.id.in_(mails), LetterRow.id.in_(unread)))
            .order_by(LetterRow.id)
        ).all()
        caused = [letter.id for letter in letters if letter.message_id == wanted or letter.id in unread]
        posted = self.session.scalars(
            select(MailRow).where(or_(MailRow.message_id == wanted, MailRow.letter_id.in_(caused))).order_by(MailRow.id)
        ).all()
        found = [event for letter in letters for event in self._life_of_letter(letter)]
        found += [event for mail in posted for event in self._life_of_mail(mail)]
        return tuple(sorted(found, key=lambda event: event.at))

    def _unread(self, wanted: str) -> list[int]:
        """The letters of a Message-ID that wait to be read, or that nobody could read."""
        rows = self.session.execute(
            select(LetterRow.id, LetterRow.raw).where(
                LetterRow.message_id == "", LetterRow.state.in_((*WAITING, "shunted"))
            )
        )
        return [number for number, raw in rows if short_id(glimpse_message_id(raw)) == wanted]

    def _life_of_letter(self, row: LetterRow) -> list[TraceEvent]:
        """Its arrival and envelope, who wrote it, what befell it, and what it has changed."""
        about = f"letter {row.id}"
        came = f"from {row.mail_from or '<>'} at {row.peer} for {row.recipient}, {len(row.raw)} octets"
        rows = self.session.scalars(select(EventRow).where(EventRow.letter_id == row.id).order_by(EventRow.id)).all()
        last = max((at for at, one in enumerate(rows) if one.kind == "claimed"), default=-1) + 1
        found = [TraceEvent(at=row.received_at, about=about, kind="arrived", text=came)]
        found += [_event(one, about) for one in rows[:last]]
        if last and row.sender:
            written = f"written by {row.sender}"
            found.append(TraceEvent(at=rows[last - 1].at, about=about, kind="read", text=written))
        proof = rows[last : last + 1] if rows[last:] and rows[last].kind == "proven" else []
        found += [_event(one, about) for one in proof]
        found += self._changes_of(row.id, about)
        return found + [_event(one, about) for one in rows[last + len(proof) :]]

    def _changes_of(self, letter: int, about: str) -> list[TraceEvent]:
        """The orders and messages that a letter has brought; not what stands in them."""
        orders = self.session.execute(
            select(OrderSetRow.written_at, OrderSetRow.power, OrderSetRow.version, PhaseRow.tag, GameRow.name)
            .join(PhaseRow, PhaseRow.id == OrderSetRow.phase_id)
            .join(GameRow, GameRow.id == PhaseRow.game_id)
            .where(OrderSetRow.letter_id == letter, OrderSetRow.power.not_like("~%"))
            .order_by(OrderSetRow.id)
        )
        found = [
            TraceEvent(at=at, about=about, kind="orders", text=f"{power.title()} for {tag} of {game}, version {nth}")
            for at, power, nth, tag, game in orders
        ]
        press = self.session.execute(
            select(PressRow.sent_at, PressRow.audience, GameRow.name)
            .join(GameRow, GameRow.id == PressRow.game_id)
            .where(PressRow.letter_id == letter)
            .order_by(PressRow.id)
        )
        found += [
            TraceEvent(at=at, about=about, kind="press", text=f"to {', '.join(others) or 'all'} in {game}")
            for at, others, game in press
        ]
        return found

    def _life_of_mail(self, row: MailRow) -> list[TraceEvent]:
        about = f"mail {row.id}"
        rows = self.session.scalars(select(EventRow).where(EventRow.mail_id == row.id).order_by(EventRow.id))
        return [
            TraceEvent(at=row.created_at, about=about, kind="written", text=f"{row.kind} to {row.recipient}"),
            *(_event(one, about) for one in rows),
        ]


def _said_to(row: PressRow) -> str:
    """Who wrote to whom in truth, and what the readers were told if that was something else."""
    told = f"{row.sender} to {', '.join(row.audience)}"
    if row.kind == "white":
        return told
    truth = f"{row.author_name} to {', '.join(row.reached)}"
    return f"{row.kind}: {truth}, told as {told}"


def _event(row: EventRow, about: str) -> TraceEvent:
    return TraceEvent(at=row.at, about=about, kind=row.kind, text=row.text)
