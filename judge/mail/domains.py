"""Which domains belong together: the part of a domain that somebody has registered, by the public suffix list."""

from functools import cache

from publicsuffixlist import PublicSuffixList


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def organization(domain: str) -> str:
    """The organizational domain: `mail.example.co.uk` belongs to `example.co.uk`; a public suffix belongs to nobody.

    Rule: RFC 7489 3.2. Private suffixes count too: of `a.github.io` and `b.github.io` each is its own.
    Shape: lower case, "" for a public suffix and for no domain at all.
    """
    return _suffixes().privatesuffix(domain.lower().removesuffix(".")) or ""


def same_organization(one: str, other: str) -> bool:
    """Whether two domains are the same or of the same organization."""
    mine = organization(one)
    return one.lower() == other.lower() or (mine != "" and mine == organization(other))
