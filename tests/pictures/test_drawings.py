"""The drawing of a board after its events: followed, looked up, or told in words where it cannot be drawn."""

import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PIL import ImageColor

import judge.pictures
from judge.adjudication.turns import play_turn, start_position
from judge.board.events import Seism
from judge.board.reshaping import reshape
from judge.game.lines import NumberedLine
from judge.game.phases import PhaseKind
from judge.game.rules import Rules
from judge.language.orders import read_orders
from judge.pictures import drawings
from judge.pictures.drawings import can_follow, drawn_position, drawn_turn, follow
from judge.pictures.geometry import find_geometry
from judge.pictures.ground import fits
from judge.pictures.picture import draw, palette_styles
from judge.pictures.theme import EVENT, LAND, SEA, palette
from judge.variants import find_variant

SPACE = "{http://www.w3.org/2000/svg}"
CANAL = Seism(apart=("por", "spa"), joined=("mao", "mao"))
ISTHMUS = Seism(joined=("bre", "por"))
BRIDGE = Seism(apart=("eng", "nth"), joined=("bel", "lon"))
BACK = Seism(apart=("bel", "lon"), joined=("eng", "nth"))


@pytest.fixture
def board():
    return find_variant("standard").board


@pytest.fixture
def without_extra(monkeypatch) -> None:
    """Shapely is not installed."""
    for name in ("quakes", "siting", "corridors", "mosaic"):
        monkeypatch.delitem(sys.modules, f"judge.pictures.{name}", raising=False)
        monkeypatch.delattr(judge.pictures, name, raising=False)
    monkeypatch.setitem(sys.modules, "shapely", None)


def test_a_drawing_follows_the_events_one_by_one(board) -> None:
    found = follow(board, (CANAL, ISTHMUS))
    assert found is not None
    assert found.whole
    assert found.notes == ()
    assert fits(found.geometry, reshape(board, (CANAL, ISTHMUS)).topology)


def test_an_event_that_is_undone_brings_the_older_drawing_back(board) -> None:
    plain, once = follow(board, (BRIDGE, BACK)), follow(board, (CANAL,))
    assert plain is not None
    assert once is not None
    assert plain.geometry is find_geometry("standard")
    again = follow(board, (CANAL, BRIDGE, BACK), [once.geometry])
    assert again is not None
    assert again.geometry is once.geometry


def test_a_kept_drawing_is_not_made_again(board, monkeypatch) -> None:
    kept = follow(board, (CANAL,))
    assert kept is not None
    monkeypatch.setattr("judge.pictures.quakes.shaken", None)
    found = follow(board, (CANAL,), [kept.geometry])
    assert found is not None
    assert found.geometry is kept.geometry


def test_a_long_story_is_drawn_a_part_at_a_time_and_goes_on_from_what_is_kept(board) -> None:
    part = follow(board, (CANAL, BRIDGE), most=1)
    assert part is not None
    assert not part.whole
    assert part.notes
    assert fits(part.geometry, reshape(board, (CANAL,)).topology)
    rest = follow(board, (CANAL, BRIDGE), [part.geometry], most=1)
    assert rest is not None
    assert rest.whole
    assert fits(rest.geometry, reshape(board, (CANAL, BRIDGE)).topology)


def test_without_the_extra_the_last_drawing_stands_and_words_tell_the_neighbors(board, without_extra) -> None:
    assert not can_follow()
    found = follow(board, (CANAL,), told=1)
    assert found is not None
    assert not found.whole
    assert found.geometry is find_geometry("standard")
    text = " ".join(found.notes)
    assert "out of date" in text
    assert "Por: MAO (drawn: MAO Spa)" in text
    assert all(len(line) <= 140 for line in found.notes)
    (pin,) = found.pins
    assert (pin.text, pin.lines, pin.pieces) == ("Por & Spa separate, MAO & MAO connect", (), ())


def test_an_event_that_no_strip_fits_is_told_in_words_and_holds_nothing_back(board, monkeypatch) -> None:
    monkeypatch.setattr(drawings, "_makers", lambda: (lambda *_: None, lambda *_: ()))
    found = follow(board, (CANAL, BRIDGE), told=2)
    assert found is not None
    assert not found.whole
    assert [pin.number for pin in found.pins] == [1, 2]
    assert "Lon:" in " ".join(found.notes)


def test_a_board_that_was_never_drawn_has_no_drawing(board) -> None:
    assert follow(replace(board, name="atlantis"), (CANAL,)) is None


def shaken_turn():
    """The first seismic phase of a game in which France parts Iberia and England bridges the Channel."""
    variant = find_variant("seismic")
    position = start_position(variant, Rules())
    while position.phase.kind is not PhaseKind.EVENTS:
        position = play_turn(variant, position, (), Rules()).after
    orders = []
    for number, (power, text) in enumerate((
        ("france", "Por & Spa separate, MAO & MAO connect"), ("england", "ENG & NTH separate, Lon & Bel connect"),
    ), 1):  # fmt: skip
        orders += read_orders(variant, position, power, NumberedLine(number, text), Rules())
    return variant, play_turn(variant, position, tuple(orders), Rules())


def test_the_phase_of_events_has_a_pin_and_a_line_for_each_and_later_pictures_show_the_map_plainly() -> None:
    variant, turn = shaken_turn()
    view = drawn_turn(variant, Rules(), turn, "cassis")
    text = draw(view)
    found = [one.text for one in ElementTree.fromstring(text).iter(f"{SPACE}text")]
    assert {"Por & Spa separate, MAO & MAO connect", "ENG & NTH separate, Bel & Lon connect"} <= set(found)
    assert found.count("1") == found.count("2") == 2  # on the map and beside the line
    assert text.count(EVENT) > 6
    later = drawn_position(variant, Rules(), turn.after, "cassis")
    assert later.drawing is not None
    assert fits(later.drawing, turn.after.board.topology)
    assert EVENT not in draw(later)
    assert drawn_position(variant, Rules(), turn.before, "cassis").drawing is None


def test_pins_stand_apart_and_inside_the_picture() -> None:
    variant, turn = shaken_turn()
    view = drawn_turn(variant, Rules(), turn, "cassis")
    discs = [one for one in ElementTree.fromstring(draw(view)).iter(f"{SPACE}circle") if one.get("r") == "14"]
    heads = [(float(one.get("cx", 0)), float(one.get("cy", 0))) for one in discs if one.get("fill") == EVENT][:2]
    (a, b), (c, d) = heads
    assert abs(a - c) + abs(b - d) > 28
    assert all(17 < x < 1183 and 17 < y < 994 for x, y in heads)


def test_the_glow_round_an_event_is_of_its_own_colour_on_every_ground() -> None:
    """What a PNG has no colour for is drawn in the nearest, which was the grey of another power."""
    variant, turn = shaken_turn()
    styles = palette_styles(drawn_turn(variant, Rules(), turn, "cassis"))
    event, known = ImageColor.getrgb(EVENT), palette(styles)
    for ground in (SEA, LAND, *(style.tint for style in styles)):
        once = tuple(round(a + 0.22 * (b - a)) for a, b in zip(ImageColor.getrgb(ground), event, strict=True))
        assert any(max(abs(a - b) for a, b in zip(once, one, strict=True)) <= 1 for one in known), ground
