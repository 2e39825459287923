"""Who says that he is away means all the games that he plays, unless his letter is about one of them."""

from datetime import UTC, datetime

import pytest

from tests.desk.speaking import flat
from tests.desk.town import PEOPLE, POWERS, Town

FROM, UNTIL = datetime(2027, 1, 9, tzinfo=UTC), datetime(2027, 1, 15, tzinfo=UTC)


@pytest.fixture(scope="module")
def built() -> Town:
    """A town with the games cassis and dune, the same people in both, and gone, which is over."""
    town = Town()
    welcomes = town.register("Max", *PEOPLE)
    for game in ("gone", "cassis", "dune"):
        town.reply(welcomes["Max"], f"CREATE {game} standard delay=none")
        for name, power in zip(PEOPLE, POWERS, strict=True):
            town.reply(welcomes[name], f"JOIN {game} {power}")
        if game == "gone":
            town.reply(welcomes["Max"], "TERMINATE gone")
    town.welcome = welcomes["Cleo"]
    return town


@pytest.fixture
def town(built: Town) -> Town:
    """The same town for one test."""
    return built.copy()


def away(town, game: str) -> list[tuple[datetime, datetime]]:
    return [(one.start, one.end) for one in town.game(game).absences]


def receipt(town) -> str:
    return flat(town.last("Cleo", "receipt").text)


@pytest.mark.parametrize(
    "line",
    [
        "ABSENT ALL GAMES 9 Jan TO 14 Jan", "absent 9 Jan to 14 Jan in all games", "ABSENT 9 Jan TO 14 Jan",
        "away from all my games: 9-14 Jan", "SET ABSENCE ALL 2027-01-09 TO 2027-01-14",
        "holiday in every game from 9 Jan until 14 Jan, thanks", "vacation everywhere 9.1. - 14.1.",
    ],
)  # fmt: skip
def test_an_absence_in_a_letter_about_no_game_is_for_all_that_are_not_over(town, line: str) -> None:
    town.reply(town.welcome, line)
    assert [away(town, game) for game in ("cassis", "dune", "gone")] == [[(FROM, UNTIL)], [(FROM, UNTIL)], []]
    assert "cassis: You are away from Sat 9 Jan 2027" in receipt(town)
    assert "dune: You are away from Sat 9 Jan 2027" in receipt(town)
    assert {mail.game for mail in town.mails if mail.to == "anna@example.org" and mail.kind == "notice"} >= {
        "cassis", "dune",
    }  # fmt: skip


def test_in_a_letter_about_one_game_it_is_for_that_and_the_receipt_says_how_to_mean_all(town) -> None:
    town.write("cleo@example.org", "ABSENT 9 Jan TO 14 Jan", to=town.last("Cleo", "start").reply_to)
    (named,) = [game for game in ("cassis", "dune") if away(town, game)]
    other = "dune" if named == "cassis" else "cassis"
    assert f"Nothing is changed for {other}; ABSENT ALL GAMES 9 Jan TO 14 Jan would." in receipt(town)
    town.write("cleo@example.org", "ABSENT ALL GAMES 9 Jan TO 14 Jan", to=town.last("Cleo", "start").reply_to)
    assert away(town, "cassis") == away(town, "dune") == [(FROM, UNTIL)]
    assert f"{named}: You had said so already" in receipt(town)


def test_a_game_that_the_letter_names_above_is_the_one_that_is_meant(town) -> None:
    town.reply(town.welcome, "GAME dune\nABSENT 9 Jan TO 14 Jan")
    assert (away(town, "cassis"), away(town, "dune")) == ([], [(FROM, UNTIL)])


def test_all_absences_are_asked_for_and_taken_back_at_once(town) -> None:
    town.reply(town.welcome, "ABSENT 9 Jan TO 14 Jan\nABSENT 20 Jan TO 22 Jan")
    town.reply(town.welcome, "ABSENCE")
    assert receipt(town).count("Cleo (France) is away from") == 4
    town.reply(town.welcome, "SET NO ABSENCE IN ALL GAMES")
    assert away(town, "cassis") == away(town, "dune") == []


def test_what_cannot_be_read_is_refused_once_and_talk_is_noted_once(town) -> None:
    town.reply(town.welcome, "ABSENT from now to then\nholidays 2027 will be fine")
    assert receipt(town).count("tells no time to be away") == 1
    assert receipt(town).count("holidays 2027 will be fine") == 1
    assert away(town, "cassis") == []


def test_a_master_who_plays_nothing_is_told_that_nobody_waits_for_him(town) -> None:
    town.write("max@example.org", "ABSENT ALL GAMES 9 Jan TO 14 Jan", to=town.last("Max", "start").reply_to)
    assert "You play no power in" in flat(town.last("Max", "receipt").text)
