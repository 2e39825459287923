"""HELP covers every command, and its examples stand out as examples."""

from typing import get_args

import pytest

from judge.game import commands
from judge.game.lines import NumberedLine
from judge.game.statements import Statement
from judge.language.commands import read_statements
from judge.reports import texts

TAUGHT = {
    commands.Register: ("register", "REGISTER "),
    commands.Create: ("create", "CREATE "),
    commands.Join: ("join", "JOIN "),
    commands.Enter: ("claim", "CLAIM "),
    commands.Nations: ("nations", "NATIONS"),
    commands.Observe: ("observe", "OBSERVE "),
    commands.Resign: ("resign", "RESIGN"),
    commands.SignOn: ("password", "SIGNON "),
    commands.AboutGame: ("orders", "GAME "),
    commands.PhaseGuard: ("phase", "PHASE "),
    commands.Clear: ("clear", "CLEAR"),
    commands.Absent: ("absent", "ABSENT "),
    commands.WholeSet: ("clear", "REPLACE"),
    commands.Wait: ("wait", "SET WAIT"),
    commands.Status: ("status", "STATUS"),
    commands.ShowMap: ("map", "MAP"),
    commands.History: ("history", "HISTORY"),
    commands.Summary: ("summary", "SUMMARY"),
    commands.Who: ("who", "WHO dunkirk"),
    commands.WhoIs: ("who", "WHO IS "),
    commands.Try: ("try", "TRY"),
    commands.ListGames: ("list", "LIST"),
    commands.Press: ("press", "PRESS TO "),
    commands.SetPassword: ("password", "SET PASSWORD "),
    commands.SetParts: ("mails", "SET CALENDAR "),
    commands.NewToken: ("token", "NEW TOKEN"),
    commands.SetZone: ("zone", "SET ZONE "),
    commands.SetAddress: ("address", "SET ADDRESS "),
    commands.RemoveAddress: ("address", "REMOVE ADDRESS "),
    commands.Addresses: ("address", "ADDRESSES"),
    commands.AmAlso: ("address", "I AM ALSO "),
    commands.Held: ("masters", "HELD"),
    commands.Help: ("general", "HELP"),
    commands.Version: ("general", "VERSION"),
    commands.SignOff: ("general", "SIGNOFF"),
    commands.Start: ("masters", "START"),
    commands.Deadline: ("masters", "DEADLINE "),
    commands.Process: ("masters", "PROCESS "),
    commands.Preview: ("preview", "PREVIEW "),
    commands.Rollback: ("rollback", "ROLLBACK "),
    commands.PlaceUnit: ("mending", "PLACE "),
    commands.RemoveUnit: ("mending", "REMOVE "),
    commands.Own: ("mending", "OWN "),
    commands.Become: ("become", "BECOME "),
    commands.SetOptions: ("settings", "SET "),
    commands.Prefer: ("join", "PREFER "),
    commands.Approve: ("starting", "APPROVE "),
    commands.Invite: ("invite", "INVITE "),
    commands.Assign: ("starting", "ASSIGN "),
    commands.Swap: ("starting", "SWAP "),
    commands.Promote: ("comasters", "PROMOTE "),
    commands.Demote: ("comasters", "DEMOTE "),
    commands.Accept: ("comasters", "ACCEPT "),
    commands.Announce: ("announce", "ANNOUNCE"),
    commands.ShowLog: ("log", "LOG"),
    commands.Trace: ("keeper", "TRACE "),
    commands.Pause: ("pause", "PAUSE"),
    commands.Resume: ("pause", "RESUME"),
    commands.Terminate: ("masters", "TERMINATE"),
    commands.Vote: ("vote", "VOTE"),
    commands.Eject: ("players", "EJECT "),
    commands.Substitute: ("players", "REPLACE France "),
    commands.Disorder: ("players", "CIVIL DISORDER "),
    commands.Dummy: ("players", "DUMMY "),
    commands.TakeOver: ("takeover", "TAKEOVER "),
}


def test_every_command_is_taught_with_an_example() -> None:
    """A command class without a place in this table, or without its example line, fails here."""
    assert set(TAUGHT) == set(get_args(commands.Command))
    for topic, beginning in TAUGHT.values():
        examples = texts.help_examples(topic)
        assert any(line.startswith(beginning) for line in examples), (topic, beginning)


def _read(example: str) -> tuple[Statement, ...]:
    lines = [NumberedLine(number, text) for number, text in enumerate(example.split("\n"), 1)]
    return read_statements(lines)


@pytest.mark.parametrize("command", TAUGHT)
def test_the_examples_of_a_command_are_read_as_that_command(command: type) -> None:
    topic, beginning = TAUGHT[command]
    for example in texts.help_examples(topic):
        if example.startswith(beginning):
            assert [type(one.command) for one in _read(example)] == [command]


@pytest.mark.parametrize("topic", texts.help_topics())
def test_no_example_draws_a_complaint(topic: str) -> None:
    for example in texts.help_examples(topic):
        read = _read(example)
        assert read
        assert all(one.complaint is None for one in read), example


@pytest.mark.parametrize("topic", texts.help_topics())
def test_every_topic_has_a_short_page_with_examples(topic: str) -> None:
    text = texts.help(topic)
    assert texts.help_examples(topic)
    assert len(text.splitlines()) <= 40
    assert all(len(line) <= 72 for line in text.splitlines())


@pytest.mark.parametrize("topic", texts.help_topics())
def test_the_general_page_names_every_topic(topic: str) -> None:
    assert topic in texts.help()


@pytest.mark.parametrize("word", ["ORDERS", "orders", "Order", "convoy"])
def test_a_topic_is_found_in_any_case_and_by_other_words(word: str) -> None:
    assert texts.help(word) == texts.help("orders")


@pytest.mark.parametrize("word", ["deadline", "process", "terminate"])
def test_a_masters_command_leads_to_the_masters_page(word: str) -> None:
    assert texts.help(word) == texts.help("masters")


def test_an_unknown_topic_is_named_and_the_topics_are_listed() -> None:
    text = texts.help("dragons\x07")
    assert 'no help on "dragons"' in text
    assert "retreats" in text


def test_a_topic_that_looks_like_a_path_is_only_an_unknown_topic() -> None:
    assert "no help on" in texts.help("../player/result")
