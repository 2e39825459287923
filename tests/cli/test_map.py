"""`judge map` and `judge adjudicate --map`: pictures for operators and for masters by hand."""

import json
from pathlib import Path

import pytest
from PIL import Image

from judge.cli.case_command import run

ONE = {"phase": "S1901M", "units": {"France": ["A Par"]}, "orders": {"S1901M": {"France": ["A Par - Bur"]}}}


def test_a_game_is_drawn_as_it_stands_and_a_phase_with_its_orders(judge, folder, tmp_path) -> None:
    """The suffix says what comes out; a tag may be in small letters."""
    now, then = tmp_path / "now.svg", tmp_path / "then.png"
    assert judge("map", "vault", "-o", str(now)).status == 0
    assert ">vault · Fall 1901, movement<" in now.read_text()
    assert judge("map", "vault", "s1901m", "-o", str(then)).status == 0
    with Image.open(then) as image:
        assert image.size == (1200, 1119)
    assert judge("map", "vault", "S1901M", "-o", str(tmp_path / "then.svg")).status == 0
    drawn = (tmp_path / "then.svg").read_text()
    assert ">vault · Spring 1901, movement<" in drawn
    assert ">move<" in drawn


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nosuch",), "there is no game nosuch"),
        (("empty",), "has not begun"),
        (("vault", "S1905M"), "has no phase S1905M; it has S1901M to F1901M"),
        (("vault", "-o", "map.pdf"), "map.pdf: a picture is written as .svg or .png"),
        (("vault", "-o", "/nowhere/map.svg"), "/nowhere/map.svg: No such file"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_line(judge, folder, words: tuple[str, ...], told: str) -> None:
    done = judge("map", *words)
    assert done.status == 2
    assert told in done.err
    assert done.err.count("\n") == 1


def case_file(folder: Path, case: object) -> str:
    path = folder / "turn.json"
    path.write_text(json.dumps(case), encoding="utf-8")
    return str(path)


def test_a_case_is_drawn_beside_its_answer(tmp_path, capsys) -> None:
    target = tmp_path / "turn.svg"
    assert run(["--map", str(target), case_file(tmp_path, {"title": "Foxtrot"} | ONE)]) == 0
    assert json.loads(capsys.readouterr().out)
    assert ">Foxtrot · Spring 1901, movement<" in target.read_text()


def test_each_phase_of_a_case_has_a_picture_of_its_own(tmp_path, capsys) -> None:
    case = ONE | {"orders": ONE["orders"] | {"F1901M": {"France": ["A Bur - Bel"]}}}
    assert run(["--map", str(tmp_path / "turn.svg"), case_file(tmp_path, case)]) == 0
    assert capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["turn-F1901M.svg", "turn-S1901M.svg"]


def test_a_plain_text_is_drawn_as_well(tmp_path, capsys) -> None:
    source = tmp_path / "turn.txt"
    source.write_text("phase S1901M\n\nunits\nFrance: A Par\n\norders\nFrance: A Par - Bur\n")
    assert run(["--text", "--map", str(tmp_path / "turn.svg"), str(source)]) == 0, capsys.readouterr().err
    assert (tmp_path / "turn.svg").is_file()


def test_a_picture_of_a_wrong_kind_or_of_many_cases_is_refused(tmp_path, capsys) -> None:
    assert run(["--map", str(tmp_path / "turn.gif"), case_file(tmp_path, ONE)]) == 2
    assert "written as .svg or .png" in capsys.readouterr().err
    lines = tmp_path / "cases.jsonl"
    lines.write_text(json.dumps(ONE) + "\n" + json.dumps(ONE) + "\n")
    assert run(["--map", str(tmp_path / "turn.svg"), str(lines)]) == 2
    assert "--map draws one case, and here are 2" in capsys.readouterr().err


def test_a_replay_has_a_picture_a_phase_and_one_that_moves(judge, folder, tmp_path) -> None:
    done = judge("replay", "vault", "-o", str(tmp_path / "film"), "--seconds", "0.5")
    assert done.status == 0
    names = sorted(path.name for path in (tmp_path / "film").iterdir())
    assert names[0] == "001-S1901M.png"
    assert names[-1] == "vault.gif"
    assert f"{len(names) - 1} pictures and vault.gif" in done.out
    with Image.open(tmp_path / "film" / "vault.gif") as film:
        assert film.n_frames == len(names) - 1
        assert film.width == 800


@pytest.mark.parametrize(("name", "told"), [("nosuch", "there is no game nosuch"), ("empty", "has not begun")])
def test_a_game_that_cannot_be_replayed_is_told_in_one_line(judge, folder, name: str, told: str) -> None:
    done = judge("replay", name)
    assert done.status == 2
    assert told in done.err
