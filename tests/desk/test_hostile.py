"""Who is no master of a game does nothing that is a master's, whoever he is and however he says it."""

from collections.abc import Callable
from typing import get_args

import pytest

from judge.game import commands
from judge.game.lines import Label, NumberedLine
from judge.language.commands import read_statements
from tests.desk.speaking import flat

# A line of each command of masters; `read_statements` says that it is one.
LINES = {
    commands.Start: "START cassis",
    commands.Deadline: "DEADLINE S1901M +24h",
    commands.Process: "PROCESS S1901M",
    commands.Preview: "PREVIEW S1901M",
    commands.Rollback: "ROLLBACK S1901M",
    commands.SetOptions: "SET movement=1d",
    commands.PlaceUnit: "PLACE S1901M A Gas France",
    commands.RemoveUnit: "REMOVE S1901M A Par",
    commands.Own: "OWN S1901M Spa France",
    commands.Become: "BECOME Austria\nA Vie - Tri",
    commands.Approve: "APPROVE Ann",
    commands.Substitute: "REPLACE Austria BY Zoe",
    commands.Invite: "INVITE Zoe",
    commands.Assign: "ASSIGN France TO Dora",
    commands.Swap: "SWAP France Germany",
    commands.Promote: "PROMOTE Zoe",
    commands.Demote: "DEMOTE Max",
    commands.Announce: "ANNOUNCE: the game is over",
    commands.ShowLog: "LOG",
    commands.Pause: "PAUSE",
    commands.Resume: "RESUME",
    commands.Terminate: "TERMINATE cassis",
    commands.Held: "HELD",
    commands.Eject: "EJECT France",
    commands.Dummy: "DUMMY Italy",
    commands.Disorder: "CIVIL DISORDER Italy",
}
NOT_OF_MASTERS_ALONE = {commands.NewToken, commands.Nations}  # for oneself, and to read
ROLES = ("player", "observer", "monitor", "stranger to the game", "master of another game", "former master")


def _town(game_town, options: str = ""):
    """Max leads cassis; Cleo plays France; Otto observes, Mona monitors, Zoe is in no game; Yan leads another game."""
    town = game_town(options)
    town.register("Otto", "Mona", "Zoe", "Yan", "Xeno")
    town.reply(town.last("Otto"), "OBSERVE cassis")
    town.reply(town.last("Mona"), "MONITOR cassis")
    town.reply(town.last("Yan"), "CREATE other")
    town.reply(town.last("Max"), "PROMOTE Xeno")
    town.reply(town.last("Xeno"), "ACCEPT cassis")
    town.reply(town.last("Max"), "DEMOTE Xeno")
    town.reply(town.last("Anna"), "A Vie - Gal")
    return town


WHO = dict(zip(ROLES, ("Cleo", "Otto", "Mona", "Zoe", "Yan", "Xeno"), strict=True))


def state(town):
    """All that a master could change or a stranger could set off."""
    said = [mail for mail in town.mails if mail.kind != "receipt"]
    return (
        town.game(),
        len(said),
        len(town.log),
        len(town.turns.get("cassis", ())),
        dict(town.nominations),
        len(town.invitations),
    )


def test_the_table_has_every_command_of_masters() -> None:
    said = {one for one in get_args(commands.Command) if "(master)" in (one.__doc__ or "")}
    assert said == set(LINES) | NOT_OF_MASTERS_ALONE
    for kind, text in LINES.items():
        (first, *_) = read_statements([NumberedLine(at, one) for at, one in enumerate(text.splitlines(), 1)])
        assert isinstance(first.command, kind)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("options", ["", "anonymous=yes"])
def test_nobody_does_what_is_a_masters(game_town: Callable, role: str, options: str) -> None:
    """Rule: in whatever role, also in gunboat; the refusal names the masters and shows nothing of the game."""
    town, who = _town(game_town, options), WHO[role]
    for text in LINES.values():
        before = state(town)
        (receipt,) = town.reply(town.last(who), f"GAME cassis\n{text}")
        told = flat(receipt.text)
        assert "Only the master of cassis" in told, (text, told)
        assert "Gal" not in told, (text, told)
        assert state(town) == before, text


@pytest.mark.parametrize("kind", LINES)
def test_a_masters_mail_that_is_forwarded_lends_nobody_his_powers(game_town: Callable, kind: type) -> None:
    """Field: a master forwards a mail of his, and who gets it answers to the reply address that stands in it."""
    town = _town(game_town)
    before = state(town)
    mails = town.reply(town.last("Max", "start"), LINES[kind], sender="cleo@example.org")
    assert state(town)[0] == before[0]
    assert not any("would come to" in mail.text or "Gal" in mail.text for mail in mails)


@pytest.mark.parametrize("kind", LINES)
def test_a_letter_in_a_masters_name_without_a_proof_waits(game_town: Callable, kind: type) -> None:
    """The sender's address alone proves nothing, nor does the token of another game of his."""
    town = _town(game_town)
    town.reply(town.last("Max"), "CREATE second")
    before = state(town)[0]
    mails = town.write("max@example.org", f"GAME cassis\n{LINES[kind]}")
    assert [mail.kind for mail in mails] == ["held"]
    assert town.game() == before


@pytest.mark.parametrize("kind", LINES)
def test_a_command_that_a_master_quotes_is_not_done(game_town: Callable, kind: type) -> None:
    town = _town(game_town)
    before = state(town)
    count = len(LINES[kind].splitlines())
    labels = {2 + at: Label.QUOTED for at in range(count)}
    town.reply(town.last("Max"), f"Who wrote this?\n{LINES[kind]}", labels=labels)
    assert state(town) == before


@pytest.mark.parametrize("line", ["PREVIEW S1901M", "BECOME Austria\nA Vie - Tri", "BECOME Austria\nCLEAR"])
@pytest.mark.parametrize("options", ["", "anonymous=yes"])
def test_a_master_who_plays_does_not_get_at_the_orders_of_others(game_town: Callable, line: str, options: str) -> None:
    town = _town(game_town, options)
    town.reply(town.last("Max"), "PROMOTE Cleo")
    town.reply(town.last("Cleo"), "ACCEPT cassis")
    before = town.phase().orders_of("austria")
    told = flat(town.reply(town.last("Cleo"), line)[-1].text)
    assert "Gal" not in told
    assert town.phase().orders_of("austria") == before
