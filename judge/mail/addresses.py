"""The judge's own addresses and their tags, and what counts as an address at all."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

RecipientKind = Literal["bare", "player", "confirm", "game", "bounce"]

RESERVED_TAGS = frozenset({"p", "b", "confirm"})  # no game may have one of these names

_TOKEN = r"[a-z2-7]{16}"
_GAME = r"[a-z0-9](?:[a-z0-9_-]{0,30}[a-z0-9])?"
_TAGS: tuple[tuple[RecipientKind, re.Pattern[str]], ...] = (
    ("player", re.compile(rf"p\.(?P<token>{_TOKEN})")),
    ("confirm", re.compile(rf"confirm\.(?P<token>{_TOKEN})")),
    ("bounce", re.compile(rf"b\.(?P<mail>[0-9]{{1,18}})\.(?P<token>{_TOKEN})")),
    ("game", re.compile(rf"(?P<game>{_GAME})(?:\.(?P<token>{_TOKEN}))?")),
)

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_DOMAIN_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_LOCAL_PART = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
_DOMAIN = re.compile(rf"{_DOMAIN_LABEL}(?:\.{_DOMAIN_LABEL})*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """What one of the judge's addresses is for.

    Shape: all parts lower case; `game` and `token` of a game's address, `token` of a player's, a confirmation's
    or a bounce's, `mail` the masked number of the mail that bounced. "" where the kind has no such part; a game's
    address may come without a token.
    """

    kind: RecipientKind
    game: str = ""
    token: str = ""
    mail: str = ""


def valid_address(text: str) -> bool:
    """Whether a text is one plain address that mail can go to.

    Rule: dot-atom addresses of RFC 5321, ASCII only; at most 64 octets before the @, 254 in all.
    Not: quoted local parts, address literals and non-ASCII addresses, which we never write to.
    """
    local, at, domain = text.rpartition("@")
    if not at or len(text) > 254 or len(local) > 64:
        return False
    return _LOCAL_PART.fullmatch(local) is not None and _DOMAIN.fullmatch(domain) is not None


def in_ascii(address: str) -> str | None:
    """The address in ASCII, an international domain in the form that the DNS has (`xn--…`); None when it has none.

    Rule: RFC 5890 2.3.2.1. What comes before the @ has no other form; nor has a domain whose letters older and newer
    rules read differently, such as one with `ß`.
    """
    if address.isascii():
        return address
    local, at, domain = address.rpartition("@")
    try:
        encoded = domain.encode("idna").decode()
        same = encoded.encode().decode("idna").lower() == unicodedata.normalize("NFKC", domain).lower()
    except UnicodeError:
        return None
    return f"{local}@{encoded}" if at and local.isascii() and same else None


def read_recipient(address: str, judge_address: str) -> Recipient | None:
    """What an envelope recipient means here, None when it is none of our addresses.

    Shape: `judge@h`, `judge+p.TOKEN@h`, `judge+confirm.TOKEN@h`, `judge+GAME@h`, `judge+GAME.TOKEN@h`,
    `judge+b.ID.TOKEN@h`, any case, with or without angle brackets or a dot at the end of the host.
    Not: whether there is such a game, or the token is right.
    """
    local, at, domain = _bare(address).rpartition("@")
    own_local, _, own_domain = judge_address.lower().rpartition("@")
    if not at or domain.removesuffix(".") != own_domain:
        return None
    if local == own_local:
        return Recipient(kind="bare")
    if not local.startswith(f"{own_local}+"):
        return None
    return _read_tag(local[len(own_local) + 1 :])


def is_own(address: str, judge_address: str) -> bool:
    """Whether an address is one of ours, with whatever tag: mail servers bring us those that mean nothing as well."""
    local, at, domain = _bare(address).rpartition("@")
    own_local, _, own_domain = judge_address.lower().rpartition("@")
    return bool(at) and domain.removesuffix(".") == own_domain and f"{local}+".startswith(f"{own_local}+")


def tagged(judge_address: str, tag: str) -> str:
    """The judge's address with a tag: `judge@h` and `g42` give `judge+g42@h`; no tag gives the address itself."""
    local, _, domain = judge_address.rpartition("@")
    return f"{local}+{tag}@{domain}" if tag else judge_address


def untagged(address: str) -> str:
    """An address, lower case, without what follows a `+`, which mostly is the same mailbox; ours without its tag."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def host_of(address: str) -> str:
    """The part after the @, lower case."""
    return address.rpartition("@")[2].lower()


def _bare(address: str) -> str:
    return address.strip().removeprefix("<").removesuffix(">").lower()


def _read_tag(tag: str) -> Recipient | None:
    for kind, pattern in _TAGS:
        found = pattern.fullmatch(tag)
        if found is None:
            continue
        parts = {name: value or "" for name, value in found.groupdict().items()}
        return None if parts.get("game", "") in RESERVED_TAGS else Recipient(kind=kind, **parts)
    return None
