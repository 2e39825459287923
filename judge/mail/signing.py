"""Outgoing mails signed with the key of the judge's domain, so that other servers know them for its own."""

from datetime import datetime
from email.parser import BytesHeaderParser

import dkim
from dkim.crypto import parse_pem_private_key

# Signed as often as they stand there, and the first ones once more, so that nobody can add another.
_SIGNED = (
    b"from", b"to", b"subject", b"date", b"message-id", b"reply-to", b"in-reply-to", b"references", b"auto-submitted",
    b"list-id", b"mime-version", b"content-type", b"content-transfer-encoding",
)  # fmt: skip
_ONLY_ONCE = (b"from", b"to", b"subject", b"date", b"message-id", b"reply-to")
_FEWEST_BITS = 1024  # RFC 8301: shorter keys are not believed


class Signer:
    """Signs mails for a domain with an RSA key, whose public half stands in the DNS at `selector._domainkey.domain`.

    Refuses: ValueError when the bytes are no private key in PEM form, or too short a one.
    """

    def __init__(self, key: bytes, *, domain: str, selector: str) -> None:
        try:
            bits = int(parse_pem_private_key(key)["modulus"]).bit_length()
        except Exception as trouble:  # the library's own kinds, and what it did not think of
            raise ValueError("it should be an RSA private key in PEM form") from trouble
        if bits < _FEWEST_BITS:
            raise ValueError(f"it should be an RSA key of {_FEWEST_BITS} bits or more, best 2048")
        self._key, self._domain, self._selector = key, domain.encode("ascii"), selector.encode("ascii")

    def sign(self, raw: bytes, now: datetime) -> bytes:
        """The mail with a signature on top. The same mail at the same moment has the same signature."""
        there = {name.lower().encode("ascii", "replace") for name in BytesHeaderParser().parsebytes(raw)}
        names = [name for name in _SIGNED if name in there or name in _ONLY_ONCE]
        names += [name for name in _ONLY_ONCE if name in there]
        line = _Dated(raw, now).sign(
            self._selector, self._domain, self._key, include_headers=names, canonicalize=(b"relaxed", b"relaxed")
        )
        return bytes(line) + raw


class _Dated(dkim.DKIM):  # type: ignore[misc]  # the library has no types
    """The library's signer with the time of the judge's clock in place of the machine's."""

    def __init__(self, raw: bytes, now: datetime) -> None:
        super().__init__(raw)
        self._now = str(int(now.timestamp())).encode("ascii")

    def gen_header(self, fields: list[tuple[bytes, bytes]], *rest: object, **more: object) -> bytes:
        """The signature's field; `t=` says when it was made."""
        dated = [(name, self._now if name == b"t" else value) for name, value in fields]
        fields[:] = dated
        return bytes(super().gen_header(fields, *rest, **more))
