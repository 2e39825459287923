"""NATIONS: the table of a game shown, and brought by its master in a mail."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from judge.board.library import load_board
from judge.board.nations import load_nations, with_nations, write_nations
from judge.desk.snapshot import GameState
from judge.variants import table
from judge.variants.modern import make_modern
from tests.desk.speaking import flat


def make_peoples(_on: str | None = None):
    """Modern with nations, Standard rules."""
    board = load_nations(load_board("modern"))
    return replace(
        make_modern(), name="peoples", board=board, fit=lambda board, rules: with_nations(board, rules.nations)
    )


@pytest.fixture
def peoples(monkeypatch: pytest.MonkeyPatch, town) -> Iterator[Callable]:
    """A town in which Max has created a game that has nations."""
    point = EntryPoint(name="peoples", value=f"{__name__}:make_peoples", group="judge.variants")
    monkeypatch.setattr(EntryPoint, "load", lambda _self: make_peoples)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: EntryPoints([point]).select(group=group))
    table.find_variant.cache_clear()
    welcome = town.register("Max", "Zoe")
    town.zoe = welcome["Zoe"]
    town.reply(welcome["Max"], "CREATE folk peoples")
    yield town
    table.find_variant.cache_clear()


ROWS = write_nations(load_nations(load_board("modern")))
OWN = "\n".join(ROWS).replace("Iran, Iranian: Irn Kaz", "Persia, Persian: Irn\nTurkestan, Turkic: Geo Kaz")
OWN = OWN.replace("Caucasia, Caucasian: Geo Arm Aze", "# Caucasia is with Turkestan.").replace(
    "Turkey: Ada Ank Ist Izm Ana", "Turkey: Ada Ank Ist Izm Ana Arm Aze"
)


def test_everybody_may_see_the_nations_and_send_them_back_as_they_are(peoples) -> None:
    (shown,) = peoples.reply(peoples.zoe, "GAME folk\nNATIONS\nThanks!")
    assert "Czech-Hungary, Czech-Hungarian: Cze Hun Slo" in shown.text
    assert all(len(line) <= 72 for line in shown.text.splitlines())
    block = shown.text[shown.text.index("  Britain") :].partition("Thanks")[0].partition("\n\n")[0]
    (back,) = peoples.reply(peoples.last("Max"), f"NATIONS\n{block}\nEND NATIONS\nLIST")
    assert "folk has the 26 nations of this table; 16 of them wait for a leader." in flat(back.text)
    assert [line.fate for line in peoples.sessions[-1].lines] == ["ok", "ok"]


def test_a_master_brings_other_nations_and_the_game_is_played_with_them(peoples) -> None:
    (receipt,) = peoples.reply(peoples.last("Max"), f"NATIONS\n{OWN}\n-- \nMax")
    assert "folk has the 26 nations of this table" in flat(receipt.text)
    peoples.reply(peoples.zoe, "JOIN folk Turkey")
    peoples.reply(peoples.last("Max"), "GAME folk\nSTART")
    assert peoples.game("folk").state is GameState.RUNNING
    board = peoples.phase("folk").position.board
    assert board.power("turkestan").lands == ("geo", "kaz")
    assert board.power("turkey").lands == ("ada", "ana", "ank", "arm", "aze", "ist", "izm")
    (shown,) = peoples.reply(peoples.last("Zoe"), "NATIONS")
    assert "Turkestan, Turkic: Geo Kaz" in shown.text
    (late,) = peoples.reply(peoples.last("Max"), f"GAME folk\nNATIONS\n{OWN}\nEND NATIONS")
    assert "has begun; its nations stay as they are" in flat(late.text)


@pytest.mark.parametrize(
    ("old", "new", "saying"),
    [
        ("Geo Kaz", "Geo Kazak", "province: Kazak is no province of this board; did you mean Kaz?"),
        ("Turkestan, Turkic", "Turkestan, Greek", "adjective: Greek is a spelling of Greece"),
        ("Portugal, Portuguese: Por", "Portugal, Portuguese: Por Irn", "province: irn belongs to Persia already"),
        ("Ada Ank", "Ank", "province: Ada is a home center of Turkey and is missing here"),
    ],
)
def test_a_wrong_table_is_refused_with_the_line_of_the_letter_and_the_field(peoples, old, new, saying) -> None:
    text = f"Here it comes.\n\nNATIONS\n{OWN.replace(old, new)}\nEND NATIONS"
    (number,) = (number for number, line in enumerate(text.splitlines(), 1) if new in line)
    (receipt,) = peoples.reply(peoples.last("Max"), text)
    line = text.splitlines()[number - 1]
    assert f"Line {number} (\u201c{line}\u201d), {saying}" in flat(receipt.text)
    assert peoples.game("folk").settings.rules.nations == ""


def test_a_table_that_leaves_something_out_is_refused_as_a_whole(peoples) -> None:
    text = OWN.replace("Monaco, Monegasque: Mon\n", "")
    (receipt,) = peoples.reply(peoples.last("Max"), f"NATIONS\n{text}\nEND NATIONS")
    assert "In this table, province: Mon (Monaco) belongs to no nation." in flat(receipt.text)


def test_only_the_master_brings_nations_and_only_where_there_are_any(peoples) -> None:
    (refused,) = peoples.reply(peoples.zoe, f"GAME folk\nNATIONS\n{OWN}\nEND NATIONS")
    assert "Only the master of folk can bring other nations." in flat(refused.text)
    (none,) = peoples.reply(peoples.last("Max"), f"CREATE plain standard\nGAME plain\nNATIONS\n{OWN}\nEND NATIONS")
    assert "The game plain has no nations" in flat(none.text)
