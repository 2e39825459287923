"""What is said on a connection: what is refused, how much and how long anybody may, and what LMTP has of its own."""

import re
import smtplib
import time
from itertools import product

import pytest
from aiosmtpd.smtp import SMTP
from hypothesis import example, given
from hypothesis import strategies as st

from judge.wire.conversation import Caps, Conversation
from judge.wire.listener import has_bare_line_end
from tests.wire.conftest import LETTER, SENT, all_wait, post, taken_only_when_stored

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


ADDRESSES = st.text(st.sampled_from("<>@.aZ0+-_=/!#'\"( )\\[]:,;\tü"), max_size=24)


@given(
    ADDRESSES
    | st.builds("<{}@{}>{}".format, ADDRESSES, ADDRESSES, st.sampled_from(["", " SIZE=1", "  BODY=8BITMIME x"]))
)
@example("<ann@example.org>")
@example("<judge+g42.abcdefghij234567@judge.example> SIZE=12 BODY=8BITMIME")
@example("<judge+b.1.abc=d@a-b.example>  X (c)")
def test_an_address_is_read_as_the_library_reads_it(argument: str) -> None:
    """Plain ones are read without its parser, which is slow."""
    conversation = object.__new__(Conversation)
    try:
        expected = SMTP._getaddr(conversation, argument)
    except (AttributeError, IndexError, RecursionError, ValueError):
        expected = (None, None)
    assert conversation._getaddr(argument) == expected


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


LINE_ENDS = (b"\r\n", b"\n", b"\r", b"\n\r", b"\r\r\n", b"\r\n\n", b"\x00\n", b"\x85", b"\xe2\x80\xa8")


@pytest.mark.parametrize(("protocol", "octet_by_octet"), [("smtp", False), ("smtp", True), ("lmtp", False)])
def test_however_an_end_of_data_is_written_one_letter_comes_of_it_at_most(
    serve, connect, protocol: str, octet_by_octet: bool
) -> None:
    """Every line end that some server takes for one, before and after the dot and around a second letter."""
    served = serve(protocol)
    line = connect(served.port)
    line.reply()
    assert line.ask("LHLO me" if protocol == "lmtp" else "EHLO me").startswith("250")
    for number, (before, after) in enumerate(product(LINE_ENDS, LINE_ENDS)):
        if (before[-2:], after[:2]) == (b"\r\n", b"\r\n"):
            continue  # the right end
        stored = len(served.arrivals)
        for command in ("MAIL FROM:<ann@example.org>", "RCPT TO:<judge@judge.example>", "DATA"):
            assert line.ask(command)[:1] in "23"
        sent = b"Subject: %d\r\n\r\nhello" % number + before + b"." + after + SMUGGLED
        for piece in [sent[at : at + 1] for at in range(len(sent))] if octet_by_octet else [sent]:
            line.send(piece)
        assert line.reply()[:4] in ("250 ", "550 "), (before, after)
        assert line.ask("NOOP") == "250 OK", (before, after)  # nothing of it was taken for a command
        assert len(served.arrivals) - stored <= 1
    assert {arrival.mail_from for arrival in served.arrivals} <= {"ann@example.org"}


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


def test_when_all_places_are_taken_the_idlest_of_who_has_most_gives_way(serve, connect) -> None:
    served = serve(caps=Caps(connections=4))
    lone = connect(served.port, "127.0.0.9")
    idle, useful, busy = (connect(served.port, "127.0.0.2") for _ in range(3))
    assert {line.reply()[:4] for line in (lone, idle, useful, busy)} == {"220 "}
    assert connect(served.port, "127.0.0.3").reply().startswith("220 ")
    assert idle.rest() == ["421 4.7.0 Too many connections, try again later"]
    assert {line.ask("NOOP")[:4] for line in (lone, useful, busy)} == {"250 "}


def test_who_has_brought_a_letter_gives_way_after_those_who_have_not(serve, connect) -> None:
    served = serve(caps=Caps(connections=2))
    useful = connect(served.port).begin_letter("judge@judge.example")
    idle = connect(served.port)
    assert idle.reply().startswith("220 ")
    useful.send(SENT)
    assert useful.ask(".").startswith("250 ")
    assert connect(served.port, "127.0.0.3").reply().startswith("220 ")
    assert idle.rest() == ["421 4.7.0 Too many connections, try again later"]
    assert useful.ask("NOOP").startswith("250")


def test_whose_letter_is_being_stored_gives_way_to_nobody(serve, connect) -> None:
    served = serve(caps=Caps(connections=2))
    served.gate.clear()
    lines = [connect(served.port).begin_letter("judge@judge.example") for _ in range(2)]
    for line in lines:
        line.send(SENT + b".\r\n")
    served.call(all_wait(served, 2)).result(10)
    assert connect(served.port, "127.0.0.4").rest() == ["421 4.7.0 Too many connections, try again later"]
    served.gate.set()
    assert [line.reply()[:4] for line in lines] == ["250 "] * 2
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
    assert line.drip(20).startswith(b"421 4.4.2 ")
    assert not served.arrivals


def test_a_peer_that_drips_slower_than_the_least_rate_is_sent_away_early(serve, connect) -> None:
    served = serve(caps=Caps(command_seconds=0.3, data_seconds=60, rate=1_000))
    line = connect(served.port).begin_letter("judge@judge.example")
    assert line.drip(20).startswith(b"421 4.4.2 ")
    assert not served.arrivals


def test_a_letter_that_comes_slowly_and_steadily_is_taken(serve, connect) -> None:
    served = serve(caps=Caps(command_seconds=0.3, data_seconds=60, rate=100))
    line = connect(served.port).begin_letter("judge@judge.example")
    for _ in range(20):
        line.send(b"x" * 98 + b"\r\n")
        time.sleep(0.05)
    assert line.ask(".").startswith("250 ")


def test_a_client_that_waits_for_its_letter_to_be_stored_is_not_idle(serve, connect) -> None:
    served = serve(caps=Caps(command_seconds=0.2))
    served.gate.clear()
    line = connect(served.port).begin_letter("judge@judge.example")
    assert taken_only_when_stored(served, line, silent=0.4)


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
