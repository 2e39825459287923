"""Orders of the game as people write them, what is possible, and what they are told."""

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.options import legal_orders
from judge.cli.cases import read_case
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.variant import Variant
from judge.game.wording import word_order
from judge.language.orders import read_orders
from judge.reports.overviews import variant_rules
from judge.variants import find_variant
from judge.variants.revolutionary.house import hint, lessons, outlook
from judge.variants.revolutionary.orders import Raise, Refit


@pytest.fixture(scope="module")
def game() -> Variant:
    return find_variant("revolutionary-modern")


LOST = {"Ham": {"controller": "Poland", "state": "revolt", "unoccupied": 5, "revolt": 2},
        "Mun": {"controller": "Italy", "state": "controlled", "unoccupied": 2, "held": 4}}  # fmt: skip


def position(phase: str, units: dict[str, list[str]], provinces: dict[str, object] | None = None) -> Position:
    state = {"provinces": provinces or {}}
    document = {"variant": "revolutionary-modern", "phase": phase, "units": units, "state": state}
    return read_case(document).position


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("build in a revolution: F Ham", "build in a revolution: F Ham"),
        ("Build in a Revolution: Fleet Hamburg!", "build in a revolution: F Ham"),
        ("build F Ham in a revolution", "build in a revolution: F Ham"),
        ("in case of revolution build A Ham", "build in a revolution: A Ham"),
        ("F Ham in a revolution", "build in a revolution: F Ham"),
        ("raise F Ham", "build in a revolution: F Ham"),
        ("revolt: F Ham", "build in a revolution: F Ham"),
        ("Fleet in Hamburg in case of a revolt", "build in a revolution: F Ham"),
        ("replace A Ber by F Ber", "replace A Ber by F Ber"),
        ("replace the army in Berlin with a fleet", "replace A Ber by F Ber"),
        ("A Ber becomes F Ber", "replace A Ber by F Ber"),
        ("change A Ber to F Ber please", "replace A Ber by F Ber"),
    ],
)
def test_orders_are_read_in_any_usual_spelling(game: Variant, text: str, words: str) -> None:
    """V13, V19; the canonical words mean the same order."""
    scene = position("S1998M", {"Germany": ["A Ber"]}, LOST)
    (order,) = read_orders(game, scene, "germany", NumberedLine(1, text))
    assert not isinstance(order, Complaint)
    assert word_order(scene.board, order) == words
    assert read_orders(game, scene, "germany", NumberedLine(1, words)) == (order,)
    assert isinstance(order, Raise | Refit)


@pytest.mark.parametrize(
    ("text", "example"),
    [
        ("build in a revolution: Ham", "build in a revolution: A Ham"),
        ("if revolution: build F Ham", ""),
    ],
)
def test_a_faulty_wish_is_explained(game: Variant, text: str, example: str) -> None:
    scene = position("S1998M", {"Germany": ["A Ber"]}, LOST)
    (complaint,) = read_orders(game, scene, "germany", NumberedLine(1, text))
    assert isinstance(complaint, Complaint)
    assert complaint.kind != "note"
    assert complaint.example == example or not example


def test_options_are_possible_and_read_back(game: Variant) -> None:
    """All legal orders of the kinds of this game."""
    scene = position("S1998M", {"Germany": ["A Ber"]}, LOST)
    wishes = [order for order in legal_orders(game, scene, "germany") if isinstance(order, Raise)]
    assert {word_order(scene.board, order) for order in wishes} == {
        "build in a revolution: F Ham", "build in a revolution: A Ham", "build in a revolution: A Mun",
    }  # fmt: skip
    for order in wishes:
        line = NumberedLine(1, word_order(scene.board, order))
        assert read_orders(game, scene, "germany", line) == (order,)


def test_nobody_orders_for_a_nation_without_a_player(game: Variant) -> None:
    """V15."""
    scene = position("S1998M", {"Czech-Hungary": ["A Cze"]})
    (order,) = read_orders(game, scene, "czechhungary", NumberedLine(1, "A Cze - Sax"))
    assert not isinstance(order, Complaint)
    cause = illegal(game, scene, order, Rules())
    assert cause is not None
    assert cause.code == "no_player"
    assert legal_orders(game, scene, "czechhungary") == ()


def test_what_lies_ahead_is_told_by_the_counts_of_the_game(game: Variant) -> None:
    """Both sides: what one holds, and what others hold of one's own."""
    scene = position("S1998M", {"Italy": ["A Ven"]}, LOST)
    (held,) = outlook(scene, "italy", Rules())
    assert held.title == "Your provinces at risk"
    assert held.lines == ("Munich: revolt in 3 checks if left empty, yours for good in 6 checks if kept.",)
    (lost,) = outlook(scene, "germany", Rules(rulings=(("n5", "8"),)))
    assert lost.title == "Your people under others"
    assert lost.lines == (
        "Hamburg (held by Poland): in revolt, revolution at the next check unless it is quenched.",
        "Munich (held by Italy): revolt in 6 checks if left empty, Italy's for good in 6 checks if kept.",
    )
    assert outlook(scene, "spain", Rules()) == ()


def test_the_slip_hints_at_a_fleet_only_where_one_may_come(game: Variant) -> None:
    """V13, which nobody would guess."""
    scene = position("S1998M", {"Germany": ["A Ber"]}, LOST)
    found = hint(scene, "germany")
    assert found is not None
    assert found.lines == ("build in a revolution: F Ham",)
    assert hint(scene, "italy") is None


def test_lessons_show_the_players_own_provinces(game: Variant) -> None:
    scene = position("S1998M", {"Italy": ["A Mun"]}, {"Mun": LOST["Mun"] | {"state": "occupied"}})
    quench, fleets = lessons(scene, "italy")
    assert "You hold: Munich." in quench.text
    assert quench.lines == ("A Mun H",)
    assert fleets.lines == ()
    assert lessons(scene, "germany")[1].lines == ()  # no fleet in Munich


def test_house_rules_name_every_ruling_that_matters_to_players(game: Variant) -> None:
    text = variant_rules(game.title, game.house_rules, ())
    for number in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 30):
        assert f"V{number}" in text.replace("\n", " "), number
    assert all(len(line) <= 72 for line in text.splitlines())
