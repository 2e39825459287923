"""`judge create`: a game from the command line, made as by a letter of its master."""

import sqlite3

import pytest

from judge.cli.demo.correspondent import Correspondent, text_of
from judge.cli.demo.stage import Stage, stage_settings
from judge.paths import data_file
from judge.wire.clock import SetClock
from tests.cli.conftest import ADDRESS, BEGINS

TABLE = data_file("maps", "modern.nations")


def answers(folder, wanted: str) -> str:
    """The text of the mail to Max in which something stands, after a judge has worked on the installation."""
    with Stage(stage_settings(folder, address=ADDRESS), SetClock(BEGINS)) as stage:
        master = Correspondent("Max", "max@players.example", smtp=("127.0.0.1", stage.port), mail_root=folder / "mail")
        return text_of(master.await_mail(lambda mail: wanted in text_of(mail), wanted))


def letters(folder) -> list[tuple]:
    with sqlite3.connect(folder / "judge.db") as database:
        rows = database.execute("SELECT mail_from FROM letters WHERE peer = 'command line'").fetchall()
    database.close()
    return rows


def test_a_game_with_nations_of_its_own_is_made_for_a_master(judge, folder, tmp_path) -> None:
    table = tmp_path / "own.nations"
    table.write_text(TABLE.read_text(encoding="utf-8").replace("Czech-Hungary", "Visegrad"), encoding="utf-8")
    done = judge("create", "dunkirk", "revolutionary-modern", "movement=3d", "--master", "max@players.example",
                 "--nations", str(table))  # fmt: skip
    assert (done.status, done.err) == (0, "")
    assert "max@players.example" in done.out
    told = " ".join(answers(folder, "dunkirk").split())
    assert "dunkirk has the 26 nations of this table; 16 of them wait for a leader" in told
    assert "dunkirk (forming)" in told


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("dunkirk", "standard", "--master", "nobody@players.example"), "nobody is registered as nobody@players"),
        (("dunkirk", "revolutionary-modern", "--master", "max@players.example", "--nations", "no.such"), "no.such"),
        (("dunkirk", "nochess", "--master", "max@players.example", "--nations", str(TABLE)), "nochess"),
        (("dunkirk", "standard", "--master", "max@players.example", "--nations", str(TABLE)), "modern.nations"),
    ],
)
def test_what_cannot_be_is_refused_and_no_letter_is_written(judge, folder, arguments, why) -> None:
    done = judge("create", *arguments)
    assert done.status == 2
    assert why in done.err
    assert letters(folder) == []


def test_a_wrong_table_is_refused_with_its_line_and_field(judge, folder, tmp_path) -> None:
    table = tmp_path / "own.nations"
    table.write_text("Britain: Edi\nBritain: Lon\n", encoding="utf-8")
    done = judge("create", "x", "revolutionary-modern", "--master", "max@players.example", "--nations", str(table))
    assert done.status == 2
    assert f"{table}:2: name: Britain has a line already" in done.err
    assert letters(folder) == []
