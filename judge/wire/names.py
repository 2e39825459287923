"""Texts in the DNS: the keys and rules that domains publish. Asking takes its time, and is held to little of it."""

import ipaddress
import time
from collections.abc import Callable

import dns.exception
import dns.name
import dns.resolver
import dns.reversename
import structlog

from judge.mail.domains import organization
from judge.mail.signatures import LookUp

SECONDS = 3.0  # for all questions about one letter; the letters behind it wait
MOST_QUESTIONS = 8  # about one letter
REST = 300.0  # seconds for which a domain that gave no answer is asked no more
_MOST_REMEMBERED = 1_000

log = structlog.get_logger(__name__)


class Names:
    """The DNS as this machine is set up to ask it; answers are remembered as long as they say.

    Shape: `ask` a question that takes a name and the seconds it may take, and raises when no answer can be had;
    `timer` counts seconds.
    """

    def __init__(
        self,
        ask: Callable[[str, float], tuple[bytes, ...]] | None = None,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ask, self._timer = ask or Resolver(), timer
        self._slow: dict[str, float] = {}

    def for_letter(self) -> LookUp:
        """A look-up for the questions about one letter.

        Refuses: TimeoutError when they are too many or have taken too long, or when the domain has lately let us
        wait in vain; whatever else goes wrong is raised as well.
        """
        until, asked = self._timer() + SECONDS, 0

        def look_up(name: str) -> tuple[bytes, ...]:
            nonlocal asked
            asked += 1
            left = until - self._timer()
            if left <= 0 or asked > MOST_QUESTIONS or self._is_slow(name):
                raise TimeoutError(f"there is no time to ask for {name}")
            return self._asked(name, left)

        return look_up

    def _asked(self, name: str, seconds: float) -> tuple[bytes, ...]:
        try:
            return self._ask(name, seconds)
        except (dns.exception.Timeout, dns.resolver.NoNameservers, OSError) as trouble:
            if len(self._slow) >= _MOST_REMEMBERED:
                self._slow.clear()
            self._slow[organization(name)] = self._timer() + REST
            log.warning("dns.no_answer", domain=organization(name), trouble=type(trouble).__name__)
            raise

    def _is_slow(self, name: str) -> bool:
        return self._slow.get(organization(name), float("-inf")) > self._timer()


class Resolver:
    """Asks DNS servers, by default those that the machine names, and remembers their answers."""

    def __init__(self, resolver: dns.resolver.Resolver | None = None) -> None:
        self._resolver = resolver

    def __call__(self, name: str, seconds: float) -> tuple[bytes, ...]:
        """The texts under a name, none when there is no such name. Raises what the library raises."""
        if self._resolver is None:  # not before there is a question: a machine without a DNS has a judge too
            self._resolver = dns.resolver.Resolver()
        if self._resolver.cache is None:
            self._resolver.cache = dns.resolver.LRUCache()
        try:
            answer = self._resolver.resolve(f"{name.removesuffix('.')}.", "TXT", lifetime=seconds)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return ()
        return tuple(b"".join(record.strings) for record in answer)


def resolver_at(place: str) -> dns.resolver.Resolver:
    """Asks the DNS server at an address, 9.9.9.9 or 127.0.0.1:5353, and no other. Refuses: ValueError."""
    address, colon, port = place.rpartition(":")
    found = dns.resolver.Resolver(configure=False)
    if colon and not _is_address(place):
        place, found.port = address.strip("[]"), int(port)
    if not _is_address(place):
        raise ValueError(place)
    found.nameservers = [place]
    return found


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


class Records:
    """Asks for records of any type, for who looks the judge's own domain over.

    Shape: called with a name, or an address for PTR, and a type; the records as text, none when there are none.
    Refuses: OSError when no answer can be had in time.
    """

    def __init__(self, resolver: dns.resolver.Resolver | None = None, seconds: float = SECONDS) -> None:
        self._resolver, self._seconds = resolver, seconds

    def __call__(self, name: str, kind: str) -> tuple[str, ...]:
        """The records."""
        try:
            if self._resolver is None:
                self._resolver = dns.resolver.Resolver()
            asked = dns.reversename.from_address(name) if kind == "PTR" else dns.name.from_text(name)
            answer = self._resolver.resolve(asked, kind, lifetime=self._seconds)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return ()
        except dns.exception.DNSException as trouble:
            raise OSError(f"{kind} of {name}: {type(trouble).__name__}") from trouble
        if kind == "TXT":
            return tuple(b"".join(record.strings).decode("utf-8", "replace") for record in answer)
        return tuple(record.to_text() for record in answer)
