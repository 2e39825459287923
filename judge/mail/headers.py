"""What a mail's header says: sender, subject, ids, read without trusting it."""

import re
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.policy import default

from judge.mail.addresses import in_ascii, valid_address
from judge.mail.charset import decode_text

LONGEST_VALUE = 2_000  # characters that are looked at; the library's time grows with the square of them
_MOST_IDS = 50
_DEEPEST_COMMENT = 4
_ENCODED_WORD = r"=\?[^?\s]{1,80}\?[bBqQ]\?[^?\s]{0,500}\?="
_ENCODED_WORDS = re.compile(rf"{_ENCODED_WORD}(?:\s*{_ENCODED_WORD})*")
_QUOTED_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()]*\)')
# Outlook's name for somebody of whom it knows no name; the quotes are letters of an address to the library.
_NAMED_BY_ADDRESS = re.compile(r"\s*'([^'<>\"\s,;()]{1,254})'\s*<\1>\s*", re.IGNORECASE)
_LONGEST_HEADER = 64_000  # octets
_MESSAGE_ID_FIELD = re.compile(rb"^message-id[ \t]*:((?:[^\r\n]|\r?\n[ \t]){0,2000})", re.IGNORECASE | re.MULTILINE)
_FROM_FIELD = re.compile(rb"^from[ \t]*:((?:[^\r\n]|\r?\n[ \t]){0,2000})", re.IGNORECASE | re.MULTILINE)
_ADDRESS_LIKE = re.compile(r"[^\s<>,;:]+@[^\s<>,;:]+")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,900}>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The fields of a letter's header that matter here.

    Shape: as in `Letter`; every field "" or empty when it is missing or makes no sense.
    """

    sender: str = ""
    sender_name: str = ""
    subject: str = ""
    message_id: str = ""
    references: tuple[str, ...] = ()


def read_header(message: Message) -> Header:
    """The header of a mail. A sender is believed only if there is one From field with one plain address."""
    sender, name = _read_sender(field_values(message, "from"))
    ids = " ".join([*field_values(message, "references"), *field_values(message, "in-reply-to")])
    return Header(
        sender=sender,
        sender_name=name,
        subject=decode_words(first_value(message, "subject")),
        message_id=_read_message_id(first_value(message, "message-id")),
        references=tuple(dict.fromkeys(_MESSAGE_ID.findall(ids)))[-_MOST_IDS:],
    )


def glimpse_message_id(raw: bytes) -> str:
    """The Message-ID of a mail that cannot be read, found without parsing it; "" when it has none."""
    header = re.split(rb"\r?\n\r?\n", raw[:_LONGEST_HEADER], maxsplit=1)[0]
    found = _MESSAGE_ID_FIELD.search(header)
    return "" if found is None else _read_message_id(_as_text(found[1].decode("utf-8", "replace")))


def has_no_ascii_sender(raw: bytes) -> bool:
    """Whether a mail is from an address that cannot be written in ASCII, found without parsing the mail."""
    header = re.split(rb"\r?\n\r?\n", raw[:_LONGEST_HEADER], maxsplit=1)[0]
    if header.isascii():
        return False
    found = _FROM_FIELD.search(header)
    value = "" if found is None else _as_text(found[1].decode("utf-8", "surrogateescape"))
    return any(in_ascii(word) is None for word in _ADDRESS_LIKE.findall(_QUOTED_OR_COMMENT.sub(" ", value)))


def field_values(message: Message, name: str) -> list[str]:
    """The values of all fields of one name, unfolded, bytes beyond ASCII read as text, cut to a fair length."""
    wanted = name.lower()
    return [_as_text(str(value)) for key, value in message.raw_items() if key.lower() == wanted]


def first_value(message: Message, name: str) -> str:
    """The value of the first field of a name, "" when there is none."""
    return next(iter(field_values(message, name)), "")


def decode_words(value: str) -> str:
    """A header's text with its encoded words (RFC 2047) read, on one line."""
    return " ".join(_ENCODED_WORDS.sub(lambda found: _decode_run(found.group()), value).split())


def _decode_run(run: str) -> str:
    """The text of neighboring encoded words; a character may be torn between two of them."""
    try:
        pieces = decode_header(run)
    except (HeaderParseError, ValueError):
        return run
    return "".join(piece if isinstance(piece, str) else decode_text(piece, charset) for piece, charset in pieces)


def harmless(text: str) -> str:
    """A text without what steers a terminal or turns its letters round, on one line."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _as_text(value: str) -> str:
    data = value[: 4 * LONGEST_VALUE].encode("utf-8", "surrogateescape")
    return " ".join(decode_text(data, "utf-8").split())[:LONGEST_VALUE]


def _read_sender(values: list[str]) -> tuple[str, str]:
    if len(values) != 1:
        return "", ""
    value = values[0] if "'" not in values[0] else _NAMED_BY_ADDRESS.sub(r"<\1>", values[0])
    try:
        field = default.header_factory("from", value)
        mailboxes = [one for group in field.groups if group.display_name is None for one in group.addresses]
        is_group = any(group.display_name is not None for group in field.groups)
        if is_group or len(mailboxes) != 1:
            return "", ""
        address, name = mailboxes[0].addr_spec, mailboxes[0].display_name
    # The library fails in many ways on crooked fields; then there is no sender.
    except Exception:
        return "", ""
    # An encoded word in an address is read by the library, but stands for no address.
    plain = in_ascii(address)
    if plain is None or not valid_address(plain) or not _is_the_one(address, value):
        return "", ""
    return plain.lower(), " ".join(name.split())


def _is_the_one(address: str, value: str) -> bool:
    """Whether a field names this address and no other one beside it, but within quotes and comments.

    Rule: RFC 5322 3.4. The library takes the first address of `a@x <b@y>`; other programs answer the second.
    """
    for _ in range(_DEEPEST_COMMENT):
        value = _QUOTED_OR_COMMENT.sub(" ", value)
    phrase, pointed, rest = value.partition("<")
    if not pointed:
        return value.strip() == address
    named, _, after = rest.partition(">")
    others = {word.lower() for word in phrase.split() if "@" in word}
    return named.strip() == address and not after.strip() and others <= {address.lower()}


def _read_message_id(value: str) -> str:
    found = _MESSAGE_ID.search(value)
    if found:
        return found.group()
    bare = value.strip()
    return f"<{bare}>" if _MESSAGE_ID.fullmatch(f"<{bare}>") else ""
