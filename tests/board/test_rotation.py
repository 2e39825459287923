"""Lists of neighbors woven into a map, and the lists that no map has."""

import pytest

from judge.board.rotation import Fault, Rings, Weave, weave


def rings(**lists: str) -> Rings:
    return {face: tuple(tuple(part.split()) for part in text.split("|")) for face, text in lists.items()}


def problem(**lists: str) -> str:
    fault = weave(rings(**lists))
    assert isinstance(fault, Fault)
    return fault.problem


def test_three_faces_that_meet_in_two_corners_make_a_map():
    woven = weave(rings(a="b c", b="c a", c="a b"))
    assert isinstance(woven, Weave)
    assert woven.owner == (0, 1, 0, 2, 1, 2)
    assert woven.after == (2, 4, 0, 5, 1, 3)


def test_two_borders_of_the_same_faces_find_their_other_sides_by_the_faces_at_their_ends():
    """Spain meets the Mid-Atlantic north and south of Portugal, and the faces at the ends tell which is which."""
    woven = weave(rings(sea="spa por spa x", spa="sea x sea por", por="sea spa", x="spa sea"))
    assert isinstance(woven, Weave)
    assert len(woven.owner) == 12


def test_a_lone_island_has_a_round_border():
    woven = weave(rings(a="b c | i", b="c a", c="a b", i="a"))
    assert isinstance(woven, Weave)
    assert [side for side, after in enumerate(woven.after) if side == after] == [4, 5]


def test_numbers_do_not_depend_on_where_lists_begin():
    one = weave(rings(a="b c d", b="a d c", c="a b d", d="a c b"))
    other = weave(rings(d="c b a", c="d a b", b="c a d", a="c d b"))
    assert isinstance(one, Weave)
    assert isinstance(other, Weave)
    assert (one.owner, one.after) == (other.owner, other.after)


def test_a_boundary_without_neighbors_is_no_boundary():
    assert problem(a="b |", b="a") == "a has a boundary without neighbors"


def test_a_face_does_not_border_on_itself():
    assert problem(a="b a", b="a") == "a is listed as its own neighbor"


def test_a_neighbor_needs_a_list_of_its_own():
    assert problem(a="b", b="a c") == "b lists c, which has no list of neighbors"


def test_a_border_has_two_sides():
    assert problem(a="b c", b="c", c="a b") == "one-way border: a lists b, but b does not list a"


def test_two_borders_have_four_sides():
    said = problem(sea="spa por spa x", spa="sea x por", por="sea spa", x="spa sea")
    assert said == "one-way border: sea lists spa 2 times, but spa lists sea 1"


def test_between_two_borders_with_one_neighbor_lies_a_third_face():
    assert problem(a="b b c", b="a c a", c="a b") == "a lists b twice in a row: no third face lies between"


def test_both_sides_of_a_border_end_at_the_same_faces():
    fault = weave(rings(a="b c d", b="a d c", c="a b d", d="a b c"))
    assert fault == Fault(
        "a",
        "corners do not close: a has 'c d b', so d should have 'b a c', but has 'c a b'; "
        "is a border missing or out of order?",
        "d",
    )


def test_an_island_in_the_outer_list_is_refused():
    assert "a has 'i b c', so b should have 'c a i', but has 'c a c'" in problem(a="b c i", b="c a", c="a b", i="a")


def test_an_island_that_lists_more_than_the_face_round_it_is_refused():
    assert "a has 'i' alone, so i should have 'a' alone, but has 'b a b'" in problem(a="i | b", b="i a", i="a b")


def test_borders_that_nothing_tells_apart_are_refused():
    assert problem(a="b | b", b="a | a") == "two borders of a and b cannot be told apart"


def test_seven_faces_that_all_touch_one_another_lie_on_a_ring_and_not_on_a_globe():
    """Every corner closes, but the surface is a torus: 14 - 21 + 7 = 0."""
    torus = {f"f{i}": " ".join(f"f{(i + step) % 7}" for step in (1, 3, 2, 6, 4, 5)) for i in range(7)}
    said = problem(**torus)
    assert (
        said == "wrong Euler count in the piece of the map with f0: 14 corners - 21 borders + 7 boundaries = 0, not 2"
    )


def test_two_faces_cannot_lie_round_each_other():
    """Each piece is flat, but the faces that hold both pieces close to a ring: 4 - 6 + 4 = 2."""
    said = problem(a="b c | b d", b="c a | d a", c="a b", d="a b")
    assert said.startswith("wrong Euler count: 4 corners - 6 borders + 4 faces = 2, not 1 + 2 pieces")


def test_a_map_is_in_one_piece():
    assert problem(a="b", b="a", c="d", d="c") == "c has no way to a: the map is in two"


@pytest.mark.parametrize("face", ["a", "b", "c"])
def test_a_list_turned_round_does_not_close(face):
    lists = {"a": "b c d", "b": "a d c", "c": "a b d", "d": "a c b"}
    lists[face] = " ".join(reversed(lists[face].split()))
    assert "corners do not close" in problem(**lists)
