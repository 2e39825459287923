"""The heading: the game and the phase at the left, the key beside them or below, nothing over anything else."""

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest

from judge.adjudication.turns import start_position
from judge.game.phases import Phase, PhaseKind, Season
from judge.game.rules import Rules
from judge.pictures.fonts import text_width
from judge.pictures.picture import draw
from judge.pictures.views import View, view_of_position
from judge.variants import find_variant
from judge.variants.table import variant_names
from tests.pictures.conftest import fullest

SPACE = "{http://www.w3.org/2000/svg}"
RADIUS = 9.0  # of the smallest sign of the key


def longest_title(name: str) -> str:
    """That of the longest name that a game may have, in the phase of this variant with the longest title."""
    year = start_position(find_variant(name), Rules()).phase.year
    phases = [Phase(season, year, kind) for season in Season for kind in PhaseKind]
    return max((f"{'m' * 20} · {one.title}" for one in phases), key=lambda title: text_width(title, 24, bold=True))


def boxes(view: View) -> list[tuple[str, float, float, float]]:
    """What stands in the heading: its words or `sign`, from where to where, and the height of its middle."""
    root = ElementTree.fromstring(draw(view))
    top = float(re.findall(r"translate\(0 ([0-9.]+)\)", next(root.iter(f"{SPACE}g")).get("transform", ""))[0])
    found = []
    for one in root:
        if one.tag == f"{SPACE}text" and float(one.get("y", 0)) < top:
            left, size = float(one.get("x", 0)), float(one.get("font-size", 0))
            wide = text_width(one.text or "", size, bold=one.get("font-weight") == "700")
            found.append((one.text or "", left, left + wide, float(one.get("y", 0)) - size * 0.34))
        elif one.tag == f"{SPACE}g" and not one.get("transform", "").startswith("translate(0 "):
            x, y = map(float, re.findall(r"[0-9.]+", one.get("transform", "")))
            found.append(("sign", x - RADIUS, x + RADIUS, y))
    return found


def clashes(view: View) -> list[tuple[str, str]]:
    found = boxes(view)
    return [
        (one[0], other[0]) for one, other in combinations(found, 2)
        if abs(one[3] - other[3]) < 20 and one[1] < other[2] + 4 and other[1] < one[2] + 4
    ]  # fmt: skip


@pytest.mark.parametrize("name", variant_names())
def test_nothing_in_the_heading_runs_into_anything_else(name: str) -> None:
    """With the longest name of a game, the longest phase, and all signs in the key."""
    view = replace(fullest(name), title=longest_title(name))
    found = boxes(view)
    assert len(found) > 12
    assert clashes(view) == []
    assert all(left >= 0 and right <= 1200 for _, left, right, _ in found)


def test_a_short_title_has_the_key_beside_it_and_a_long_one_has_it_below() -> None:
    view = fullest("standard")
    heights = [{round(box[3]) for box in boxes(replace(view, title=title))} for title in ("cassis", "m" * 40)]
    assert [len(one) for one in heights] == [1, 2]


def test_a_title_that_is_wider_than_the_picture_has_smaller_letters() -> None:
    """A case may have any name."""
    view = replace(view_of_position(start_position(find_variant("standard"), Rules()), "x" * 300))
    title = boxes(view)[0]
    assert title[2] <= 1200
    assert clashes(view) == []
