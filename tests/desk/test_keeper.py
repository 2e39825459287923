"""The keeper of the judge does at the command line what a master does by mail, under his own name."""

import pytest

from judge.desk.counter import KEEPERS
from judge.desk.snapshot import GameState
from tests.desk.test_hostile import LINES, NOT_OF_MASTERS_ALONE

MASTERS = ("START", "DEADLINE S1901M +24h", "PROCESS S1901M", "PAUSE", "RESUME", "TERMINATE cassis")


def said(session) -> str:
    return " ".join(line.said or (line.complaint.problem if line.complaint else "") for line in session.lines)


@pytest.mark.parametrize("line", MASTERS)
def test_the_keeper_may_do_what_only_the_master_may(game_town, line: str) -> None:
    town = game_town("autostart=no") if line == "START" else game_town()
    before = town.game()
    session = town.keep(line)
    assert [one.fate for one in session.lines] == ["ok"], said(session)
    assert town.game() != before or line == "RESUME"


def test_all_that_a_master_can_say_the_keeper_can() -> None:
    assert {*LINES, *NOT_OF_MASTERS_ALONE} <= set(KEEPERS)


@pytest.mark.parametrize("kind", LINES, ids=lambda kind: kind.__name__)
def test_a_masters_act_is_decided_alike_by_mail_and_at_the_command_line(game_town, kind: type) -> None:
    by_mail, by_keeper = game_town(), game_town()
    by_mail.register("Zoe")
    by_keeper.register("Zoe")
    by_mail.reply(by_mail.last("Max"), LINES[kind])
    mailed, kept = by_mail.sessions[-1], by_keeper.keep(LINES[kind])
    assert [one.fate for one in mailed.lines] == [one.fate for one in kept.lines], said(kept)
    assert _stands(by_mail.game()) == _stands(by_keeper.game())


def _stands(game) -> tuple:
    """A game as far as it does not tell who has acted."""
    phase = game.phase
    moved = (
        None
        if phase is None
        else (phase.position, phase.deadline, [(one.power, one.orders) for one in phase.order_sets])
    )
    return game.state, game.settings, [(one.role, one.power, one.player.name) for one in game.seats], moved


def test_everyone_also_the_master_is_told_that_the_keeper_acted(game_town) -> None:
    town = game_town()
    town.keep("PAUSE")
    assert town.game().state is GameState.PAUSED
    for name in ("Max", "Anna", "Gina"):
        assert "The keeper has stopped the clock." in " ".join(town.last(name, "notice").text.split())
    assert [entry.text for entry in town.log if entry.kind == "pause"] == ["by the keeper"]
    town.reply(town.last("Max"), "RESUME")
    assert [entry.text for entry in town.log if entry.kind == "resume"] == ["by the master"]


def test_the_keeper_sends_no_mail_to_himself(game_town) -> None:
    town = game_town()
    town.keep("DEADLINE S1901M +24h\nSTATUS")
    assert "keeper@example.org" not in {mail.to for mail in town.mails}
    assert "" not in {mail.to for mail in town.mails}


@pytest.mark.parametrize(
    "line", ["JOIN cassis", "CREATE other", "RESIGN", "SET PASSWORD secret", "BROADCAST: hello", "CLEAR", "READY"]
)
def test_the_keeper_plays_no_part_of_his_own(game_town, line: str) -> None:
    town = game_town("autostart=no")
    before = town.game(), len(town.mails), tuple(town.games)
    session = town.keep(line)
    assert "does here what a master does" in said(session)
    assert (town.game(), len(town.mails), tuple(town.games)) == before


def test_an_order_of_the_keeper_is_no_order(game_town) -> None:
    town = game_town()
    session = town.keep("A Par - Bur")
    assert "The keeper has no units to order" in said(session)
    assert town.phase().order_sets == ()


def test_a_phase_tag_guards_the_keeper_too(game_town) -> None:
    town = game_town()
    assert "which has not opened" in said(town.keep("PHASE F1901M\nPAUSE"))
    assert "needs the tag" in said(town.keep("PROCESS"))
    assert town.game().state is GameState.RUNNING
