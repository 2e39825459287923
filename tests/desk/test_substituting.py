"""REPLACE power BY somebody: another plays on, and whoever played has done nothing wrong."""

from datetime import timedelta

from tests.desk.speaking import answer, flat, tell


def test_who_is_asked_plays_the_power_once_he_has_accepted(game_town) -> None:
    town = game_town()
    town.register("Zoe")
    town.reply(town.last("Cleo"), "A Par - Bur")
    token = town.last("Cleo", "start").reply_to
    assert "Zoe is asked to play France in cassis." in tell(town, "Max", "REPLACE France BY Zoe")
    assert "asks you to play France in the game cassis from now on" in flat(town.last("Zoe").text)
    assert town.game().seat_for("france").player.name == "Cleo"
    assert "has been asked already" in answer(town, "Max", "REPLACE France BY Zoe")
    assert "You play France in cassis from now on." in tell(town, "Zoe", "ACCEPT cassis")
    assert town.game().seat_for("france").player.name == "Zoe"
    assert "Nothing is held against you" in flat(town.last("Cleo", "notice").text)
    assert not town.phase().orders_of("france").orders
    assert town.conduct == []
    town.write("cleo@example.org", "A Par - Bur", to=token)
    assert not town.phase().orders_of("france").orders
    assert "plays France" in [one.text for one in town.log if one.kind == "replace"][-1]


def test_somebody_is_put_in_at_once_by_his_name_alone(game_town) -> None:
    town = game_town()
    town.register("Zoe")
    assert "He is asked first" in answer(town, "Max", "REPLACE France BY zoe@example.org NOW")
    assert "Bert plays England in cassis." in answer(town, "Max", "REPLACE France BY Bert NOW")
    assert "Zoe is not in cassis, and is asked first." in answer(town, "Max", "REPLACE France BY Zoe NOW")
    tell(town, "Zoe", "OBSERVE cassis")
    assert "Zoe plays France in cassis from now on." in tell(town, "Max", "REPLACE France BY Zoe NOW")
    assert "has put you in: you play France" in flat(town.last("Zoe").text)


def test_who_was_put_in_without_being_asked_may_leave_in_that_phase_at_no_cost(game_town) -> None:
    town = game_town()
    town.register("Zoe", "Yan")
    for name in ("Zoe", "Yan"):
        tell(town, name, "OBSERVE cassis")
    town.tick(timedelta(hours=1))
    tell(town, "Max", "REPLACE France BY Zoe NOW")
    assert "before the phase is over nothing is held against you" in flat(town.last("Zoe").text)
    tell(town, "Zoe", "RESIGN cassis")
    assert town.conduct == []
    tell(town, "Max", "REPLACE France BY Yan NOW")
    tell(town, "Max", "PROCESS S1901M")
    town.conduct.clear()
    tell(town, "Yan", "RESIGN cassis")
    assert town.conduct == [("Yan", "abandoned")]
    tell(town, "Zoe", "TAKEOVER cassis France")
    tell(town, "Zoe", "RESIGN cassis")
    assert town.conduct[-1] == ("Zoe", "abandoned")


def test_in_a_gunboat_game_nobody_is_named(game_town) -> None:
    town = game_town("anonymous=yes")
    town.register("Zoe")
    assert "He is asked first" in answer(town, "Max", "REPLACE France BY Zoe NOW")
    tell(town, "Max", "REPLACE France BY Zoe")
    tell(town, "Zoe", "ACCEPT cassis")
    assert not any("Zoe" in entry.text for entry in town.log)
    assert not any("Zoe" in mail.text for mail in town.mails if mail.to == "bert@example.org")


def test_a_question_that_came_to_nothing_replaces_nobody_later(game_town) -> None:
    from datetime import timedelta

    town = game_town()
    town.register("Zoe", "Carl")
    tell(town, "Max", "REPLACE France BY Zoe")
    tell(town, "Carl", "OBSERVE cassis")
    town.tick(timedelta(hours=1))
    tell(town, "Max", "REPLACE France BY Carl NOW")
    assert "not wanted any more" in answer(town, "Zoe", "ACCEPT cassis")


def test_what_a_master_has_asked_falls_when_he_leads_no_more(game_town) -> None:
    """Rule: neither one who was put out of the lead nor one who has given it up has people come to play afterwards."""
    for leaves in (("Max", "DEMOTE Zoe"), ("Zoe", "RESIGN cassis AS MASTER")):
        town = game_town()
        town.register("Zoe", "Carl", "Dirk")
        tell(town, "Max", "PROMOTE Zoe")
        tell(town, "Zoe", "ACCEPT cassis")
        tell(town, "Zoe", "GAME cassis\nREPLACE France BY carl@example.org\nREPLACE Italy BY Dirk")
        tell(town, *leaves)
        for who in ("Carl", "Dirk"):
            assert "cassis" in answer(town, who, "ACCEPT cassis")
        assert (town.game().seat_for("france").player.name, town.game().seat_for("italy").player.name) == (
            "Cleo", "Emil",
        )  # fmt: skip


def test_orders_are_still_replaced_as_a_whole(game_town) -> None:
    town = game_town()
    for words in ("REPLACE", "REPLACE my orders", "Replace all:"):
        assert "A Par" in answer(town, "Cleo", f"{words}\nA Par - Bur")


def test_a_takeover_waits_for_the_master_in_a_game_with_approval(game_town) -> None:
    town = game_town("approval=yes", players=())
    town.reply(town.last("Max"), "SET min_players=1")
    town.register("Anna", "Zoe", "Carl")
    town.reply(town.last("Anna"), "JOIN cassis Austria")
    town.reply(town.last("Max"), "APPROVE Anna\nSTART cassis")
    free = next(one for one in ("france", "germany") if town.game().seat_for(one) is None)
    for who in ("Zoe", "Carl"):
        assert "Its master decides, and you are told." in tell(town, who, f"TAKEOVER cassis {free}")
    assert town.game().seat_for(free) is None
    assert f"Zoe plays {free.title()} in cassis from now on." in tell(town, "Max", "APPROVE Zoe")
    assert town.game().seat_for(free).player.name == "Zoe"
    assert "is not free any more" in answer(town, "Max", "APPROVE Carl")
    assert "there is no place" in tell(town, "Max", "REJECT Carl")
