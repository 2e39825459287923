"""Remarks at the end of a line are no part of what it says."""

import pytest

from judge.game.commands import (
    Announce,
    Command,
    Join,
    ListGames,
    PhaseGuard,
    Press,
    Register,
    SetPassword,
    SignOff,
    SignOn,
    Status,
    Trace,
    Try,
    Wait,
)
from tests.language.conftest import statements_of as read


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("SET WAIT // as promised", Wait(True)),
        ("STATUS g42 # how are we?", Status("g42")),
        ("STATUS #how are we", Status()),
        ("REGISTER Ada Lovelace // that is me", Register("Ada Lovelace")),
        ("PHASE S1901M // spring", PhaseGuard(tag="S1901M")),
        ("S1901M: // spring", PhaseGuard(tag="S1901M", heading=True)),
        ("SET PASSWORD #secret # my own", SetPassword("#secret")),
        ("SIGNON Fg42 #secret // hello", SignOn(seat="F", game="g42", password="#secret")),
        ("JOIN g42 France password #secret", Join(game="g42", preferences=("France",), password="#secret")),
        ("TRACE <a//b#c@d.example>", Trace("a//b#c@d.example")),
        ("PRESS TO France: see // below #1", Press(to=("France",), text="see // below #1")),
        ("PRESS TO France // he asked\nhello # there\nENDPRESS // end", Press(to=("France",), text="hello # there")),
        ("ANNOUNCE: round #2 // begins", Announce("round #2 // begins")),
    ],
)
def test_a_remark_at_the_end_of_a_command_is_not_part_of_it(text: str, command: Command) -> None:
    assert [one.command for one in read(text)] == [command]


@pytest.mark.parametrize("end", ["ENDPRESS // now orders", "END # so far", "SIGNOFF // bye", "--"])
def test_a_message_ends_at_its_mark_whatever_is_remarked_beside_it(end: str) -> None:
    press, *_ = read(f"PRESS TO France\nhello\n{end}\nA Par - Bur")
    assert press.command == Press(to=("France",), text="hello", marked=not end.startswith(("SIGN", "--")))


def test_a_trial_ends_at_its_mark_and_a_letter_at_its_stop_word_whatever_is_remarked_beside_them() -> None:
    trial, order, last = read("TRY g42 // perhaps\nA Par - Bur\nENDTRY // so\nA Par H\nSIGNOFF # bye\nLIST")
    assert trial.command == Try("g42", ((2, "A Par - Bur"),))
    assert (order.command, last.command) == (None, SignOff())


def test_what_is_shown_of_a_command_is_the_line_as_it_was_written_and_chat_keeps_its_hash() -> None:
    wait, chat = read("SET WAIT // as promised\nwe are the #1 here")
    assert (wait.line.text, chat.line.text) == ("SET WAIT // as promised", "we are the #1 here")
    assert (chat.command, chat.complaint) == (None, None)


@pytest.mark.parametrize("text", ["set wait-list // x", "A Par - Bur // SIGNOFF", "hello # LIST"])
def test_a_remark_is_no_command_itself(text: str) -> None:
    assert not any(isinstance(one.command, SignOff | ListGames) for one in read(text))
