"""The list of those whose letters the keeper does not take."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from judge.desk.bans import Ban, known_as
from judge.store.entries import write_entry
from judge.store.memory import Memory
from judge.store.tables import BanRow


class Bans:
    """The list of bans, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.memory = Memory()

    def bans(self) -> tuple[Ban, ...]:
        """The whole list, by whom it names."""
        return tuple(_read(row) for row in self.session.scalars(select(BanRow).order_by(BanRow.whom)))

    def bans_on(self, emails: Sequence[str]) -> Mapping[str, Ban]:
        """What of the list is about these addresses, by whom it names."""
        names = tuple(sorted({name for email in emails for name in known_as(email)}))
        if (known := self.memory.bans.get(names)) is not None:
            return known
        rows = self.session.scalars(select(BanRow).where(BanRow.whom.in_(names)))
        found = {row.whom: _read(row) for row in rows}
        if self.memory.alone:
            self.memory.keep_bans(names, found)
        return found

    def keep_ban(self, ban: Ban) -> None:
        """Put an entry into the list, in the place of one about the same."""
        self.memory.forget()
        self.session.execute(delete(BanRow).where(BanRow.whom == ban.whom))
        self.session.add(BanRow(whom=ban.whom, allowed=ban.allowed, why=ban.why, since=ban.since))
        write_entry(self.session, "allowed" if ban.allowed else "banned", ban.whom, ban.since)

    def drop_ban(self, whom: str, now: datetime) -> bool:
        """Take an entry from the list; whether it was there."""
        self.memory.forget()
        found = self.session.scalars(select(BanRow).where(BanRow.whom == whom)).first()
        if found is None:
            return False
        self.session.delete(found)
        write_entry(self.session, "unbanned", whom, now)
        return True


def _read(row: BanRow) -> Ban:
    return Ban(whom=row.whom, allowed=row.allowed, why=row.why, since=row.since)
