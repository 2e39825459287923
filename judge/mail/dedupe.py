"""Whether two deliveries are the same mail."""

import hashlib
import re

# What mail servers add on the way; a mail that came by two routes differs in these only.
_TRACE_NAMES = frozenset({
    b"received", b"return-path", b"delivered-to", b"envelope-to", b"delivery-date", b"authentication-results",
    b"received-spf", b"dkim-signature", b"domainkey-signature",
})  # fmt: skip
_TRACE_PREFIXES = (b"x-", b"arc-")
_END_OF_HEADER = re.compile(rb"\A\n|\n\n")
_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)


def fingerprint(raw: bytes) -> str:
    """A sha256 in hex that is equal for two deliveries of one mail, whatever route each took.

    Rule: trace headers (RFC 5322 3.6.7, RFC 8601, DKIM, ARC, X-) are left out, header fields are unfolded, line
    ends and blank lines at the end do not count.
    """
    text = raw.replace(b"\r\n", b"\n")
    end = _END_OF_HEADER.search(text)
    header, body = (text, b"") if end is None else (text[: end.start()], text[end.end() :])
    digest = hashlib.sha256()
    for field in _fields(header):
        if not _is_trace(field):
            digest.update(b" ".join(field.split()) + b"\n")
    digest.update(b"\n" + body.rstrip(b"\n"))
    return digest.hexdigest()


def _fields(header: bytes) -> list[bytes]:
    """The header fields, each with its continuation lines; a separator line of an mbox is dropped."""
    lines = header.split(b"\n")
    first = 1 if lines[0].startswith((b"From ", b">From ")) else 0
    starts = [at for at in range(first, len(lines)) if at == first or not lines[at].startswith((b" ", b"\t"))]
    return [b"\n".join(lines[start:stop]) for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True)]


def _is_trace(field: bytes) -> bool:
    found = _FIELD.match(field)
    name = found.group(1).lower() if found else b""
    return name in _TRACE_NAMES or name.startswith(_TRACE_PREFIXES)
