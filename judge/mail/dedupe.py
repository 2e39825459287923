"""Whether two deliveries are the same mail."""

import hashlib
import re
from collections.abc import Sequence

from judge.mail.addresses import untagged
from judge.mail.robots import MOST_HOPS, TELLING_FIELDS

# What mail servers add on the way; a mail that came by two routes differs in these only.
_TRACE_NAMES = frozenset({
    b"received", b"return-path", b"delivered-to", b"envelope-to", b"delivery-date", b"authentication-results",
    b"received-spf", b"dkim-signature", b"domainkey-signature",
})  # fmt: skip
_TRACE_PREFIXES = (b"x-", b"arc-")
# Of those, what makes a robot's mail of a person's.
_MARKS = frozenset({b"x-auto-response-suppress", *(name.encode() for name in TELLING_FIELDS)})
_END_OF_HEADER = re.compile(rb"\A\n|\n\n")
_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)


def fingerprint(raw: bytes, mail_from: str | None = None, recipients: Sequence[str] = ()) -> str:
    """A sha256 in hex that is equal for two deliveries of one mail, whatever route each took.

    Rule: trace headers (RFC 5322 3.6.7, RFC 8601, DKIM, ARC, X-) are left out, header fields are unfolded, line
    ends and blank lines at the end do not count. A copy that somebody has given the looks of a robot's mail (see
    `robot_reason`) is another mail: it is not read, so it must not keep out the one that is.
    Shape: `mail_from` the envelope's sender, "" or "<>" for the null sender; `recipients` addresses of ours.
    """
    text = raw.replace(b"\r\n", b"\n")
    end = _END_OF_HEADER.search(text)
    header, body = (text, b"") if end is None else (text[: end.start()], text[end.end() :])
    digest = hashlib.sha256()
    hops, loops = 0, {untagged(one).encode("utf-8", "replace") for one in recipients}
    for field in _fields(header):
        name, value = _split(field)
        hops += name == b"received"
        if not _is_trace(name) or name in _MARKS or (name == b"x-loop" and value.strip().lower() in loops):
            digest.update(b" ".join(field.split()) + b"\n")
    digest.update(b"\n" + body.rstrip(b"\n"))
    if hops > MOST_HOPS or mail_from in ("", "<>"):
        digest.update(b"\n\nby a robot")
    return digest.hexdigest()


def _fields(header: bytes) -> list[bytes]:
    """The header fields, each with its continuation lines; a separator line of an mbox is dropped."""
    lines = header.split(b"\n")
    first = 1 if lines[0].startswith((b"From ", b">From ")) else 0
    starts = [at for at in range(first, len(lines)) if at == first or not lines[at].startswith((b" ", b"\t"))]
    return [b"\n".join(lines[start:stop]) for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True)]


def _split(field: bytes) -> tuple[bytes, bytes]:
    """The name of a field, lower case, "" where it has none, and its value."""
    found = _FIELD.match(field)
    return (found[1].lower(), found[2]) if found else (b"", b"")


def _is_trace(name: bytes) -> bool:
    return name in _TRACE_NAMES or name.startswith(_TRACE_PREFIXES)
