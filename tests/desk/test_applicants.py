"""A game whose masters choose its players: JOIN asks, APPROVE and REJECT answer."""

import pytest

from judge.desk.snapshot import GameState, Role
from tests.desk.speaking import answer, flat
from tests.desk.town import PEOPLE


def roles(town) -> dict[str, Role]:
    return {seat.player.name: seat.role for seat in town.game().seats}


def test_who_joins_waits_until_a_master_lets_him_in(game_town) -> None:
    town = game_town("approval=yes", players=("Anna", "Bert"))
    assert roles(town) == {"Max": Role.MASTER, "Anna": Role.APPLICANT, "Bert": Role.APPLICANT}
    told = flat(next(mail.text for mail in town.mails if "Anna would like" in flat(mail.text)))
    assert "Anna would like to play in cassis, preferring Austria (no phase counted yet). Answer with the line" in told
    assert "Its master decides, and you are told." in flat(town.last("Anna", "receipt").text)
    mails = town.reply(town.last("Max"), "APPROVE Anna")
    assert [(mail.to, mail.kind) for mail in mails] == [("anna@example.org", "notice"), ("max@example.org", "receipt")]
    assert "The master has let you in: you play in cassis; 1 of 7 places are taken." in flat(mails[0].text)
    assert roles(town)["Anna"] is Role.PLAYER
    assert [entry.text for entry in town.log if entry.kind in ("apply", "join")] == [
        "Anna asks to play", "Bert asks to play", "Anna joins, let in by the master",
    ]  # fmt: skip


def test_who_is_not_let_in_is_told_why_and_is_out(game_town) -> None:
    town = game_town("approval=yes", players=("Anna",))
    town.reply(town.last("Max"), "reject anna: it is a game for beginners.")
    assert "The master has not let you in: it is a game for beginners. LIST OPEN" in flat(town.last("Anna").text)
    assert roles(town) == {"Max": Role.MASTER}
    assert "Nobody called Anna waits in cassis." in answer(town, "Max", "APPROVE Anna")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("REJECT Anna because it is a game for beginners", "it is a game for beginners"),
        ("REJECT anna@example.org too many games at once.", "too many games at once"),
        ("reject Anna, for lateness in other games", "lateness in other games"),
        ("REJECT Anna - we are full", "we are full"),
    ],
)
def test_the_reason_needs_no_colon(game_town, words: str, why: str) -> None:
    town = game_town("approval=yes", players=("Anna",))
    town.reply(town.last("Max"), words)
    assert f"The master has not let you in: {why}. LIST OPEN" in flat(town.last("Anna").text)
    assert roles(town) == {"Max": Role.MASTER}


@pytest.mark.parametrize("words", ["REJECT Anna and Bert", "REJECT Anna, Bert", "REJECT Annabel for lateness"])
def test_two_names_or_the_beginning_of_another_are_no_name_with_a_reason(game_town, words: str) -> None:
    town = game_town("approval=yes", players=("Anna", "Bert"))
    town.reply(town.last("Max"), words)
    assert {roles(town)[name] for name in ("Anna", "Bert")} == {Role.APPLICANT}


def test_the_game_starts_with_the_last_who_is_let_in_and_without_those_who_still_wait(game_town) -> None:
    town = game_town("approval=yes", players=PEOPLE)
    town.register("Zoe")
    town.reply(town.last("Zoe"), "JOIN cassis")
    town.reply(town.last("Max"), "\n".join(f"APPROVE {name}" for name in PEOPLE[:6]))
    assert town.game().state is GameState.FORMING
    assert "the game starts now" in flat(town.reply(town.last("Max"), "APPROVE Gina")[1].text)
    assert town.game().state is GameState.RUNNING
    assert {seat.player.name: seat.power for seat in town.game().seats}["Gina"] == "turkey"
    assert "The game cassis has begun without you." in flat(town.last("Zoe").text)
    assert "Zoe" not in roles(town)
    assert "GAME" not in town.last("Zoe").subject


def test_the_places_are_for_those_who_were_let_in(game_town) -> None:
    town = game_town("approval=yes autostart=no", players=PEOPLE)
    town.register("Zoe")
    town.reply(town.last("Zoe"), "JOIN cassis")
    town.reply(town.last("Max"), "\n".join(f"APPROVE {name}" for name in PEOPLE))
    assert "All 7 places of cassis are taken." in answer(town, "Max", "APPROVE Zoe")
    assert roles(town)["Zoe"] is Role.APPLICANT


def test_an_applicant_reads_no_press_and_writes_to_the_master_alone(game_town) -> None:
    town = game_town("approval=yes", players=("Anna", "Bert"))
    town.reply(town.last("Max"), "APPROVE Bert")
    assert "may write to the master only" in answer(town, "Anna", "BROADCAST: hello")
    mails = town.reply(town.last("Bert"), "BROADCAST: hello")
    assert [mail.to for mail in mails if mail.kind == "press"] == ["max@example.org"]
    mails = town.reply(town.last("Anna"), "PRESS TO MASTER: please let me in")
    assert [mail.to for mail in mails if mail.kind == "press"] == ["max@example.org"]


def test_an_applicant_asks_once_changes_his_wishes_and_may_leave(game_town) -> None:
    town = game_town("approval=yes", players=("Anna",))
    assert [mail.kind for mail in town.reply(town.last("Anna"), "JOIN cassis Italy")] == ["receipt"]
    town.reply(town.last("Anna"), "PREFER Turkey")
    (seat,) = (seat for seat in town.game().seats if seat.role is Role.APPLICANT)
    assert seat.preferences == ("turkey",)
    assert "You have left cassis." in answer(town, "Anna", "RESIGN")
    assert roles(town) == {"Max": Role.MASTER}


def test_a_master_needs_nobodys_leave_to_play(game_town) -> None:
    town = game_town("approval=yes", players=())
    town.reply(town.last("Max"), "JOIN cassis")
    assert town.game().seat_of(town.game().masters[0].player.id, Role.PLAYER) is not None


@pytest.mark.parametrize("words", ["CREATE other approval=yes gunboat=yes", "SET approval=yes anonymous=yes"])
def test_nobody_is_approved_where_nobody_may_be_known(game_town, words: str) -> None:
    town = game_town("autostart=no", players=())
    assert "A game cannot have approval=yes and anonymous=yes" in answer(town, "Max", words)
    assert not town.game().settings.approval
    assert "other" not in town.games


@pytest.mark.parametrize("name", ["Bert", "Zoe"])
def test_nobody_but_a_master_lets_anybody_in(game_town, name: str) -> None:
    town = game_town("approval=yes", players=("Anna", "Bert"))
    town.register("Zoe")
    for words in ("APPROVE Anna", "REJECT Anna"):
        assert "Only the master of cassis, Max, can" in answer(town, name, f"GAME cassis\n{words}")
    assert roles(town)["Anna"] is Role.APPLICANT


@pytest.mark.parametrize(
    "words", ["approve of that plan", "Reject the offer and come with me against the Turk", "approve Anna"]
)
def test_talk_is_no_command(game_town, words: str) -> None:
    town = game_town("approval=yes", players=("Anna", "Bert"))
    town.reply(town.last("Bert"), words)
    assert town.sessions[-1].lines[0].fate == "note"
    assert roles(town)["Anna"] is Role.APPLICANT
