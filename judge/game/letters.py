"""A mail that came in, read."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.lines import NumberedLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A letter: who sent it, to which address, and its lines.

    Shape: `sender` the one address of the From header, lower case, "" when there is none or more than one;
    `recipient` the envelope address it was accepted for; `message_id` and `references` with angle brackets;
    `lines` all non-blank lines in order, each with its label; `robot` why it must not be answered nor acted
    on, "" for a person's letter; `trouble` why the text could not be read, "" when it could; `notices`
    sentences for the receipt (which part was read, attachments left aside).
    Units: `received_at` is the moment of acceptance, UTC.
    """

    sender: str
    sender_name: str = ""
    recipient: str
    message_id: str = ""
    references: tuple[str, ...] = ()
    subject: str = ""
    received_at: datetime
    lines: tuple[NumberedLine, ...] = ()
    robot: str = ""
    trouble: str = ""
    notices: tuple[str, ...] = ()
