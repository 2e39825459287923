"""Mails go out: into Maildirs as others read them, and to an SMTP server, each once."""

import asyncio
import mailbox
import os
import stat
from datetime import timedelta
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from judge.settings import MaildirFolder, SmartHost
from judge.wire.sender import (
    MaildirDelivery,
    Refused,
    SmtpDelivery,
    backoff,
    lay_mails,
    maildir_name,
    maildir_of,
    make_delivery,
)
from tests.mailserver import MailServer

MAIL = (
    b"From: The Judge <judge@judge.example>\r\nTo: ann@example.org\r\nSubject: [g42] S1901M\r\n"
    b"Date: Tue, 05 Jan 2027 18:00:00 +0000\r\nMessage-ID: <abc@judge.example>\r\n\r\n"
    b"A Par - Bur\r\n.\r\n..two\r\n"
)
LATER = MAIL.replace(b"18:00:00", b"18:00:01").replace(b"<abc@", b"<abd@")


def lay(root: Path, *mails: bytes, to: str = "ann@example.org") -> None:
    async def run() -> None:
        delivery = MaildirDelivery(root)
        for raw in mails:
            await delivery.deliver("judge@judge.example", to, raw)
        await delivery.close()

    asyncio.run(run())


def send(sink, *mails: bytes, to: str = "ann@example.org", mail_from: str = "judge@judge.example") -> None:
    async def run() -> None:
        delivery = SmtpDelivery("127.0.0.1", sink.port, timeout=10)
        try:
            for raw in mails:
                await delivery.deliver(mail_from, to, raw)
        finally:
            await delivery.close()

    asyncio.run(run())


def refusal(sink, **kind) -> Refused:
    with pytest.raises(Refused) as caught:
        send(sink, MAIL, **kind)
    return caught.value


# Maildirs


def test_a_mail_lies_in_its_recipients_maildir_and_the_standard_library_reads_it(tmp_path: Path) -> None:
    lay(tmp_path / "mail", MAIL)
    box = mailbox.Maildir(tmp_path / "mail" / "ann@example.org", create=False)
    (message,) = list(box)
    assert message.get_subdir() == "new"
    assert message["Subject"] == "[g42] S1901M"
    assert message.get_payload() == "A Par - Bur\n.\n..two\n"


def test_mails_at_the_same_time_are_laid_together_and_one_that_cannot_be_harms_no_other(tmp_path: Path) -> None:
    """The folders are synced once for all; who waits for a mail that could not be written is told, and only he."""
    (tmp_path / "bob@example.org").write_text("no folder")
    wanted = [("ann@example.org", MAIL), ("bob@example.org", MAIL), ("ann@example.org", LATER), ("cyd@x.example", MAIL)]

    async def run() -> list[object]:
        delivery = MaildirDelivery(tmp_path)
        mails = [delivery.deliver("judge@judge.example", to, raw) for to, raw in (*wanted, wanted[0])]
        return await asyncio.gather(*mails, return_exceptions=True)

    told = asyncio.run(run())
    assert [type(one).__name__ for one in told] == ["NoneType", "Refused", "NoneType", "NoneType", "NoneType"]
    assert isinstance(told[1], Refused)
    assert not told[1].permanent
    assert "bob@example.org" in str(told[1])
    assert len(mailbox.Maildir(tmp_path / "ann@example.org", create=False)) == 2
    assert len(mailbox.Maildir(tmp_path / "cyd@x.example", create=False)) == 1
    assert list(tmp_path.glob("*/tmp/*")) == []


def test_a_mail_whose_folder_cannot_be_synced_is_not_said_to_be_delivered(tmp_path: Path, monkeypatch) -> None:
    lay(tmp_path, MAIL)
    folder = tmp_path / "ann@example.org" / "new"

    def fail(one: Path) -> None:
        raise OSError(5, "Input/output error", str(one))

    monkeypatch.setattr("judge.wire.sender._sync_folder", fail)
    troubles = lay_mails(tmp_path, [("ann@example.org", MAIL), ("ann@example.org", LATER)])
    assert sorted(troubles) == [0, 1]
    assert len(list(folder.iterdir())) == 2


def test_the_file_holds_the_frozen_bytes_with_local_line_ends(tmp_path: Path) -> None:
    lay(tmp_path, MAIL)
    (file,) = (tmp_path / "ann@example.org" / "new").iterdir()
    assert file.read_bytes() == MAIL.replace(b"\r\n", b"\n")
    assert not list((tmp_path / "ann@example.org" / "tmp").iterdir())
    assert stat.S_IMODE((tmp_path / "ann@example.org").stat().st_mode) == 0o700


def test_a_mail_that_is_sent_again_is_not_there_twice(tmp_path: Path) -> None:
    """The sender may die between delivery and the mark that it was sent; the next one delivers again."""
    lay(tmp_path, MAIL, MAIL)
    lay(tmp_path, MAIL)
    assert len(list((tmp_path / "ann@example.org" / "new").iterdir())) == 1


def test_a_mail_that_was_read_meanwhile_is_not_laid_there_again(tmp_path: Path) -> None:
    lay(tmp_path, MAIL)
    (file,) = (tmp_path / "ann@example.org" / "new").iterdir()
    file.rename(tmp_path / "ann@example.org" / "cur" / f"{file.name}:2,S")
    lay(tmp_path, MAIL)
    assert not list((tmp_path / "ann@example.org" / "new").iterdir())


def test_what_a_killed_sender_left_half_written_does_not_count(tmp_path: Path) -> None:
    lay(tmp_path, LATER)
    (tmp_path / "ann@example.org" / "tmp" / f"{maildir_name('ann@example.org', MAIL)}.1.ff").write_bytes(MAIL[:20])
    lay(tmp_path, MAIL)
    assert len(mailbox.Maildir(tmp_path / "ann@example.org", create=False)) == 2


def test_the_file_is_on_the_disk_before_it_gets_its_name_and_the_folder_after(tmp_path: Path, monkeypatch) -> None:
    lay(tmp_path, LATER)
    seen = []
    sync, rename = os.fsync, os.rename
    monkeypatch.setattr(os, "fsync", lambda one: (seen.append(f"sync {oct(os.fstat(one).st_mode)[:-4]}"), sync(one)))
    monkeypatch.setattr(os, "rename", lambda one, to: (seen.append("rename"), rename(one, to))[1])
    lay(tmp_path, MAIL)
    assert seen == ["sync 0o10", "rename", "sync 0o4"]


def test_file_names_sort_by_date_and_differ_by_message_and_recipient() -> None:
    assert maildir_name("ann@example.org", MAIL) < maildir_name("ann@example.org", LATER)
    assert maildir_name("ann@example.org", MAIL) == maildir_name("Ann@Example.org", MAIL)
    assert maildir_name("ann@example.org", MAIL) != maildir_name("bob@example.org", MAIL)
    assert maildir_name("ann@example.org", MAIL).startswith("1799172000.")


@pytest.mark.parametrize("raw", [b"", b"no header", b"Date: never\r\n\r\nx", b"Date: Mon, 99 Foo 1 1:1:1\r\n\r\n"])
def test_a_mail_without_date_or_message_id_has_a_name_too(raw: bytes) -> None:
    assert maildir_name("a@b", raw).startswith("0000000000.")
    assert maildir_name("a@b", raw) != maildir_name("a@b", raw + b"y")


def test_an_address_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    lay(tmp_path / "mail", MAIL, to="../../evil/x@example.org")
    assert [path.name for path in (tmp_path / "mail").iterdir()] == ["..%2F..%2Fevil%2Fx@example.org"]
    assert [path.name for path in tmp_path.iterdir()] == ["mail"]


def test_one_folder_serves_all_spellings_of_an_address_and_long_ones_fit(tmp_path: Path) -> None:
    assert maildir_of(tmp_path, "Ann+x@Example.ORG") == tmp_path / "ann+x@example.org"
    lay(tmp_path, MAIL, to="ä" * 300 + "@example.org")
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_cannot_be_written_is_a_trouble_that_passes(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("a file in the way")
    with pytest.raises(Refused) as caught:
        lay(tmp_path / "mail", MAIL)
    assert not caught.value.permanent


# SMTP


def test_the_server_gets_the_frozen_bytes_and_the_envelope(sink) -> None:
    send(sink, MAIL)
    (taken,) = sink.taken
    assert (taken.mail_from, taken.recipients, taken.raw) == ("judge@judge.example", ("ann@example.org",), MAIL)


def test_one_connection_serves_many_mails(sink) -> None:
    send(sink, MAIL, LATER, MAIL)
    assert sink.copies() == {"<abc@judge.example>": 2, "<abd@judge.example>": 1}
    assert sink.connections == 1


def test_the_null_sender_is_the_null_sender(sink) -> None:
    send(sink, MAIL, mail_from="")
    assert sink.taken[0].mail_from == ""


def test_mails_that_are_sent_at_the_same_time_take_turns(sink) -> None:
    async def run() -> None:
        delivery = SmtpDelivery("127.0.0.1", sink.port, timeout=10)
        await asyncio.gather(*(delivery.deliver("j@j.example", f"{n}@example.org", MAIL) for n in range(20)))
        await delivery.close()

    asyncio.run(run())
    assert sorted(one.recipients[0] for one in sink.taken) == sorted(f"{n}@example.org" for n in range(20))


@pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA"])
@pytest.mark.parametrize(("answer", "permanent"), [("550 5.1.1 no such user", True), ("451 4.3.0 later", False)])
def test_the_servers_refusal_is_for_good_or_for_a_time(sink, command: str, answer: str, permanent: bool) -> None:
    sink.answers[command] = [answer]
    refused = refusal(sink)
    assert (refused.permanent, answer[4:] in refused.reason) == (permanent, True)


@pytest.mark.parametrize(
    ("command", "answer", "dead"),
    [
        ("RCPT", "550 5.1.1 no such user", True), ("RCPT", "550 who?", True), ("DATA", "550 5.1.1 no such user", True),
        ("RCPT", "554 5.7.1 your host is on a list", False), ("DATA", "554 looks like spam", False),
        ("DATA", "552 5.3.4 too long", False), ("MAIL", "550 5.1.1 no such sender", False),
        ("RCPT", "450 4.1.1 not now", False),
    ],
)  # fmt: skip
def test_a_refusal_tells_whether_the_address_is_to_blame(sink, command: str, answer: str, dead: bool) -> None:
    """Else what a server thinks of us or of a mail would have everybody's address given up."""
    sink.answers[command] = [answer]
    assert refusal(sink).dead is dead
    assert not sink.taken


def test_after_a_refusal_the_next_mail_goes_its_way(sink) -> None:
    sink.answers["RCPT"] = ["550 no"]

    async def run() -> None:
        delivery = SmtpDelivery("127.0.0.1", sink.port, timeout=10)
        with pytest.raises(Refused):
            await delivery.deliver("j@j.example", "ann@example.org", MAIL)
        await delivery.deliver("j@j.example", "ann@example.org", LATER)
        await delivery.close()

    asyncio.run(run())
    assert sink.copies() == {"<abd@judge.example>": 1}


def test_a_connection_that_the_server_closed_meanwhile_is_made_anew(sink) -> None:
    async def run() -> None:
        delivery = SmtpDelivery("127.0.0.1", sink.port, timeout=10)
        await delivery.deliver("j@j.example", "ann@example.org", MAIL)
        sink.hang_up()
        await delivery.deliver("j@j.example", "ann@example.org", LATER)
        sink.answers["MAIL"] = ["421 idle for too long"]
        await delivery.deliver("j@j.example", "ann@example.org", MAIL)
        await delivery.close()

    asyncio.run(run())
    assert sink.copies() == {"<abc@judge.example>": 2, "<abd@judge.example>": 1}
    assert sink.connections == 3


def test_a_server_that_is_not_there_is_a_trouble_that_passes(sink) -> None:
    sink.port, port = 1, sink.port
    refused = refusal(sink)
    sink.port = port
    assert not refused.permanent
    assert "127.0.0.1:1" in refused.reason


def test_a_server_that_will_not_talk_says_nothing_about_the_mail() -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"554 no service for you\r\n")
        await writer.drain()
        writer.close()

    async def run() -> Refused:
        server = await asyncio.start_server(greet, "127.0.0.1", 0)
        delivery = SmtpDelivery("127.0.0.1", server.sockets[0].getsockname()[1], timeout=10)
        with pytest.raises(Refused) as caught:
            await delivery.deliver("j@j.example", "ann@example.org", MAIL)
        server.close()
        await server.wait_closed()
        return caught.value

    refused = asyncio.run(run())
    assert (refused.permanent, "554" in refused.reason) == (False, True)


@pytest.mark.parametrize(
    "to", ["ann@example.org\r\nRCPT TO:<x@y>", "ann", "a b@example.org", "<ann@example.org>", "\udc80@example.org"]
)
def test_what_is_no_address_is_refused_for_good_before_anybody_hears_of_it(sink, tmp_path: Path, to: str) -> None:
    assert (refused := refusal(sink, to=to)).permanent
    assert refused.dead
    assert sink.connections == 0
    with pytest.raises(Refused):
        lay(tmp_path, MAIL, to=to)
    assert not list(tmp_path.iterdir())


def test_an_address_outside_ascii_goes_where_it_is_understood(sink) -> None:
    send(sink, MAIL, to="jürgen@example.org")
    assert sink.taken[0].recipients == ("jürgen@example.org",)
    assert "SMTPUTF8" in sink.taken[0].options
    sink.utf8 = False
    refused = refusal(sink, to="jürgen@example.org")
    assert (refused.permanent, "SMTPUTF8" in refused.reason) == (True, True)


def test_eight_bit_mail_is_announced(sink) -> None:
    send(sink, MAIL + "ä".encode() + b"\r\n", MAIL)
    assert [one.options for one in sink.taken] == [("BODY=8BITMIME",), ()]


# Both


def test_the_setting_decides_where_mails_go(tmp_path: Path) -> None:
    assert isinstance(make_delivery(MaildirFolder(tmp_path)), MaildirDelivery)
    assert isinstance(make_delivery(SmartHost("mail.example", 25)), SmtpDelivery)


def test_the_wait_doubles_up_to_an_hour() -> None:
    waits = [backoff(attempts) for attempts in range(1, 12)]
    assert waits[:3] == [timedelta(seconds=15), timedelta(seconds=30), timedelta(minutes=1)]
    assert waits == sorted(waits)
    assert waits[-1] == backoff(10_000) == timedelta(hours=1)


class Uncertified(MailServer):
    """A server that offers STARTTLS and has no certificate, as Postfix without one does."""

    def __init__(self) -> None:
        self.mails: list[bytes] = []

    async def handle_EHLO(self, server: SMTP, session: Session, envelope: Envelope, name: str, lines: list) -> list:  # noqa: N802
        session.host_name = name
        return [*lines[:-1], "250-STARTTLS", lines[-1]]

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.mails.append(envelope.original_content or b"")
        return "250 OK"


def test_a_server_that_offers_encryption_and_cannot_is_talked_with_in_clear() -> None:
    with Uncertified().open() as server:
        send(server, MAIL, LATER)
        assert server.mails == [MAIL, LATER]
