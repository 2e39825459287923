"""Letters come in over real sockets: 250 when stored, a passing trouble when not, and what is refused for good."""

import asyncio
import re
import smtplib
import socket
import ssl
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.errors import SettingError
from judge.mail.dedupe import fingerprint
from judge.settings import ListenAddress
from judge.wire.clock import SystemClock
from judge.wire.conversation import Caps
from judge.wire.listener import Listener, has_bare_line_end, tls_context

TLS = Path(__file__).parent / "tls"
LETTER = b"From: ann@example.org\r\nSubject: orders\r\n\r\nA Par - Bur\r\n.dot\r\n\r\n"
SENT = LETTER.replace(b"\r\n.", b"\r\n..")  # dots are doubled on the way
NOW = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)


def post(served, letter: bytes = LETTER, *, to=("judge@judge.example",), sender: str = "ann@example.org", **kind):
    with smtplib.SMTP("127.0.0.1", served.port, timeout=20) as client:
        return client.sendmail(sender, to, letter, **kind)


def wait_until_storing(served) -> None:
    assert served.asked.acquire(timeout=10)


# A letter is stored


def test_a_letter_is_stored_as_it_came_with_its_envelope(served) -> None:
    post(served, to=["judge+g42@judge.example", "Judge@judge.example"])
    (arrival,) = served.arrivals
    assert arrival.raw == LETTER
    assert (arrival.mail_from, arrival.recipients) == (
        "ann@example.org",
        ("judge+g42@judge.example", "Judge@judge.example"),
    )
    assert (arrival.peer, arrival.received_at, arrival.fingerprint) == ("127.0.0.1", NOW, fingerprint(LETTER))


def test_the_answer_comes_when_the_letter_is_stored_and_not_before(served, connect) -> None:
    served.gate.clear()
    line = connect(served.port).begin_letter("judge@judge.example")
    line.send(SENT + b".\r\n")
    wait_until_storing(served)
    line.socket.settimeout(0.1)
    with pytest.raises(TimeoutError):
        line.socket.recv(1)
    served.gate.set()
    line.socket.settimeout(10)
    assert line.socket.recv(100).startswith(b"250 ")
    assert len(served.arrivals) == 1


def test_letters_that_wait_together_are_stored_together(served, connect) -> None:
    served.gate.clear()
    lines = [connect(served.port).begin_letter("judge@judge.example") for _ in range(11)]
    lines[0].send(b"first\r\n.\r\n")
    wait_until_storing(served)
    for line in lines[1:]:
        line.send(SENT + b".\r\n")
    served.call(_all_wait(served, 11)).result(10)
    served.gate.set()
    assert [line.reply()[:4] for line in lines] == ["250 "] * 11
    assert [len(batch) for batch in served.batches] == [1, 10]


async def _all_wait(served, count: int) -> None:
    async with asyncio.timeout(10):
        while len(served.listener._intake._unanswered) < count:
            await asyncio.sleep(0)


def test_one_connection_may_bring_many_letters(served) -> None:
    with smtplib.SMTP("127.0.0.1", served.port) as client:
        for number in range(5):
            client.sendmail("ann@example.org", ["judge@judge.example"], b"%d\r\n" % number)
    assert [arrival.raw for arrival in served.arrivals] == [b"0\r\n", b"1\r\n", b"2\r\n", b"3\r\n", b"4\r\n"]


def test_the_null_sender_is_empty(served) -> None:
    post(served, sender="")
    assert served.arrivals[0].mail_from == ""


def test_the_same_recipient_twice_is_one_recipient(served) -> None:
    post(served, to=["judge@judge.example", "judge@judge.example"])
    assert served.arrivals[0].recipients == ("judge@judge.example",)


def test_what_modern_clients_announce_is_accepted(served) -> None:
    post(
        served,
        "Ünïcode: ä\r\n\r\nMünchen ← Böhmen\r\n".encode(),
        sender="jürgen@example.org",
        mail_options=["BODY=8BITMIME", "SMTPUTF8"],
    )
    assert served.arrivals[0].mail_from == "jürgen@example.org"
    assert "München ← Böhmen".encode() in served.arrivals[0].raw


def test_parameters_that_change_nothing_here_are_accepted(served, connect) -> None:
    line = connect(served.port)
    line.reply()
    line.ask("EHLO me")
    assert line.ask("MAIL FROM:<a@b.example> AUTH=<> RET=HDRS ENVID=x SIZE=100").startswith("250")
    assert line.ask("RCPT TO:<judge@judge.example> NOTIFY=NEVER ORCPT=rfc822;x").startswith("250")
    assert line.ask("RCPT TO:<judge@judge.example> FOO=1").startswith("555")


def test_what_is_offered_is_listed_and_no_log_in_is(served) -> None:
    with smtplib.SMTP("127.0.0.1", served.port) as client:
        client.ehlo("me")
        assert set(client.esmtp_features) == {"size", "8bitmime", "smtputf8", "pipelining", "help"}
        assert client.esmtp_features["size"] == str(2 * 1024 * 1024)


def test_a_client_that_sends_everything_at_once_is_answered_line_by_line(served, connect) -> None:
    line = connect(served.port)
    line.send(
        b"EHLO me\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\n" + SENT + b".\r\nQUIT\r\n"
    )
    codes = [reply[:4] for reply in line.rest() if reply[3] == " "]
    assert codes == ["220 ", "250 ", "250 ", "250 ", "354 ", "250 ", "221 "]


def test_a_client_that_closes_its_half_gets_its_answers(served, connect) -> None:
    line = connect(served.port)
    line.send(b"HELO me\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\n" + SENT + b".\r\n")
    line.socket.shutdown(socket.SHUT_WR)
    assert [reply[:4] for reply in line.rest()] == ["220 ", "250 ", "250 ", "250 ", "354 ", "250 ", "421 "]
    assert len(served.arrivals) == 1


# Trouble of ours


def test_trouble_with_storing_is_temporary_and_not_explained(served) -> None:
    served.fail = lambda batch: True
    with pytest.raises(smtplib.SMTPDataError) as caught:
        post(served)
    assert (caught.value.smtp_code, b"secret" in caught.value.smtp_error) == (451, False)
    served.fail = lambda batch: False
    post(served)
    assert len(served.arrivals) == 1


def test_trouble_is_logged_and_neither_letters_nor_addresses_are(served, logged) -> None:
    served.fail = lambda batch: len(served.batches) == 1
    post(served, to=["judge+g42.abcdefghij234567@judge.example"])
    with pytest.raises(smtplib.SMTPDataError):
        post(served)
    assert [line["event"] for line in logged] == ["listening", "letters_stored", "letters_not_stored"]
    assert logged[1] == {
        "event": "letters_stored", "log_level": "info", "letters": 1, "bytes": len(LETTER),
        "fingerprints": [fingerprint(LETTER)[:16]],
    }  # fmt: skip
    assert "example" not in str(logged)


def test_after_trouble_the_same_connection_can_try_again(served, connect) -> None:
    served.fail = lambda batch: True
    line = connect(served.port).begin_letter("judge@judge.example")
    line.send(SENT)
    assert line.ask(".") == "451 4.3.0 Trouble on our side, try again later"
    served.fail = lambda batch: False
    assert line.ask("MAIL FROM:<ann@example.org>").startswith("250")
    assert line.ask("RCPT TO:<judge@judge.example>").startswith("250")
    assert line.ask("DATA").startswith("354")
    assert line.ask(".").startswith("250")


def test_one_letter_that_cannot_be_stored_does_not_harm_those_that_came_with_it(served, connect) -> None:
    served.gate.clear()
    served.fail = lambda batch: any(b"poison" in arrival.raw for arrival in batch)
    lines = [connect(served.port).begin_letter("judge@judge.example") for _ in range(4)]
    lines[0].send(b"first\r\n.\r\n")
    wait_until_storing(served)
    for line, letter in zip(lines[1:], (b"good\r\n.\r\n", b"poison\r\n.\r\n", b"good\r\n.\r\n"), strict=True):
        line.send(letter)
    served.call(_all_wait(served, 4)).result(10)
    served.gate.set()
    assert [line.reply()[:4] for line in lines] == ["250 ", "250 ", "451 ", "250 "]


def test_a_database_that_is_away_is_not_asked_again_for_each_letter(served, connect) -> None:
    served.gate.clear()
    served.fail = lambda batch: True
    lines = [connect(served.port).begin_letter("judge@judge.example") for _ in range(10)]
    lines[0].send(b"first\r\n.\r\n")
    wait_until_storing(served)
    for line in lines[1:]:
        line.send(SENT + b".\r\n")
    served.call(_all_wait(served, 10)).result(10)
    served.gate.set()
    assert [line.reply()[:4] for line in lines] == ["451 "] * 10
    calls = 0
    while served.asked.acquire(blocking=False):
        calls += 1
    assert calls == 3  # after the first: the nine together, and two of them alone


def test_a_recipient_that_cannot_be_looked_up_is_temporary_trouble(served, connect) -> None:
    def away(to: str) -> bool:
        raise RuntimeError("the database is away")

    known = served.knows
    served.knows = away
    line = connect(served.port)
    line.reply()
    line.ask("EHLO me")
    line.ask("MAIL FROM:<a@b.example>")
    assert line.ask("RCPT TO:<judge@judge.example>") == "451 4.3.0 Trouble on our side, try again later"
    served.knows = known
    assert line.ask("RCPT TO:<judge@judge.example>").startswith("250")


@pytest.mark.parametrize("error", [RuntimeError, ValueError, OSError, KeyError, MemoryError, RecursionError])
def test_no_unforeseen_error_becomes_a_refusal_for_good(served, connect, monkeypatch, error: type[Exception]) -> None:
    def fail(raw: bytes) -> str:
        raise error("unforeseen")

    monkeypatch.setattr("judge.wire.listener.fingerprint", fail)
    line = connect(served.port).begin_letter("judge@judge.example")
    assert line.ask(".") == "451 4.3.0 Trouble on our side, try again later"
    assert line.ask("MAIL FROM:<ann@example.org>").startswith("250")


def test_a_client_that_hangs_up_while_its_letter_is_stored_leaves_a_whole_letter(served, connect) -> None:
    served.gate.clear()
    line = connect(served.port).begin_letter("judge@judge.example")
    line.send(SENT + b".\r\n")
    wait_until_storing(served)
    line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # close with a reset
    line.close()
    served.call(_nobody_is_there(served)).result(10)
    served.gate.set()
    served.call(served.listener.settle()).result(10)
    assert [arrival.raw for arrival in served.arrivals] == [LETTER]
    post(served)
    assert len(served.arrivals) == 2


async def _nobody_is_there(served) -> None:
    await asyncio.wait_for(served.listener._nobody.wait(), 10)


def test_half_a_letter_is_no_letter(served, connect) -> None:
    line = connect(served.port).begin_letter("judge@judge.example")
    line.send(SENT + b".")
    line.socket.shutdown(socket.SHUT_WR)
    assert line.rest() == ["421 4.4.2 Connection ended too early"]
    assert not served.arrivals


def test_settling_waits_for_what_was_received_before(served, connect) -> None:
    """The deadline drains what was accepted before it."""
    served.gate.clear()
    line = connect(served.port).begin_letter("judge@judge.example")
    line.send(SENT + b".\r\n")
    wait_until_storing(served)
    settling = served.call(served.listener.settle())
    with pytest.raises(TimeoutError):
        settling.result(0.1)
    served.gate.set()
    settling.result(10)
    assert len(served.arrivals) == 1
    served.call(served.listener.settle()).result(10)


# What is refused


def test_an_unknown_recipient_is_refused_at_once_and_the_others_are_not(served) -> None:
    refused = post(served, to=["nobody@judge.example", "judge@judge.example", "x@elsewhere.example"])
    assert {to: code for to, (code, _) in refused.items()} == {"nobody@judge.example": 550, "x@elsewhere.example": 550}
    assert refused["nobody@judge.example"][1].startswith(b"5.1.1 ")
    assert served.arrivals[0].recipients == ("judge@judge.example",)


def test_a_dictionary_of_names_leaves_nothing_behind(served, connect) -> None:
    line = connect(served.port)
    line.reply()
    line.ask("EHLO me")
    line.ask("MAIL FROM:<a@b.example>")
    line.send(b"".join(b"RCPT TO:<nobody%d@judge.example>\r\n" % n for n in range(1000)))
    assert {line.reply()[:9] for _ in range(1000)} == {"550 5.1.1"}
    assert line.ask("DATA").startswith("503")
    assert not served.batches


def test_the_eleventh_recipient_has_to_wait(served) -> None:
    refused = post(served, to=[f"judge+{n}@judge.example" for n in range(11)])
    assert refused == {"judge+10@judge.example": (452, b"4.5.3 Too many recipients")}
    assert len(served.arrivals[0].recipients) == 10


def test_a_letter_that_says_it_is_too_big_is_refused_before_it_is_sent(served) -> None:
    with pytest.raises(smtplib.SMTPSenderRefused) as caught:
        post(served, b"x" * 5_000_000)
    assert caught.value.smtp_code == 552


def test_a_letter_that_is_too_big_without_saying_so_is_refused_after_it(served, connect) -> None:
    line = connect(served.port).begin_letter("judge@judge.example", hello="HELO me")
    line.send((b"x" * 998 + b"\r\n") * 5_000)
    assert line.ask(".").startswith("552 ")
    assert line.ask("MAIL FROM:<ann@example.org>").startswith("250")
    assert not served.arrivals


def test_a_letter_just_small_enough_is_taken(served, connect) -> None:
    line = connect(served.port).begin_letter("judge@judge.example")
    letter = (b"x" * 62 + b"\r\n") * 32_768
    assert len(letter) == 2 * 1024 * 1024
    line.send(letter)
    assert line.ask(".").startswith("250 ")
    assert served.arrivals[0].raw == letter


def test_a_long_line_is_no_reason_to_refuse_and_an_endless_one_is(served, connect) -> None:
    """Mail in the wild has paragraphs of HTML in one line; RFC 5321 allows 998 characters."""
    line = connect(served.port).begin_letter("judge@judge.example")
    line.send(b"x" * 30_000 + b"\r\n")
    assert line.ask(".").startswith("250 ")
    line.ask("MAIL FROM:<ann@example.org>")
    line.ask("RCPT TO:<judge@judge.example>")
    line.ask("DATA")
    line.send(b"x" * 200_000 + b"\r\n")
    assert line.ask(".").startswith("500 ")
    assert len(served.arrivals) == 1


@pytest.mark.parametrize(
    "address",
    [
        "a\x01b@judge.example",
        "((((((" * 150,
        "<[abc]@judge.example",
        "x" * 400 + "@judge.example",
        "@",
        "a@b@",
    ],
)
def test_a_malformed_address_is_refused_for_good(served, connect, address: str) -> None:
    line = connect(served.port)
    line.reply()
    line.ask("EHLO me")
    assert re.match(r"55[03] |501 ", line.ask(f"MAIL FROM:<{address}>"))
    line.ask("MAIL FROM:<a@b.example>")
    assert re.match(r"55[03] |501 ", line.ask(f"RCPT TO:<{address}>"))
    assert line.ask("NOOP").startswith("250")


def test_bytes_that_are_no_utf8_are_no_address(served, connect) -> None:
    line = connect(served.port)
    line.reply()
    line.ask("EHLO me")
    line.send(b"MAIL FROM:<a\xff\xfe@b.example>\r\n")
    assert line.reply().startswith("553 ")
    line.ask("MAIL FROM:<a@b.example>")
    line.send(b"RCPT TO:<\xff@judge.example>\r\n")
    assert line.reply().startswith("553 ")


# Smuggling

SMUGGLED = b"MAIL FROM:<eve@example.org>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\nA Par - Mun\r\n.\r\n"


@pytest.mark.parametrize("end", [b"\n.\n", b"\n.\r\n", b"\r\n.\n", b"\r.\r", b"\r\n.\r", b"\r.\r\n", b"\n\n.\r\n"])
def test_only_crlf_dot_crlf_ends_a_letter_and_a_bare_line_end_is_refused(served, connect, end: bytes) -> None:
    """SMTP smuggling (CVE-2023-51764): no end of data but the right one lets a second letter in."""
    line = connect(served.port).begin_letter("judge@judge.example")
    line.send(b"Subject: x\r\n\r\nhello" + end + SMUGGLED)
    assert line.reply() == "550 5.6.11 A bare CR or LF in the letter; lines end with CR LF"
    assert line.ask("NOOP").startswith("250")
    assert not served.arrivals


@pytest.mark.parametrize(
    ("raw", "bare"),
    [
        (b"", False),
        (b"a\r\nb\r\n", False),
        (b"a\nb\r\n", True),
        (b"a\rb\r\n", True),
        (b"\r\r\n", True),
        (b"\n\r", True),
        (b"a\n\r\nb\r", True),
    ],
)
def test_a_bare_line_end_is_seen(raw: bytes, bare: bool) -> None:
    assert has_bare_line_end(raw) is bare


# Too many, too slow


def test_one_peer_has_so_many_connections_and_another_is_served_all_the_same(served, connect) -> None:
    lines = [connect(served.port) for _ in range(20)]
    assert {line.reply()[:4] for line in lines} == {"220 "}
    assert connect(served.port).rest() == ["421 4.7.0 Too many connections, try again later"]
    assert connect(served.port, "127.0.0.2").reply().startswith("220 ")
    assert lines[0].ask("QUIT").startswith("221 ")
    assert lines[0].rest() == []
    assert connect(served.port).reply().startswith("220 ")


def test_all_together_have_so_many_connections(serve, connect) -> None:
    served = serve(caps=Caps(connections=3))
    lines = [connect(served.port, f"127.0.0.{n}") for n in (1, 2, 3)]
    assert {line.reply()[:4] for line in lines} == {"220 "}
    assert connect(served.port, "127.0.0.4").reply().startswith("421 ")
    assert lines[2].ask("QUIT").startswith("221 ")
    assert lines[2].rest() == []
    assert connect(served.port, "127.0.0.4").reply().startswith("220 ")


def test_an_idle_peer_is_sent_away(serve, connect) -> None:
    served = serve(caps=Caps(command_seconds=0.2))
    line = connect(served.port)
    assert line.reply().startswith("220 ")
    assert line.rest() == ["421 4.4.2 Waited too long"]


def test_a_peer_that_drips_its_letter_is_sent_away_in_time(serve, connect) -> None:
    """The time is for the whole letter; each byte that comes does not start it anew."""
    served = serve(caps=Caps(command_seconds=20, data_seconds=0.3))
    line = connect(served.port).begin_letter("judge@judge.example")
    line.socket.settimeout(0.02)
    said = b""
    for _ in range(500):
        try:
            line.send(b"x")
            said = line.socket.recv(100)
            break
        except TimeoutError:
            continue
    assert said.startswith(b"421 4.4.2 ")
    assert not served.arrivals


def test_a_client_that_waits_for_its_letter_to_be_stored_is_not_idle(serve, connect) -> None:
    served = serve(caps=Caps(command_seconds=0.2))
    served.gate.clear()
    line = connect(served.port).begin_letter("judge@judge.example")
    line.send(SENT + b".\r\n")
    wait_until_storing(served)
    line.socket.settimeout(0.4)
    with pytest.raises(TimeoutError):
        line.socket.recv(1)
    served.gate.set()
    line.socket.settimeout(10)
    assert line.socket.recv(100).startswith(b"250 ")


def test_commands_that_do_nothing_do_not_keep_a_connection_for_ever(served, connect) -> None:
    line = connect(served.port)
    line.reply()
    line.send(b"NOOP\r\n" * 101)
    replies = line.rest()
    assert replies[:100] == ["250 OK"] * 100
    assert replies[100].startswith("421 ")


def test_a_flood_of_idle_connections_does_not_keep_an_honest_letter_out(served, connect) -> None:
    flood = [connect(served.port, f"127.0.0.{2 + n % 5}") for n in range(150)]
    answered = [line.reply()[:4] for line in flood]
    assert answered.count("220 ") == 100
    assert answered.count("421 ") == 50
    post(served)
    assert len(served.arrivals) == 1


# LMTP


def test_lmtp_answers_once_for_each_recipient_that_was_accepted(serve, connect) -> None:
    served = serve("lmtp")
    line = connect(served.port)
    line.reply()
    assert line.ask("LHLO me").startswith("250")
    assert line.ask("MAIL FROM:<ann@example.org>").startswith("250")
    tos = ("judge@judge.example", "nobody@judge.example", "judge+g42@judge.example")
    assert [line.ask(f"RCPT TO:<{to}>")[:4] for to in tos] == ["250 ", "550 ", "250 "]
    assert line.ask("DATA").startswith("354 ")
    line.send(SENT + b".\r\n")
    assert [line.read()[:4] for _ in range(2)] == ["250 ", "250 "]
    assert line.ask("NOOP") == "250 OK"
    assert served.arrivals[0].recipients == ("judge@judge.example", "judge+g42@judge.example")


@pytest.mark.parametrize(
    ("letter", "code"),
    [(b"x" * 70_000 + b"\r\n", "500 "), ((b"x" * 998 + b"\r\n") * 3_000, "552 "), (b"bare\nline\r\n", "550 ")],
)
def test_lmtp_refuses_once_for_each_recipient_too(serve, connect, letter: bytes, code: str) -> None:
    served = serve("lmtp")
    line = connect(served.port).begin_letter("judge@judge.example", "judge+g42@judge.example", hello="LHLO me")
    line.send(letter + b".\r\n")
    assert [line.read()[:4] for _ in range(2)] == [code, code]
    assert line.ask("NOOP") == "250 OK"


def test_lmtp_tells_trouble_once_for_each_recipient_too(serve, connect, monkeypatch) -> None:
    served = serve("lmtp")
    served.fail = lambda batch: True
    line = connect(served.port).begin_letter("judge@judge.example", "judge+g42@judge.example", hello="LHLO me")
    line.send(SENT + b".\r\n")
    assert [line.read()[:4] for _ in range(2)] == ["451 ", "451 "]
    monkeypatch.setattr("judge.wire.listener.fingerprint", lambda raw: 1 / 0)
    assert line.ask("MAIL FROM:<ann@example.org>").startswith("250")
    for to in ("judge@judge.example", "judge+g42@judge.example"):
        assert line.ask(f"RCPT TO:<{to}>").startswith("250")
    assert line.ask("DATA").startswith("354")
    line.send(b".\r\n")
    assert [line.read()[:4] for _ in range(2)] == ["451 ", "451 "]
    assert line.ask("NOOP") == "250 OK"


def test_lmtp_is_no_smtp(serve) -> None:
    served = serve("lmtp")
    with smtplib.LMTP("127.0.0.1", served.port) as client:
        assert client.docmd("EHLO", "me")[0] == 500
        client.sendmail("ann@example.org", ["judge@judge.example"], LETTER)
    assert len(served.arrivals) == 1


# STARTTLS


def test_a_letter_comes_in_over_tls(serve) -> None:
    served = serve(tls=tls_context(TLS / "cert.pem", TLS / "key.pem"))
    trust = ssl.create_default_context(cafile=TLS / "cert.pem")
    trust.check_hostname = False
    with smtplib.SMTP("127.0.0.1", served.port, timeout=10) as client:
        client.starttls(context=trust)
        client.ehlo()
        assert "starttls" not in client.esmtp_features
        assert "auth" not in client.esmtp_features
        assert client.sock.version() in {"TLSv1.2", "TLSv1.3"}
        for _ in range(3):
            client.sendmail("ann@example.org", ["judge@judge.example"], LETTER)
    assert [arrival.raw for arrival in served.arrivals] == [LETTER] * 3
    assert served.arrivals[0].peer == "127.0.0.1"
    served.call(_nobody_is_there(served)).result(10)


def test_what_was_sent_before_tls_does_not_count_after_it(serve, connect) -> None:
    """CVE-2024-34083: commands smuggled in before the handshake are forgotten."""
    served = serve(tls=tls_context(TLS / "cert.pem", TLS / "key.pem"))
    line = connect(served.port)
    line.reply()
    line.ask("EHLO me")
    line.send(b"STARTTLS\r\nMAIL FROM:<eve@example.org>\r\n")
    assert line.reply().startswith("220 ")
    trust = ssl.create_default_context(cafile=TLS / "cert.pem")
    with trust.wrap_socket(line.socket, server_hostname="judge.example") as secured:
        secured.sendall(b"NOOP\r\n")
        assert secured.recv(100) == b"250 OK\r\n"


def test_a_handshake_that_fails_ends_the_connection_and_no_more(serve, connect) -> None:
    served = serve(tls=tls_context(TLS / "cert.pem", TLS / "key.pem"))
    line = connect(served.port)
    line.reply()
    line.ask("EHLO me")
    assert line.ask("STARTTLS").startswith("220 ")
    line.send(b"this is no TLS at all, whatever you may think\r\n")
    line.rest()
    served.call(_nobody_is_there(served)).result(10)
    post(served)
    assert len(served.arrivals) == 1


def test_tls_is_not_offered_without_a_certificate(served, connect) -> None:
    line = connect(served.port)
    line.reply()
    assert line.ask("STARTTLS").startswith("454 ")


def test_files_that_are_no_certificate_and_key_are_refused(tmp_path: Path) -> None:
    (tmp_path / "cert.pem").write_text("no certificate")
    with pytest.raises(SettingError, match=r"^tls_cert \(JUDGE_TLS_CERT\), tls_key \(JUDGE_TLS_KEY\): .*PEM"):
        tls_context(tmp_path / "cert.pem", TLS / "key.pem")


# Start and stop


def test_an_address_that_is_taken_is_told_as_a_setting(served) -> None:
    async def run() -> None:
        listener = Listener(
            ListenAddress("127.0.0.1", served.port),
            accept=lambda batch: None,
            knows=lambda to: True,
            clock=SystemClock(),
            hostname="judge.example",
        )
        with pytest.raises(RuntimeError):
            _ = listener.port
        with pytest.raises(
            SettingError, match=rf"^listen \(JUDGE_LISTEN\): cannot listen on 127\.0\.0\.1:{served.port}"
        ):
            await listener.start()
        await listener.stop()

    asyncio.run(run())


def test_stopping_sends_everybody_off_and_answers_for_the_letter_being_stored(served, connect) -> None:
    idle, writing = connect(served.port), connect(served.port)
    assert idle.reply().startswith("220 ")
    writing.begin_letter("judge@judge.example")
    writing.send(b"half a let")
    served.gate.clear()
    storing = connect(served.port).begin_letter("judge@judge.example")
    storing.send(SENT + b".\r\n")
    wait_until_storing(served)
    stopping = served.call(served.listener.stop())
    assert idle.rest() == writing.rest() == ["421 4.3.2 The judge is stopping, try again later"]
    assert not stopping.done()
    with pytest.raises(ConnectionRefusedError):
        connect(served.port)
    served.gate.set()
    assert storing.rest() == ["250 2.0.0 The letter is stored", "421 4.3.2 The judge is stopping, try again later"]
    stopping.result(10)
    assert [arrival.raw for arrival in served.arrivals] == [LETTER]


def test_a_letter_that_cannot_be_stored_in_time_is_given_back_when_stopping(served, connect) -> None:
    served.gate.clear()
    lines = [connect(served.port).begin_letter("judge@judge.example") for _ in range(2)]
    for line in lines:
        line.send(SENT + b".\r\n")
        served.call(_all_wait(served, 1 + lines.index(line))).result(10)
    wait_until_storing(served)
    served.stop(grace=0.1)
    for line in lines:
        assert line.rest() == [
            "451 4.3.0 Trouble on our side, try again later",
            "421 4.3.2 The judge is stopping, try again later",
        ]


def test_stopping_twice_is_stopping_once(served) -> None:
    served.stop()
    served.stop()
