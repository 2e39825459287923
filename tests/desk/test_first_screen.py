"""A receipt on a phone: what was understood, what is missing and until when stand on its first screen."""

import textwrap

import pytest

from tests.desk.town import PEOPLE, POWERS, Town

COLUMNS, ROWS = 40, 25


@pytest.fixture(scope="module")
def built() -> Town:
    """Two games in Spring 1901 with the same people."""
    town = Town()
    welcomes = town.register("Max", *PEOPLE)
    for game in ("cassis", "dune"):
        town.reply(welcomes["Max"], f"CREATE {game} standard delay=none")
        for name, power in zip(PEOPLE, POWERS, strict=True):
            town.reply(welcomes[name], f"JOIN {game} {power}")
    return town


@pytest.fixture
def town(built: Town) -> Town:
    return built.copy()


def screen(text: str) -> str:
    """The first rows of a mail as a phone shows it, on one line."""
    rows = [row for line in text.splitlines() for row in textwrap.wrap(line, COLUMNS) or [""]]
    return " ".join(" ".join(rows[:ROWS]).split())


def receipt(town: Town, who: str, words: str, game: str = "cassis") -> str:
    start = next(one for one in town.mails if one.kind == "start" and one.game == game and one.to.startswith(who))
    town.reply(start, words)
    text = town.last(who, "receipt").text
    assert all(len(line) <= 72 for line in text.splitlines())
    return text


WRONG = "A Mos - Lon\nA War - Par\nF Sev - Ber"
LETTERS = {
    "all is ordered": ("anna", "A Bud - Ser\nA Vie - Gal\nF Tri - Alb", "All is well", "Nothing is missing."),
    "all is ordered by the most units": (
        "fred", "A Mos - Ukr\nA War - Gal\nF Sev - BLA\nF StP/sc - BOT", "All is well", "Nothing is missing.",
    ),
    "one unit is left out": ("bert", "F Lon - NTH\nF Edi - NWG", "All is well", "Missing: A Lvp"),
    "a misspelt place": ("cleo", "A Par - Bur\nA Mar - Xyz\nhello all", "1 line needs a look", "missing A Mar and F"),
    "three lines that cannot be": ("fred", f"{WRONG}\nF StP - BOT", "3 lines need a look", "missing A Mos, A War and"),
    "chat alone": ("gina", "thanks for the game", "There was nothing in it", "Missing: A Con, A Smy and F"),
    "orders, WAIT and a message": (
        "fred", "A Mos - Ukr\nA War - Gal\nF Sev - BLA\nF StP/sc - BOT\nSET WAIT\nPRESS TO England: hi there",
        "6 lines are done", "nothing is missing",
    ),
    "a long message and one order": (
        "dora", "A Ber - Kie\nPRESS TO France\n" + "We go west, you go south.\n" * 30 + "ENDPRESS", "All is well",
        "A Mun and F Kie",
    ),
    "a letter full of faults": ("emil", "A Rom - Lon\n" * 60, "60 lines need a look", "missing A Rom, A Ven and F Nap"),
    "a card below": ("gina", "A Con - Bul\nA Smy - Con\nF Ank - BLA\n\nCheers,\nGina", "3 lines are done", "Nothing"),
}  # fmt: skip


@pytest.mark.parametrize("letter", LETTERS)
def test_the_first_screen_tells_whether_all_is_well_what_is_missing_and_the_deadline(town: Town, letter: str) -> None:
    who, words, verdict, missing = LETTERS[letter]
    seen = screen(receipt(town, who, words))
    places = [
        seen.find(part) for part in (verdict, "cassis, S1901M", missing, "Next deadline: Thu 7 Jan 2027 12:00 UTC")
    ]
    assert -1 not in places, seen
    assert places[0] == min(places)
    assert places[-1] == max(places)


@pytest.mark.parametrize("letter", ["all is ordered", "one unit is left out", "a misspelt place"])
def test_the_orders_that_were_understood_stand_on_it_too(town: Town, letter: str) -> None:
    who, words, *_ = LETTERS[letter]
    seen = screen(receipt(town, who, words))
    assert "Done line 1:" in seen
    assert words.splitlines()[0] in seen


def test_the_parts_come_in_the_order_in_which_they_matter(town: Town) -> None:
    text = receipt(town, "cleo", "A Par - Xyz\nA Mar - Spa\nthanks for all\nSTATUS")
    parts = (
        "needs a look",
        "missing A Par",
        "Please look at",
        "Done",
        "Taken as a remark",
        "as they stand now",
        "-----",
    )
    places = [text.find(part) for part in parts]
    assert places == sorted(places)
    assert places[0] > 0


def test_where_a_letter_is_about_several_games_each_has_its_line_at_the_top(town: Town) -> None:
    text = receipt(town, "anna", "A Vie - Gal\nGAME dune\nA Bud - Ser\nA Vie - Tri")
    seen = screen(text)
    assert "cassis, S1901M: missing A Bud and F Tri." in seen
    assert "dune, S1901M: missing F Tri." in seen


def test_of_many_lines_each_is_accounted_for(town: Town) -> None:
    text = receipt(town, "emil", "\n".join(["A Rom - Apu", *["PROCESS S1902M"] * 45, "A Ven - Tyr", "PAUSE"]))
    assert "... and 6 more, on lines 42-46, 48." in text
    assert "46 lines need a look, 2 lines are done." in text
    assert text.count("REFUSED line") == 40
