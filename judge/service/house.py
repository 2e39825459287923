"""What every part of a running judge shares: its address, its secret, its clock and how drafts become bytes."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from judge.desk.office import Office, undrawn
from judge.game.mails import Draft
from judge.mail.compose import compose
from judge.mail.signatures import LookUp, ask_nobody
from judge.mail.signing import Signer
from judge.pictures.ground import has_drawing


def _fresh_seed(_cause: str) -> str:
    """A seed that nobody can foresee."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A judge's own facts.

    Shape: `clock` tells the time, aware and in UTC; `authserv_id` is the name of our mail server that checks senders,
    "" when none does; `names` gives the look-up in the DNS for one letter, which must end within seconds;
    `signer` signs what goes out; `seeds` gives what chance is drawn from, by what it is drawn for; `pictures` whether
    mails wait for pictures; `era` how often the database was restored from a backup: what was mailed about the same
    thing before is another mail.
    """

    address: str
    secret: bytes
    clock: Callable[[], datetime]
    keeper: str = ""
    name: str = "Judge"
    authserv_id: str = ""
    names: Callable[[], LookUp] = lambda: ask_nobody
    signer: Signer | None = None
    seeds: Callable[[str], str] = _fresh_seed
    pictures: bool = False
    era: int = 0

    def office(self, now: datetime, cause: str) -> Office:
        """Where something is decided now; `cause` names what for, such as `letter/12`, and is the same in a replay."""
        return Office(
            now=now,
            secret=self.secret,
            address=self.address,
            seed=self.seeds(cause),
            keeper=self.keeper,
            draws=has_drawing if self.pictures else undrawn,
        )

    def freezer(self, now: datetime, picture: bytes | None = None) -> Callable[[Draft], bytes]:
        """A function that makes a draft, and its picture, into the bytes that will be sent, dated `now`."""

        def freeze(draft: Draft) -> bytes:
            named = replace(draft, key=f"{draft.key}/era/{self.era}") if self.era else draft
            raw = compose(named, judge_address=self.address, judge_name=self.name, now=now, picture=picture)
            return raw if self.signer is None else self.signer.sign(raw, now)

        return freeze
