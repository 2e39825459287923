"""A transaction: all that can be read and changed in one go."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy.orm import Session

from judge.desk.effects import Effect
from judge.store.archives import Archives
from judge.store.bans import Bans
from judge.store.changes import Changes, Freeze, Rows
from judge.store.conduct import Conduct
from judge.store.drawings import Drawings
from judge.store.games import FindVariant
from judge.store.heartbeat import Heartbeat
from judge.store.inbox import Inbox
from judge.store.invitations import Invitations
from judge.store.leases import Leases
from judge.store.memory import Memory
from judge.store.nominations import Nominations
from judge.store.outbox import Outbox
from judge.store.pictures import Pictures
from judge.store.register import Register
from judge.store.returns import Returns
from judge.store.senders import Senders
from judge.store.traces import Traces


class Transaction(
    Inbox,
    Senders,
    Outbox,
    Returns,
    Register,
    Nominations,
    Invitations,
    Archives,
    Bans,
    Conduct,
    Drawings,
    Heartbeat,
    Leases,
    Pictures,
    Traces,
):
    """The inbox, the outbox, the games and the log, seen and changed together; made by `Store.begin`."""

    def __init__(self, session: Session, find_variant: FindVariant, memory: Memory) -> None:
        self.session = session
        self.find_variant = find_variant
        self.memory = memory
        self._rows: Rows = {}

    def apply(self, effects: Iterable[Effect], *, now: datetime, letter: int | None, freeze: Freeze) -> None:
        """Do what a decision wants done, in order; `letter` caused it, `freeze` makes the bytes of its mails.

        Id 0 means what was added earlier in the list. A second mail of the same key is left out.
        Refuses: ConflictError when somebody else was first (name taken, phase closed): decide anew.
        """
        changes = Changes(
            self.session, self.find_variant, self._rows, self.memory, now=now, letter=letter, freeze=freeze
        )
        changes.apply(effects)
