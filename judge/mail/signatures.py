"""DKIM signatures: what each covers of a letter, and whether it holds. The arithmetic is the library's."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import dkim
from dkim.util import parse_tag_value

from judge.mail.domains import organization, same_organization

# The texts (TXT records) that stand under a name in the DNS; it may raise anything when there is no telling.
LookUp = Callable[[str], tuple[bytes, ...]]

MOST_SIGNATURES = 10
MOST_FIELDS = 500  # of a header; the library's time grows with fields times names signed
_LONGEST_SIGNATURE = 3_000  # octets; the library's time grows with the square of them
_KEY_KINDS = {b"rsa-sha256": b"rsa", b"ed25519-sha256": b"ed25519"}  # RFC 8301, 8463: not rsa-sha1
_DOMAIN = re.compile(rb"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+")
# What is read of a letter must be signed, every field of these names that it has, or somebody may have added one.
_READ = ("from", "to", "cc", "subject", "message-id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A DKIM signature that may be worth something: it is complete and of a kind that is believed.

    Shape: `number` its place among all of the letter, from 0; `domain` (lower case) and `selector` say whose key it
    is, `key_kind` of which kind (`k=`) it has to be; `agent` the domain of its `i=`; `covers` the names of the fields
    signed, lower case, one for each field.
    """

    number: int
    domain: str
    selector: str
    key_kind: bytes
    agent: str
    covers: tuple[str, ...]
    expires: int | None = None

    def covers_all(self, names: Counter[str], wanted: tuple[str, ...]) -> bool:
        """Whether no field of the wanted names is left out; `names` counts the fields of the letter."""
        return all(names[name] <= self.covers.count(name) for name in wanted)

    def covers_what_is_read(self, names: Counter[str]) -> bool:
        """Whether it binds who wrote the letter, to whom, about what, and the id by which it is known again."""
        needed = names["from"] == 1 and names["message-id"] == 1
        return needed and self.covers_all(names, _READ)


def ask_nobody(_name: str) -> tuple[bytes, ...]:
    """The look-up of a judge without a DNS: there is nothing under any name."""
    return ()


def read_signatures(letter: dkim.DKIM) -> tuple[Signature, ...]:
    """The signatures of a letter in their order, without those that are never believed.

    Rule: RFC 6376 3.5; a body length (`l=`) leaves room for text of others, so such a signature counts for nothing.
    """
    values = [value for name, value in letter.headers if name.lower() == b"dkim-signature"]
    found = (_read_signature(number, value) for number, value in enumerate(values[:MOST_SIGNATURES]))
    return tuple(one for one in found if one is not None)


def _read_signature(number: int, value: bytes) -> Signature | None:
    if len(value) > _LONGEST_SIGNATURE:
        return None
    try:
        tags = parse_tag_value(value)
    except Exception:  # the library's own kinds, and what it did not think of
        return None
    domain, covers = tags.get(b"d", b""), tags.get(b"h", b"").lower().split(b":")
    key_kind = _KEY_KINDS.get(tags.get(b"a", b""))
    if b"l" in tags or key_kind is None or not _DOMAIN.fullmatch(domain):
        return None
    agent = tags.get(b"i", b"@" + domain).rpartition(b"@")[2]
    expires = tags.get(b"x", b"")
    if expires and not re.fullmatch(rb"[0-9]{1,12}", expires):
        return None
    return Signature(
        number=number,
        domain=_text(domain),
        selector=_text(tags.get(b"s", b"")),
        key_kind=key_kind,
        agent=_text(agent),
        covers=tuple(_text(name.strip()) for name in covers),
        expires=int(expires) if expires else None,
    )


def aligned(signature: Signature, domain: str, look_up: LookUp) -> bool:
    """Whether a signature may speak for a From domain.

    Rule: RFC 7489 3.1.1. The same domain always; another of the same organization unless the From domain's DMARC
    record asks for strict alignment.
    """
    if signature.domain == domain:
        return True
    return same_organization(signature.domain, domain) and not _wants_strict(domain, look_up)


def holds(letter: dkim.DKIM, signature: Signature, received_at: datetime, look_up: LookUp) -> bool:
    """Whether a signature is right and its key good for it. May raise what the library and the look-up raise.

    Rule: RFC 6376 6.1; a key under test (`t=y`) proves nothing, one with `t=s` not for subdomains. A signature has
    to be valid when the letter comes in, however long the letter waits then. The library refuses RSA keys of fewer
    than 1024 bits (RFC 8301).
    """
    if signature.expires is not None and signature.expires < received_at.timestamp():
        return False
    records = look_up(f"{signature.selector}._domainkey.{signature.domain}")
    if len(records) != 1 or not _good_key(parse_tag_value(records[0]), signature):
        return False
    return bool(letter.verify(idx=signature.number, dnsfunc=lambda _name, timeout=0: records[0]))  # noqa: ARG005


def _good_key(tags: dict[bytes, bytes], signature: Signature) -> bool:
    """Whether a key's own conditions are met (RFC 6376 3.6.1), which the library does not ask about."""
    flags, services, hashes = (_listed(tags.get(name, b"")) for name in (b"t", b"s", b"h"))
    if tags.get(b"k", b"rsa") != signature.key_kind:
        return False
    if b"y" in flags or (b"s" in flags and signature.agent != signature.domain):
        return False
    return (not services or bool(services & {b"*", b"email"})) and (not hashes or b"sha256" in hashes)


def _listed(value: bytes) -> set[bytes]:
    return {one.strip().lower() for one in value.split(b":") if one.strip()}


def _wants_strict(domain: str, look_up: LookUp) -> bool:
    """Whether the DMARC record of a domain, or else of its organization, asks for strict alignment of signatures."""
    for name in dict.fromkeys((domain, organization(domain))):
        records = [one for one in look_up(f"_dmarc.{name}") if one.strip().startswith(b"v=DMARC1")]
        if len(records) == 1:
            return bool(parse_tag_value(records[0]).get(b"adkim", b"r").lower() == b"s")
    return False


def _text(octets: bytes) -> str:
    return octets.decode("ascii", "replace").lower()
