"""Two deliveries of one mail have one fingerprint."""

import re

from judge.mail.dedupe import fingerprint

MAIL = (
    b"Return-Path: <anna@example.org>\r\n"
    b"Received: from a.example.org by mx1.example.net; Mon, 4 Jan 2027 10:00:00 +0000\r\n"
    b"From: Anna <anna@example.org>\r\n"
    b"To: judge@example.net\r\n"
    b"Subject: orders for\r\n the spring\r\n"
    b"Message-ID: <1@example.org>\r\n"
    b"\r\n"
    b"A Par - Bur\r\n"
)


def test_a_fingerprint_is_a_sha256_in_hex() -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", fingerprint(MAIL))


def test_a_mail_that_came_by_another_route_is_the_same_mail() -> None:
    other = (
        b"Delivered-To: judge@example.net\r\n"
        b"Envelope-To: judge@example.net\r\n"
        b"Delivery-Date: Mon, 04 Jan 2027 11:00:01 +0100\r\n"
        b"Received-SPF: pass\r\n"
        b"DomainKey-Signature: a=rsa-sha1; b=abc\r\n"
        b"X-Spam-Score: 0.1\r\n"
        b"ARC-Seal: i=1; a=rsa-sha256;\r\n\tcv=none\r\n"
        b"Authentication-Results: mx2.example.net; dkim=pass\r\n"
        b"DKIM-Signature: v=1; a=rsa-sha256;\r\n b=abc\r\n"
        b"Received: from b.example.org by mx2.example.net; Mon, 4 Jan 2027 10:00:01 +0000\r\n\t(envelope)\r\n"
    ) + MAIL.split(b"mx1.example.net; Mon, 4 Jan 2027 10:00:00 +0000\r\n")[1]
    assert fingerprint(other) == fingerprint(MAIL)


def test_line_ends_folds_and_blank_lines_at_the_end_do_not_count() -> None:
    assert fingerprint(MAIL.replace(b"\r\n", b"\n")) == fingerprint(MAIL)
    assert fingerprint(MAIL.replace(b"for\r\n the", b"for the")) == fingerprint(MAIL)
    assert fingerprint(MAIL + b"\r\n\r\n") == fingerprint(MAIL)
    for line in (
        b"From anna@example.org Mon Jan  4 10:00:00 2027\n",
        b">From anna@example.org Mon Jan  4 10:00:00 2027\n",
    ):
        assert fingerprint(line + MAIL) == fingerprint(MAIL)


def test_one_changed_order_makes_another_mail() -> None:
    """Phones use a Message-ID twice; the second letter must not be lost."""
    assert fingerprint(MAIL.replace(b"Bur", b"Pic")) != fingerprint(MAIL)


def test_another_sender_subject_or_id_makes_another_mail() -> None:
    for old, new in ((b"Anna <anna", b"Bert <bert"), (b"spring", b"fall"), (b"<1@", b"<2@")):
        assert fingerprint(MAIL.replace(old, new)) != fingerprint(MAIL)


def test_the_same_words_in_other_fields_or_in_the_text_make_another_mail() -> None:
    """Nobody can put an order where a mail known here has none."""
    assert fingerprint(b"To: a\nSubject: b\n\nx") != fingerprint(b"To: aSubject: b\n\nx")
    assert fingerprint(b"To: a\nA Par H\n\nx") != fingerprint(b"To: a\n\nA Par H\n\nx")
    assert fingerprint(b"To: a\n\nA Par H") != fingerprint(b"To: a\nA Par H")


def test_a_copy_that_is_made_to_look_like_a_robots_is_another_mail() -> None:
    """Such a copy is not read; it would keep out the mail itself, of which somebody else got one as well."""
    to = ("judge+g42.abcdefgh234567ab@example.net",)
    one = fingerprint(MAIL, "anna@example.org", to)
    assert one == fingerprint(MAIL)
    assert one == fingerprint(b"X-Loop: anna@example.org\r\n" + MAIL, "bert@example.org", to)
    assert one == fingerprint(b"Received: from x\r\n" * 29 + MAIL, "anna@example.org", to)
    marks = (
        b"X-Loop: Judge@example.net", b"x-loop :\r\n judge@example.net ", b"X-Autoreply: yes", b"X-Autorespond: a",
        b"X-AutoResponder: a", b"X-Auto-Response-Suppress: All", b"X-Failed-Recipients: a",
        b"\r\n".join([b"Received: from x"] * 30),
    )  # fmt: skip
    marked = {fingerprint(mark + b"\r\n" + MAIL, "anna@example.org", to) for mark in marks}
    assert len(marked) == len(marks)
    assert one not in marked | {fingerprint(MAIL, "", to), fingerprint(MAIL, "<>", to)}


def test_a_trace_header_named_in_the_text_counts() -> None:
    assert fingerprint(MAIL + b"Received: two letters\r\n") != fingerprint(MAIL)


def test_odd_bytes_have_a_fingerprint() -> None:
    odd = (b"", b"\n", b"\r\n\r\n", b"\x00\xff", b": no name", b" folded first line\n\nbody")
    assert len({fingerprint(raw) for raw in odd}) >= 4
