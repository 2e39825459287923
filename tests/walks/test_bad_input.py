"""What comes that should not, or not so: each with the right SMTP code or a short clear answer, and no harm done."""

import smtplib
import threading
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from random import Random

import pytest

from judge.cli.demo.correspondent import text_of

ADDRESS = "judge@judge.example"
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
COUNTS = "SELECT (SELECT count(*) FROM order_sets), (SELECT count(*) FROM results), (SELECT count(*) FROM players)"


def letter(sender: str, to: str, body: str, message_id: str = "<one@players.example>") -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = sender, to, "orders", message_id
    mail.set_content(body)
    return mail.as_bytes()


def seat(table, power: str) -> str:
    return str(table.game_mail(power)["Reply-To"])


def test_noise_is_taken_and_changes_nothing(quick_table) -> None:
    """Random bytes that a peer offers as a mail are stored and closed; the judge goes on."""
    before = quick_table.ask(COUNTS)
    noise = Random("noise").randbytes(20_000).replace(b"\r", b"?").replace(b"\n", b"\r\n")
    quick_table.send("france@players.example", seat(quick_table, "france"), noise)
    headed = b"From: france@players.example\r\nContent-Type: multipart/mixed; boundary=\xff\r\n\r\n" + noise
    quick_table.send("france@players.example", seat(quick_table, "france"), headed)
    quick_table.settle()
    assert quick_table.ask(COUNTS) == before
    assert quick_table.ask("SELECT count(*) FROM letters WHERE state = 'shunted'") == [(0,)]
    assert "A Par - Bur" in quick_table.say("france", "A Par - Bur")


def test_an_empty_mail_gets_a_receipt_that_says_so_and_shows_the_orders(quick_table) -> None:
    """A mail without a word is no error; whoever sent it sees where he stands."""
    quick_table.say("france", "A Par - Bur")
    quick_table.settle()
    quick_table.advance(timedelta(minutes=1))  # who answers at once without a word is a machine
    told = quick_table.say("france", "")
    assert "There was nothing in it that reads as a command or an order." in told
    assert "A Par - Bur" in told
    quick_table.settle()
    quick_table.advance(timedelta(minutes=1))
    bare = b"From: france@players.example\r\nMessage-ID: <empty@players.example>\r\n\r\n"
    quick_table.send("france@players.example", seat(quick_table, "france"), bare)
    receipt = quick_table.people["france"].await_answer("<empty@players.example>", "a receipt")
    assert "the orders of France as they stand now" in quick_table.flat(receipt)
    assert quick_table.orders_of("france") == ("A Par - Bur",)
    quick_table.audit().check()


def test_a_mail_of_five_megabytes_is_refused_at_the_door(quick_table) -> None:
    """552, whether the size is announced or not, and nothing is stored."""
    before = quick_table.ask("SELECT count(*) FROM letters")
    raw = (
        letter("france@players.example", seat(quick_table, "france"), "A Par - Bur\n" + "x" * 70 + "\n")
        + b"y" * 70 * 75_000
    )
    for announced in (True, False):
        with smtplib.SMTP("127.0.0.1", quick_table.stage.port, timeout=30) as connection:
            connection.ehlo()
            if not announced:
                del connection.esmtp_features["size"]
            with pytest.raises(smtplib.SMTPResponseException) as refusal:
                connection.sendmail("france@players.example", [seat(quick_table, "france")], _lines(raw))
            assert refusal.value.smtp_code == 552
    assert quick_table.ask("SELECT count(*) FROM letters") == before
    assert quick_table.orders_of("france") == ()


def _lines(raw: bytes) -> bytes:
    """The bytes with a line end after each 70."""
    head, _, body = raw.partition(b"\r\n\r\n")
    return (
        head
        + b"\r\n\r\n"
        + b"\r\n".join(body[at : at + 70] for at in range(0, len(body), 70)).replace(b"\n\r\n", b"\n")
    )


def test_a_mail_of_ten_thousand_order_lines_is_not_read_and_told_so_shortly(quick_table) -> None:
    """It is over the cap of a letter: nothing of it is taken, and the answer fits a screen."""
    quick_table.say("france", "A Par - Bur")
    quick_table.send(
        "france@players.example", seat(quick_table, "france"),
        letter("france@players.example", seat(quick_table, "france"), "A Par - Pic\n" * 10_000),
    )  # fmt: skip
    receipt = quick_table.people["france"].await_answer("<one@players.example>", "an answer")
    assert "more than 2000 lines" in quick_table.flat(receipt)
    assert len(text_of(receipt).split("\n")) < 25
    assert quick_table.orders_of("france") == ("A Par - Bur",)
    quick_table.audit().check()


def test_a_mail_of_many_lines_within_the_cap_is_read_whole_and_told_shortly(quick_table) -> None:
    """1,900 orders for one unit: the last counts, and the receipt does not repeat them all."""
    body = "A Par - Pic\nA Par - Bur\n" * 949 + "A Par - Gas\n"
    quick_table.send(
        "france@players.example",
        seat(quick_table, "france"),
        letter("france@players.example", seat(quick_table, "france"), body),
    )
    receipt = quick_table.people["france"].await_answer("<one@players.example>", "an answer")
    assert quick_table.orders_of("france") == ("A Par - Gas",)
    assert len(text_of(receipt).split("\n")) < 80
    assert "1859 more" in quick_table.flat(receipt)
    quick_table.audit().check()


def test_a_stranger_is_told_how_to_register_and_nothing_else(quick_table) -> None:
    """Orders from an address nobody is registered under change nothing, whatever address they are sent to."""
    stranger = quick_table.person("Mallory", "mallory@elsewhere.example")
    first = stranger.write("A Par - Bur\n", to=ADDRESS)
    assert "REGISTER" in text_of(stranger.await_answer(first, "an answer"))
    second = stranger.write("A Par - Bur\n", to=seat(quick_table, "france"))
    assert "REGISTER" in text_of(stranger.await_answer(second, "an answer"))
    assert quick_table.orders_of("france") == ()
    quick_table.audit().check()


def test_an_order_for_anothers_unit_is_explained_and_the_rest_counts(quick_table) -> None:
    """One bad line sinks no other, and the unit's owner has no order by it."""
    told = quick_table.say("france", "A Par - Bur\nA Mun - Ber\nF Lon H\nwhat a day\nA Mar - Mos")
    assert "3 lines need a look, 1 line is done." in told
    assert "the unit in Mun belongs to another power" in told
    assert "what a day" in told
    assert quick_table.orders_of("france") == ("A Par - Bur",)
    assert quick_table.orders_of("germany") == ()
    assert quick_table.orders_of("england") == ()
    quick_table.audit().check()


def test_another_players_reply_address_is_worth_nothing(quick_table) -> None:
    """A letter from England to France's reply address orders for neither."""
    england = quick_table.people["england"]
    asked = england.write("A Par - Bur\nF Lon - NTH\n", to=seat(quick_table, "france"))
    assert "nothing has been done yet" in quick_table.flat(england.await_answer(asked, "a question"))
    assert quick_table.orders_of("france") == quick_table.orders_of("england") == ()
    quick_table.audit().check()


@pytest.mark.parametrize("to", ["nobody@judge.example", "judge@elsewhere.example", "judge+@judge.example"])
def test_an_unknown_recipient_is_refused(quick_table, to) -> None:
    """550 at RCPT, and nothing is stored."""
    before = quick_table.ask("SELECT count(*) FROM letters")
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
        quick_table.send("france@players.example", to, letter("france@players.example", to, "A Par - Bur\n"))
    ((code, _),) = refusal.value.recipients.values()
    assert code == 550
    assert quick_table.ask("SELECT count(*) FROM letters") == before


def test_the_same_bytes_twice_have_one_effect_and_one_answer(table) -> None:
    """250 for both, as the sender's server did no wrong; an order written meanwhile is not put back."""
    to = seat(table, "france")
    raw = letter("france@players.example", to, "A Par - Bur\n")
    table.send("france@players.example", to, raw)
    table.settle()
    table.say("france", "A Par - Pic")
    table.send("france@players.example", to, raw)
    table.send("france@players.example", to, b"Received: by another.example; Mon, 4 Jan 2027 12:00:00 +0000\r\n" + raw)
    table.settle()
    assert table.orders_of("france") == ("A Par - Pic",)
    assert table.ask("SELECT duplicates FROM letters WHERE message_id = '<one@players.example>'") == [(2,)]
    table.audit().check()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["bare-first", "token-first"])
def test_one_mail_to_two_addresses_of_the_judge_counts_once(table, order) -> None:
    """To the bare address and in copy to the reply address: the proof counts whichever comes first."""
    to = seat(table, "france")
    both = (ADDRESS, to)
    mail = letter("france@players.example", ", ".join(both), "A Par - Bur\n")
    for one in order:
        table.send("france@players.example", both[one], mail)
        table.settle()
    assert table.orders_of("france") == ("A Par - Bur",)
    assert table.ask("SELECT count(*) FROM order_sets") == [(1,)]
    assert table.ask("SELECT count(*) FROM letters WHERE state = 'held'") == [(0,)]
    answers = [mail for mail in table.people["france"].mails if mail["In-Reply-To"] == "<one@players.example>"]
    assert sum("as they stand now" in table.flat(mail) for mail in answers) == 1
    assert len(answers) == (2 if order == (0, 1) else 1)  # where the bare address comes first, it has asked already


def test_a_letter_that_waits_twice_is_asked_about_once_and_counts_when_confirmed(table) -> None:
    """To the bare address and to the game's, neither of which proves anything."""
    for to in (ADDRESS, "judge+walk@judge.example"):
        table.send("france@players.example", to, letter("france@players.example", ADDRESS, "A Par - Bur\n"))
        table.settle()
    france = table.people["france"]
    questions = [mail for mail in france.mails if mail["In-Reply-To"] == "<one@players.example>"]
    assert len(questions) == 1
    france.reply(questions[0], "mine")
    table.settle()
    assert table.orders_of("france") == ("A Par - Bur",)
    table.audit().check()


def test_ten_people_who_write_at_once_all_get_their_answer(table) -> None:
    """Twenty connections at the same time: every letter is stored, taken and answered once."""
    words = dict(table.spring)
    errors: list[Exception] = []

    def write(power: str, text: str) -> None:
        try:
            table.people[power].reply(table.game_mail(power), text)
        except Exception as error:
            errors.append(error)

    newcomers = [table.person(name) for name in ("Anna Berg", "Ben Cole", "Cara Diaz")]
    threads = [threading.Thread(target=write, args=(power, f"SET WAIT\n{text}")) for power, text in words.items()]
    threads += [
        threading.Thread(target=person.write, args=(f"REGISTER {person.name}\n",), kwargs={"to": ADDRESS})
        for person in newcomers
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    table.settle()
    for power, text in words.items():
        assert table.orders_of(power) == tuple(sorted(text.split("\n")))
    assert table.ask("SELECT count(*) FROM players") == [(11,)]
    table.advance(timedelta(days=3))
    assert table.ask("SELECT tag FROM phases WHERE state = 'open'") == [("F1901M",)]
    table.audit().check()
