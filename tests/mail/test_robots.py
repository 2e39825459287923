"""Machines are known by their marks; people are not taken for machines."""

from datetime import UTC, datetime
from email import message_from_string

import pytest

from judge.game.lines import Label, NumberedLine
from judge.game.mails import Draft
from judge.mail.compose import compose
from judge.mail.parsing import parse_header, unix_lines
from judge.mail.robots import robot_reason, sounds_automatic, sounds_unread

JUDGE = "judge@judge.example"
ANNA = "From: Anna <anna@players.example>\nSubject: Re: [g42] S1901M"


def reason(fields: str, mail_from: str | None = None) -> str:
    return robot_reason(message_from_string(f"{fields}\n\n"), judge_address=JUDGE, mail_from=mail_from)


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: no (written by hand)",
        "Auto-Submitted: NO; owner-email=anna@players.example",
        "Auto-Submitted:",
        "Precedence: first-class",
        "X-Auto-Response-Suppress: OOF, DR",
        "X-Loop: judge@another.example",
        "Message-ID: <d41d8cd98f00b204e9800998ecf8427e@players.example>",
        "Message-ID: <20270104.1@judge.example>",
        "Return-Path: <anna@players.example>",
        "List-Unsubscribe: <mailto:x@y>",
        "\n".join("Received: from a by b" for _ in range(30)),
    ],
)
def test_a_person_may_have_this_field(field: str) -> None:
    assert reason(f"{ANNA}\n{field}") == ""


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated (vacation)",
        "AUTO-SUBMITTED: Auto-Replied; owner-email=anna@players.example",
        "Auto-Submitted: no\nAuto-Submitted: auto-replied",
        "Precedence: first-class\nPrecedence: bulk (list)",
        "X-Auto-Response-Suppress: OOF\nX-Auto-Response-Suppress: All",
        "Precedence: bulk",
        "Precedence: List",
        "Precedence: junk",
        "Precedence: auto_reply",
        "List-Id: Players <players.lists.example>",
        "List-Post: <mailto:players@lists.example>",
        "Mailing-List: contact players-help@lists.example; run by ezmlm",
        "X-Auto-Response-Suppress: All",
        "X-Auto-Response-Suppress: DR, AutoReply",
        "X-Loop: Judge@Judge.example",
        "X-Failed-Recipients: x@y",
        "X-Autoreply: yes",
        "X-Autorespond: away",
        "X-Autoresponder: yes",
        "Return-Path: <>",
        "Return-Path: < >",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
        "\n".join("Received: from a by b" for _ in range(31)),
    ],
)
def test_a_machine_is_known_by_this_field(field: str) -> None:
    assert reason(f"{ANNA}\n{field}")


def test_what_is_told_of_a_machine_does_nothing_to_the_terminal_of_who_reads_it() -> None:
    assert reason(f"{ANNA}\nAuto-Submitted: auto\x1b]0;x\x07") == "it is marked as auto ]0"
    assert reason(f"{ANNA}\nAuto-Submitted: \x1b[2J\u202eauto\x9b1m") == "it is marked as [2j auto 1m"


@pytest.mark.parametrize(
    "sender",
    ["MAILER-DAEMON@mx.example", "postmaster@mx.example", "no-reply@shop.example", "judge@judge.example",
     "Judge+g42@JUDGE.example", "noreply+17@shop.example"],
)  # fmt: skip
def test_a_machine_is_known_by_its_name(sender: str) -> None:
    assert reason(f"From: {sender}\nSubject: x")


@pytest.mark.parametrize("sender", ["judge@players.example", "rootbeer@players.example", "postman@judge.example"])
def test_a_person_may_have_this_name(sender: str) -> None:
    assert reason(f"From: {sender}\nSubject: x") == ""


@pytest.mark.parametrize(
    "subject", ["Automatic reply: [g42] S1901M", "Out of Office: x", "Abwesenheitsnotiz: x", "Réponse automatique : x"]
)
def test_a_vacation_program_is_known_by_its_subject(subject: str) -> None:
    assert reason(f"From: anna@players.example\nSubject: {subject}")
    assert reason(f"From: anna@players.example\nSubject: Re: {subject}") == ""


def test_the_null_sender_of_the_envelope_counts_more_than_a_field() -> None:
    assert reason(f"{ANNA}\nReturn-Path: <anna@players.example>", "<>")
    assert reason(ANNA, "")
    assert reason(f"{ANNA}\nReturn-Path: <>", "anna@players.example") == ""


@pytest.mark.parametrize("game", ["", "g42"])
def test_our_own_mail_coming_back_is_a_robots_to_us_and_to_another_judge(game: str) -> None:
    """Two judges that write to each other fall silent at once."""
    draft = Draft(key="k", kind="receipt", to="anna@players.example", subject="S1901M", text="ok\n", game=game)
    raw = compose(draft, judge_address=JUDGE, judge_name="Judge", now=datetime(2027, 1, 4, tzinfo=UTC))
    message = parse_header(unix_lines(raw))
    assert robot_reason(message, judge_address=JUDGE, mail_from="judge+b.1.aaaaaaaaaaaaaaaa@judge.example")
    own_id = f"{ANNA}\nMessage-ID: {message['Message-ID']}"  # all that some lists leave of it
    assert reason(own_id, "list-bounces@lists.example") == "it is a mail of our own"
    assert reason(own_id.replace("@judge.example", "@JUDGE.Example"), "x@lists.example") == "it is a mail of our own"
    assert robot_reason(message, judge_address="judge@another.example", mail_from="judge@judge.example")


def test_the_words_of_a_machine_count_where_they_are_the_writers_own() -> None:
    """Who answers may quote what a machine has written."""
    away = "I am out of the office until Monday."
    assert sounds_automatic([NumberedLine(1, away)])
    assert not sounds_automatic([NumberedLine(1, "yes"), NumberedLine(2, away, Label.QUOTED)])


MACHINES = (
    "Your request (12345) has been received and is being reviewed by our support staff.",
    "A ticket has been created with ID 4711.", "Your ticket [#4711] has been opened.",
    "Incident INC0010001 has been opened on your behalf.", "Just confirming that we got your request.",
    "Thanks for reaching out!", "Our team will get back to you within 24 hours.", "Please do not reply to this e-mail.",
    "I'm on PTO until Monday.", "Ihre Anfrage ist bei uns eingegangen.", "Ticketnummer: 4711",
    "Nous avons bien reçu votre message.", "Votre demande a bien été enregistrée.", "Hemos recibido su mensaje.",
    "Abbiamo ricevuto la sua richiesta.", "Recebemos a sua mensagem.", "Wij hebben uw bericht goed ontvangen.",
    "Vi har tagit emot ditt meddelande.", "Your message is being held until you answer.",
    "Please prove that you are human.", "To control spam, I now allow messages only from senders I have approved.",
)  # fmt: skip
PEOPLE = (
    "yes", "Yes, that request is mine.", "I sent it from my phone, the message has been sent twice.",
    "We got it, thanks.", "Just in case 1901 matters: yes.",
    "The orders were submitted by me", "ok, in case 2 mails come: both are mine", "I can confirm that I am me.",
    "I request 12 hours more", "ja, die Nachricht ist von mir", "oui, le message est de moi",
    "I received your mail. Yes.",
)  # fmt: skip


def test_help_desks_and_filters_that_ask_who_writes_are_known_by_their_words() -> None:
    """Their answer to a question of ours, minutes later and without a mark, would be a yes."""
    assert [words for words in MACHINES if not sounds_unread([NumberedLine(1, words)])] == []
    assert [words for words in PEOPLE if sounds_unread([NumberedLine(1, words)])] == []
