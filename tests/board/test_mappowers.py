"""Powers of a map file and what is refused of them."""

import pytest

from judge.board.mapfile import read_map
from judge.errors import MapError

WEST = "west: W, Westmark, Western = wild west, setting sun"


def test_a_power_has_names_homes_and_units(tiny):
    west = tiny.power("west")
    assert (west.name, west.adjective, west.letter) == ("Westmark", "Western", "W")
    assert west.aliases == ("wild west", "setting sun")
    assert west.home == ("isl", "wes")
    assert west.units == ("F wes/sc", "A isl")
    assert [tiny.province(place).home for place in ("isl", "eas", "ada")] == ["west", "east", None]


def test_powers_keep_the_order_of_the_file(tiny):
    assert [power.id for power in tiny.powers] == ["east", "west"]


def test_a_power_may_have_no_units_and_no_home(tiny_text):
    board = read_map(tiny_text.replace("    home: Eas\n    units: F Eas\n    worthless: Ada\n", ""), "tiny.map")
    assert (board.power("east").home, board.power("east").units) == ((), ())


def test_a_center_may_be_worth_nothing_to_a_power(tiny):
    assert tiny.power("east").worthless == ("ada",)
    assert [tiny.is_worthless("ada", power) for power in ("east", "west", "nobody")] == [True, False, False]


def test_only_a_center_can_be_worth_nothing_to_a_power(refuse):
    refuse({"    worthless: Ada": "    worthless: Top"}, "    worthless: Top", "top is no supply center")


@pytest.mark.parametrize(
    "line", ["west: Westmark, Western", "west: WW, Westmark, Western", "West W, Westmark, Western"]
)
def test_a_malformed_power_is_refused(refuse, line):
    refuse({WEST: line}, line, "expected 'id: L, Name, Adjective'")


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("east: W, Westmark, Western", "east"),
        ("west: E, Westmark, Western", "e"),
        ("west: W, Eastmark, Western", "eastmark"),
        ("west: W, Westmark, Eastern", "eastern"),
        ("west: W, Westmark, Western = eastern", "eastern"),
    ],
)
def test_a_spelling_of_two_powers_is_refused(refuse, line, word):
    refuse({WEST: line}, line, f"duplicate spelling '{word}' of {line[:4]}: east has it already")


def test_an_indented_line_that_belongs_to_no_power_is_refused(refuse):
    refuse({"east: E, Eastmark, Eastern": ""}, "    home: Eas", "belongs to no power")


def test_an_unknown_line_of_a_power_is_refused(refuse):
    refuse({"    units: F Eas": "    fleet: F Eas"}, "    fleet: F Eas", "'fleet' is not known here")


def test_homes_that_stand_twice_are_refused(refuse):
    refuse({"    units: F Eas": "    home: Ada"}, "    home: Ada", "'home' is not known here or stands here twice")


def test_an_unknown_home_is_refused(refuse):
    refuse({"    home: Eas": "    home: Esa"}, "    home: Esa", "unknown place 'Esa'")


def test_a_home_that_is_no_center_is_refused(refuse):
    refuse({"    home: Eas": "    home: Top"}, "    home: Top", "Top is no supply center and cannot be a home of east")


def test_a_home_that_is_impassable_is_refused(refuse):
    refuse({"    home: Eas": "    home: Out"}, "    home: Out", "Out is impassable")


def test_a_home_of_two_powers_is_refused_at_the_second(refuse):
    refuse({"    home: Wes Isl": "    home: Wes Eas"}, "    home: Wes Eas", "Eas is a home of east already")


def test_a_home_listed_twice_is_refused(refuse):
    refuse({"    home: Eas": "    home: Eas Eas"}, "    home: Eas Eas", "Eas is a home of east already")


@pytest.mark.parametrize(
    ("unit", "problem"),
    [
        ("X Eas", "expected a unit such as 'A Abb' or 'F Abb/nc', not 'X Eas'"),
        ("F", "expected a unit such as 'A Abb' or 'F Abb/nc', not 'F'"),
        ("F Esa", "unknown place 'esa'"),
        ("A Out", "out is impassable"),
        ("A NOS", "A NOS: an army cannot stand at sea"),
        ("F Top", "F Top: a fleet in Top stands on one of its coasts: nc, sc"),
        ("F Top/wc", "F Top/wc: Top has no coast wc"),
        ("F Eas/nc", "F Eas/nc: Eas has no coast nc"),
        ("A Top/nc", "A Top/nc: an army stands on no coast"),
        ("F Eas, A Eas", "A Eas: a unit of east stands there already"),
    ],
)
def test_a_unit_that_cannot_stand_where_it_is_put_is_refused(refuse, unit, problem):
    line = f"    units: {unit}"
    refuse({"    units: F Eas": line}, line, problem)


def test_a_fleet_inland_is_refused(tiny_text):
    text = tiny_text.replace("[land]\n", "[land]\nEnc  Enclave\n").replace("F Eas", "F Enc")
    text = text.replace("Top: NOS Eas SOS Wes\n", "Top: NOS Eas SOS Wes | Enc\nEnc: Top\n")
    line = text.splitlines().index("    units: F Enc") + 1
    with pytest.raises(MapError, match=rf"tiny\.map:{line}: F Enc: a fleet cannot stand inland"):
        read_map(text, "tiny.map")


def test_units_of_two_powers_in_one_province_are_refused_at_the_second(refuse):
    line = "    units: A Eas"
    refuse({"    units: F Wes/sc, A Isl": line}, line, "A Eas: a unit of east stands there already")
