"""What every part of a running judge shares: its address, its secret, its clock and how drafts become bytes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from judge.game.mails import Draft
from judge.mail.compose import compose


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A judge's own facts. `clock` tells the time, aware and in UTC."""

    address: str
    secret: bytes
    clock: Callable[[], datetime]
    keeper: str = ""
    name: str = "Judge"

    def freezer(self, now: datetime) -> Callable[[Draft], bytes]:
        """A function that makes a draft into the bytes that will be sent, dated `now`."""

        def freeze(draft: Draft) -> bytes:
            return compose(draft, judge_address=self.address, judge_name=self.name, now=now)

        return freeze
