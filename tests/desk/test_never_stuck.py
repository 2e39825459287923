"""A master is never stuck: in whatever state a game is, he and the keeper can look into it and set it right."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from judge.desk.snapshot import GameState
from judge.game.phases import PhaseKind

INSPECT = ("STATUS cassis", "HISTORY cassis", "MAP cassis", "LOG cassis", "WHO cassis")


def forming(game_town):
    return game_town(players=("Anna",))


def running(game_town):
    return game_town()


def paused(game_town):
    town = game_town()
    town.reply(town.last("Max"), "PAUSE")
    return town


def deserted(game_town):
    town = game_town("autostart=no", players=("Anna",))
    town.reply(town.last("Max"), "START")
    town.reply(town.last("Anna"), "RESIGN cassis")
    assert town.game().state is GameState.PAUSED
    return town


def overdue(game_town):
    """Nobody has ordered, and everybody has been told that he was late."""
    town = game_town()
    town.tick(timedelta(days=3))
    assert town.phase().position.phase.tag == "F1901M"
    return town


def won(game_town):
    town = game_town("to_win=3")
    for _ in range(2):
        town.reply(town.last("Max"), f"PROCESS {town.phase().position.phase.tag}")
    return town


def drawn(game_town):
    town = game_town("autostart=no", players=("Anna", "Bert"))
    town.reply(town.last("Max"), "START")
    for name in ("Anna", "Bert"):
        town.reply(town.last(name), "VOTE DRAW")
    assert town.game().state is GameState.FINISHED
    return town


def terminated(game_town):
    town = game_town()
    town.reply(town.last("Max"), "TERMINATE cassis")
    return town


def retreating(game_town):
    town = game_town()
    town.reply(
        town.last("Max"),
        "REMOVE S1901M A Mun\nPLACE S1901M A Mun Austria\nPLACE S1901M A Tyr Italy\nPLACE S1901M A Boh Italy\n"
        "BECOME Italy\nA Tyr - Mun\nA Boh S A Tyr - Mun\nBECOME master\nPROCESS S1901M",
    )
    assert town.phase().position.phase.kind is PhaseKind.RETREAT
    return town


def adjusting(game_town):
    town = game_town()
    town.reply(town.last("Max"), "OWN S1901M Bel Germany\nREMOVE S1901M A Ber\nPROCESS S1901M")
    town.reply(town.last("Max"), "PROCESS F1901M")
    assert town.phase().position.phase.kind is PhaseKind.ADJUSTMENT
    return town


def shaking(game_town):
    town = game_town(variant="seismic")
    town.reply(town.last("Max"), "PROCESS S1901M")
    assert town.phase().position.phase.kind is PhaseKind.EVENTS
    return town


ON = ("DEADLINE {tag} +48h", "PAUSE", "RESUME", "PREVIEW {tag}", "PROCESS {tag}")
MENDS = ("PLACE {tag} A Pie Italy", "REMOVE {tag} A Pie", "OWN {tag} Tun Italy")
STATES: dict[str, tuple[Callable, tuple[str, ...]]] = {
    "forming": (forming, ("SET autostart=no", "ANNOUNCE: two are missing", "START cassis")),
    "running": (running, (*MENDS, *ON)),
    "paused": (paused, (*MENDS, "BECOME France", "SET at=20:00", "RESUME", "PROCESS {tag}")),
    "deserted": (deserted, (*MENDS, "RESUME", "PROCESS {tag}")),
    "overdue": (overdue, ("ROLLBACK S1901M", "PROCESS S1901M")),
    "won": (won, ("ROLLBACK F1901M", "PROCESS F1901M")),
    "drawn": (drawn, ("ROLLBACK S1901M", "PROCESS S1901M")),
    "terminated": (terminated, ("ROLLBACK S1901M", "PROCESS S1901M")),
    "retreating": (retreating, ("REMOVE {tag} A Mun Austria", "PLACE {tag} A Sil Austria", *ON)),
    "adjusting": (adjusting, ("BECOME Germany", "PLACE {tag} A Pie Italy", "OWN {tag} Bel nobody", *ON)),
    "shaking": (shaking, (*MENDS, *ON)),
}


def by_mail(town, words: str) -> list[str]:
    """What was refused, when the master writes this."""
    town.reply(town.last("Max"), words)
    return refused(town.sessions[-1])


def by_command_line(town, words: str) -> list[str]:
    return refused(town.keep(words))


def refused(session) -> list[str]:
    assert session.lines
    return [f"{one.text}: {one.complaint and one.complaint.problem}" for one in session.lines if one.fate != "ok"]


@pytest.mark.parametrize("say", [by_mail, by_command_line])
@pytest.mark.parametrize("state", STATES)
def test_a_game_in_any_state_can_be_looked_into_and_set_right(game_town, state: str, say: Callable) -> None:
    build, words = STATES[state]
    town = build(game_town)
    for question in INSPECT:
        assert say(town, question) == [], question
    for one in words:
        before = town.game()
        tag = "" if before.phase is None else before.phase.position.phase.tag
        assert say(town, one.format(tag=tag)) == [], one
        moving = not one.startswith(("PREVIEW", "BECOME", "ANNOUNCE"))
        assert (town.game() != before) is moving, one
    assert town.game().state is not GameState.TERMINATED
