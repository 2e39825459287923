"""Letters come in over real sockets: 250 when they are stored, a passing trouble when they cannot be."""

import smtplib
import socket

import pytest

from judge.mail.dedupe import fingerprint
from tests.wire.conftest import (
    LETTER,
    NOW,
    SENT,
    all_wait,
    nobody_is_there,
    post,
    taken_only_when_stored,
    wait_until_storing,
)

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
    assert taken_only_when_stored(served, line, silent=0.1)
    assert len(served.arrivals) == 1


def test_letters_that_wait_together_are_stored_together(served, connect) -> None:
    served.gate.clear()
    lines = [connect(served.port).begin_letter("judge@judge.example") for _ in range(11)]
    lines[0].send(b"first\r\n.\r\n")
    wait_until_storing(served)
    for line in lines[1:]:
        line.send(SENT + b".\r\n")
    served.call(all_wait(served, 11)).result(10)
    served.gate.set()
    assert [line.reply()[:4] for line in lines] == ["250 "] * 11
    assert [len(batch) for batch in served.batches] == [1, 10]


def test_a_letter_waits_a_moment_for_those_that_are_on_their_way(served, connect, monkeypatch) -> None:
    """One commit is for all of them."""
    monkeypatch.setattr("judge.wire.intake.WINDOW", 5)
    lines = [connect(served.port).begin_letter("judge@judge.example") for _ in range(5)]
    for line in lines:
        line.send(SENT + b".\r\n")
    assert [line.reply()[:4] for line in lines] == ["250 "] * 5
    assert [len(batch) for batch in served.batches] == [5]


def test_a_letter_does_not_wait_for_one_that_does_not_come(served, connect) -> None:
    slow = connect(served.port).begin_letter("judge@judge.example")
    post(served)
    assert len(served.arrivals) == 1
    slow.send(SENT + b".\r\n")
    assert slow.reply().startswith("250 ")


def test_a_letter_on_its_own_waits_for_nobody(served, connect, monkeypatch) -> None:
    monkeypatch.setattr("judge.wire.intake.WINDOW", 60)
    idle = connect(served.port)
    assert idle.reply().startswith("220 ")
    post(served)
    assert len(served.arrivals) == 1


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
        "From: Jürgen <juergen@example.org>\r\n\r\nMünchen ← Böhmen\r\n".encode(),
        sender="juergen@bücher.example",
        to=["judge@judge.example"],
        mail_options=["BODY=8BITMIME", "SMTPUTF8"],
    )
    assert served.arrivals[0].mail_from == "juergen@xn--bcher-kva.example"
    assert "München ← Böhmen".encode() in served.arrivals[0].raw


@pytest.mark.parametrize("protocol", ["smtp", "lmtp"])
def test_who_could_not_be_answered_is_told_by_his_own_server(serve, connect, protocol: str) -> None:
    line = connect(serve(protocol=protocol).port)
    line.reply()
    line.ask("LHLO me" if protocol == "lmtp" else "EHLO me")
    assert line.ask("MAIL FROM:<jürgen@example.org> SMTPUTF8").startswith("553 5.6.7 Answers go to addresses in ASCII")
    assert line.ask("MAIL FROM:<anna@faß.example> SMTPUTF8").startswith("553 5.6.7 ")
    for header, reply in (("Jürgen <jürgen@example.org>", "550 5.6.7 Answers"), ("Jürgen <j@example.org>", "250 ")):
        assert line.ask("MAIL FROM:<bounces@example.org> SMTPUTF8").startswith("250 ")
        assert line.ask("RCPT TO:<judge@judge.example>").startswith("250 ")
        assert line.ask("DATA").startswith("354 ")
        line.send(f"From: {header}\r\n\r\nGrüße\r\n.\r\n".encode())
        assert line.reply().startswith(reply)


def test_a_letter_that_announces_nothing_is_taken_whatever_its_sender_is_made_of(served) -> None:
    post(served, "From: jürgen@example.org\r\n\r\nGrüße\r\n".encode())
    assert len(served.arrivals) == 1


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
    served.call(all_wait(served, 4)).result(10)
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
    served.call(all_wait(served, 10)).result(10)
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
    served.call(nobody_is_there(served)).result(10)
    served.gate.set()
    served.call(served.listener.settle()).result(10)
    assert [arrival.raw for arrival in served.arrivals] == [LETTER]
    post(served)
    assert len(served.arrivals) == 2


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
