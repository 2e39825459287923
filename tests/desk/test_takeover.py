"""TAKEOVER: volunteers for powers without a player, and what they get with them."""

from datetime import timedelta

import pytest

from judge.desk import effects as do
from judge.desk.snapshot import GameState, Role
from tests.desk.speaking import ORDERS, all_but, flat, tag, tell

HOUR = timedelta(hours=1)


@pytest.fixture
def vacant(game_town):
    """A running game in which Cleo has resigned France; Zoe is registered and in no game."""

    def found(options: str = ""):
        town = game_town(options)
        town.register("Zoe")
        town.reply(town.last("Cleo", "start"), "RESIGN")
        return town

    return found


def test_a_volunteer_plays_the_power_at_once_and_has_its_position_in_the_answer(vacant) -> None:
    town = vacant()
    before = len(town.mails)
    said = tell(town, "Zoe", "TAKEOVER cassis France")
    assert "You play France in cassis from now on." in said
    assert "cassis, S1901M: the orders of France as they stand now" in said
    mine = town.last("Zoe", "notice")
    assert "Units Austria" in flat(mine.text)
    assert [(one.name, one.cancelled) for one in mine.appointments] == [("cassis.s1901m.1", False)]
    town.reply(mine, "A Par - Bur")
    assert len(town.phase().orders_of("france").orders) == 1
    seat = town.game().seat_for("france")
    assert (seat.player.name, seat.role) == ("Zoe", Role.PLAYER)
    others = {one.to for one in town.mails[before:] if "Zoe plays France from now on." in flat(one.text)}
    assert "zoe@example.org" not in others
    assert "cleo@example.org" not in others
    assert len(others) == 7
    assert do.Log(game=town.game().id, kind="takeover", text="S1901M Zoe plays France") in town.log
    town.reply(town.last("Zoe", "receipt"), ORDERS["Cleo"])
    assert len(town.phase().orders_of("france").orders) == 3


@pytest.mark.parametrize(
    "words", ["TAKEOVER cassis", "TAKEOVER cassis F", "takeover France in cassis", "take over France@cassis please",
              "TAKE-OVER game cassis France", "TAKEOVER cassis as the French"],
)  # fmt: skip
def test_a_power_is_asked_for_in_many_ways(vacant, words: str) -> None:
    town = vacant()
    tell(town, "Zoe", words)
    assert town.game().seat_for("france").player.name == "Zoe"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("TAKEOVER cassis Italy", "Italy has a player in cassis."),
        ("TAKEOVER cassis Atlantis", "There is no such power in cassis."),
        ("TAKEOVER nowhere France", "This line names no game that is here."),
    ],
)
def test_what_cannot_be_had_is_refused_with_what_can(vacant, words: str, why: str) -> None:
    town = vacant()
    said = tell(town, "Zoe", words)
    assert why in said
    assert town.game().seat_for("france") is None


def test_whoever_plays_or_has_played_another_power_cannot_have_it(vacant) -> None:
    """He knows what that power knew."""
    town = vacant()
    assert "You play Germany in cassis, so you cannot play France there." in tell(town, "Dora", "TAKEOVER France")
    town.reply(town.last("Dora", "start"), "RESIGN")
    assert "You have played Germany in cassis" in tell(town, "Dora", "TAKEOVER cassis France")


def test_who_has_resigned_comes_back_and_who_was_ejected_does_not(vacant) -> None:
    town = vacant()
    assert "While nobody else plays it, TAKEOVER cassis France brings you back." in flat(town.last("Cleo").text)
    tell(town, "Cleo", "TAKEOVER cassis France")
    assert town.game().seat_for("france").player.name == "Cleo"
    town.reply(town.last("Max"), "EJECT France")
    assert "you cannot come back by yourself" in tell(town, "Cleo", "TAKEOVER cassis France")


def test_a_sentence_that_begins_so_is_talk(vacant) -> None:
    town = vacant()
    for words in ("take over Munich with your army if you like", "Takeover bids are welcome!", "takeover?"):
        (receipt,) = town.reply(town.last("Anna"), words)
        assert "Taken as a remark" in flat(receipt.text), words


def test_a_game_that_has_not_begun_or_is_over_has_nothing_to_take_over(game_town) -> None:
    town = game_town(players=("Anna",))
    town.register("Zoe")
    assert "JOIN cassis" in tell(town, "Zoe", "TAKEOVER cassis France")
    town.reply(town.last("Max"), "TERMINATE cassis")
    assert "The game cassis is over." in tell(town, "Zoe", "TAKEOVER cassis France")


def test_an_observer_sits_down_on_his_own_seat(vacant) -> None:
    """His mails so far can be answered still, and he does not count as an observer any more."""
    town = vacant()
    town.reply(town.last("Zoe"), "OBSERVE cassis")
    (seat,) = (one for one in town.game().seats if one.player.name == "Zoe")
    tell(town, "Zoe", "TAKEOVER France password sesame")
    (now,) = (one for one in town.game().seats if one.player.name == "Zoe")
    assert (now.id, now.role, now.power) == (seat.id, Role.PLAYER, "france")
    assert now.password_hash == "hash of sesame"
    assert "sesame" not in town.last("Zoe").text


def test_observers_are_called_once_and_told_how_to_play_it(game_town) -> None:
    town = game_town()
    zoe = town.register("Zoe", "Yves")
    town.reply(zoe["Zoe"], "OBSERVE cassis")
    town.reply(zoe["Yves"], "MONITOR cassis")
    town.reply(town.last("Cleo"), "RESIGN")
    for name in ("zoe", "yves"):
        texts = [flat(one.text) for one in town.mails if one.to == f"{name}@example.org"]
        (call,) = (one for one in texts if "TAKEOVER cassis France" in one)
        assert "You may play it: answer this mail with TAKEOVER cassis France" in call
    town.reply(town.last("Zoe", "notice"), "TAKEOVER cassis France")
    assert town.game().seat_for("france").player.name == "Zoe"


def test_the_predecessors_wish_to_wait_and_his_vote_are_not_the_newcomers(game_town) -> None:
    town = game_town()
    town.register("Zoe")
    town.reply(town.last("Cleo"), "SET WAIT\nVOTE DRAW")
    town.reply(town.last("Cleo", "start"), "RESIGN")
    tell(town, "Zoe", "TAKEOVER cassis France")
    assert town.phase().orders_of("france").wait is None
    assert town.game().seat_for("france").ballot is None


def test_what_is_missing_in_the_phase_he_came_in_does_not_count_against_him(vacant) -> None:
    town = vacant("abandon_after=1")
    all_but(town, "Cleo", "Anna")
    town.tick(HOUR)
    tell(town, "Zoe", "TAKEOVER cassis France")
    town.tick(72 * HOUR)
    assert tag(town) == "F1901M"
    assert ("Anna", "missed") in town.conduct
    assert ("Cleo", "abandoned") in town.conduct
    assert not [one for one in town.conduct if one[0] == "Zoe"]
    assert town.game().seat_for("france").missed == 0
    assert town.game().seat_for("austria") is None
    all_but(town, "Cleo", "Anna")
    town.tick(90 * HOUR)
    assert ("Zoe", "missed") in town.conduct


def test_in_a_gunboat_game_nobody_learns_who_went_or_came(game_town) -> None:
    town = game_town("gunboat=yes")
    town.register("Zoe")
    before = len(town.mails)
    town.reply(town.last("Cleo"), "RESIGN")
    tell(town, "Zoe", "TAKEOVER cassis France")
    others = [one for one in town.mails[before:] if one.to not in ("zoe@example.org", "cleo@example.org")]
    assert len(others) == 14
    texts = [flat(one.text) for one in others]
    assert any("France has a player again." in one for one in texts)
    assert not any(name in one for one in texts for name in ("Zoe", "Cleo", "zoe@", "cleo@"))
    assert not any("Zoe" in one.text or "Cleo" in one.text for one in town.log if one.game and one.kind != "join")


def test_a_newcomer_reads_the_broadcasts_of_before_and_no_private_press_of_his_predecessor(vacant, game_town) -> None:
    """At the end of the game everybody has the press that he may know; an observer who sat down no more than others."""
    town = game_town()
    town.register("Zoe")
    town.reply(town.last("Zoe"), "OBSERVE cassis")
    town.reply(town.last("Anna"), "BROADCAST\nPeace to all\nENDPRESS\nPRESS TO France\nOnly for Cleo\nENDPRESS")
    town.reply(town.last("Cleo", "start"), "RESIGN")
    town.now += HOUR
    tell(town, "Zoe", "TAKEOVER cassis France")
    town.now += HOUR
    town.reply(town.last("Anna"), "PRESS TO France\nWelcome Zoe\nENDPRESS")
    for name in ("Anna", "Bert", "Dora", "Emil", "Fred", "Gina", "Zoe"):
        town.reply(town.last(name), "VOTE DRAW")
    assert town.game().state is GameState.FINISHED
    archive = town.last("Zoe", "archive").text
    assert "Peace to all" in archive
    assert "Welcome Zoe" in archive
    assert "Only for Cleo" not in archive


def test_list_summary_who_and_results_offer_the_power(vacant) -> None:
    town = vacant()
    listed = tell(town, "Zoe", "LIST OPEN")
    assert "open to newcomers: France" in listed
    assert "TAKEOVER, the game and the power: TAKEOVER cassis France" in listed
    assert "France nobody, open to newcomers" in tell(town, "Zoe", "SUMMARY cassis")
    who = tell(town, "Zoe", "WHO cassis")
    assert "France nobody (TAKEOVER cassis France)" in who
    all_but(town, "Cleo")
    result = flat(town.last("Anna", "result").text)
    assert "Open to newcomers France To play one, write TAKEOVER cassis France" in result


def test_the_call_for_a_player_comes_again_with_each_result_and_in_no_mail_of_its_own(vacant) -> None:
    """Also to who only watches, until somebody plays the power."""
    town = vacant()
    town.register("Olga")
    tell(town, "Olga", "OBSERVE cassis")
    call = "Open to newcomers France To play one, write TAKEOVER cassis France"
    for phase in ("S1901M", "F1901M"):
        mails = [one for one in town.reply(town.last("Max"), f"PROCESS {phase}") if one.kind != "receipt"]
        assert {one.kind for one in mails} == {"result"}
        assert all(call in flat(one.text) for one in mails)
        assert call in flat(town.last("Olga", "result").text)
    tell(town, "Zoe", "TAKEOVER cassis France")
    town.reply(town.last("Max"), f"PROCESS {town.phase().position.phase.tag}")
    assert not any("Open to newcomers" in town.last(name, "result").text for name in ("Olga", "Anna", "Zoe"))


def test_in_a_game_with_revolutions_it_is_asked_for_as_any_nation(game_town) -> None:
    """There the rules say who leads a power that has lost its player, and when."""
    town = game_town(variant="revolutionary-modern", players=("Anna",), options="autostart=no")
    town.reply(town.last("Anna"), "JOIN cassis")
    town.reply(town.last("Max"), "START")
    zoe = town.register("Zoe")["Zoe"]
    (receipt,) = town.reply(zoe, "TAKEOVER cassis Portugal")
    (again,) = town.reply(zoe, "CLAIM cassis Portugal")
    for one in (receipt, again):
        assert "Portugal: nobody can join in the first year." in flat(one.text)
