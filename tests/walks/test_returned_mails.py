"""A player's address dies, the master is told, and the player comes back to all that was missed."""

from datetime import timedelta

from judge.cli.demo.correspondent import Correspondent
from judge.mail.addresses import tagged
from judge.mail.tokens import bounce_tag
from judge.wire.sender import maildir_of

DAY = timedelta(days=1)
RUSSIA, MASTER = "russia@players.example", "master@players.example"


def give_back(table, number: int, *, token: str = "") -> None:
    """The mail server of Russia gives a mail back: it is not in the Maildir, and its return path hears why."""
    path = tagged("judge@judge.example", bounce_tag(table.stage.settings.secret_key, str(number)))
    if token:
        path = tagged("judge@judge.example", f"b.{number}.{token}")
    else:
        ((message_id,),) = table.ask(f"SELECT message_id FROM mails WHERE id = {number}")
        box = maildir_of(table.folder / "mail", RUSSIA) / "new"
        for mail in box.iterdir():
            if str(message_id).encode() in mail.read_bytes().partition(b"\n\n")[0]:
                mail.unlink()
    raw = (
        "From: MAILER-DAEMON@mx.players.example\r\nSubject: Undelivered Mail Returned to Sender\r\n"
        f"Auto-Submitted: auto-replied\r\nMessage-ID: <{number}{token}@mx.players.example>\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="B"\r\n\r\n'
        "--B\r\nContent-Type: text/plain\r\n\r\nI'm sorry.\r\n\r\n"
        "--B\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.players.example\r\n\r\n"
        f"Final-Recipient: rfc822; {RUSSIA}\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        "Diagnostic-Code: smtp; 550 5.1.1 no such user\r\n\r\n--B--\r\n"
    )
    table.send("", path, raw.encode())
    table.settle()


def mails_to_russia(table, which: str = "") -> list[tuple]:
    return table.ask(f"SELECT id, kind, state FROM mails WHERE recipient = '{RUSSIA}' {which} ORDER BY id")


def about_russia(table) -> list[str]:
    """What the master has been told about Russia's mails, oldest first; see `flat`."""
    table.settle()
    found = table.people["master"].mails
    told = [table.flat(mail) for mail in found if str(mail["To"]).endswith(f"{MASTER}>")]
    return [text for text in told if "come back" in text or "gets mails again" in text]


def test_a_players_address_dies_and_the_master_is_told_and_the_player_comes_back(table) -> None:
    people = table.people
    del people["russia"]
    tries = []
    for day in range(5):
        table.say("england", f"PRESS TO RUSSIA\nAre you there, day {day}?\nENDPRESS")
        table.settle()
        tries.append(mails_to_russia(table)[-1][0])
        give_back(table, tries[-1], token="a" * 16)
        assert about_russia(table) == []
        give_back(table, tries[-1])
        if day < 4:
            table.advance(DAY)
    (told,) = about_russia(table)
    assert "mails to Russia (Russia) come back, the first on Mon 4 Jan 2027 12:00 UTC" in told
    assert "DEADLINE +48h PAUSE" in told
    assert "russia@" not in told

    table.advance(2 * DAY - timedelta(hours=7))
    table.advance(timedelta(hours=7))
    assert len(about_russia(table)) == 1
    kept = mails_to_russia(table, "AND state = 'withheld'")
    assert {kind for _, kind, _ in kept} >= {"result", "reminder"}
    missed = [kind for _, kind, _ in kept if kind not in ("reminder", "late")]
    box = maildir_of(table.folder / "mail", RUSSIA) / "new"
    before = {path.name for path in box.iterdir()}

    russia = people["russia"] = Correspondent(
        "Russia", RUSSIA, smtp=("127.0.0.1", table.stage.port), mail_root=table.folder / "mail"
    )
    answer = table.say("russia", "A War - Ukr")
    assert (
        "Mails to you had been coming back, so nothing more was sent to you from Fri 8 Jan 2027 12:00 UTC on" in answer
    )
    table.settle()
    assert {state for _, _, state in mails_to_russia(table)} <= {"sent", "failed"}
    assert {kind for _, kind, _ in mails_to_russia(table, "AND state = 'failed'")} <= {"reminder", "late"}
    words = [table.flat(mail) for mail in russia.mails]
    assert all(any(f"Are you there, day {day}?" in text for text in words) for day in range(5))
    fresh = [path for path in box.iterdir() if path.name not in before]
    assert len(fresh) == len(tries) + len(missed) + len(["the receipt"])
    assert "Russia (Russia) has written, and gets mails again" in about_russia(table)[-1]
    assert len(about_russia(table)) == 2
    assert table.orders_of("russia") == ()  # it answered a mail of the spring; the results of it have just come
    table.say("russia", "A War - Ukr")
    assert table.orders_of("russia") == ("A War - Ukr",)
