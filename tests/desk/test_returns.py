"""Mails that come back: the count of an address, who is told, and what a letter from it does."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from judge.desk.effects import Log, MarkReturned, Post, ResumeAddress, SetReach
from judge.desk.identity import Speaker
from judge.desk.returns import (
    Failure,
    failed_again,
    games_without_word,
    said_to_who_is_back,
    take_failure,
    welcome_back,
)
from judge.desk.snapshot import Reach

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
DEAD = Failure(mail=7, to="cleo@example.org", said="550 no such user", dead=True)


def after(*hours: float, arrived: bool = False) -> Reach:
    """How an address fares whose mails came back so many hours after noon."""
    reach = Reach()
    for hour in hours:
        reach = failed_again(reach, NOON + timedelta(hours=hour), arrived=arrived)
    return reach


@pytest.mark.parametrize(
    ("hours", "days"),
    [
        ((0,), 1), ((0, 1, 2, 11.9), 1), ((0, 12), 2), ((0, 24, 48, 72, 96), 5), ((0, 24, 25, 26, 48), 3),
        ((0, 24, 24 + 168), 3), ((0, 24, 24 + 168.1), 1), ((0, 96, 192, 288, 384), 5),
    ],
)  # fmt: skip
def test_a_day_counts_once_and_seven_quiet_days_are_a_recovery(hours: tuple[float, ...], days: int) -> None:
    reach = after(*hours)
    assert (reach.days, reach.last) == (days, NOON + timedelta(hours=hours[-1]))


def test_a_mail_that_arrives_in_between_begins_the_count_anew() -> None:
    assert after(0, 24, 48, arrived=True) == Reach(
        days=1, since=NOON + timedelta(hours=48), last=NOON + timedelta(hours=48)
    )


def test_the_count_of_a_suspended_address_stands_still() -> None:
    dead = replace(after(0, 24), suspended_at=NOON)
    late = NOON + timedelta(days=40)
    assert failed_again(dead, late, arrived=True) == replace(dead, last=late)


@pytest.fixture
def mourned(game_town: Callable) -> Callable:
    """What a dead mail of Cleo's on the fifth day does, in a town that can be changed before."""

    def take(town=None, failure=DEAD, who: str = "cleo@example.org", days: int = 4, **reach):
        town = town or game_town()
        ago = town.now - timedelta(days=1)
        player = replace(town.players[who], reach=Reach(days=days, since=ago - timedelta(days=3), last=ago, **reach))
        games = tuple(game for game in town.games.values() if game.seat_of(player.id))
        return take_failure(town.office(), failure, player, games, arrived=False)

    return take


def test_on_the_fifth_day_the_address_is_given_up_and_the_master_is_told_what_to_do(mourned: Callable) -> None:
    marked, reach, log, post = mourned()
    assert marked == MarkReturned(7, "550 no such user")
    assert isinstance(reach, SetReach)
    assert (reach.email, reach.reach.days, reach.reach.suspended_at) == ("cleo@example.org", 5, NOON)
    assert isinstance(log, Log)
    assert isinstance(post, Post)
    draft, words = post.draft, " ".join(post.draft.text.split())
    assert (draft.to, draft.game, draft.kind) == ("max@example.org", "cassis", "notice")
    assert "mails to Cleo (France) come back, the first on Thu 31 Dec 2026 12:00 UTC" in words
    assert "\n    DEADLINE +48h\n    PAUSE\n" in draft.text
    assert "cleo@example.org" not in draft.text
    assert max(map(len, draft.text.split("\n"))) <= 72


def test_before_that_day_and_after_it_nobody_is_told(mourned: Callable) -> None:
    assert [type(effect) for effect in mourned(days=3)] == [MarkReturned, SetReach]
    assert [type(effect) for effect in mourned(suspended_at=NOON - timedelta(days=1))] == [MarkReturned, SetReach]


def test_a_mail_that_was_not_wanted_is_marked_and_counts_for_nothing(mourned: Callable) -> None:
    assert mourned(failure=replace(DEAD, dead=False)) == (MarkReturned(7, "550 no such user"),)


def test_a_mail_to_nobody_we_know_is_marked_only(game_town: Callable) -> None:
    assert take_failure(game_town().office(), DEAD, None, (), arrived=False) == (MarkReturned(7, "550 no such user"),)


def test_a_master_is_not_told_of_himself_but_his_games_are_known(mourned: Callable, game_town: Callable) -> None:
    town = game_town()
    assert not [one for one in mourned(town, who="max@example.org") if isinstance(one, Post)]
    assert games_without_word(town.players["max@example.org"], tuple(town.games.values())) == ("cassis",)
    assert games_without_word(town.players["cleo@example.org"], tuple(town.games.values())) == ()


@pytest.mark.parametrize("how", ["player token", "seat token", "password", "confirmed"])
def test_a_proven_letter_ends_it_and_the_master_is_told_that_too(game_town: Callable, how: str) -> None:
    town = game_town()
    player = replace(town.players["cleo@example.org"], reach=Reach(days=5, since=NOON, last=NOON, suspended_at=NOON))
    speaker = Speaker(email=player.email, player=player, how=how)
    resumed, log, post = welcome_back(town.office(), 9, speaker, tuple(town.games.values()))
    assert resumed == ResumeAddress("cleo@example.org")
    assert isinstance(log, Log)
    assert isinstance(post, Post)
    assert post.draft.to == "max@example.org"
    assert "Cleo (France) has written" in " ".join(post.draft.text.split())
    assert "from Mon 4 Jan 2027 12:00 UTC on" in said_to_who_is_back(speaker)[0]


def test_a_proven_letter_clears_a_count_without_a_word(game_town: Callable) -> None:
    town = game_town()
    player = replace(town.players["cleo@example.org"], reach=Reach(days=2, since=NOON, last=NOON))
    speaker = Speaker(email=player.email, player=player, how="seat token")
    assert welcome_back(town.office(), 9, speaker, tuple(town.games.values())) == (ResumeAddress("cleo@example.org"),)
    assert said_to_who_is_back(speaker) == ()


def test_a_letter_without_proof_changes_nothing(game_town: Callable) -> None:
    town = game_town()
    player = replace(town.players["cleo@example.org"], reach=Reach(days=5, since=NOON, last=NOON, suspended_at=NOON))
    speaker = Speaker(email=player.email, player=player)
    assert welcome_back(town.office(), 9, speaker, tuple(town.games.values())) == ()
    assert said_to_who_is_back(speaker) == ()


def test_the_other_masters_are_told_of_one_who_is_reached_no_more(game_town: Callable, mourned: Callable) -> None:
    town = game_town()
    town.reply(town.last("Max"), "PROMOTE Cleo")
    town.reply(town.last("Cleo"), "ACCEPT cassis")
    town.register("Zoe")
    town.reply(town.last("Max"), "PROMOTE Zoe")
    town.reply(town.last("Zoe"), "ACCEPT cassis")
    effects = mourned(town, replace(DEAD, to="zoe@example.org"), who="zoe@example.org")
    told = {one.draft.to: " ".join(one.draft.text.split()) for one in effects if isinstance(one, Post)}
    assert set(told) == {"max@example.org", "cleo@example.org"}
    assert "Mails to Zoe, who leads this game too, come back" in told["max@example.org"]
    assert "DEMOTE Zoe takes the lead away." in told["cleo@example.org"]


def test_the_keeper_is_told_where_no_master_is_reached_any_more(game_town: Callable) -> None:
    town = game_town()
    town.register("Zoe")
    town.reply(town.last("Max"), "PROMOTE Zoe")
    town.reply(town.last("Zoe"), "ACCEPT cassis")
    zoe = town.players["zoe@example.org"]
    assert games_without_word(zoe, [town.game()]) == ()
    lost = replace(town.players["max@example.org"], reach=Reach(days=5, since=NOON, last=NOON, suspended_at=NOON))
    seats = tuple(replace(seat, player=lost) if seat.player.id == lost.id else seat for seat in town.game().seats)
    assert games_without_word(zoe, [replace(town.game(), seats=seats)]) == ("cassis",)
