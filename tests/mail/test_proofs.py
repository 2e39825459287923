"""What proves a sender: signatures of his domain and the verdict of our own server, and nothing that looks so."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import Message
from itertools import product
from pathlib import Path

import pytest

from judge.mail.domains import organization
from judge.mail.parsing import parse_header
from judge.mail.proofs import offers_proof, prove

JUDGE, TO = "judge@judge.example", "judge+cassis@judge.example"
NOW = datetime(2027, 1, 4, 12, tzinfo=UTC)
MX = "mx.judge.example"


def letter(
    body: str = "A Vie - Gal\r\nA Bud - Ser\r\n", *, sender: str = "anna@home.example", to: str = TO, more: str = "",
    form: str = "text/plain; charset=utf-8",
) -> bytes:  # fmt: skip
    head = f"From: {sender}\r\nTo: {to}\r\nSubject: orders\r\nMessage-ID: <1@home.example>\r\n"
    return f"{head}Content-Type: {form}\r\nMIME-Version: 1.0\r\n{more}\r\n{body}".encode()


@pytest.fixture
def proof(domains) -> Callable[..., str]:
    def make(raw: bytes, *, to: str = TO, server: str = "", at: datetime = NOW, look_up=domains.look_up) -> str:
        return prove(
            raw, recipient=to, judge_address=JUDGE, received_at=at, authserv_id=server, look_up=look_up
        )  # fmt: skip

    return make


@pytest.mark.parametrize("form", ["/".join(one) for one in product(("simple", "relaxed"), repeat=2)])
def test_a_signature_of_the_senders_own_domain_proves_him_in_every_form_it_comes_in(domains, proof, form) -> None:
    raw = domains.sign(letter(), "home.example", form=form)
    assert proof(raw) == "dkim"
    assert proof(raw.replace(b"\r\n", b"\n")) == "dkim"
    assert proof(raw.replace(b"Gal", b"Boh")) == ""
    assert proof(raw.replace(b"Subject: orders", b"Subject: [tokay]")) == ""
    assert proof(raw + b"A Tri H\r\n") == ""


def test_white_space_added_on_the_way_breaks_a_simple_signature_and_no_relaxed_one(domains, proof) -> None:
    for form, wanted in (("simple/simple", ""), ("relaxed/relaxed", "dkim")):
        raw = domains.sign(letter(), "home.example", form=form)
        assert proof(raw.replace(b"Subject: orders", b"Subject:   orders ").replace(b"Gal\r\n", b"Gal  \r\n")) == wanted


ALIGNMENTS = [
    ("anna@home.example", "home.example", "", "dkim"),
    ("anna@HOME.example", "Home.Example", "", "dkim"),
    ("anna@mail.home.example", "home.example", "", "dkim"),
    ("anna@home.example", "mail.home.example", "", "dkim"),
    ("anna@a.home.co.uk", "b.home.co.uk", "v=DMARC1; p=none; adkim=r", "dkim"),
    ("anna@mail.home.example", "home.example", "v=DMARC1; p=none; adkim=s", ""),
    ("anna@mail.home.example", "home.example", " v=DMARC1; p=none; adkim=S", ""),
    ("anna@mail.home.example", "home.example", "v=DMARC1; p=reject", "dkim"),
    ("anna@home.example", "home.example", "v=DMARC1; p=none; adkim=s", "dkim"),
    ("anna@home.example", "client.example", "", ""),
    ("anna@home.example", "example", "", ""),
    ("anna@home.co.uk", "co.uk", "", ""),
    ("anna@home.co.uk", "other.co.uk", "", ""),
    ("anna@anna.github.io", "bert.github.io", "", ""),
    ("anna@home.example", "home.example.client.example", "", ""),
    ("anna@home.example", "myhome.example", "", ""),
    ("anna@xn--hme-lkc.example", "home.example", "", ""),
]


@pytest.mark.parametrize(("sender", "domain", "policy", "wanted"), ALIGNMENTS)
def test_the_signing_domain_is_the_senders_or_of_his_organization(
    domains, proof, sender, domain, policy, wanted
) -> None:
    if policy:
        home = organization(sender.partition("@")[2])
        domains.texts[f"_dmarc.{home}"] = (b"v=spf1 -all", policy.encode())
    domains.publish(domain.lower())
    assert proof(domains.sign(letter(sender=sender), domain)) == wanted


@pytest.mark.parametrize(
    ("own", "home", "wanted"),
    [
        (("s",), ("r",), ""), (("r",), ("s",), "dkim"), ((), ("s",), ""), (("s",), (), ""),
        (("s", "r"), (), "dkim"), (("r", "s"), ("s",), ""),
    ],
)  # fmt: skip
def test_a_domains_own_policy_goes_before_that_of_its_organization_and_two_are_none(
    domains, proof, own, home, wanted
) -> None:
    """RFC 7489 6.6.3."""
    for name, modes in (("mail.home.example", own), ("home.example", home)):
        domains.texts[f"_dmarc.{name}"] = tuple(f"v=DMARC1; p=none; adkim={mode}".encode() for mode in modes)
    assert proof(domains.sign(letter(sender="anna@mail.home.example"), "home.example")) == wanted


def test_only_the_key_in_the_dns_counts(domains, proof) -> None:
    raw = domains.sign(letter(), "home.example")
    domains.publish("home.example", key="dkim-other")
    assert proof(raw) == ""
    weak = domains.sign(letter(), "weak.example", key="dkim-weak").replace(b"home.example", b"weak.example")
    assert proof(weak) == ""
    assert proof(domains.sign(letter(sender="anna@weak.example"), "weak.example", key="dkim-weak")) == ""


@pytest.mark.parametrize("form", ["simple/simple", "relaxed/relaxed"])
def test_a_signature_with_an_elliptic_key_proves_as_well(domains, proof, form) -> None:
    """RFC 8463: ed25519-sha256."""
    raw = domains.sign(letter(), "home.example", key="ed25519", algorithm="ed25519-sha256", form=form)
    assert proof(raw) == "dkim"
    assert proof(raw.replace(b"Gal", b"Boh")) == ""
    assert proof(raw + b"A Tri H\r\n") == ""
    assert proof(raw.replace(b"Subject: orders", b"Subject: [tokay]")) == ""
    domains.publish("home.example", key="ed25519-other")
    assert proof(raw) == ""


def test_of_two_signatures_with_keys_of_both_kinds_each_is_enough(domains, proof) -> None:
    raw = domains.sign(letter(), "home.example", key="ed25519", algorithm="ed25519-sha256", selector="new")
    both = domains.sign(raw, "home.example")
    assert proof(both) == "dkim"
    for name in ("key._domainkey.home.example", "new._domainkey.home.example"):
        kept = domains.texts.pop(name)
        assert proof(both) == "dkim"
        domains.texts[name] = kept
    domains.texts.clear()
    assert proof(both) == ""


def test_the_example_of_the_standard_for_elliptic_keys_is_proven(proof) -> None:
    """RFC 8463 appendix A: its own letter and its own key, made by somebody else's program."""
    raw = (Path(__file__).parents[1] / "keys" / "rfc8463.eml").read_bytes()
    name, key = "brisbane._domainkey.football.example.com", b"11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
    to = "suzie@shopping.example.net"
    for record, wanted in ((b"v=DKIM1; k=ed25519; p=" + key, "dkim"), (b"v=DKIM1; k=ed25519; p=A" + key[1:], "")):
        found = prove(
            raw, recipient=to, judge_address=to, received_at=NOW, authserv_id="",
            look_up=lambda asked, record=record: (record,) if asked == name else (),
        )  # fmt: skip
        assert found == wanted


@pytest.mark.parametrize("key", ["dkim", "ed25519"])
def test_a_key_of_another_kind_than_the_signature_names_proves_nothing(domains, proof, key) -> None:
    """RFC 6376 3.6.1: k= is the kind of the key, and a= names the kind that is needed."""
    algorithm, tags = {"dkim": ("rsa-sha256", "k=ed25519"), "ed25519": ("ed25519-sha256", "k=rsa")}[key]
    raw = domains.sign(letter(), "home.example", key=key, algorithm=algorithm)
    assert proof(raw) == "dkim"
    renamed = raw.replace(algorithm.encode(), b"ed25519-sha256" if key == "dkim" else b"rsa-sha256")
    assert proof(renamed) == ""
    domains.publish("home.example", tags, key=key)
    assert proof(raw) == proof(renamed) == ""


KEYS = [
    ("k=rsa", "dkim"), ("t=s", "dkim"), ("s=email", "dkim"), ("s=*", "dkim"), ("h=sha1:sha256", "dkim"),
    ("h=sha1 : sha256", "dkim"), ("t=y", ""), ("t=Y", ""), ("t=s:y", ""), ("t=s : y", ""),
    ("s=tlsrpt", ""), ("s=other", ""), ("h=sha1", ""), ("k=dsa", ""),
]  # fmt: skip


@pytest.mark.parametrize(("tags", "wanted"), KEYS)
def test_a_key_is_good_for_what_its_record_says(domains, proof, tags, wanted) -> None:
    domains.publish("home.example", tags)
    assert proof(domains.sign(letter(), "home.example")) == wanted


def test_a_key_that_is_not_for_subdomains_proves_no_agent_of_one(domains, proof) -> None:
    raw = domains.sign(letter(), "home.example", identity="anna@desk.home.example")
    assert proof(raw) == "dkim"
    domains.publish("home.example", "t=s")
    assert proof(raw) == ""


def test_a_key_that_is_revoked_or_stands_there_twice_or_cannot_be_had_proves_nothing(domains, proof) -> None:
    raw = domains.sign(letter(), "home.example")
    name = "key._domainkey.home.example"
    (good,) = domains.texts[name]
    for records in ((), (b"v=DKIM1; p=",), (b"p=garbage",), (b"\xff;;",), (good, good)):
        domains.texts[name] = records
        assert proof(raw) == "", records

    def silent(_name: str) -> tuple[bytes, ...]:
        raise TimeoutError

    assert proof(raw, look_up=silent) == ""


def test_of_several_signatures_one_that_is_right_is_enough(domains, proof) -> None:
    raw = domains.sign(letter(), "home.example")
    signed_again = domains.sign(raw, "list.example")
    torn = b"DKIM-Signature: v=1; a=rsa-sha256; d=home.example; s=gone; h=from:to:subject:message-id; bh=; b=\r\n"
    assert proof(signed_again) == "dkim"
    assert proof(torn + signed_again) == "dkim"
    assert proof(torn * 12 + raw) == ""
    assert len(domains.asked) < 10


def test_a_signature_with_a_length_leaves_room_for_others_and_counts_for_nothing(domains, proof) -> None:
    raw = domains.sign(letter(), "home.example", length=True)
    assert proof(raw) == ""
    assert proof(raw + b"A Tri H\r\n") == ""


def test_a_signature_of_a_broken_algorithm_or_of_a_kind_that_takes_long_counts_for_nothing(domains, proof) -> None:
    assert proof(domains.sign(letter(), "home.example", algorithm="rsa-sha1")) == ""
    assert proof(domains.sign(letter(), "home.example", tags={"z": "x" * 2_000})) == "dkim"
    assert proof(domains.sign(letter(), "home.example", tags={"z": "x" * 3_000})) == ""
    assert proof(b"X-Many: 1\r\n" * 400 + domains.sign(letter(), "home.example")) == "dkim"
    assert proof(b"X-Many: 1\r\n" * 600 + domains.sign(letter(), "home.example")) == ""


def test_a_signature_must_not_have_expired_when_the_letter_came_in(domains, proof) -> None:
    assert proof(domains.sign(letter(), "home.example", tags={"x": "1000000000"})) == ""
    raw = domains.sign(letter(), "home.example", tags={"x": "4102444800"})
    assert proof(raw) == "dkim"
    assert proof(raw, at=datetime(2100, 1, 2, tzinfo=UTC)) == ""


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ("from to subject message-id", "dkim"),
        ("from from to to cc subject subject message-id message-id content-type", "dkim"),
        ("From To Subject Message-ID", "dkim"),
        ("from to subject", ""), ("from subject message-id", ""), ("from to message-id", ""),
    ],
)  # fmt: skip
def test_what_is_read_of_a_letter_is_signed(domains, proof, fields, wanted) -> None:
    assert proof(domains.sign(letter(), "home.example", fields=fields)) == wanted
    loud = domains.sign(letter(), "home.example", fields=fields, loud=True)
    assert b"d=HOME.EXAMPLE;" in loud
    assert proof(loud) == wanted


@pytest.mark.parametrize("name", ["From", "To", "Cc", "Subject", "Message-ID", "Content-Type", "MIME-Version"])
@pytest.mark.parametrize("twice", [False, True])
def test_a_field_added_above_or_below_the_signed_one_ends_the_proof(domains, proof, name, twice) -> None:
    """Whether the signature covers the absence of more fields or not."""
    fields = "from to cc subject message-id content-type mime-version" + (" from to cc subject message-id" * twice)
    raw = domains.sign(letter(), "home.example", fields=fields)
    added = f"{name}: judge+cassis@judge.example\r\n".encode()
    assert proof(added + raw) == ""
    assert proof(raw.replace(b"\r\n\r\n", b"\r\n" + added + b"\r\n", 1)) == ""


def test_a_letter_that_was_written_to_somebody_else_proves_nothing_here(domains, proof) -> None:
    """The signature is right, but not for this envelope."""
    raw = domains.sign(letter(to="bert@home.example"), "home.example")
    assert proof(raw) == ""
    assert proof(domains.sign(letter(to="judge+tokay@judge.example"), "home.example")) == ""
    assert proof(domains.sign(letter(to='"judge+cassis@judge.example" <bert@home.example>'), "home.example")) == ""
    assert proof(domains.sign(letter(), "home.example"), to=JUDGE) == ""
    copied = letter(to="Bert <bert@home.example>", more="Cc: The Judge <Judge+Cassis@Judge.Example>\r\n")
    assert proof(domains.sign(copied, "home.example")) == "dkim"


def test_a_copy_that_somebody_else_adds_addresses_a_letter_to_nobody(domains, proof) -> None:
    """The signature covers no Cc, which the letter did not have."""
    raw = domains.sign(letter(to="bert@home.example"), "home.example", fields="from to subject message-id")
    assert proof(f"Cc: {TO}\r\n".encode() + raw) == ""
    both = letter(more="Message-ID: <2@home.example>\r\n")
    assert proof(domains.sign(both, "home.example", fields="from to subject message-id message-id")) == ""


SENDERS = [
    "anna@home.example\r\nFrom: bert@home.example", "players: anna@home.example;",
    "anna@home.example, bert@home.example", "=?utf-8?q?anna=40home.example?=", "anna@h\u043eme.example",
    '"anna"@home.example', "anna", "", "anna@home.example <bert@other.example> <anna@home.example>",
]  # fmt: skip


@pytest.mark.parametrize("sender", SENDERS)
def test_a_letter_without_one_plain_sender_is_proven_by_no_signature(domains, proof, sender) -> None:
    assert proof(domains.sign(letter(sender=sender), "home.example", fields="from from to subject message-id")) == ""


def test_a_name_that_looks_like_an_address_is_none(domains, proof) -> None:
    sender = '"anna@home.example" <eve@client.example>'
    assert proof(domains.sign(letter(sender=sender), "home.example")) == ""
    assert proof(domains.sign(letter(sender=sender), "client.example")) == "dkim"  # for Eve, that is


@pytest.mark.parametrize(
    "added",
    [
        b"X-Note: a\rFrom: anna@home.example\r\n", b"X-Note: a\r\rA Tri H\r\n", b"X-Note: a\n\nA Tri H\r\n",
        b"no field at all\r\n", b"From: \r\n", b" continued\r\n", b"\xffrom: a\r\n",
    ],
)  # fmt: skip
def test_a_header_that_can_be_read_in_two_ways_proves_nothing(domains, proof, added) -> None:
    assert proof(added + domains.sign(letter(), "home.example")) == ""


@pytest.mark.parametrize("name", [b"From", b"Subject", b"MIME-Version", b"DKIM-Signature"])
def test_a_header_with_a_blank_before_a_colon_proves_nothing(domains, proof, name) -> None:
    """RFC 5322 4.5; RFC 6376 3.4.2 signs it without the blank, but our own server may have read another letter."""
    raw = domains.sign(letter(), "home.example").replace(name + b":", name + b" \t:", 1)
    assert proof(raw) == ""
    assert proof(f"Authentication-Results: {PASS}\r\n".encode() + raw, server=MX) == ""
    assert proof(f"Authentication-Results : {PASS}\r\n".encode() + letter(), server=MX) == ""
    by_host = f"Authentication-Results: {MX}; spf=pass smtp.mailfrom=a@home.example;{PASS.partition(';')[2]}\r\n"
    assert proof(by_host.encode() + letter(), server=MX) == "dmarc"
    assert proof(by_host.encode() + letter().replace(b"MIME", b"X\t: y\r\nMIME"), server=MX) == ""


def test_two_readers_that_differ_prove_nothing(domains, proof, monkeypatch) -> None:
    """The library that verifies and the one that reads must have found the same fields."""

    def other(data: bytes) -> Message:
        message = parse_header(data)
        message["X-More"] = "seen by one"
        return message

    raw = domains.sign(letter(), "home.example")
    monkeypatch.setattr("judge.mail.proofs.parse_header", other)
    assert proof(raw) == ""


PARTS = (
    "--x\r\nContent-Type: text/plain\r\n\r\nA Vie - Gal\r\n"
    "--x\r\nContent-Type: message/rfc822\r\n\r\nFrom: e@c.example\r\n\r\n--y\r\n\r\nA Vie H\r\n--y--\r\n--x--\r\n"
)


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        ("multipart/mixed; boundary=x", "dkim"), ('multipart/alternative; boundary="x"', "dkim"),
        ("multipart/mixed; boundary=y", ""), ("multipart/mixed", ""), ("multipart/digest; boundary=x", ""),
        ("text/plain", ""), ("text/html", ""), ("message/rfc822", ""),
    ],
)  # fmt: skip
def test_a_form_that_is_not_signed_is_the_one_that_the_text_itself_has(domains, proof, form, wanted) -> None:
    """Many servers do not sign Content-Type; who changes it must not bring up text that was quoted or attached."""
    unsigned = "from to subject message-id mime-version"
    raw = domains.sign(letter(PARTS, form="multipart/mixed; boundary=x"), "home.example", fields=unsigned)
    assert proof(raw.replace(b"multipart/mixed; boundary=x", form.encode())) == wanted


def test_a_form_that_is_signed_may_be_any_and_one_that_is_not_leaves_nothing_round_its_parts(domains, proof) -> None:
    unsigned = "from to subject message-id mime-version"
    page = letter("<p>A Vie - Gal</p>", form="text/html; charset=utf-8")
    assert proof(domains.sign(page, "home.example")) == "dkim"
    assert proof(domains.sign(page, "home.example", fields=unsigned)) == ""
    for body in (f"A Vie H\r\n{PARTS}", f"{PARTS}A Vie H\r\n"):
        parts = letter(body, form="multipart/mixed; boundary=x")
        assert proof(domains.sign(parts, "home.example")) == "dkim"
        assert proof(domains.sign(parts, "home.example", fields=unsigned)) == ""


@pytest.mark.parametrize(
    "added",
    [
        (b"", b" " * 500_000 + b"x\r\n"), (b"X: " + b" " * 60_000 + b"x\r\n", b""), (b"X: 1\r\n" * 9_000, b""),
        (b"DKIM-Signature: v=1; b=" + b"\r\n " * 15_000 + b"!\r\n", b""),
        (b"DKIM-Signature: d=home.example; a=rsa-sha256; h=" + b"a:" * 20_000 + b"\r\n", b""), (b"", b"x" * 3_000_000),
    ],
)  # fmt: skip
def test_hostile_letters_take_no_long_time(domains, proof, added) -> None:
    head, tail = added
    raw = head + domains.sign(letter(), "home.example") + tail
    began = time.perf_counter()
    proof(raw)
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize(
    ("head", "wanted"),
    [
        ("DKIM-Signature: v=1\r\n", True), ("X: y\r\ndkim-signature : v=1\r\n", True),
        ("Authentication-Results: mx; none\r\n", True), ("X: DKIM-Signature: v=1\r\n", False), ("", False),
    ],
)  # fmt: skip
def test_a_letter_without_signature_and_verdict_offers_no_proof(head, wanted) -> None:
    assert offers_proof(head.encode() + letter("DKIM-Signature: v=1\r\n")) is wanted
    assert offers_proof((head.encode() + letter()).replace(b"\r\n", b"\n")) is wanted


def test_what_is_no_letter_proves_nothing(domains, proof) -> None:
    raw = domains.sign(letter(), "home.example")
    assert all(proof(raw[:end]) == "" for end in range(0, len(raw) - 2, 37))
    assert all(proof(raw[:at] + b"\x00" + raw[at:]) == "" for at in range(0, len(raw) - 4, 37))


PASS = f"{MX}; dmarc=pass (p=none dis=none) header.from=home.example"
VERDICTS = [
    (PASS, "dmarc"), (PASS.replace(MX, "MX.Judge.Example 1"), "dmarc"),
    (f"{MX}; spf=pass smtp.mailfrom=bounce@home.example; dmarc=pass header.from=Home.Example", "dmarc"),
    (f"{MX}; DMARC=Pass header.from=home.example", "dmarc"),
    (f"{MX}; dmarc=pass policy.dmarc=none header.from=home.example", "dmarc"),
    (f"{MX}; dmarc=pass header.from=home.example header.from=client.example", ""),
    (f"{MX}; dmarc=pass header.d=home.example", ""), (f"{MX}; dmarc=pass policy.from=home.example", ""),
    (f"{MX}; dkim=pass header.from=home.example", ""), (f"not.{PASS}", ""), (f"{MX}, {PASS}", ""),
    (PASS.replace("pass", "fail"), ""),
    (PASS.replace("pass", "none"), ""), (PASS.replace("pass", "temperror"), ""),
    (f"{MX}; dmarc=pass header.from=client.example", ""), (f"{MX}; dmarc=pass", ""), (f"{MX}; none", ""),
    (f"{MX}; dkim=pass header.d=home.example; spf=pass smtp.mailfrom=home.example", ""),
    (f"{PASS}; dmarc=fail header.from=home.example", ""), ("mx.client.example; " + PASS.partition(";")[2], ""),
    (f"{MX}.client.example; dmarc=pass header.from=home.example", ""), (f"; {PASS}", ""), ("((", ""), (MX, ""),
    (f'{MX}; spf=pass smtp.mailfrom="x; dmarc=pass header.from=home.example"', ""),
    (f"{MX}; x=y ({'long ' * 500}); dmarc=pass header.from=home.example", ""),
    (f"{MX}; dmarc=pass header.from=home.example; x=y a.b={'c' * 2_000}", ""),
]  # fmt: skip


@pytest.mark.parametrize(("field", "wanted"), VERDICTS)
def test_the_verdict_of_our_own_server_is_believed_and_no_other(proof, field, wanted) -> None:
    raw = f"Authentication-Results: {field}\r\n".encode() + letter()
    assert proof(raw, server=MX) == proof(raw, server=MX.upper()) == wanted
    assert proof(raw) == ""
    assert proof(raw, server="mx.other.example") == ""


def test_our_servers_verdict_proves_no_letter_that_was_written_to_somebody_else(proof) -> None:
    """Who got it could hand it on from a host that is right."""
    field = f"Authentication-Results: {MX}; spf=pass smtp.mailfrom=home.example; {PASS.partition('; ')[2]}\r\n".encode()
    assert proof(field + letter(), server=MX) == "dmarc"
    assert proof(field + letter(to="bert@home.example"), server=MX) == ""


def test_only_the_top_field_is_our_servers(proof) -> None:
    """What stands below was in the letter when it came."""
    forged = f"Authentication-Results: {PASS}\r\n".encode()
    for top in (f"{MX}; none", f"{MX}; dmarc=none header.from=home.example", "mx.client.example; none", "((", ""):
        assert proof(f"Authentication-Results: {top}\r\n".encode() + forged + letter(), server=MX) == "", top
    assert proof(f"ARC-Authentication-Results: i=1; {PASS}\r\n".encode() + letter(), server=MX) == ""
    assert proof(f"X-Authentication-Results: {PASS}\r\n".encode() + letter(), server=MX) == ""
    assert proof(letter(f"Authentication-Results: {PASS}\r\n"), server=MX) == ""


def test_what_our_server_calls_a_failure_no_signature_mends_and_where_it_knows_nothing_one_helps(
    domains, proof
) -> None:
    raw = domains.sign(letter(), "home.example")
    for result, wanted in (("fail", ""), ("none", "dkim"), ("temperror", "dkim"), ("pass", "dmarc")):
        field = f"Authentication-Results: {MX}; dmarc={result} header.from=home.example\r\n".encode()
        assert proof(field + raw, server=MX) == wanted, result


def test_a_signed_letter_to_others_that_is_sent_on_is_not_proven_by_our_servers_pass(domains, proof) -> None:
    """Its signature is right, so the check passes; only the host could tell that the domain itself has sent it."""
    field = f"Authentication-Results: {PASS}\r\n".encode()
    elsewhere = domains.sign(letter(to="bert@home.example"), "home.example")
    unsigned_to = domains.sign(letter(), "home.example", fields="from subject message-id")
    by_host = f"Authentication-Results: {MX}; spf=pass smtp.mailfrom=b@mail.home.example;{PASS.partition(';')[2]}\r\n"
    by_other = by_host.replace("b@mail.home.example", "b@client.example")
    by_none = (by_host.replace("spf=pass", "spf=fail"), by_host.replace("spf=pass", "auth=pass"))
    for raw in (elsewhere, unsigned_to):
        assert proof(field + raw, server=MX) == ""
        assert all(proof(one.encode() + raw, server=MX) == "" for one in (by_other, *by_none))
    assert proof(by_host.encode() + unsigned_to, server=MX) == "dmarc"
    assert proof(by_host.replace("b@mail.", "b@").encode() + unsigned_to, server=MX) == "dmarc"
    assert proof(field + domains.sign(letter(), "home.example"), server=MX) == "dmarc"


def test_a_host_that_is_right_for_its_domain_proves_no_letter_to_somebody_else(domains, proof) -> None:
    """A player forwards what another of the same large provider has written to him; the provider sends it."""
    forwarded = f"{MX}; spf=pass smtp.mailfrom=eve+caf_=judge@home.example;{PASS.partition(';')[2]}\r\n"
    field = f"Authentication-Results: {forwarded}".encode()
    assert proof(field + letter(to="eve@home.example"), server=MX) == ""
    assert proof(field + domains.sign(letter(to="eve@home.example"), "home.example"), server=MX) == ""
    assert proof(field + letter(), server=MX) == "dmarc"


@pytest.mark.parametrize(
    "kind", [{"length": True}, {"algorithm": "rsa-sha1"}, {"tags": {"z": "x" * 3_000}}, {"tags": {"x": "soon"}}]
)
def test_our_server_may_believe_a_signature_that_is_not_believed_here(domains, proof, kind) -> None:
    """Its pass is then due to a signature that says nothing of what was added since."""
    field = f"Authentication-Results: {PASS}\r\n".encode()
    raw = domains.sign(letter(), "home.example", **kind)
    assert proof(field + raw + b"A Tri H\r\n", server=MX) == ""
    assert proof(field + letter(), server=MX) == "dmarc"


@pytest.mark.parametrize("name", ["anna 1", "", "<>", "<a b@home.example>", "\u00e4"])
def test_a_letter_whose_id_cannot_be_read_is_proven_by_no_signature(domains, proof, name) -> None:
    """It would not be known again when it comes once more with another field on top."""
    raw = letter().replace(b"<1@home.example>", name.encode())
    assert proof(domains.sign(raw, "home.example")) == ""


@pytest.mark.parametrize(
    ("domain", "wanted"),
    [
        ("mail.example.co.uk", "example.co.uk"), ("Example.ORG.", "example.org"), ("a.b.github.io", "b.github.io"),
        ("co.uk", ""), ("org", ""), ("", ""), ("mail.home.example", "home.example"),
    ],
)  # fmt: skip
def test_an_organization_is_one_name_below_a_public_suffix(domain, wanted) -> None:
    assert organization(domain) == wanted
