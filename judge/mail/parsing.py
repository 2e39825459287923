"""Bytes to a MIME tree by the standard library, behind caps that keep it from taking long."""

import re
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

LARGEST_LETTER = 2_000_000  # octets; replies carry our pictures back
LARGEST_HEADER = 64_000  # octets
_MOST_LINES = 60_000  # lines of the whole letter, encoded pictures and all
_MOST_BOUNDARIES = 30  # and attached mails; the library's stack grows with them
_MOST_SEPARATORS = 1_000
_LONGEST_PART_FIELD = 4_000  # octets; the library's time grows with the square of it

_BOUNDARY = re.compile(rb"boundary(?:\*[0-9]*\*?)?[ \t]*=", re.IGNORECASE)
_SEPARATOR = re.compile(rb"^--", re.MULTILINE)
# RFC 5322 4.5: blanks before the colon were good form once; the library takes such a line for the end of the header.
_BLANKS_BEFORE_COLON = re.compile(rb"^([!-9;-~]{1,200})[ \t]+(?=:)", re.MULTILINE)
_PART_FIELD = re.compile(rb"^content-[a-z-]{1,40}:.*(?:\n[ \t].*)*", re.IGNORECASE | re.MULTILINE)

TOO_COMPLEX = "the letter is made of too many parts"


def unix_lines(raw: bytes) -> bytes:
    """The bytes with a line feed at every line end."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def readable(raw: bytes) -> bytes:
    """The bytes as they are read: a line feed at every line end, no blank before the colon of a header's field.

    Rule: RFC 5322 4.5. A field counts in this form too, so that a second From is none the less one.
    """
    data = unix_lines(raw)
    end = 0 if data.startswith(b"\n") else data.find(b"\n\n", 0, LARGEST_HEADER)
    header = data[: end if end >= 0 else LARGEST_HEADER]
    return data if b":" not in header else _BLANKS_BEFORE_COLON.sub(rb"\1", header) + data[len(header) :]


def parse_header(data: bytes) -> Message:
    """The header of a letter alone, as far as it is not larger than a header may be."""
    end = data.find(b"\n\n")
    header = data[: LARGEST_HEADER if end < 0 else min(end + 1, LARGEST_HEADER)]
    return BytesHeaderParser(policy=compat32).parsebytes(header)


def oversize(data: bytes) -> str:
    """Why a letter is too big or too crooked to be parsed at all, "" when it is not."""
    if len(data) > LARGEST_LETTER:
        return f"the letter is larger than {LARGEST_LETTER // 1_000_000} MB"
    end = data.find(b"\n\n")
    if (len(data) if end < 0 else end) > LARGEST_HEADER:
        return f"the header of the letter is larger than {LARGEST_HEADER // 1_000} kB"
    if data.count(b"\n") > _MOST_LINES:
        return f"the letter has more than {_MOST_LINES} lines"
    if len(_BOUNDARY.findall(data)) > _MOST_BOUNDARIES:
        return TOO_COMPLEX
    if b"boundary" in data.lower() and len(_SEPARATOR.findall(data)) > _MOST_SEPARATORS:
        return TOO_COMPLEX
    if data.lower().count(b"message/rfc822") > _MOST_BOUNDARIES:
        return TOO_COMPLEX
    if any(len(found.group()) > _LONGEST_PART_FIELD for found in _PART_FIELD.finditer(data)):
        return TOO_COMPLEX
    return ""


def parse_letter(data: bytes) -> Message:
    """The MIME tree of a letter that is not oversize. May raise what the library raises on crooked input."""
    return message_from_bytes(data, policy=compat32)
