"""Mails of the judge bear a signature of its domain that holds, and that says when they were written."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import dkim
import pytest

from judge.game.mails import Draft
from judge.mail.compose import compose
from judge.mail.signing import Signer

KEYS = Path(__file__).parents[1] / "keys"
NOW = datetime(2025, 1, 4, 12, tzinfo=UTC)  # no signature holds that is from the future
JUDGE = "judge@judge.example"


@pytest.fixture
def mail() -> bytes:
    draft = Draft(
        key="k", kind="result", to="anna@home.example", to_name="Änna", subject="[cassis] S1901M",
        text="A Vie - Gal\n", reply_to="p.abcdefghijklmnop", game="cassis", thread=("cassis",),
    )  # fmt: skip
    return compose(draft, judge_address=JUDGE, judge_name="Judge", now=NOW)


@pytest.fixture
def signed(mail) -> bytes:
    return Signer((KEYS / "dkim.pem").read_bytes(), domain="judge.example", selector="key").sign(mail, NOW)


def holds(raw: bytes, domains) -> bool:
    (record,) = domains.look_up("key._domainkey.judge.example")
    return dkim.verify(raw, dnsfunc=lambda _name, timeout=5: record)


def test_a_signature_holds_on_the_way_and_not_when_the_mail_is_changed(signed, domains) -> None:
    domains.publish("judge.example")
    assert holds(signed, domains)
    assert holds(signed.replace(b"\r\n", b"\n"), domains)
    assert holds(b"Received: from here\r\n" + signed, domains)
    assert not holds(signed.replace(b"Gal", b"Boh"), domains)
    for name in (b"From", b"To", b"Subject", b"Reply-To", b"Message-ID", b"Date"):
        assert not holds(name + b": eve@client.example\r\n" + signed, domains), name


def test_a_signature_says_when_by_the_judges_clock_and_is_the_same_again(mail, signed) -> None:
    signer = Signer((KEYS / "dkim.pem").read_bytes(), domain="judge.example", selector="key")
    assert signer.sign(mail, NOW) == signed
    assert signer.sign(mail, NOW + timedelta(seconds=1)) != signed
    assert f"t={int(NOW.timestamp())};".encode() in signed
    assert signed.endswith(mail)
    assert max(map(len, signed.split(b"\r\n"))) <= 998


@pytest.mark.parametrize(("key", "right"), [(b"no key", "PEM"), (b"", "PEM"), ("dkim-weak.pem", "1024 bits")])
def test_what_is_no_good_key_is_refused(key, right) -> None:
    octets = key if isinstance(key, bytes) else (KEYS / key).read_bytes()
    with pytest.raises(ValueError, match=right):
        Signer(octets, domain="judge.example", selector="key")
