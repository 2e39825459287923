"""The listener itself: encryption, the address it takes, and how it stops."""

import asyncio
import smtplib
import ssl
from pathlib import Path

import pytest

from judge.errors import SettingError
from judge.settings import ListenAddress
from judge.wire.clock import SystemClock
from judge.wire.listener import Listener, tls_context
from tests.wire.conftest import LETTER, SENT, all_wait, nobody_is_there, post, wait_until_storing

TLS = Path(__file__).parent / "tls"


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
    served.call(nobody_is_there(served)).result(10)


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
    served.call(nobody_is_there(served)).result(10)
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
        served.call(all_wait(served, 1 + lines.index(line))).result(10)
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
