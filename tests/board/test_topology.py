"""The planar map: sides, corners, ends, boundaries."""

import pytest

from judge.board.topology import Count, Terrain, pieces_of


def ids(faces):
    return None if faces is None else tuple(face.id for face in faces)


def test_each_side_lies_in_one_face_and_the_other_side_in_its_neighbor(standard):
    topology = standard.topology
    (side,) = topology.sides("par", "bur")
    assert (topology.face(side).id, topology.across(side).id) == ("par", "bur")
    assert topology.sides("bur", "par") == (side ^ 1,)


def test_two_faces_may_share_two_borders_which_end_at_different_faces(standard):
    topology = standard.topology
    ends = {ids(topology.ends(side)) for side in topology.sides("spa", "mao")}
    assert ends == {("por", "gas"), ("wes", "por")}


def test_a_border_ends_at_the_faces_before_and_after_it(standard):
    (side,) = standard.topology.sides("stp", "nwy")
    assert ids(standard.topology.ends(side)) == ("fin", "bar")
    assert ids(standard.topology.ends(side ^ 1)) == ("bar", "fin")


def test_a_round_border_has_no_ends(tiny):
    (side,) = tiny.topology.sides("isl", "nos")
    assert tiny.topology.is_round(side)
    assert tiny.topology.ends(side) is None
    assert tiny.topology.before(side) == side


def test_neighbors_are_listed_clockwise_from_where_the_file_begins(standard):
    assert standard.topology.neighbors("stp") == (("bar", "out", "mos", "lvn", "bot", "fin", "nwy"),)
    assert standard.topology.neighbors("spa") == (("mao", "gas", "mar", "lyo", "wes", "mao", "por"),)


def test_a_face_with_islands_has_several_boundaries(tiny):
    assert tiny.topology.neighbors("nos") == (("out", "eas", "top", "wes"), ("isl",))
    assert tiny.topology.neighbors("sos") == (("top", "eas", "out", "wes"), ("ada", "bea"))


def test_islands_are_counted_as_pieces_of_their_own(tiny):
    """The outer net, one round border, and the island of two provinces; corners - borders + faces with one corner
    counted for the round border is 1 + 3."""
    assert tiny.topology.count() == Count(corners=10, borders=16, faces=9, pieces=3)


def test_every_corner_is_a_meeting_of_three_different_faces(standard):
    topology = standard.topology
    corners = topology.corners()
    assert len(corners) == 152
    assert sorted(side for corner in corners for side in corner) == list(range(456))
    assert all(len({topology.face(side).id for side in corner}) == 3 for corner in corners)


def test_where_spain_portugal_and_the_mid_atlantic_meet_there_are_two_corners(standard):
    topology = standard.topology
    meeting = [{topology.face(side).id for side in corner} for corner in topology.corners()]
    assert meeting.count({"spa", "por", "mao"}) == 2


@pytest.mark.parametrize("board", ["standard", "tiny"])
def test_what_comes_before_is_what_it_comes_after(board, request):
    topology = request.getfixturevalue(board).topology
    for side in range(len(topology.after)):
        assert topology.after[topology.before(side)] == side
        assert topology.before(topology.after[side]) == side
        assert topology.owner[topology.after[side]] == topology.owner[side]


def test_the_first_side_of_a_border_lies_in_the_face_with_the_smaller_id(standard):
    topology = standard.topology
    assert all(topology.face(side).id < topology.across(side).id for side in range(0, len(topology.after), 2))


def test_a_face_is_found_by_its_id(standard):
    topology = standard.topology
    assert topology.faces[topology.number("swi")].terrain is Terrain.BARRIER
    assert topology.faces[topology.number("mao")].terrain is Terrain.SEA
    for unknown in ("aaa", "qqq", "zzz"):
        with pytest.raises(KeyError):
            topology.number(unknown)


def test_a_piece_is_named_by_its_smallest_side():
    assert pieces_of((0, 1, 4, 5, 2, 3)) == (0, 0, 2, 2, 2, 2)
