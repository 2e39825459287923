"""PREFER, ASSIGN, SWAP and the option `assign`: who gets which power, always the same for the same letters."""

import pytest

from judge.desk.snapshot import GameState
from tests.desk.speaking import answer, flat
from tests.desk.town import PEOPLE


def forming(game_town, options: str = "", players: tuple[str, ...] = ("Anna", "Bert", "Cleo")):
    """A game in which Anna would like Austria best, Bert England, and so on, as long as it does not start."""
    return game_town(f"autostart=no {options}", players=players)


def played(town) -> dict[str, str]:
    return {seat.player.name: seat.power for seat in town.game().seats if seat.power is not None}


def powers_log(town) -> str:
    (entry,) = (entry.text for entry in town.log if entry.kind == "powers")
    return entry


def test_a_wish_is_changed_and_the_log_tells_how_powers_were_given_out(game_town) -> None:
    town = forming(game_town)
    assert "You prefer Turkey, France." in answer(town, "Cleo", "PREFER Turkey, France")
    town.reply(town.last("Max"), "START")
    assert played(town) == {"Anna": "austria", "Bert": "england", "Cleo": "turkey"}
    assert powers_log(town) == (
        "by preferences: Austria to Anna (wish 1), England to Bert (wish 1), Turkey to Cleo (wish 1)"
    )
    assert "its powers are given out" in answer(town, "Cleo", "PREFER Italy")


def test_who_came_first_chooses_first_where_the_game_has_it_so_and_keeps_his_place(game_town) -> None:
    town = forming(game_town, "assign=arrival")
    for name in ("Bert", "Cleo"):
        town.reply(town.last(name), "JOIN cassis Austria Italy")
    town.reply(town.last("Anna"), "JOIN cassis Italy")
    town.reply(town.last("Anna"), "PREFER Austria, Italy")
    town.reply(town.last("Max"), "START")
    assert (played(town)["Anna"], played(town)["Bert"]) == ("austria", "italy")
    assert powers_log(town).startswith("by arrival: Austria to Anna (wish 1), ")


def test_no_wish_counts_where_powers_are_given_out_at_random(game_town) -> None:
    town = forming(game_town, "assign=random", players=PEOPLE)
    assert "no wish counts" in answer(town, "Anna", "PREFER Turkey")
    town.reply(town.last("Max"), "START")
    assert sorted(played(town).values()) == sorted({*played(town).values()})
    assert "wish" not in powers_log(town)


@pytest.mark.parametrize("way", ["preferences", "arrival", "random"])
def test_the_same_letters_give_the_same_powers(game_town, way: str) -> None:
    towns = [forming(game_town, f"assign={way}", players=PEOPLE) for _ in range(2)]
    for town in towns:
        for name in PEOPLE:
            town.reply(town.last(name), "PREFER France, Turkey")
        town.reply(town.last("Max"), "ASSIGN Italy TO Gina\nSTART")
    assert played(towns[0]) == played(towns[1])
    assert played(towns[0])["Gina"] == "italy"
    assert powers_log(towns[0]) == powers_log(towns[1])
    assert "Italy to Gina (settled by the master)" in powers_log(towns[0])


@pytest.mark.parametrize(
    "words", ["ASSIGN France TO Anna", "assign Anna to France", "ASSIGN anna@example.org F", "Assign France: Anna"]
)
def test_the_master_settles_a_power_and_its_player_is_told(game_town, words: str) -> None:
    town = forming(game_town)
    mails = town.reply(town.last("Max"), words)
    assert [(mail.to, mail.kind) for mail in mails] == [("anna@example.org", "notice"), ("max@example.org", "receipt")]
    assert "The master has settled that you play France." in flat(mails[0].text)
    town.reply(town.last("Max"), "START")
    assert played(town)["Anna"] == "france"


def test_powers_change_hands_and_become_open_again(game_town) -> None:
    town = forming(game_town)
    town.reply(town.last("Max"), "ASSIGN France TO Anna\nASSIGN Turkey TO Bert\nSWAP France Turkey")
    assert {seat.player.name: seat.assigned for seat in town.game().seats if seat.assigned} == {
        "Anna": "turkey", "Bert": "france",
    }  # fmt: skip
    town.reply(town.last("Max"), "SWAP Bert with Cleo\nASSIGN Turkey TO NOBODY")
    assert {seat.player.name: seat.assigned for seat in town.game().seats if seat.assigned} == {"Cleo": "france"}
    assert [entry.text for entry in town.log if entry.kind == "assign"][-2:] == [
        "none for Bert, France for Cleo by the master", "none for Anna by the master"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("ASSIGN France TO Bert", "France is settled for Anna already."),
        ("ASSIGN Norway TO Bert", "No power of cassis is named here."),
        ("ASSIGN Turkey TO Max", "Max does not play in cassis."),
        ("ASSIGN Turkey TO Xaver", "Nobody called Xaver is registered here."),
        ("ASSIGN Turkey TO xaver@example.org", "xaver@example.org does not play in cassis."),
        ("SWAP France Turkey", "Nobody is to play Turkey yet."),
        ("SWAP Bert Cleo", "These two have nothing to change."),
        ("SWAP France", ""),
    ],
)
def test_what_cannot_be_settled_is_refused_with_what_would_work(game_town, words: str, why: str) -> None:
    town = forming(game_town)
    town.reply(town.last("Max"), "ASSIGN France TO Anna")
    before = town.game()
    assert why in answer(town, "Max", words)
    assert town.game() == before


def test_a_dummy_is_settled_for_nobody_until_it_is_one_no_longer(game_town) -> None:
    town = forming(game_town, "dummies=France")
    refused = answer(town, "Max", "ASSIGN France TO Anna")
    assert "France is a dummy in cassis: nobody is to play it." in refused
    assert "CIVIL DISORDER France" in refused
    town.reply(town.last("Max"), "CIVIL DISORDER France\nASSIGN France TO Anna\nSTART")
    assert played(town)["Anna"] == "france"
    assert town.game().settings.dummies == ()


def test_nobody_settles_powers_where_nobody_may_know_who_plays(game_town) -> None:
    town = forming(game_town, "anonymous=yes")
    assert "Nobody knows who plays in cassis" in answer(town, "Max", "ASSIGN France TO Anna")
    town.reply(town.last("Max"), "START")
    assert powers_log(town) == "by preferences: Austria (wish 1), England (wish 1), France (wish 1)"


def test_a_game_does_not_start_with_fewer_players_than_it_needs(game_town) -> None:
    town = forming(game_town, "min_players=5")
    assert "cassis needs 5 players (min_players), and 3 are in it." in answer(town, "Max", "START")
    assert town.game().state is GameState.FORMING
    town.reply(town.last("Max"), "SET min_players=3\nSTART")
    assert town.game().state is GameState.RUNNING
    assert "cannot be changed any more" in answer(town, "Max", "SET min_players=2 assign=random")


def test_the_start_is_manual_in_the_words_of_the_classic_judges_too(game_town) -> None:
    town = game_town("start=manual", players=PEOPLE)
    assert town.game().state is GameState.FORMING
    town.reply(town.last("Max"), "SET start=auto")
    assert town.game().settings.autostart


@pytest.mark.parametrize("words", ["prefer peace with you", "Preferences differ, I know", "I prefer to wait"])
def test_talk_of_preferences_is_no_command(game_town, words: str) -> None:
    town = forming(game_town)
    town.reply(town.last("Cleo"), words)
    assert town.sessions[-1].lines[0].fate == "note"


def test_only_players_have_wishes(game_town) -> None:
    town = forming(game_town)
    assert "You do not play in cassis." in answer(town, "Max", "PREFER France")
    assert "of these words name no power" in answer(town, "Anna", "PREFER Norway Sweden")
