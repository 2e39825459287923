"""Whether a mail was written by a machine."""

import re
from collections.abc import Sequence
from email.message import Message

from judge.game.lines import Label, NumberedLine
from judge.mail import phrases
from judge.mail.addresses import host_of, is_own
from judge.mail.headers import field_values, first_value, harmless, read_header

MOST_HOPS = 30  # Received fields; more are a loop
_ROBOT_NAMES = re.compile(
    r"(?:mailer-daemon|postmaster|mail-daemon|mdaemon|uucp|mmdf|root|listserv|majordomo|bounces?|no-?reply"
    r"|do-?not-?reply|auto-?(?:reply|responder))(?:[+-].*)?",
)
_OWN_DIGEST = re.compile(r"[0-9a-f]{32}")
_COMMENT = re.compile(r"\([^()]*\)")
_BULK = frozenset({"bulk", "list", "junk", "auto_reply"})
TELLING_FIELDS = (
    "list-id", "list-post", "mailing-list", "x-failed-recipients", "x-autoreply", "x-autorespond", "x-autoresponder",
)  # fmt: skip


def robot_reason(message: Message, *, judge_address: str, mail_from: str | None) -> str:
    """Why a mail is no person's letter and must be neither answered nor acted on, "" when it is a person's.

    Rule: RFC 3834 2 (null return path, Auto-Submitted), RFC 2919, 2369 (lists), RFC 3462 (reports), our own loop marks
    and addresses, names of mail systems, Precedence, X-Auto-Response-Suppress, more than 30 hops.
    Shape: `mail_from` the envelope's sender, "" or "<>" for the null sender, None where it is not known and the
    Return-Path field is looked at instead.
    """
    return (
        _by_envelope(message, mail_from)
        or _by_loop(message, judge_address)
        or _by_fields(message)
        or _by_sender(message, judge_address)
    )


def is_mail_system(address: str) -> bool:
    """Whether an address is one that mail systems write from, such as a postmaster's."""
    return _ROBOT_NAMES.fullmatch(address.partition("@")[0].lower()) is not None


def is_own_id(message_id: str, judge_address: str) -> bool:
    """Whether a Message-ID is of the form of ours (`compose.message_id`), which lists keep where they keep little."""
    digest, _, host = message_id.removeprefix("<").removesuffix(">").partition("@")
    return host.lower() == host_of(judge_address) and _OWN_DIGEST.fullmatch(digest) is not None


def sounds_automatic(lines: Sequence[NumberedLine]) -> bool:
    """Whether a letter's own words are those of an automatic answer, although nothing in its header says so."""
    return any(line.label is Label.OWN and phrases.ROBOT_WORDS.search(line.text) is not None for line in lines)


def sounds_unread(lines: Sequence[NumberedLine]) -> bool:
    """Whether nobody seems to have read what a letter answers: it is in the words of a machine of any kind.

    Rule: for answers to a question only, where a help desk's or a filter's would count as a yes.
    """
    own = (line.text for line in lines if line.label is Label.OWN)
    return sounds_automatic(lines) or any(phrases.DESK_WORDS.search(text) is not None for text in own)


def _by_envelope(message: Message, mail_from: str | None) -> str:
    path = first_value(message, "return-path") if mail_from is None else mail_from or "<>"
    return "it has no return path" if path.replace(" ", "") == "<>" else ""


def _by_loop(message: Message, judge_address: str) -> str:
    if any(value.lower() == judge_address.lower() for value in field_values(message, "x-loop")):
        return "it is a mail of our own"
    if is_own_id(first_value(message, "message-id").strip(), judge_address):
        return "it is a mail of our own"
    if len(field_values(message, "received")) > MOST_HOPS:
        return f"it went through more than {MOST_HOPS} servers"
    return ""


def _by_fields(message: Message) -> str:
    for value in field_values(message, "auto-submitted"):
        submitted = _COMMENT.sub("", value).partition(";")[0].strip().lower()
        if submitted not in ("", "no"):
            return f"it is marked as {harmless(submitted)[:40]}"
    for value in field_values(message, "precedence"):
        if (precedence := _COMMENT.sub("", value).strip().lower()) in _BULK:
            return f"its precedence is {precedence}"
    for name in TELLING_FIELDS:
        if first_value(message, name):
            return f"it has a field {name}"
    suppress = re.split(r"[,;\s]+", " ".join(field_values(message, "x-auto-response-suppress")).lower())
    if {"all", "autoreply"} & set(suppress):
        return "it asks for no automatic answer"
    if first_value(message, "content-type").strip().lower().startswith("multipart/report"):
        return "it is a report of a mail system"
    return ""


def _by_sender(message: Message, judge_address: str) -> str:
    header = read_header(message)
    if is_own(header.sender, judge_address):
        return "it comes from our own address"
    if is_mail_system(header.sender):
        return "it comes from a mail system"
    if phrases.ROBOT_SUBJECT.fullmatch(header.subject):
        return "its subject is that of an automatic answer"
    return ""
