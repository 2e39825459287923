"""Which parts of a mail hold its text, and what is left aside."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import Message
from typing import Literal

from judge.mail import phrases
from judge.mail.charset import decode_text
from judge.mail.headers import decode_words
from judge.mail.parsing import TOO_COMPLEX

MOST_PARTS = 50
DEEPEST = 10  # levels of multiparts in one another
_LONGEST_STUB = 400  # characters
_AS_PLAIN = frozenset({"text/markdown", "text/x-markdown"})  # read as it stands
_EXTRAS = frozenset(
    {"application/pgp-keys", "text/calendar", "application/ics", "text/vcard", "text/x-vcard", "text/directory"}
)
IS_ENCRYPTED = "the letter is encrypted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece of a mail's text.

    Shape: `text` decoded, with line feeds; `flowed` and `delete_space` as RFC 3676 has them, plain text only.
    """

    kind: Literal["plain", "html"]
    text: str
    flowed: bool = False
    delete_space: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """The text of a mail: the pieces to be read, the HTML the plain text was preferred to, and what is left aside.

    Shape: `trouble` why there is none that can be read, "" when there is; `aside` names of what is not read, `file` the
    only text file among it and its name; `read_from` the name of a file that is read after all; `extras` names of
    what goes with a text, pictures within it, visiting cards, keys, answers to invitations: worth a word only where it
    says nothing.
    """

    pieces: tuple[Piece, ...] = ()
    other: tuple[Piece, ...] = ()
    aside: tuple[str, ...] = ()
    file: tuple[str, Piece] | None = None
    read_from: str = ""
    extras: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences for the receipt."""
        read = (f"The orders were read from the attached file {self.read_from}.",) if self.read_from else ()
        return (*read, f"Left aside, not read: {', '.join(self.aside)}.") if self.aside else read

    def with_file(self) -> "Body":
        """The same with its text file, if it has just one, read before all else."""
        if self.file is None:
            return self
        name, piece = self.file
        aside = list(self.aside)
        aside.remove(name)
        return replace(
            self, pieces=(piece, *self.pieces), other=(), aside=tuple(aside), file=None, read_from=name, trouble=""
        )

    def with_extras(self) -> "Body":
        """The same with its extras among what is not read."""
        return replace(self, aside=(*self.aside, *self.extras), extras=())


def read_body(message: Message) -> Body:
    """The text of a mail.

    Rule: RFC 2046 5.1 with the plain alternative preferred; HTML where there is no other or the plain one is empty
    or only says that there is HTML. Pieces beside attachments are read one after the other. Attached mails are never
    read, and files only where `Body.with_file` is asked for.
    """
    count, deepest = _measure(message)
    if count > MOST_PARTS or deepest > DEEPEST:
        return Body(trouble=TOO_COMPLEX)
    found = _Finder()
    pieces, other = found.pieces(message)
    aside = (*found.aside, *(name for name, _ in found.text_files))
    return Body(
        pieces=tuple(pieces), other=tuple(other), aside=aside, trouble="" if pieces else found.unreadable,
        file=found.text_files[0] if len(found.text_files) == 1 else None, extras=tuple(found.extras),
    )  # fmt: skip


def _measure(message: Message) -> tuple[int, int]:
    """How many parts a mail has and how deep they lie, without recursion."""
    count, deepest, waiting = 0, 0, [(message, 1)]
    while waiting:
        part, depth = waiting.pop()
        count, deepest = count + 1, max(deepest, depth)
        waiting.extend((child, depth + 1) for child in _children(part))
    return count, deepest


def _children(part: Message) -> list[Message]:
    payload = part.get_payload() if part.is_multipart() else []
    return [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []


class _Finder:
    """Goes through the parts and notes what it leaves aside."""

    def __init__(self) -> None:
        self.aside: list[str] = []
        self.extras: list[str] = []
        self.text_files: list[tuple[str, Piece]] = []
        self.unreadable = ""

    def pieces(self, part: Message) -> tuple[list[Piece], list[Piece]]:
        """The pieces to read in a part, and those they were preferred to."""
        kind = part.get_content_type()
        children = _children(part)
        if kind.startswith("message/"):
            self.aside.append("an attached mail")
            return [], []
        if kind.startswith("multipart/") and kind != "multipart/encrypted" and not part.is_multipart():
            return [_piece(part, "text/plain")], []  # its boundary is not there
        if kind == "multipart/alternative":
            return self._alternative(children)
        if kind == "multipart/related":
            self.extras += [
                _file_name(one) or "a picture" for one in children[1:] if one.get_content_maintype() == "image"
            ]
        if kind in ("multipart/related", "multipart/signed"):
            return self.pieces(children[0]) if children else ([], [])
        if kind == "multipart/encrypted":
            self.unreadable = IS_ENCRYPTED
            return [], []
        if part.is_multipart():
            found = [self.pieces(child) for child in children]
            return [one for first, _ in found for one in first], [one for _, second in found for one in second]
        return self._leaf(part, kind), []

    def _alternative(self, children: list[Message]) -> tuple[list[Piece], list[Piece]]:
        found = [pieces for pieces, _ in map(self.pieces, children) if pieces]
        plain = next((pieces for pieces in found if any(_says_something(piece) for piece in pieces)), None)
        html = next(
            (pieces for pieces in found if pieces is not plain and any(one.kind == "html" for one in pieces)), None
        )
        if plain is not None:
            return plain, html or []
        return html or (found[0] if found else []), []

    def _leaf(self, part: Message, kind: str) -> list[Piece]:
        name = _file_name(part)
        attached = part.get_content_disposition() == "attachment"
        kind = "text/plain" if kind in _AS_PLAIN else kind
        if kind in ("text/plain", "text/html") and not attached and not (name and kind == "text/html"):
            if name:
                self.text_files.append((name, _piece(part, kind)))
                return []
            return [_piece(part, kind)]
        if kind == "text/plain" or name.lower().endswith(".txt"):
            self.text_files.append((name or "without a name", _piece(part, "text/plain")))
        elif kind in ("application/ms-tnef", "application/vnd.ms-tnef"):
            self.unreadable = "the letter is in a form that only Outlook reads (winmail.dat); please send plain text"
            self.aside.append(name or kind)
        elif kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
            self.unreadable = "the letter is encrypted or signed in a form that hides its text"
        elif kind in _EXTRAS:
            self.extras.append(name or kind)
        elif kind not in ("application/pkcs7-signature", "application/pgp-signature", "text/x-amp-html"):
            self.aside.append(name or kind)
        return []


def _says_something(piece: Piece) -> bool:
    """Whether a plain piece has a text of its own, not just the advice to read the HTML."""
    words = " ".join(piece.text[: 2 * _LONGEST_STUB].split())
    if piece.kind != "plain" or not words.strip("\ufeff\u200b\xa0 "):
        return False
    return len(words) > _LONGEST_STUB or not any(phrases.STUB.fullmatch(one.strip()) for one in _sentences(words))


def _sentences(words: str) -> Iterator[str]:
    yield words
    yield from words.split(". ")


def _file_name(part: Message) -> str:
    """The name of an attached file without what could harm a receipt, "" when it has none."""
    name = decode_words(str(part.get_filename() or "")[:300])
    return "".join(one for one in name if one.isprintable())[:80].strip()


def _piece(part: Message, kind: str) -> Piece:
    data = part.get_payload(decode=True)
    text = decode_text(data if isinstance(data, bytes) else b"", _parameter(part, "charset"))
    written = part.get_payload()
    if isinstance(written, str) and text == "".join(written.splitlines()):
        text = written  # it is said to be base64, and is not
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if kind == "text/html":
        return Piece(kind="html", text=text)
    flowed = _parameter(part, "format").lower() == "flowed"
    return Piece(kind="plain", text=text, flowed=flowed, delete_space=_parameter(part, "delsp").lower() == "yes")


def _parameter(part: Message, name: str) -> str:
    """A parameter of the content type, in its plain or its RFC 2231 form."""
    value = part.get_param(name, "")
    return str(value[2] if isinstance(value, tuple) else value).strip()
