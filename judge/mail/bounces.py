"""Mails that came back: what a bounce says of the address, or only of the one mail."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from typing import Literal

from flufl.bounce import all_failures

from judge.mail.headers import first_value, harmless, read_header
from judge.mail.parsing import oversize, parse_letter, readable
from judge.mail.robots import is_mail_system

# A dead address, a mail that is still under way, a mail that its reader's server did not want, nothing of the kind.
BounceKind = Literal["dead", "delayed", "unwanted", ""]

_LARGEST = 64_000  # octets that are looked at; the report comes first, and behind it the mail that came back
_LONGEST = 200  # characters of what is said
_STATUS = re.compile(r"(?<![\w.])[245]\.(\d{1,3})\.(\d{1,3})(?!\.?\w)")
# RFC 3463: the content of the mail, policy; a mail longer than the server or the mailbox takes.
_MAILS_OWN_SUBJECTS, _MAILS_OWN_CODES = frozenset({6, 7}), frozenset({(3, 4), (2, 3)})


@dataclass(frozen=True, slots=True)
class Bounce:
    """What a returned mail says. Shape: `said` the server's own words on one line, "" when it gave none."""

    kind: BounceKind
    said: str = ""


def read_bounce(raw: bytes, *, mail_from: str) -> Bounce:
    """What some bytes, which came to the return path of a mail, say of it; never raises.

    Rule: RFC 3464 and the forms that flufl.bounce knows. It has to come as bounces do: from the null sender, as a
    delivery report or from a mail system; one from both the null sender and a mail system, in no known form, counts.
    Shape: `mail_from` the envelope's sender, "" or "<>" for the null sender.
    Not: which mail it is about; the address it came to tells that. Answers of absent people, reading receipts and
    reports of success say nothing.
    """
    data = readable(raw[:_LARGEST])
    # Both libraries raise much on crooked input.
    try:
        return Bounce("") if oversize(data) else _judge(parse_letter(data), null=mail_from.strip() in ("", "<>"))
    except Exception:
        return Bounce("")


def blames_address(status: str, *, unsaid: bool) -> bool:
    """Whether a refusal is about its reader's address, and not about the mail or about us.

    Rule: RFC 3463 3.7, 3.8: content and policy; 3.3, 3.4: too long. Otherwise somebody who writes what looks like
    advertising could have another player's address given up.
    Shape: a text in which an enhanced status code may stand; `unsaid` the answer where there is none.
    """
    found = _STATUS.search(status)
    if found is None:
        return unsaid
    subject, detail = int(found[1]), int(found[2])
    return subject not in _MAILS_OWN_SUBJECTS and (subject, detail) not in _MAILS_OWN_CODES


def _judge(message: Message, *, null: bool) -> Bounce:
    blocks = list(_report_blocks(message))
    from_system = is_mail_system(read_header(message).sender)
    if not (null or blocks or from_system):
        return Bounce("")
    late, lost = all_failures(message)
    if lost:
        return _lost(blocks)
    if late:
        return Bounce("delayed", _said(blocks, "delayed"))
    return Bounce("dead") if null and from_system and not blocks and not _is_report(message) else Bounce("")


def _lost(blocks: list[Message]) -> Bounce:
    failed = [block for block in blocks if first_value(block, "action").strip().lower().startswith(("fail", "error"))]
    status = next((value for block in failed if (value := first_value(block, "status").strip())), "")
    return Bounce(
        "dead" if blames_address(status, unsaid=True) else "unwanted",
        _said(failed, "fail") or harmless(status)[:_LONGEST],
    )


def _said(blocks: list[Message], action: str) -> str:
    """The diagnosis in a report, without the name of its form (`smtp;`), on one line."""
    for block in blocks:
        words = first_value(block, "diagnostic-code")
        if words and first_value(block, "action").strip().lower().startswith((action, "error")):
            return harmless(words.partition(";")[2] or words)[:_LONGEST]
    return ""


def _report_blocks(message: Message) -> Iterator[Message]:
    """The groups of fields of a delivery report."""
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status" and part.is_multipart():
            yield from (block for block in part.get_payload() if isinstance(block, Message))


def _is_report(message: Message) -> bool:
    return message.get_content_type() == "multipart/report"
