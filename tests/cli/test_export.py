"""`judge export` and `judge import`: a game leaves one judge and goes on at another."""

import json
import os
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest

from judge.store.parcels import LEFT_OUT
from judge.store.store import Store
from judge.store.tables import Table
from tests.cli.conftest import BEGINS

Document = dict[str, Any]


@pytest.fixture
def other(tmp_path: Path, monkeypatch) -> Path:
    """The settings of another judge, in a folder of its own, whose database is empty."""
    home = tmp_path / "other"
    home.mkdir()
    file = home / "judge.toml"
    file.write_text(f'address = "judge@elsewhere.example"\ndatabase = "sqlite:///{home}/judge.sqlite"\n')
    store = Store(f"sqlite:///{home}/judge.sqlite")
    store.upgrade(BEGINS)
    store.dispose()
    return file


def exported(judge, *words: str) -> tuple[Path, Document]:
    file = Path("game.json")
    assert judge("export", "vault", "-o", str(file), *words).status == 0
    return file, json.loads(file.read_text())


def test_a_game_goes_to_another_judge_with_all_that_belongs_to_it(judge, folder, other) -> None:
    file, _ = exported(judge)
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    done = judge("import", str(file), "--config", str(other))
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "vault is here.\n"
        "People who are new here: max@players.example, anna@players.example, bert@players.example\n"
        "It is paused; `judge master vault RESUME` lets it go on and tells everyone.\n"
    )
    here = judge("show", "vault").out.partition("\nlog:")[0].replace("running", "paused").splitlines()
    there = judge("show", "vault", "--config", str(other)).out.partition("\nlog:")[0].splitlines()
    assert [line for line in there if "deadline" not in line] == [line for line in here if "deadline" not in line]
    assert any("A Bud - Ser" in line for line in there)
    assert judge("map", "vault", "S1901M", "-o", "here.svg").status == 0
    assert judge("map", "vault", "S1901M", "-o", "there.svg", "--config", str(other)).status == 0
    assert Path("here.svg").read_bytes() == Path("there.svg").read_bytes()


def test_what_is_exported_again_is_the_same_but_for_the_pause(judge, folder, other) -> None:
    file, first = exported(judge)
    judge("import", str(file), "--config", str(other))
    assert judge("export", "vault", "-o", "again.json", "--config", str(other)).status == 0
    second = json.loads(Path("again.json").read_text())
    for name, rows in first["rows"].items():
        if name in ("games", "phases", "players", "addresses", "events"):
            assert len(second["rows"][name]) == len(rows) + (name == "events")
        else:
            assert [_without_numbers(row) for row in second["rows"][name]] == [_without_numbers(row) for row in rows]
    assert second["rows"]["press"][0]["readers"] == [3]  # Bert is the third here, as in the first judge he is


def _without_numbers(row: Document) -> Document:
    """A row but for the numbers of rows, which each judge gives anew."""
    return {name: value for name, value in row.items() if name != "id" and not name.endswith(("_id", "readers"))}


def test_a_game_that_was_taken_in_goes_on(judge, folder, other) -> None:
    file, _ = exported(judge)
    judge("import", str(file), "--config", str(other))
    done = judge("master", "vault", "RESUME", "--config", str(other))
    assert done.status == 0
    played = judge("master", "vault", "PROCESS F1901M", "--config", str(other))
    assert played.status == 0
    assert "W1901A" in judge("show", "vault", "--config", str(other)).out or "S1902M" in played.out


def test_who_is_known_by_an_address_is_nobody_new(judge, folder) -> None:
    """The same people at the same judge: the game is here already, so it is refused; another seed is another game."""
    file, document = exported(judge)
    refused = judge("import", str(file), "--name", "vault-2")
    assert refused.status == 2
    assert "this game is here already, as vault" in refused.err
    document["rows"]["games"][0]["seed"] = "another"
    file.write_text(json.dumps(document))
    taken = judge("import", str(file))
    assert taken.status == 2
    assert "there is a game vault already; give it another name with --name" in taken.err
    done = judge("import", str(file), "--name", "Vault-2")
    assert done.status == 0
    assert "new here" not in done.out
    assert "vault-2" in judge("games").out


def spoilt(document: Document, what: str) -> None:
    rows = document["rows"]
    match what:
        case "form":
            document["version"] = 2
        case "table":
            rows["robots"] = []
        case "row":
            rows["seats"][0].pop("id")
        case "field":
            rows["phases"][0]["mood"] = "dark"
        case "moment":
            rows["phases"][0]["opened_at"] = "yesterday"
        case "kind":
            rows["phases"][0]["sequence"] = "one"
        case "missing":
            rows["phases"][0].pop("tag")
        case "nobody":
            rows["seats"][0]["player_id"] = 99
        case "games":
            rows["games"].append(rows["games"][0])
        case "null":
            rows["phases"][0]["position"] = None
        case "path":
            rows["games"][0]["name"] = "../../vault"
        case "person":
            rows["players"][0]["name"] = "Max\r\nBcc: all@players.example"
        case "address":
            rows["addresses"][0]["email"] = "max@players.example\r\nX: y"
        case "position":
            rows["phases"][0]["position"] = {"version": 1}
        case "state":
            rows["games"][0]["state"] = "odd"
        case "power":
            rows["seats"][1]["power"] = "atlantis"
        case "twins":
            rows["seats"].append(rows["seats"][0])


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("form", "has version 2; this program reads 1"),
        ("table", "rows.robots: this program has no such table"),
        ("row", "rows.seats: a list of rows is due, each with an id"),
        ("field", "phases, row 1: this program knows no field mood"),
        ("moment", "phases, row 1: opened_at: 'yesterday' is no value for it"),
        ("kind", "phases, row 1: sequence: 'one' is no value for it"),
        ("missing", "phases, row 1: tag is missing"),
        ("nobody", "seats, row 1: player_id: 99 is no value for it"),
        ("games", "rows.games: one row is due"),
        ("null", "phases, row 1: position: None is no value for it"),
        ("path", "'../../vault' is no name for a game"),
        ("person", "players, row 1: name: 'Max\\r\\nBcc: all@players.example' is no value for it"),
        ("address", "addresses, row 1: email: 'max@players.example\\r\\nX: y' is no value for it"),
        ("position", "what the rows hold is no game that can be played here (KeyError"),
        ("state", "what the rows hold is no game that can be played here (ValueError(\"'odd'"),
        ("power", "rows.seats: nobody can play atlantis in this game"),
        ("twins", "rows.seats: two of the rows cannot both be"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_the_field_and_changes_nothing(
    judge, folder, other, what: str, told: str
) -> None:
    file, document = exported(judge)
    spoilt(document, what)
    file.write_text(json.dumps(document))
    done = judge("import", str(file), "--config", str(other))
    assert done.status == 2
    assert told in done.err
    assert done.err.count("\n") == 1
    with sqlite3.connect(other.with_name("judge.sqlite")) as database:
        assert database.execute("SELECT count(*) FROM players").fetchone() == (0,)
        assert database.execute("SELECT count(*) FROM games").fetchone() == (0,)


def test_a_game_of_an_older_program_lacks_fields_that_have_a_default(judge, folder, other) -> None:
    file, document = exported(judge)
    for row in document["rows"]["phases"]:
        row.pop("moved")
    file.write_text(json.dumps(document))
    assert judge("import", str(file), "--config", str(other)).status == 0


def test_each_table_is_carried_or_it_is_said_why_not(judge, folder) -> None:
    _, document = exported(judge)
    assert set(document["rows"]) | set(LEFT_OUT) == set(Table.metadata.tables)


def test_no_password_and_no_letter_of_a_person_is_in_the_file(judge, folder, played) -> None:
    file, document = exported(judge)
    assert all("password_hash" not in row for row in document["rows"]["players"])
    assert not any(token in file.read_text() for token in played.tokens)
    assert "canarypassword" not in file.read_text()


def test_a_standard_game_goes_to_the_package_and_comes_back(judge, folder) -> None:
    file, saved = exported(judge, "--as", "diplomacy")
    assert [phase["name"] for phase in saved["phases"]] == ["S1901M", "F1901M"]
    assert saved["phases"][0]["orders"]["AUSTRIA"] == ["F TRI H", "A VIE - TYR"]
    assert saved["phases"][1]["orders"]["AUSTRIA"] == []
    nobody = judge("import", str(file), "--name", "again")
    assert nobody.status == 2
    assert "name one with --master" in nobody.err
    done = judge("import", str(file), "--name", "again", "--master", "max@players.example")
    assert done.status == 0
    assert done.out == (
        "again is here, with 1 phases played; Max is its master.\n"
        "It is paused; when people have taken over its powers, `judge master again RESUME` lets it go on.\n"
    )
    shown = judge("show", "again").out
    assert "paused" in shown
    assert "A Tyr" in shown
    judge("map", "again", "S1901M", "-o", "again.svg")
    judge("map", "vault", "S1901M", "-o", "vault.svg")
    assert Path("again.svg").read_text().replace(">again", ">vault") == Path("vault.svg").read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("export", "nosuch", "-o", "a.json"), "there is no game nosuch"),
        (("export", "vault", "-o", "nowhere/a.json"), "nowhere/a.json: No such file or directory"),
        (("export", "empty", "-o", "a.json", "--as", "diplomacy"), "the game empty has not begun"),
        (("import", "a.json"), "a.json: No such file or directory"),
        (("import", "/dev/null"), "/dev/null: this is no JSON"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(judge, folder, words: tuple[str, ...], told: str) -> None:
    done = judge(*words)
    assert done.status == 2
    assert told in done.err
    assert done.err.count("\n") == 1
