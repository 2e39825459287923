"""A mail to be sent, before it is made into bytes."""

from dataclasses import dataclass
from typing import Final

REPLY_MARK: Final = "#### write above this line ####"
"""The first line of a mail that is answered; in a reply all below it is the judge's own text, quoted or not."""

ANSWERS: Final = frozenset({"receipt", "confirm", "held"})
"""The kinds of mails that go to who wrote a letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A mail out.

    Shape: `key` names the mail for ever: the same event, phase and recipient give the same key, and its
    Message-ID is derived from it (mail-engineering: a result has one Message-ID); `kind` is `receipt`,
    `result`, `start`, `reminder`, `late`, `press`, `final`, `archive`, `confirm`, `held`, `notice`; `to` one address;
    `thread` ids of the thread, oldest first, without brackets or host (`g42`, `g42.s1901m`); `answers` the
    Message-ID of the letter it answers, with brackets, "" when it answers none; `reply_to` the local part's
    tag that proves who answers (`p.TOKEN`, `GAME.TOKEN`), "" for none.
    """

    key: str
    kind: str
    to: str
    to_name: str = ""
    subject: str
    text: str
    reply_to: str = ""
    thread: tuple[str, ...] = ()
    answers: str = ""
    game: str = ""

    @property
    def is_answer(self) -> bool:
        """Whether its reader has just written to the judge, or somebody under his address."""
        return bool(self.answers) or self.kind in ANSWERS
