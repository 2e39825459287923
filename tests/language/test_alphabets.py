"""A letter of another alphabet that looks like a Latin one is named, and nothing is guessed from it."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

import pytest

from judge.game.complaints import Complaint
from judge.language.alphabets import foreign_letter, in_latin
from tests.language.conftest import words

UNITS = {"france": ["A par", "A mar", "F bre"]}


@pytest.mark.parametrize(
    ("text", "column", "letter", "alphabet", "example"),
    [
        ("А Par - Bur", 1, "А", "Cyrillic", "A Par - Bur"),
        ("A Pаr H", 4, "а", "Cyrillic", "A Par H"),
        ("Α Mar - Spa", 1, "Α", "Greek", "A Mar - Spa"),
        ("F Вre - MAO", 3, "В", "Cyrillic", "F Bre - MAO"),
        ("A Marseılles H", 8, "ı", "Turkish", "A Mar H"),
        ("А Par - Mos", 1, "А", "Cyrillic", ""),
    ],
)
def test_the_letter_is_named(text, column, letter, alphabet, example, place, read) -> None:
    (found,) = read(place(units=UNITS), "france", text)
    assert isinstance(found, Complaint)
    assert (found.kind, found.column, found.piece, found.example) == ("unreadable", column, letter, example)
    assert f"“{letter}” is a {alphabet} letter" in found.problem


def test_the_other_orders_of_the_line_count(place, read) -> None:
    found = read(place(units=UNITS), "france", "А Par H, A Mar - Spa, F Brst - MAO")
    assert words(found)[0] == "A Mar - Spa"
    assert [one.piece for one in found[1:]] == ["Brst", "А"]


@pytest.mark.parametrize("text", ["привет всем", "А что Париж?", "Γειά σου", "İyi oyunlar", "Я Par H"])
def test_talk_in_another_alphabet_is_talk(text, place, read) -> None:
    (found,) = read(place(units=UNITS), "france", text)
    assert isinstance(found, Complaint)
    assert "letter" not in found.problem


def test_a_letter_is_put_for_a_letter() -> None:
    assert in_latin("АВСабв ıÄß") == "ABCaбв iÄß"
    assert foreign_letter("plain Ärger") is None
    assert in_latin("Ж") == "Ж"
