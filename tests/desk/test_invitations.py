"""INVITE: who was asked into a game comes into it, and the one who asks does not learn whose an address is."""

from datetime import timedelta

import pytest

from judge.desk.invitations import MAX_AN_HOUR, MAX_TO_ONE
from judge.desk.snapshot import Role
from tests.desk.speaking import answer, flat, tell


def role_of(town, name: str) -> Role | None:
    seat = next((seat for seat in town.game().seats if seat.player.name == name), None)
    return None if seat is None else seat.role


def test_who_is_invited_comes_in_by_accepting(game_town) -> None:
    town = game_town("private=yes", players=())
    town.register("Zoe")
    mails = town.reply(town.last("Max"), "INVITE Zoe")
    assert [(mail.to, mail.kind) for mail in mails] == [("zoe@example.org", "notice"), ("max@example.org", "receipt")]
    assert "Max, its master, invites you to play in the game cassis. If you will, answer" in flat(mails[0].text)
    assert "Zoe is invited to cassis. Nothing changes before the answer." in flat(mails[1].text)
    assert all(len(line) <= 72 for mail in mails for line in mail.text.splitlines())
    assert role_of(town, "Zoe") is None
    assert "You are in cassis; 1 of 7 places" in answer(town, "Zoe", "ACCEPT cassis")
    assert role_of(town, "Zoe") is Role.PLAYER
    assert "Nothing in cassis waits for you to ACCEPT it." in answer(town, "Zoe", "ACCEPT cassis")
    assert "Zoe is in cassis already." in answer(town, "Max", "INVITE Zoe")
    assert [entry.text for entry in town.log if entry.kind in ("invite", "join")] == [
        "Zoe is invited, by the master", "Zoe joins",
    ]  # fmt: skip


@pytest.mark.parametrize(("words", "role"), [("JOIN cassis", Role.PLAYER), ("OBSERVE cassis", Role.OBSERVER)])
def test_who_is_invited_may_join_or_observe_as_in_any_game(game_town, words: str, role: Role) -> None:
    town = game_town("private=yes", players=())
    town.register("Zoe")
    town.reply(town.last("Max"), "INVITE zoe@example.org")
    answer(town, "Zoe", words)
    assert role_of(town, "Zoe") is role


def test_an_address_that_nobody_has_registered_is_told_how_to_and_remembered(game_town) -> None:
    """Rule: what the master is told does not depend on who is registered."""
    town = game_town("private=yes", players=())
    town.register("Zoe")
    unknown = town.reply(town.last("Max"), "INVITE carl@example.org")
    known = town.reply(town.last("Max"), "INVITE zoe@example.org")
    assert flat(unknown[-1].text).replace("carl", "zoe") == flat(known[-1].text)
    assert (unknown[0].to, unknown[0].reply_to) == ("carl@example.org", "")
    assert "answer this mail with the line REGISTER and your name" in flat(unknown[0].text)
    assert {entry.text for entry in town.log if entry.kind == "invite"} == {"an address is invited, by the master"}
    town.register("Carl")
    assert "You are in cassis; 1 of 7" in answer(town, "Carl", "ACCEPT cassis")


def test_who_is_invited_needs_no_approval_and_has_the_power_that_was_named(game_town) -> None:
    town = game_town("approval=yes", players=())
    town.register("Zoe", "Carl")
    town.reply(town.last("Carl"), "JOIN cassis")
    assert role_of(town, "Carl") is Role.APPLICANT
    town.reply(town.last("Max"), "INVITE Zoe AS France\nINVITE Carl")
    answer(town, "Zoe", "ACCEPT cassis")
    answer(town, "Carl", "ACCEPT cassis")
    assert [(seat.player.name, seat.role, seat.assigned) for seat in town.game().seats[1:]] == [
        ("Zoe", Role.PLAYER, "france"), ("Carl", Role.PLAYER, None),
    ]  # fmt: skip
    assert "France is settled for a player of cassis." in answer(town, "Max", "INVITE dora@example.org AS France")
    assert "names no power that somebody can play" in answer(town, "Max", "INVITE dora@example.org AS Atlantis")


def test_in_a_running_game_he_takes_up_the_power_that_is_free(game_town) -> None:
    town = game_town("private=yes")
    town.register("Zoe")
    assert "France is not free in cassis" in answer(town, "Max", "INVITE Zoe AS France")
    tell(town, "Max", "EJECT France")
    town.reply(town.last("Max"), "INVITE Zoe AS France")
    assert "You play France in cassis from now on." in tell(town, "Zoe", "ACCEPT cassis")
    assert town.game().seat_for("france").player.name == "Zoe"
    assert not town._waiting("cassis")


def test_who_was_taken_out_comes_back_only_when_he_is_invited(game_town) -> None:
    town = game_town("private=yes")
    tell(town, "Max", "EJECT France")
    assert "you cannot come back by yourself" in answer(town, "Cleo", "TAKEOVER cassis France")
    town.reply(town.last("Max"), "INVITE Cleo AS France")
    assert "You play France" in tell(town, "Cleo", "ACCEPT cassis")


def test_an_invitation_can_be_declined_or_taken_back(game_town) -> None:
    town = game_town("private=yes", players=())
    town.register("Zoe")
    town.reply(town.last("Max"), "INVITE Zoe")
    assert "You do not come into cassis." in tell(town, "Zoe", "DECLINE cassis")
    assert "Zoe will not come into the game." in flat(town.last("Max", "notice").text)
    town.reply(town.last("Max"), "INVITE zoe@example.org\nDISINVITE Zoe")
    assert "The master has taken your invitation back." in flat(town.last("Zoe").text)
    assert "There is no game cassis here." in answer(town, "Zoe", "ACCEPT cassis")


def test_nobody_is_flooded_with_invitations(game_town) -> None:
    town = game_town("private=yes", players=())
    town.reply(town.last("Max"), "\n".join(f"INVITE guest{at}@example.org" for at in range(MAX_AN_HOUR)))
    assert f"You have invited {MAX_AN_HOUR} people within an hour." in answer(town, "Max", "INVITE one@example.org")
    town.tick(timedelta(hours=1))
    assert "is invited to cassis already" in answer(town, "Max", "INVITE guest1@example.org")
    for _ in range(MAX_TO_ONE):
        town.reply(town.last("Max"), "INVITE poor@example.org\nDISINVITE poor@example.org")
    assert f"was invited {MAX_TO_ONE} times within a day" in answer(town, "Max", "INVITE poor@example.org")


@pytest.mark.parametrize(
    "address",
    [
        "judge@example.org",
        "judge+cassis@example.org",
        "judge+b@example.org",
        "JUDGE+no_such_tag!@example.org",
        "mailer-daemon@home.example",
        "a@b, c@d",
        "a@",
        "@",
    ],
)
def test_no_mail_goes_where_none_can_go(game_town, address: str) -> None:
    town = game_town(players=())
    before = len(town.invitations)
    answer(town, "Max", f"INVITE {address}")
    assert len(town.invitations) == before


@pytest.mark.parametrize("line", ["invite all your friends", "Invite me to your house!", "Invite Zoe to dinner"])
def test_talk_of_invitations_is_talk(game_town, line: str) -> None:
    town = game_town(players=())
    before = len(town.invitations)
    town.reply(town.last("Max"), line)
    assert len(town.invitations) == before
    assert all(one.fate != "error" for one in town.sessions[-1].lines)


def test_in_a_gunboat_game_nobody_learns_who_was_invited_or_has_come(game_town) -> None:
    town = game_town("private=yes anonymous=yes", players=())
    town.register("Zoe", "Carl")
    town.reply(town.last("Max"), "INVITE Zoe\nINVITE Carl")
    tell(town, "Zoe", "ACCEPT cassis")
    tell(town, "Carl", "DECLINE cassis")
    assert "Zoe is invited to cassis already." not in answer(town, "Max", "DISINVITE Zoe")
    assert not any("Zoe" in entry.text or "Carl" in entry.text for entry in town.log)
    assert not any("Zoe" in mail.text for mail in town.mails if mail.to == "max@example.org" and mail.kind == "notice")


def test_the_keeper_of_the_judge_invites_like_a_master(game_town) -> None:
    town = game_town("private=yes", players=())
    town.register("Zoe")
    town.keep("INVITE Zoe")
    assert "The keeper of the judge invites you to play in the game cassis." in flat(town.last("Zoe").text)
    assert "You are in cassis" in answer(town, "Zoe", "ACCEPT cassis")


def test_who_is_ejected_comes_back_by_no_invitation_from_before(game_town) -> None:
    """Rule: he was asked by his name and by his address, and answered one of them or only looked on."""
    for comes in ("ACCEPT cassis", "JOIN cassis", "OBSERVE cassis"):
        town = game_town("private=yes", players=())
        town.register("Zoe")
        tell(town, "Max", "INVITE Zoe\nINVITE zoe@example.org")
        answer(town, "Zoe", comes)
        tell(town, "Max", "EJECT Zoe")
        for again in ("ACCEPT cassis", "JOIN cassis", "OBSERVE cassis"):
            answer(town, "Zoe", again)
            assert role_of(town, "Zoe") is None
        tell(town, "Max", "INVITE Zoe")
        assert "You are in cassis" in answer(town, "Zoe", "ACCEPT cassis")


def test_one_answer_settles_all_that_somebody_was_asked_about_a_game(game_town) -> None:
    town = game_town("private=yes", players=())
    town.register("Zoe")
    tell(town, "Max", "INVITE Zoe\nINVITE zoe@example.org")
    assert "You do not come into cassis." in tell(town, "Zoe", "DECLINE cassis")
    assert "There is no game cassis here." in answer(town, "Zoe", "ACCEPT cassis")


def test_a_master_who_is_put_out_of_the_lead_has_invited_nobody_any_more(game_town) -> None:
    town = game_town("private=yes", players=())
    town.register("Zoe", "Carl", "Dirk")
    tell(town, "Max", "PROMOTE Zoe\nINVITE Dirk")
    tell(town, "Zoe", "ACCEPT cassis")
    tell(town, "Zoe", "GAME cassis\nINVITE carl@example.org")
    tell(town, "Max", "DEMOTE Zoe")
    assert "There is no game cassis here." in answer(town, "Carl", "ACCEPT cassis")
    assert "You are in cassis" in answer(town, "Dirk", "ACCEPT cassis")
