"""The octets of the mails that most are: a text, and a page beside it where there is one."""

from base64 import encodebytes
from collections.abc import Iterable

_LONGEST = 78  # characters of a line of a text that goes as it is
_TEXT = b'Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: 7bit\r\n'
_PAGE = b'Content-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: base64\r\nMIME-Version: 1.0\r\n'
_WHOLE = b'Content-Type: multipart/alternative;\r\n boundary="%s"\r\n'
_VERSION = b"MIME-Version: 1.0\r\n"


def goes_as_it_is(text: str) -> bool:
    """Whether a text needs no encoding in a mail: nothing but ASCII, and no line that is too long."""
    return text.isascii() and all(len(line) <= _LONGEST for line in text.split("\n"))


def octets(fields: Iterable[str], text: str, page: str, boundary: str) -> bytes:
    """The mail with these fields, each folded and ended, this text (see `goes_as_it_is`), and this page unless "".

    Shape: octet for octet what the library makes of the same, which takes ten times as long: it builds a tree of
    parts and walks it several times, whatever the mail.
    """
    head, body = "".join(fields).encode("ascii"), _ended(text)
    if not page:
        return b"".join((head, _TEXT, _VERSION, b"\r\n", body))
    edge, encoded = f"--{boundary}".encode("ascii"), encodebytes(_ended(page)).replace(b"\n", b"\r\n")
    return b"".join((
        head, _VERSION, _WHOLE % boundary.encode("ascii"), b"\r\n",
        edge, b"\r\n", _TEXT, b"\r\n", body, b"\r\n",
        edge, b"\r\n", _PAGE, b"\r\n", encoded, b"\r\n",
        edge, b"--\r\n",
    ))  # fmt: skip


def _ended(text: str) -> bytes:
    """A text with the line ends of mail, the last one too."""
    return (text if text.endswith("\n") else text + "\n").replace("\n", "\r\n").encode()
