"""What proves the sender of a letter without any word of his: his domain's signature, or our mail server's verdict."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from email.utils import getaddresses
from typing import Literal

import dkim

from judge.mail.addresses import host_of, read_recipient
from judge.mail.domains import same_organization
from judge.mail.headers import field_values, read_header
from judge.mail.parsing import LARGEST_HEADER, oversize, parse_header, readable, unix_lines
from judge.mail.signatures import MOST_FIELDS, LookUp, Signature, aligned, holds, read_signatures
from judge.mail.verdicts import read_verdict

DomainProof = Literal["", "dkim", "dmarc"]

_MOST_TRIED = 4  # signatures of one letter
_BLANKS = re.compile(rb"[ \t]{100}")  # the library's time grows with the square of a run of them
_FORM = ("content-type", "content-transfer-encoding", "mime-version")
_PLAIN_FORMS = frozenset({"text/plain", "multipart/alternative", "multipart/mixed", "multipart/related"})

_OFFERING = (b"dkim-signature", b"authentication-results")
_OFFER = re.compile(rb"^(?:" + b"|".join(_OFFERING) + rb")[ \t]*:", re.MULTILINE)


def offers_proof(raw: bytes) -> bool:
    """Whether a letter has a signature or a verdict at all, so that `prove` is worth the trouble."""
    header = unix_lines(raw[:LARGEST_HEADER]).partition(b"\n\n")[0].lower()
    return any(name in header for name in _OFFERING) and _OFFER.search(header) is not None


def prove(
    raw: bytes, *, recipient: str, judge_address: str, received_at: datetime, authserv_id: str, look_up: LookUp
) -> DomainProof:
    """What proves that a letter comes from its From address and was meant for this recipient; never raises.

    Rule: the verdict of our own server (`dmarc`) where it gives one; where it says fail, nothing else counts. Else a
    DKIM signature of the From domain or of its organization that covers all that is read of the letter. A header with
    blanks before a colon (RFC 5322 4.5), of which others may read less than we do, proves nothing.
    Shape: "" when nothing proves it, and whenever anything goes wrong; `authserv_id` "" when there is no server of
    ours that checks.
    Not: whether the same letter has come before; see `Letters`.
    """
    # The libraries raise much on crooked input, and the look-up may fail; then there is no proof.
    try:
        data = unix_lines(raw)
        if data != readable(raw):
            return ""
        return _Proving(data, recipient, judge_address).proof(received_at, authserv_id, look_up)
    except Exception:
        return ""


class _Proving:
    """A letter under examination. Shape: `data` its bytes with line feeds only, as they are read for orders too."""

    def __init__(self, data: bytes, recipient: str, judge_address: str) -> None:
        self._data = data
        self._message = parse_header(data)
        self._names = Counter(name.lower() for name in self._message)
        self._recipient, self._judge_address = recipient, judge_address
        header = read_header(self._message)
        self._domain, self._is_named = host_of(header.sender), header.message_id != ""

    def proof(self, received_at: datetime, authserv_id: str, look_up: LookUp) -> DomainProof:
        if not self._domain or oversize(self._data):
            return ""
        verdict = read_verdict(self._message, authserv_id)
        if verdict is not None and verdict.result == "fail":
            return ""
        passed = verdict is not None and verdict.result == "pass" and verdict.domain == self._domain
        # A letter to others can be sent on by anybody, and within a large provider from a host that is right.
        if verdict and passed and self._is_addressed() and (verdict.by_host or self._passed_as_it_is()):
            return "dmarc"
        return "dkim" if self._signed(received_at, look_up) else ""

    def _passed_as_it_is(self) -> bool:
        """Whether what made our server pass the letter leaves nothing to change in it.

        Without a signature it was the host. A signature that is not believed here, such as one with a body length,
        may be what our server believed.
        """
        mine, believed = self._signatures()
        return believed == self._names["dkim-signature"] and all(self._binds(one) for one in mine)

    def _signatures(self) -> tuple[Sequence[Signature], int]:
        """Signatures of the From domain or of its organization; how many there are that may be believed.

        Refuses: ValueError.
        """
        letter = dkim.DKIM(self._data)
        # Both readers must see the same header, or one signs what the other does not read.
        if [name.decode("ascii").lower() for name, _ in letter.headers] != [name.lower() for name in self._message]:
            raise ValueError("the header can be read in two ways")
        believed = read_signatures(letter)
        return [one for one in believed if same_organization(one.domain, self._domain)], len(believed)

    def _signed(self, received_at: datetime, look_up: LookUp) -> bool:
        if self._names.total() > MOST_FIELDS or _BLANKS.search(self._data):
            return False
        worth = [one for one in self._signatures()[0] if self._binds(one)]
        return any(self._holds(one, received_at, look_up) for one in worth[:_MOST_TRIED])

    def _holds(self, signature: Signature, received_at: datetime, look_up: LookUp) -> bool:
        """Whether one signature proves the letter; trouble with one says nothing of the next."""
        try:
            return aligned(signature, self._domain, look_up) and holds(
                dkim.DKIM(self._data), signature, received_at, look_up
            )
        except Exception:
            return False

    def _binds(self, signature: Signature) -> bool:
        """Whether a right signature would leave nothing for others to change: sender, recipient, subject, text.

        Shape: without an id that can be read the letter could come again and again with one more field on top.
        """
        return (
            signature.covers_what_is_read(self._names)
            and self._is_named
            and self._is_addressed()
            and (signature.covers_all(self._names, _FORM) or self._form_is_plain())
        )

    def _is_addressed(self) -> bool:
        """Whether To or Cc names the address that the letter came to: a letter to somebody else is no order."""
        named = getaddresses([*field_values(self._message, "to"), *field_values(self._message, "cc")])
        wanted = read_recipient(self._recipient, self._judge_address)
        return wanted is not None and any(read_recipient(one, self._judge_address) == wanted for _, one in named)

    def _form_is_plain(self) -> bool:
        """Whether the body itself bears out what the fields about its form say, where these are not signed.

        Many servers do not sign Content-Type. The text is then the one that was written as long as the outermost
        boundary is the one that the signed body begins and ends with, or there is none.
        """
        if any(self._names[name] > 1 for name in _FORM) or self._message.get_content_type() not in _PLAIN_FORMS:
            return False
        body = self._data.partition(b"\n\n")[2].strip()
        if self._message.get_content_maintype() == "text":
            return not body.startswith(b"--")
        mark = b"--" + str(self._message.get_boundary("")).encode("ascii")
        lines = body.split(b"\n")
        return mark != b"--" and lines[0].rstrip() == mark and lines[-1].rstrip() == mark + b"--"
