"""What came back, read: each form of bounce, and all that only looks like one."""

from time import process_time

import pytest

from judge.mail.bounces import Bounce, blames_address, read_bounce

ORIGINAL = "From: Judge <judge@judge.example>\nTo: ann@x.example\nSubject: [cassis] S1901M\n\nA Par - Bur\n"


def report(
    action: str = "failed", status: str = "5.1.1", *, sender: str = "MAILER-DAEMON@mx.example", fields: str = "",
    diagnosis: str = "smtp; 550 5.1.1 <ann@x.example>: no such user", kind: str = "delivery-status",
) -> bytes:  # fmt: skip
    """A delivery report as Postfix writes it."""
    return f"""From: {sender}
To: judge+b.1.x@judge.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
{fields}MIME-Version: 1.0
Content-Type: multipart/report; report-type={kind}; boundary="B"

--B
Content-Type: text/plain

This is the mail system at host mx.example. I'm sorry.

--B
Content-Type: message/{kind}

Reporting-MTA: dns; mx.example
Arrival-Date: Mon, 4 Jan 2027 12:00:00 +0000

Final-Recipient: rfc822; ann@x.example
Original-Recipient: rfc822;ann@x.example
Action: {action}
Status: {status}
Diagnostic-Code: {diagnosis}

--B
Content-Type: message/rfc822

{ORIGINAL}
--B--
""".replace("\n", "\r\n").encode()


def plain(text: str, *, sender: str = "MAILER-DAEMON@mx.example", fields: str = "", subject: str = "failure") -> bytes:
    return f"From: {sender}\nSubject: {subject}\n{fields}\n{text}\n{ORIGINAL}".encode()


QMAIL = """Hi. This is the qmail-send program at mx.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ann@x.example>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.
"""
EXIM_FIELD = "X-Failed-Recipients: ann@x.example\n"
GMAIL = "smtp; 550-5.1.1 The email account that you tried to reach does not exist. 5.1.1 abc - gsmtp"
OUTLOOK = "smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@x.example not found by SMTP address lookup"


@pytest.mark.parametrize(
    "raw",
    [
        report(),
        report("failed (unknown user)"),
        report("Failed", "4.4.7", diagnosis="smtp; 451 4.4.1 no answer"),
        report(sender="Mail Delivery Subsystem <mailer-daemon@googlemail.com>", diagnosis=GMAIL),
        report(sender="postmaster@outlook.example", status="5.1.10", diagnosis=OUTLOOK),
        report(status="5.2.2", diagnosis="smtp; 552 5.2.2 mailbox full"),
        plain(QMAIL),
        plain("The following address failed", fields=EXIM_FIELD),
        plain("Unzustellbar. Dieser Empfänger ist hier nicht bekannt."),
    ],
)
def test_a_mail_that_cannot_be_delivered_blames_its_address(raw: bytes) -> None:
    assert read_bounce(raw, mail_from="").kind == "dead"
    assert read_bounce(raw, mail_from="<>").kind == "dead"


def test_the_server_is_quoted_on_one_line_that_ends_somewhere() -> None:
    assert read_bounce(report(), mail_from="").said == "550 5.1.1 <ann@x.example>: no such user"
    long = read_bounce(report(diagnosis="smtp; 550 " + "no \x07\n such " * 90), mail_from="").said
    assert len(long) <= 200
    assert long.isprintable()
    bare = report(status="5.1.1\x1b[2J" + "x" * 300).replace(b"Diagnostic-Code", b"X-Other")
    assert read_bounce(bare, mail_from="").said == f"5.1.1 [2J{'x' * 300}"[:200]


def test_a_report_counts_also_from_a_server_that_names_itself_as_the_sender() -> None:
    assert read_bounce(report(sender="support@mx.example"), mail_from="support@mx.example").kind == "dead"


def test_a_delay_is_no_failure() -> None:
    delayed = report("delayed", "4.4.1", diagnosis="smtp; connect to x.example: timed out")
    assert read_bounce(delayed, mail_from="") == Bounce("delayed", "connect to x.example: timed out")


def test_a_known_form_counts_from_the_null_sender_or_from_a_mail_system_whichever_it_is() -> None:
    assert read_bounce(plain(QMAIL, sender="help@mx.example"), mail_from="").kind == "dead"
    assert read_bounce(plain(QMAIL), mail_from="mailer-daemon@mx.example").kind == "dead"


@pytest.mark.parametrize("status", ["5.7.1", "5.7.26", "5.6.0", "5.3.4", "5.2.3", "4.7.0"])
def test_a_mail_that_a_server_does_not_want_says_nothing_of_the_address(status: str) -> None:
    """RFC 3463: content, policy and length. Else a player's spam could cut another off."""
    assert read_bounce(report(status=status), mail_from="").kind == "unwanted"


def test_a_failure_that_a_server_calls_an_error_is_read_as_one() -> None:
    """RFC 3464 2.3.3 knows `failed` alone, and flufl.bounce reads `error` as well."""
    assert read_bounce(report("error", "5.7.1"), mail_from="").kind == "unwanted"
    assert read_bounce(report("Error"), mail_from="") == Bounce("dead", "550 5.1.1 <ann@x.example>: no such user")


@pytest.mark.parametrize(
    ("raw", "mail_from"),
    [
        (report("delivered", "2.0.0"), ""),
        (report("relayed", "2.0.0"), ""),
        (report(kind="disposition-notification", sender="ann@x.example"), ""),
        (report(kind="disposition-notification"), ""),
        (plain("I am away until Monday.", sender="ann@x.example", subject="Out of office"), ""),
        (plain("Who are you?", sender="ann@x.example"), "ann@x.example"),
        (plain(QMAIL, sender="ann@x.example"), "ann@x.example"),
        (plain("Please call us back."), "mailer-daemon@mx.example"),
        (report("delivered", "2.0.0").replace(b"multipart/report", b"multipart/mixed"), ""),
        (b"", ""),
        (b"\x00\xff\r\n\r\n" * 50, ""),
        (b"Content-Type: multipart/report; boundary=\"\"\r\n\r\n--\r\n--", ""),
        (report()[:-40].replace(b"--B", b"--B\r\n" * 400), ""),
    ],
)  # fmt: skip
def test_what_is_no_bounce_says_nothing(raw: bytes, mail_from: str) -> None:
    """Success, reading receipts, absent people, letters, and bytes that are no mail."""
    assert read_bounce(raw, mail_from=mail_from) == Bounce("")


@pytest.mark.parametrize(
    "piece", ["a;", '"a;', "(", "<a@b>:\n", "Final-Recipient: rfc822; a@b\nAction: failed\n\n", " ", "<", "a."]
)
@pytest.mark.parametrize("head", ["", "Action: failed\nFinal-Recipient: rfc822; ", "the following addresses had\n"])
def test_a_crooked_bounce_takes_no_long_time(head: str, piece: str) -> None:
    body = f"Reporting-MTA: dns; x\n\n{head}{piece * (300_000 // len(piece))}"
    raw = report().replace(b"Reporting-MTA", body.encode() + b"\nReporting-MTA", 1)
    before = process_time()
    assert read_bounce(raw, mail_from="").kind in ("", "dead")
    assert process_time() - before < 3


@pytest.mark.parametrize(
    ("said", "unsaid", "blames"),
    [
        ("550 5.1.1 no such user", False, True), ("5.4.1 access denied", False, True), ("no such user", True, True),
        ("no thanks", False, False), ("5.7.1 blocked by our list", True, False), ("5.3.4 too big", True, False),
        ("host 10.5.7.1 says no", True, True),
    ],
)  # fmt: skip
def test_a_status_code_tells_what_a_refusal_is_about(said: str, unsaid: bool, blames: bool) -> None:
    assert blames_address(said, unsaid=unsaid) is blames
