"""One line that says several things is as many commands."""

import pytest

from judge.game.commands import Command, SetAddress, Vote, Wait
from judge.game.lines import NumberedLine
from judge.language.commands import read_statements

ADA, WORK, OLD = "ada@home.example", "ada@work.example", "ada@old.example"


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("SET WAIT, NO DRAW", (Wait(True), Vote(end="draw", against=True))),
        (f"SET ADDRESS {ADA},{WORK}", (SetAddress(email=ADA, prefer=True), SetAddress(email=WORK))),
        (
            f"set my addresses to {ADA}, <{WORK}> and {OLD}.",
            (SetAddress(email=ADA, prefer=True), SetAddress(email=WORK), SetAddress(email=OLD)),
        ),
        (f"add address {ADA}; {WORK} please", (SetAddress(email=ADA), SetAddress(email=WORK))),
        (f"SET ADDRESS {ADA} <mailto:{ADA}>", (SetAddress(email=ADA, prefer=True),)),
    ],
)
def test_each_of_them_is_a_command(text: str, commands: tuple[Command, ...]) -> None:
    read = read_statements([NumberedLine(3, text)])
    assert tuple(one.command for one in read) == commands
    assert {one.line.number for one in read} == {3}


@pytest.mark.parametrize("text", [f"SET ADDRESS {ADA}, ada@@work", f"SET ADDRESS {ADA},{WORK},a,b"])
def test_what_is_no_list_of_addresses_is_refused_as_a_whole(text: str) -> None:
    (one,) = read_statements([NumberedLine(1, text)])
    assert (one.command, one.complaint is None) == (None, False)


@pytest.mark.parametrize("text", ["hello all", "Hello everybody", "hello again, dear judge", "hello"])
def test_a_greeting_is_talk(text: str) -> None:
    (one,) = read_statements([NumberedLine(1, text)])
    assert (one.command, one.complaint) == (None, None)
