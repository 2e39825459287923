"""Fields of a header, found also where nothing can be parsed."""

from time import process_time

import pytest

from judge.mail.headers import glimpse_message_id, has_no_ascii_sender


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b"Message-ID: <a@x>\r\n\r\nhello", "<a@x>"),
        (b"From: b@x\nMESSAGE-ID:\n\t<a@x>\n\nMessage-ID: <body@x>", "<a@x>"),
        (b"From: b@x\r\n\r\nMessage-ID: <body@x>\r\n", ""),
        (b"X-Message-ID: <no@x>\r\nMessage-ID: <a@x>\r\n\r\n", "<a@x>"),
        (b"", ""),
        (b"Message-ID:" + b" \r\n" * 200_000, ""),
        (b"Message-ID:" * 200_000, ""),
    ],
)
def test_the_message_id_of_a_mail_is_found_without_parsing_it(raw: bytes, found: str) -> None:
    began = process_time()
    assert glimpse_message_id(raw) == found
    assert process_time() - began < 0.5


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("jürgen@example.org", True),
        ("Jürgen\r\n <jürgen@example.org>", True),
        ("Anna <anna@faß.example>", True),
        ("Jürgen <juergen@example.org>", False),
        ('"jürgen@example.org" <juergen@example.org>', False),
        ("Anna <anna@bücher.example>", False),
        ("Anna <anna@example.org>\r\nSubject: Grüße an jürgen@example.org", False),
        ("ü" * 200_000, False),
        ("ü@" * 200_000, True),
    ],
)
def test_a_sender_that_ascii_cannot_write_is_found_without_parsing_the_mail(value: str, found: bool) -> None:
    began = process_time()
    assert has_no_ascii_sender(f"To: judge@judge.example\r\nFrom: {value}\r\n\r\nFrom: ü@ü\r\n".encode()) == found
    assert process_time() - began < 0.5
