"""The drawings agree with the boards: the same borders, the same corners, the same neighbors in the same order."""

import json
from collections import Counter

import pytest

from judge.board import ProvinceKind, province_of
from judge.errors import MapError
from judge.paths import data_file
from judge.pictures.geometry import OUTSIDE, find_geometry, read_geometry
from judge.variants import find_variant
from tests.pictures.conftest import DRAWN

UNIT_BOXES = {"standard": (40, 28, 40, 28), "modern": (34, 24, 27, 27), "colonial": (36, 27, 28, 28)}  # fleet, army
LETTERS = {"standard": (9.2, 12, 0), "modern": (8.4, 11, 0), "colonial": (8.4, 12, 6)}  # width, height, more at sea
DOTS = {"standard": 13, "modern": 11, "colonial": 13}


@pytest.fixture(params=DRAWN)
def drawn(request):
    """A board with its topology, and its drawing."""
    board, geometry = find_variant(request.param).board, find_geometry(request.param)
    assert geometry is not None
    assert board.topology is not None
    return board, board.topology, geometry


def document_of(name: str) -> dict:
    return json.loads(data_file("maps", f"{name}.geometry.json").read_text("utf-8"))


def third(corner: str, faces: tuple[str, str]) -> str:
    """The third face at a corner, which is named by its three."""
    (left,) = Counter(corner.split(".")[:3]) - Counter(faces)
    return left


def test_the_borders_are_those_of_the_board_with_the_same_faces_at_both_ends(drawn) -> None:
    """Walked with the first face on the right hand, from the first end to the second."""
    _, topology, geometry = drawn
    drawn_borders = Counter()
    for border in geometry.borders:
        right, left = border.faces
        ends = tuple(third(corner, border.faces) for corner in border.ends)
        drawn_borders[right, left, ends] += 1
        drawn_borders[left, right, ends[::-1]] += 1
    known = Counter()
    for side in range(len(topology.owner)):
        ends = topology.ends(side)
        names = () if ends is None else tuple(face.id for face in ends)
        known[topology.face(side).id, topology.across(side).id, names] += 1
    assert drawn_borders == known


def test_the_corners_are_those_of_the_board(drawn) -> None:
    _, topology, geometry = drawn
    met = Counter(tuple(sorted(corner.split(".")[:3])) for corner in document_of(geometry.map)["corners"])
    sides = topology.corners()
    assert met == Counter(tuple(sorted(topology.face(side).id for side in three)) for three in sides)
    ends = Counter(corner for border in geometry.borders for corner in border.ends)
    assert set(ends.values()) == {3}


def walked(geometry, face: str) -> list[tuple[str, ...]]:
    """The neighbors round a face, found by walking its borders with it on the right hand."""
    going, rings = {}, []
    for border in geometry.borders:
        if face not in border.faces:
            continue
        other = border.faces[border.faces[0] == face]
        if not border.ends:
            rings.append((other,))
            continue
        start, end = border.ends if border.faces[0] == face else border.ends[::-1]
        going[start] = (end, other)
    while going:
        corner, ring = next(iter(going)), []
        while corner in going:
            corner, other = going.pop(corner)
            ring.append(other)
        rings.append(tuple(ring))
    return rings


def turned(ring: tuple[str, ...]) -> tuple[str, ...]:
    """A ring so turned that two that differ only in where they begin are equal."""
    return min(ring[at:] + ring[:at] for at in range(len(ring)))


def test_round_each_face_the_neighbors_come_in_the_order_of_the_board(drawn) -> None:
    """Clockwise, boundary by boundary."""
    _, topology, geometry = drawn
    for face in topology.faces:
        found = Counter(map(turned, walked(geometry, face.id)))
        assert found == Counter(map(turned, topology.neighbors(face.id))), face.id


def area(ring) -> float:
    """The area of a ring, over 0 when it is walked clockwise on a screen."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2


def test_every_face_is_one_clockwise_ring_and_the_islands_in_it_run_the_other_way(drawn) -> None:
    _, topology, geometry = drawn
    for face in topology.faces:
        if face.id != OUTSIDE:
            outer, *islands = geometry.rings[face.id]
            assert area(outer) > 0, face.id
            assert all(area(island) < 0 for island in islands), face.id


def inside(ring, point) -> bool:
    x, y = point
    odd = False
    for (a, b), (c, d) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (b > y) != (d > y) and x < a + (y - b) * (c - a) / (d - b):
            odd = not odd
    return odd


def test_every_place_of_the_board_has_its_points_and_a_unit_stands_inside_its_face(drawn) -> None:
    board, _, geometry = drawn
    for province in board.provinces:
        place = geometry.places[province.id]
        assert (place.center is not None) == province.center, province.id
        assert place.name is not None
        assert inside(geometry.rings[province.id][0], place.unit), province.id
        for coast in province.coasts:
            assert f"{province.id}/{coast}" in geometry.places
    width, height = geometry.size
    points = [point for place in geometry.places.values() for point in (place.unit, place.name, place.center) if point]
    assert all(0 < x < width and 0 < y < height for x, y in points)


def boxes(board, geometry) -> list[tuple[str, float, float, float, float]]:
    """What stands on the board when every place is occupied: units, names and dots as boxes round their middle."""
    wide_fleet, high_fleet, wide_army, high_army = UNIT_BOXES[geometry.map]
    letter, high, more = LETTERS[geometry.map]
    found = []
    for name, place in geometry.places.items():
        if not board.has(name):
            continue  # a barrier, where no unit stands and whose name is not drawn
        province = board.province(name)
        afloat = "/" in name or (province.kind is not ProvinceKind.LAND and not province.coasts)
        found.append((name, *place.unit, *((wide_fleet, high_fleet) if afloat else (wide_army, high_army))))
        if place.name is not None:
            width = letter * len(province.abbreviation) + more * (province.kind is ProvinceKind.SEA)
            found.append((f"{name} name", *place.name, width, high))
        if place.center is not None:
            found.append((f"{name} dot", *place.center, DOTS[geometry.map], DOTS[geometry.map]))
    return found


def test_nothing_overlaps_when_every_place_is_occupied(drawn) -> None:
    """By more than one pixel; of a province and its own coasts only one is occupied at a time."""
    board, _, geometry = drawn
    found = boxes(board, geometry)
    hits = [
        (one[0], other[0])
        for place, one in enumerate(found)
        for other in found[:place]
        if not (province_of(one[0]) == province_of(other[0]) and {one[0], other[0]} <= set(geometry.places))
        if abs(one[1] - other[1]) < (one[3] + other[3]) / 2 - 1 and abs(one[2] - other[2]) < (one[4] + other[4]) / 2 - 1
    ]
    assert hits == []


def test_the_styles_of_powers_differ_in_more_than_colour(drawn) -> None:
    board, _, geometry = drawn
    seated = [power.id for power in board.powers if power.letter]
    assert sorted(geometry.powers) == sorted(seated)
    assert len({style.hatch for style in geometry.powers.values()}) == len(seated)
    assert len({style.strong for style in geometry.powers.values()}) == len(seated)


def test_a_board_without_a_drawing_has_none(tmp_path) -> None:
    assert find_geometry("atlantis") is None


def test_a_file_that_is_no_drawing_names_itself_and_what_is_wrong(tmp_path, monkeypatch) -> None:
    broken = document_of("standard")
    broken["borders"][0]["ends"][1] = "nowhere"
    path = tmp_path / "standard.geometry.json"
    path.write_text(json.dumps(broken))
    monkeypatch.setattr("judge.pictures.geometry.data_file", lambda _kind, name: tmp_path / name)
    find_geometry.cache_clear()
    with pytest.raises(MapError, match=r"standard\.geometry\.json: KeyError\('nowhere'\)"):
        find_geometry("standard")
    find_geometry.cache_clear()


@pytest.mark.parametrize("damage", ["turn", "drop", "face"])
def test_a_damaged_drawing_is_noticed(damage: str) -> None:
    """Borders turned round or lost leave a face that does not close, or one whose neighbors are in another order."""
    document = document_of("standard")
    border = next(one for one in document["borders"] if one["faces"] == ["bur", "par"])
    if damage == "turn":
        border["ends"].reverse()
    elif damage == "drop":
        document["borders"].remove(border)
    else:
        border["faces"] = ["bur", "pic"]
    with pytest.raises(ValueError, match="do not close"):
        read_geometry(document)
