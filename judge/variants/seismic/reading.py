"""From a phrase of `seismic.lark` to an order; faces that could be several are settled by what is possible."""

import re
from dataclasses import replace
from itertools import islice, product

from judge.board.events import Seism, find
from judge.board.reshaping import topology_of
from judge.board.wording import word_seism, write_face
from judge.game.complaints import Complaint
from judge.game.kinds import Reading
from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.phrases import Phrase, PlacePhrase
from judge.game.units import UnitKind
from judge.variants.seismic.legality import example_events, flips_between
from judge.variants.seismic.orders import CoastWish, NoEvent, order_event

_MOST_READINGS = 64
# In any form, and as they are often misspelt.
APART, JOINED = r"(?:sep[ae]?rat\w*|sep|disconnect\w*)", r"(?:con+ect\w*|conn)"


def read_event(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """An event, or a complaint about a face that could be several.

    Rule: 4; S5, however the names are paired or the halves arranged.
    """
    parts = {part.rule: part.places for part in phrase.parts}
    near = tuple({place.text: place for part in phrase.parts if part.rule == "near" for place in part.places}.values())
    written = (*parts.get("apart", ()), *parts["joined"], *near, *parts.get("across", ()))
    if len(near) > (most := 1 if "apart" in parts else 2):
        said = "one place, at the end of the border" if most == 1 else "two places, one at the end of each border"
        return reading.complain(f"after “near” come at most {said} that is meant", _example(reading), near[most])
    choices = islice(product(*(place.provinces for place in written)), _MOST_READINGS)
    seisms = [_seism(faces, "apart" in parts, len(near), "across" in parts) for faces in choices]
    topology = topology_of(reading.position.board)
    fitting = [seism for seism in seisms if find(topology, seism).event is not None] if len(seisms) > 1 else seisms
    if len(fitting) == 1 or (seisms and len(seisms) == 1):
        return order_event(reading.power, fitting[0])
    several = next(place for place in written if len(place.provinces) > 1)
    return reading.complain(_could_be(reading, several), _example(reading), several)


def _seism(faces: tuple[str, ...], parting: bool, near: int, across: bool) -> Seism:
    start = 2 if parting else 0
    return Seism(
        apart=(faces[0], faces[1]) if parting else None,
        joined=(faces[start], faces[start + 1]),
        near=faces[start + 2 : start + 2 + near],
        across=faces[-1] if across else None,
    )


def _could_be(reading: Reading, place: PlacePhrase) -> str:
    names = [write_face(reading.position.board, face) for face in place.provinces]
    return f"“{place.text}” could be {' or '.join(names)}"


def _example(reading: Reading) -> str:
    return next(iter(example_events(reading.position, reading.power)), "")


def read_half(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """The complaint about a border that is to part without saying what comes in its place."""
    board, pair = reading.position.board, phrase.parts[0].places
    faces = [place.provinces[0] for place in pair]
    joining = flips_between(topology_of(board), *faces) if faces[0] != faces[1] else ()
    names = " and ".join(write_face(board, face) for face in faces)
    if not joining:
        return reading.complain(f"{names} have no border that could part", _example(reading), pair[0])
    return reading.complain(
        f"this does not say what connects where {names} separate", word_seism(board, joining[0]), None
    )


def read_wish(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """Where a fleet is to be when its coast parts: `F Bre to coast ENG`. Rule: 8, ruling S13."""
    position = reading.position
    places = (*(unit.place for unit in phrase.units), *phrase.places)
    fleet, side = places[0], places[1] if len(places) > 1 else None
    own = [one for one in fleet.provinces if (unit := position.unit_in(one)) and unit.power == reading.power]
    meant = own if len(own) == 1 else list(fleet.provinces)
    if len(meant) != 1:
        return reading.complain(_could_be(reading, fleet), _example(reading), fleet)
    province, unit = meant[0], position.unit_in(meant[0])
    coast = _wished(phrase, reading, side)
    if isinstance(coast, Complaint):
        return coast
    return CoastWish(
        power=reading.power, at=province if unit is None else unit.at, coast=coast,
        kind=UnitKind.FLEET if unit is None else unit.kind,
    )  # fmt: skip


def read_bare(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """A fleet with another coast than its own is a wish where events are ordered: `F Lon on the north coast`.

    Not: a unit alone, or as it stands, which says nothing, nor two places without F (`StP/BAR`); in other phases it is
    what it ever is.
    """
    position, unit = reading.position, phrase.units[0]
    here = next((position.unit_in(one) for one in unit.place.provinces), None)
    if position.phase.kind is not PhaseKind.EVENTS or unit.kind is None or not unit.place.coast or here is None:
        return reading.order(phrase, position)
    if here.at.endswith(f"/{unit.place.coast}"):
        return reading.order(phrase, position)
    plain = replace(unit, place=replace(unit.place, coast=""))
    return read_wish(Phrase(rule="wish", units=(plain,), places=(unit.place,)), reading)


def _wished(phrase: Phrase, reading: Reading, side: PlacePhrase | None) -> str | Complaint:
    """The suffix of the coast, or the sea, that a wish names."""
    written = phrase.word("SIDE") or phrase.word("TO_SIDE")
    if written is not None:
        letters = re.findall(r"\b[nsew](?=c\b|\.c|orth|outh|ast|est)", written)
        return f"{letters[-1]}c"
    assert side is not None
    if side.coast:
        return side.coast
    board = reading.position.board
    seas = [one for one in side.provinces if board.has(one) and board.is_sea(one)] or list(side.provinces)
    if len(seas) != 1:
        return reading.complain(_could_be(reading, side), _example(reading), side)
    return seas[0]


def read_none(_phrase: Phrase, reading: Reading) -> Order | Complaint:
    """The word that no event is ordered."""
    return NoEvent(power=reading.power)


def goes_on(line: str, following: str) -> bool:
    """Whether a line that parts a border goes on in the next, which says what connects."""
    halves = [(_says(text, APART), _says(text, JOINED)) for text in (line, following)]
    return halves == [(True, False), (False, True)]


def _says(text: str, verb: str) -> bool:
    return re.search(rf"\b{verb}", text) is not None
