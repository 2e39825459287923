"""No password goes out again, however its line was misspelt, and in no part of a mail."""

import pytest

from judge.desk.masking import MASK, hide_in_messages, masked_text
from judge.game.commands import Announce, Press
from judge.game.lines import Label, NumberedLine
from judge.language.commands import read_statements

WORD = "hunter2secret"
LINES = (
    "SIGNON Fcassis {}", "SIGON Fcassis {}", "SING ON Fcassis {}", "SIGN-ON: Fcassis {}", "SIGNON {}",
    "SIGNON F cassis {}", "Hi judge, SIGNON Fcassis {}", "1. SIGNON Fcassis {}", "* SIGNON Fcassis {}",
    '"SIGNON Fcassis {}"', "S I G N O N Fcassis {}", "SIGNON Fcassis {}, A Vie - Gal", "LOGIN anna {}",
    "LOG IN anna {}", "user anna pass {}", "hello Fcassis {}", "SIGNON ?cassis {}",
    "SET PASSWORD {}", "SET PASSWORD {} now please", "SET PASWORD {}", "SETPASSWORD {}", "SET PASSWORT {}",
    "SET PASSWROD {}", "SET PW {}", "SET PASS {}", "PASSWORD: {}", "PASSWORD={}", "my password is {}", "passwd {}",
    "SET PASSWORD TO {}", "please set password {}", "Passwort {}", "mot de passe: {}", "CHANGE PASSWORD {}",
    "pw: {}", "pwd {}", "SET KEY {}", "SET SECRET {}", "new password {}", "contraseña {}",
    "CREATE ?foo {} standard", "CREATE foo standard password={}", "CREATE foo standard pasword={}",
    "CREATE foo standrd password={}", "JOIN cassis {}", "JOIN cassis FGR {}", "JOIN cassis password={}",
    "JOIN ?cassis {}", "JOIN F@cassis {}", "JION cassis {}", "ENTER cassis {}", "TAKEOVER Fcassis {}",
    "OBSERVE cassis {}", "OBSERVE ?cassis {}", "PRESS TO france password {}", "HELP SIGNON Fcassis {}",
    "SIGNON Fcassis\n{}", "SET PASSWORD\n{}",
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_password_is_in_no_mail(game_town, line: str) -> None:
    town = game_town()
    text = line.format(WORD)
    mails = town.reply(town.last("Anna"), f"A Vie - Gal\n{text}")
    mails += town.write("anna@example.org", f"A Vie - Gal\n{text}")
    mails += town.write("anna@example.org", text)
    if "\n" not in text:
        mails += town.reply(town.last("Anna"), "A Vie - Gal", subject=text)
        mails += town.write("anna@example.org", "A Vie - Gal", subject=f"Re: {text}")
        mails += town.write("zoe@example.org", f"REGISTER Zoe\n{text}", subject=text)
    assert len(mails) >= 3
    for mail in mails:
        assert WORD not in mail.text
        assert WORD not in mail.subject
    assert not any(WORD in entry.text for entry in town.log)


@pytest.mark.parametrize(
    "line",
    [
        "A Par - Bur",
        "F Spa/sc S A Mar - Pie",
        "Let us pass through Burgundy",
        "In the past we were friends",
        "JOIN cassis",
        "Hello judge, here are my orders",
        "The key to it is Munich",
    ],
)
def test_what_holds_no_password_is_shown_as_it_is(line: str) -> None:
    assert masked_text(line) == line


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("TAKEOVER cassis England", "TAKEOVER cassis England"),
        ("take over cassis as England", "take over cassis as England"),
        ("TAKEOVER cassis England PASSWORD hunter2", "TAKEOVER cassis England ********"),
        ("TAKEOVER cassis England hunter2", "TAKEOVER cassis ********"),
        ("JOIN cassis FGR", "JOIN cassis FGR"),
        ("JOIN cassis England hunter2", "JOIN cassis ********"),
        ("TAKEOVER atlantis England", "TAKEOVER atlantis ********"),
    ],
)
def test_of_a_line_that_is_refused_the_names_are_shown_and_nothing_that_may_be_a_password(
    game_town, line: str, shown: str
) -> None:
    town = game_town()
    town.register("Zoe")
    (receipt,) = town.reply(town.last("Zoe"), line)
    assert f"REFUSED line 1: {shown}\n" in receipt.text


def test_a_long_line_takes_no_time() -> None:
    for piece in ("s i g n o n ", "pass ", "set ", " ", "sign", "p" * 50 + " "):
        masked_text((piece * 4_000)[:4_000])


SENT = {
    "my address is judge+cassis.abcdefgh234567ab@judge.example": f"my address is judge+cassis.{MASK}@judge.example",
    "<JUDGE+P.ABCDEFGH234567AB@JUDGE.EXAMPLE>": f"<JUDGE+P.{MASK}@JUDGE.EXAMPLE>",
    "[mailto:judge%2Bcassis.abcdefgh234567ab%40judge.example]": f"[mailto:judge%2Bcassis.{MASK}%40judge.example]",
    "Return-Path: <judge+b.1234.abcdefgh234567ab@judge.example>": f"Return-Path: <judge+b.1234.{MASK}@judge.example>",
    "judge+cassis.abcdefgh234567ab at judge": f"judge+cassis.{MASK} at judge",
    "> write to judge+cassis.\n> abcdefgh234567ab@judge.example": f"> write to judge+cassis.\n> {MASK}@judge.example",
    "France + Italy. Responsibilities differ.": "France + Italy. Responsibilities differ.",
    "SIGNON Acassis sesame": f"SIGNON Acassis {MASK}",
    "SET PASSWORD sesame": f"SET PASSWORD {MASK}",
    "let us log in tomorrow, the password is friend": "let us log in tomorrow, the password is friend",
    "write to judge+cassis@judge.example": "write to judge+cassis@judge.example",
}


@pytest.mark.parametrize("line", SENT)
@pytest.mark.parametrize("heading", ["BROADCAST", "PRESS TO France", "ANNOUNCE"])
def test_nothing_that_proves_its_writer_goes_out_in_a_message(heading, line) -> None:
    """A reply address that was pasted, and a command below a message that was not ended."""
    written = (heading, "hello", *line.split("\n"), "ENDPRESS")
    lines = [NumberedLine(n, text, Label.OWN) for n, text in enumerate(written, 1)]
    (one,) = hide_in_messages([said for said in read_statements(lines) if isinstance(said.command, Press | Announce)])
    assert isinstance(one.command, Press | Announce)
    assert one.command.text == f"hello\n{SENT[line]}"
