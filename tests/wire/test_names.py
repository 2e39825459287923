"""Questions to the DNS: a real server on a socket, and a patience that has an end."""

import socket
import threading
from collections.abc import Callable, Iterator

import dns.exception
import dns.flags
import dns.message
import dns.rcode
import dns.resolver
import dns.rrset
import pytest

from judge.wire.names import MOST_QUESTIONS, REST, SECONDS, Names, Records, Resolver, resolver_at

TEXTS = {"key._domainkey.home.example.": ['"v=DKIM1; " "p=abc"'], "two.example.": ['"one"', '"two"']}


class NameServer:
    """A DNS server that knows TEXTS, has no address for `bare.example`, and keeps still about `silent.example`."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def stop(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as bell:
            bell.sendto(b"", ("127.0.0.1", self.port))
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        while True:
            data, peer = self._socket.recvfrom(4096)
            if not data:
                return
            question = dns.message.from_wire(data)
            name = question.question[0].name.to_text()
            self.asked.append(name)
            if name == "silent.example.":
                continue
            answer = dns.message.make_response(question)
            if name in TEXTS:
                answer.answer.append(dns.rrset.from_text(name, 300, "IN", "TXT", *TEXTS[name]))
            elif name == "broken.example.":
                answer.set_rcode(dns.rcode.SERVFAIL)
            elif name != "bare.example.":
                answer.set_rcode(dns.rcode.NXDOMAIN)
            self._socket.sendto(answer.to_wire(), peer)


@pytest.fixture
def server() -> Iterator[NameServer]:
    server = NameServer()
    yield server
    server.stop()


@pytest.fixture
def resolver(server: NameServer) -> Resolver:
    asks = dns.resolver.Resolver(configure=False)
    asks.nameservers, asks.port = ["127.0.0.1"], server.port
    return Resolver(asks)


def test_a_name_has_the_texts_of_its_records_and_no_name_has_none(resolver) -> None:
    look_up = Names(resolver).for_letter()
    assert look_up("key._domainkey.home.example") == (b"v=DKIM1; p=abc",)
    assert sorted(look_up("two.example.")) == [b"one", b"two"]
    assert look_up("nowhere.example") == look_up("bare.example") == ()


def test_an_answer_is_remembered(resolver, server) -> None:
    names = Names(resolver)
    assert names.for_letter()("two.example") == names.for_letter()("two.example")
    assert server.asked == ["two.example."]


def test_a_silent_server_is_not_waited_for_long_and_then_left_alone(server) -> None:
    asks = dns.resolver.Resolver(configure=False)
    asks.nameservers, asks.port = ["127.0.0.1"], server.port
    resolver = Resolver(asks)
    names = Names(lambda name, seconds: resolver(name, min(seconds, 0.3)))
    with pytest.raises(dns.exception.Timeout):
        names.for_letter()("silent.example")
    count = len(server.asked)
    with pytest.raises(TimeoutError):
        names.for_letter()("silent.example")
    assert len(server.asked) == count
    assert names.for_letter()("two.example")


def test_a_server_that_fails_is_no_name_without_texts(resolver) -> None:
    with pytest.raises((dns.resolver.NoNameservers, dns.exception.Timeout)):
        resolver("broken.example", 0.5)


class Asked:
    """A DNS that takes the time it is told to take, on a clock of its own."""

    def __init__(self, takes: float) -> None:
        self.now, self.takes, self.patience = 0.0, takes, [0.0]

    def __call__(self, name: str, seconds: float) -> tuple[bytes, ...]:
        self.patience.append(seconds)
        self.now += min(self.takes, seconds)
        if self.takes > seconds:
            raise dns.exception.Timeout
        return (name.encode(),)


def count(look_up: Callable[[str], object], names: Iterator[str]) -> int:
    """How many of the names are answered before the look-up refuses."""
    answered = 0
    for name in names:
        try:
            look_up(name)
        except (TimeoutError, dns.exception.Timeout):
            break
        answered += 1
    return answered


def test_all_questions_of_one_letter_together_have_little_time() -> None:
    slow = Asked(takes=SECONDS / 2.5)
    names = Names(slow, lambda: slow.now)
    assert count(names.for_letter(), (f"{number}.example{number}.org" for number in range(9))) == 2
    assert slow.now == SECONDS
    assert count(names.for_letter(), iter(["example9.org", "example8.org"])) == 2


def test_a_letter_may_have_only_so_many_questions() -> None:
    quick = Asked(takes=0)
    look_up = Names(quick, lambda: quick.now).for_letter()
    assert count(look_up, (f"example{number}.org" for number in range(99))) == MOST_QUESTIONS


def test_a_domain_that_let_us_wait_in_vain_is_asked_again_after_a_while() -> None:
    dead = Asked(takes=1_000)
    names = Names(dead, lambda: dead.now)
    for name in ("a.home.example", "b.home.example", "c.home.example"):
        count(names.for_letter(), iter([name]))
    assert len(dead.patience) == 2
    dead.now += REST
    dead.takes = 0
    assert names.for_letter()("a.home.example")


@pytest.mark.parametrize(
    ("place", "server", "port"),
    [("9.9.9.9", "9.9.9.9", 53), ("127.0.0.1:5353", "127.0.0.1", 5353), ("2620:fe::9", "2620:fe::9", 53),
     ("[::1]:5353", "::1", 5353)],
)  # fmt: skip
def test_a_dns_server_is_told_by_its_address(place: str, server: str, port: int) -> None:
    asks = resolver_at(place)
    assert (asks.nameservers, asks.port) == ([server], port)


@pytest.mark.parametrize("place", ["dns.example.org", "9.9.9", "127.0.0.1:domain", "[::1]:", ":53"])
def test_nothing_else_is_a_dns_server(place: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - what it says is for the one who calls it to say better
        resolver_at(place)


def test_records_of_any_type_are_texts_and_silence_is_an_error(server: NameServer) -> None:
    records = Records(resolver_at(f"127.0.0.1:{server.port}"), seconds=0.3)
    assert sorted(records("two.example", "TXT")) == ["one", "two"]
    assert records("bare.example", "TXT") == records("nowhere.example", "MX") == ()
    with pytest.raises(OSError, match=r"MX of silent\.example"):
        records("silent.example", "MX")
    assert records("192.0.2.7", "PTR") == ()
    assert server.asked[-1] == "7.2.0.192.in-addr.arpa."
