import pytest

from judge.board import library
from judge.board.library import board_names, load_board
from judge.errors import MapError, MisuseError


def test_every_board_there_is_a_file_for_can_be_loaded_by_its_name():
    assert "standard" in board_names()
    assert [load_board(name).name for name in board_names()] == list(board_names())


def test_a_board_is_read_once():
    assert load_board("standard") is load_board("standard")


def test_a_board_that_is_not_there_is_refused_with_the_names_of_those_that_are():
    with pytest.raises(MisuseError, match=r"no board 'atlantis'; there are: .*standard"):
        load_board("atlantis")


def test_a_file_that_names_another_board_is_refused(monkeypatch, tmp_path, tiny_text):
    (tmp_path / "small.map").write_text(tiny_text, encoding="utf-8")
    monkeypatch.setattr(library, "data_folder", lambda kind: tmp_path)
    monkeypatch.setattr(library, "data_file", lambda kind, name: tmp_path / name)
    with pytest.raises(MapError, match=r"small\.map: this file is for the board 'tiny', not 'small'"):
        load_board("small")
