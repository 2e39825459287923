"""A mail to be sent, before it is made into bytes."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

REPLY_MARK: Final = "#### write above this line ####"
"""The first line of a mail that is answered; in a reply all below it is the judge's own text, quoted or not."""

ANSWERS: Final = frozenset({"receipt", "confirm", "held"})
"""The kinds of mails that go to who wrote a letter."""


CALENDAR: Final = "calendar"
"""The name of the part of a mail that puts a deadline into its reader's calendar."""


HTML: Final = "html"
"""The name of the part of a mail that says the same as its text, with tables and colours."""

MAP: Final = "map"
"""The name of the part of a mail that is the picture of a turn."""


TURN: Final = "turn"
"""The kind of the picture of a phase that was played, with its orders."""

POSITION: Final = "position"
"""The kind of the picture of a phase as it began."""


def picture_key(kind: str, game: int, tag: str, sequence: int) -> str:
    """The name of a picture, the same for everybody who may see it: `turn/12/s1901m/1`.

    Shape: `kind` is `turn` or `position`; `sequence` the number of the phase in its game.
    """
    return f"{kind}/{game}/{tag.lower()}/{sequence}"


@dataclass(frozen=True, slots=True)
class Body:
    """What a mail says: as plain text, whole by itself, and as an HTML document, "" for none.

    Shape: where the document wants the mail's picture it has one image with the source `cid:map`, whose `alt` says in
    a sentence what it shows. Of a mail that has no picture the image is left out.
    """

    text: str
    html: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """A deadline as an entry in a calendar, or word that there is none any more.

    Shape: `name` the same for ever and for nothing else, without a host; a higher `sequence` replaces a lower one;
    `at` in UTC; `title` and `text` the same for everybody.
    """

    name: str
    sequence: int
    at: datetime
    title: str
    text: str
    cancelled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A mail out.

    Shape: `key` names the mail for ever: the same event, phase and recipient give the same key, and its
    Message-ID is derived from it, so that a result has one; `kind` is `receipt`,
    `result`, `start`, `reminder`, `late`, `press`, `final`, `archive`, `confirm`, `held`, `notice`; `to` one address;
    `thread` ids of the thread, oldest first, without brackets or host (`g42`, `g42.s1901m`); `answers` the
    Message-ID of the letter it answers, with brackets, "" when it answers none; `reply_to` the local part's
    tag that proves who answers (`p.TOKEN`, `GAME.TOKEN`), "" for none;
    `html` the text once more, as in `Body`; `appointments` what its reader's calendar is told; `picture` the key of
    the picture that it waits for (`picture_key`), "" for none.
    """

    key: str
    kind: str
    to: str
    to_name: str = ""
    subject: str
    text: str
    html: str = ""
    reply_to: str = ""
    thread: tuple[str, ...] = ()
    answers: str = ""
    game: str = ""
    appointments: tuple[Appointment, ...] = ()
    picture: str = ""

    @property
    def is_answer(self) -> bool:
        """Whether its reader has just written to the judge, or somebody under his address."""
        return bool(self.answers) or self.kind in ANSWERS
