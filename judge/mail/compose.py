"""Drafts made into the bytes that are sent."""

import hashlib
import re
import textwrap
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime
from functools import lru_cache
from html import escape
from typing import Any

from judge.game.mails import REPLY_MARK, TURN, Appointment, Draft
from judge.mail.addresses import host_of, tagged, valid_address
from judge.mail.appointments import calendar_part, method_of
from judge.mail.octets import goes_as_it_is, octets

_ID_FIELDS = frozenset({"in-reply-to", "references"})
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,900}>")
_THREAD_ID = re.compile(r"[A-Za-z0-9._+-]{1,200}")
# Control characters but tab and line feed, halves of characters, and Unicode's own line ends.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_IMAGE = re.compile(r'<img\b[^>]*\bsrc="cid:map"[^>]*>')
_ALT = re.compile(r'\balt="([^"]*)"')
_MACHINE = re.compile(r"(?:\n:: [^\n]*)*\s*\Z")  # lines for programs, which end a mail
_LINE = 76  # characters of a header's line
_TEXT_LINE = 72  # characters of a line of the text
_UNDRAWN = "The picture could not be drawn in time."
_LONGEST_HEADER = 200  # characters of a subject or a name


class _MailPolicy(EmailPolicy):
    """The SMTP policy with folding of its own, for fields that we write ourselves.

    The library turns a Message-ID longer than a line into an encoded word, which breaks threads, and puts blanks
    into names that it folds. And it takes each field apart and puts it together again, which takes longer than all
    else that is done for a mail. Here a field is kept as it is given.
    """

    def header_max_count(self, name: str) -> int | None:  # noqa: ARG002 - each field is written once
        return None

    def header_store_parse(self, name: str, value: Any) -> tuple[str, Any]:  # Any: a text or an Address
        if isinstance(value, str) and ("\n" in value or "\r" in value):
            raise ValueError(f"the field {name} would be more than one")
        return name, value

    def header_fetch_parse(self, name: str, value: Any) -> Any:  # noqa: ARG002 - the library's signature
        return value

    def fold(self, name: str, value: Any) -> str:  # Any: a text or an Address
        folded = f"{name}: {_fold(name, value)}"
        return folded.replace("\n", "\r\n") + "\r\n"

    def fold_binary(self, name: str, value: str) -> bytes:
        return self.fold(name, value).encode("ascii")


def _fold(name: str, value: str | Address) -> str:
    if isinstance(value, Address):
        return _fold_mailbox(value.display_name, value.addr_spec)
    if name.lower() in _ID_FIELDS:
        return "\n ".join(value.split())
    return _fold_words(value, name)


@lru_cache(maxsize=1024)  # most go to people who have got others
def _fold_mailbox(name: str, address: str) -> str:
    if not name:
        return address
    phrase = str(Address(name)).removesuffix(" <>") if _is_simple(name) else _fold_words(name, "To")
    return f"{phrase}\n <{address}>" if len(phrase) + len(address) > 60 else f"{phrase} <{address}>"


def _fold_words(text: str, name: str) -> str:
    """The text folded at blanks, in encoded words (RFC 2047) if it needs them."""
    if _is_simple(text) and len(f"{name}: {text}") <= _LINE:
        return text
    return Header(text, "us-ascii" if _is_simple(text) else "utf-8", header_name=name).encode(linesep="\n")


def _is_simple(text: str) -> bool:
    return text.isascii() and "=?" not in text


# Any: the options of a policy are keywords of many types.
_OPTIONS: dict[str, Any] = {"linesep": "\r\n", "cte_type": "7bit"}
POLICY = _MailPolicy(**_OPTIONS)
Field = tuple[str, str | Address]


def message_id(key: str, judge_address: str) -> str:
    """The Message-ID of the mail with this key: the same for ever, and telling nothing of what the key says."""
    return f"<{_digest(key)}@{host_of(judge_address)}>"


def _digest(key: str) -> str:
    return hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=16).hexdigest()


def compose(draft: Draft, *, judge_address: str, judge_name: str, now: datetime, picture: bytes | None = None) -> bytes:
    """The mail as it is sent: headers, a plain part, CRLF line ends, nothing but ASCII octets.

    Where the draft has them an HTML part beside the plain one, the picture (a PNG) inside that, and calendar entries
    follow; a picture for which the HTML part has no place goes beside it. A draft that wants a picture and gets none
    says so in both, and how to get it later.

    Rule: RFC 3834 for the marks of an automatic mail, RFC 5322 3.6.4 for the threading, RFC 2919 for List-Id.
    Shape: From never changes but for the game's name; the thread's ids come first in References, the letter that is
    answered last. A mail that may be answered begins with `REPLY_MARK`. Control characters and line ends in names and
    subjects become blanks.
    Refuses: ValueError for an address of the reader that is none, or a `now` without a zone.
    Not: the envelope's sender; see `bounce_tag`.
    """
    if not valid_address(draft.to):
        raise ValueError("a draft needs one plain address to go to")
    if now.tzinfo is None:
        raise ValueError("the date of a mail needs a zone")
    fields = tuple(_fields(draft, judge_address, judge_name, now))
    text = _body_text(_told_undrawn(_marked(draft), draft) if draft.picture and picture is None else _marked(draft))
    page = _body_text(_without_picture(draft))
    usual = picture is None and not draft.appointments and bool(page) == bool(draft.html)
    if usual and goes_as_it_is(text):
        lines = (POLICY.fold(*POLICY.header_store_parse(*field)) for field in fields)
        return octets(lines, text, page, _boundary(0, draft))
    return _built(draft, fields, text, page, picture, judge_address=judge_address, now=now)


def _built(
    draft: Draft,
    fields: Sequence[Field],
    text: str,
    page: str,
    picture: bytes | None,
    *,
    judge_address: str,
    now: datetime,
) -> bytes:
    """The mail as the library puts it together, whatever it is made of; `page` the HTML part without a picture."""
    mail = EmailMessage(policy=POLICY)
    for name, value in fields:
        mail[name] = value
    mail.set_content(text, charset="utf-8")
    place = bool(_IMAGE.search(draft.html))
    if draft.html and picture is not None and place:
        _add_pictured(mail, draft, picture, judge_address)
    elif draft.html:
        mail.add_alternative(page, subtype="html", cte="base64")
    if picture is not None and not place:
        mail.add_attachment(picture, "image", "png", filename="map.png", disposition="inline")
    for number, appointment in enumerate(draft.appointments, start=1):
        _attach(mail, draft, appointment, number, judge_address, now)
    for number, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        part.set_boundary(_boundary(number, draft))
    return mail.as_bytes()


def _fields(draft: Draft, judge_address: str, judge_name: str, now: datetime) -> Iterator[Field]:
    """The fields of a mail but those of its parts, in their order."""
    yield "From", _mailbox(f"{judge_name} {draft.game}", judge_address)
    yield "To", _mailbox(draft.to_name, draft.to)
    if draft.reply_to:
        yield "Reply-To", _mailbox("", tagged(judge_address, draft.reply_to))
    yield "Subject", _header_text(draft.subject)
    yield "Date", format_datetime(now.astimezone(UTC))
    yield "Message-ID", message_id(draft.key, judge_address)
    yield from _thread_fields(draft, judge_address)
    yield from _robot_fields(draft, judge_address)


def _boundary(number: int, draft: Draft) -> str:
    return f"=_{number}_{_digest(draft.key)}"


def _without_picture(draft: Draft) -> str:
    """The HTML part of a mail that has no picture."""
    return _IMAGE.sub(lambda image: _unseen(image, draft) if draft.picture else "", draft.html)


def _add_pictured(mail: EmailMessage, draft: Draft, picture: bytes, judge_address: str) -> None:
    """The HTML part, with the picture it shows as a part beside it (RFC 2387, RFC 2392)."""
    name = f"map.{_digest(draft.key)}@{host_of(judge_address)}"
    mail.add_alternative(_body_text(draft.html.replace("cid:map", f"cid:{name}")), subtype="html", cte="base64")
    *_, page = mail.iter_parts()
    page.add_related(picture, "image", "png", cid=f"<{name}>", filename="map.png", disposition="inline")


def _unseen(image: re.Match[str], draft: Draft) -> str:
    """What stands in a picture's place: its sentence, and that the picture is missing."""
    alt = _ALT.search(image[0])
    return f"<p>{alt[1] if alt else ''}</p><p>{escape(_undrawn(draft))}</p>"


def _told_undrawn(text: str, draft: Draft) -> str:
    """The text with word of its missing picture, above the lines for programs."""
    end = _MACHINE.search(text)
    place = end.start() if end else len(text)
    machine = text[place:].strip()
    told = textwrap.fill(_undrawn(draft), _TEXT_LINE, break_long_words=False, break_on_hyphens=False)
    return "\n\n".join(part for part in (text[:place].rstrip(), told, machine) if part) + "\n"


def _undrawn(draft: Draft) -> str:
    """That the picture is missing, and what brings it later."""
    if not draft.game:
        return f"{_UNDRAWN} To get it, ask again later."
    kind, _, tag, _ = draft.picture.split("/")
    return f"{_UNDRAWN} To get it later, reply with MAP {draft.game}{f' {tag.upper()}' if kind == TURN else ''}."


def _attach(
    mail: EmailMessage, draft: Draft, appointment: Appointment, number: int, judge_address: str, now: datetime
) -> None:
    """The appointment as a part of the mail, which calendars know by its method (RFC 6047 2.4)."""
    host = host_of(judge_address)
    mail.add_attachment(
        calendar_part(appointment, address=tagged(judge_address, draft.game), host=host, now=now),
        subtype="calendar",
        params={"method": method_of(appointment)},
        filename=f"deadline{number}.ics" if number > 1 else "deadline.ics",
        cte="base64",
    )


def _thread_fields(draft: Draft, judge_address: str) -> list[tuple[str, str]]:
    host = host_of(judge_address)
    references = [f"<{one}@{host}>" for one in draft.thread if _THREAD_ID.fullmatch(one)]
    if _MESSAGE_ID.fullmatch(draft.answers):
        references.append(draft.answers)
    if not references:
        return []
    return [("In-Reply-To", references[-1]), ("References", " ".join(references))]


def _robot_fields(draft: Draft, judge_address: str) -> list[tuple[str, str]]:
    fields = [
        ("Auto-Submitted", "auto-replied" if draft.is_answer else "auto-generated"),
        ("Precedence", "bulk"),
        ("X-Auto-Response-Suppress", "All"),
        ("X-Loop", judge_address),
    ]
    if draft.game:
        game = re.sub(r"[^A-Za-z0-9_-]", "", draft.game)
        fields.append(("List-Id", f"{game} <{game.lower()}.{judge_address.replace('@', '.').lower()}>"))
    return fields


@lru_cache(maxsize=1024)
def _mailbox(name: str, address: str) -> Address:
    local, _, domain = address.rpartition("@")
    return Address(display_name=_header_text(name), username=local, domain=domain)


def _header_text(text: str) -> str:
    """The text as one line without control characters, cut to what fits a header."""
    return " ".join(_CONTROLS.sub(" ", text).split())[:_LONGEST_HEADER].rstrip()


def _marked(draft: Draft) -> str:
    """The text, of a mail that may be answered below the mark above which its reader is to write."""
    if not draft.reply_to or draft.text.startswith(REPLY_MARK):
        return draft.text
    return f"{REPLY_MARK}\n\n{draft.text}"


def _body_text(text: str) -> str:
    """The text with plain line ends and without control characters or halves of characters."""
    return _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
