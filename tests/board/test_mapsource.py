import pytest

from judge.board.mapfile import read_map
from judge.board.mapsource import read_source
from judge.errors import MapError


def test_comments_and_empty_lines_say_nothing_but_are_counted():
    source = read_source("# head\n\n[land]  # provinces\n  Par  Paris # a city\n", "some.map")
    (line,) = source.lines("land")
    assert (line.text, line.number, line.indented) == ("Par  Paris", 4, True)
    assert source.section("land").header.number == 3


def test_a_section_that_is_not_there_has_no_lines_but_cannot_be_required():
    source = read_source("[land]\n", "some.map")
    assert source.lines("links") == ()
    with pytest.raises(MapError, match=r"some\.map: there is no section \[borders\]"):
        source.section("borders")


def test_an_unknown_section_is_refused(refuse):
    refuse({"[canals]": "[rivers]"}, "[rivers]", "unknown section [rivers]; there are: board, powers, land")


def test_a_section_header_without_its_bracket_is_refused(refuse):
    refuse({"[canals]": "[canals"}, "[canals", "unknown section [canals")


def test_a_section_that_begins_twice_is_refused(refuse):
    refuse({"[both]": "[sea]"}, "[sea]", "section [sea] begins a second time; it began in line")


def test_a_line_before_the_first_section_is_refused(refuse):
    refuse({"[board]": ""}, "name: tiny", "before the first section")


@pytest.mark.parametrize("section", ["board", "powers", "borders"])
def test_a_file_without_a_section_that_every_board_needs_is_refused(tiny_text, section):
    kept, _, rest = tiny_text.partition(f"[{section}]\n")
    following = rest.partition("\n[")[2]
    with pytest.raises(MapError, match=rf"there is no section \[{section}\]"):
        read_map(f"{kept}[{following}", "tiny.map")
