"""From a phrase to an order: one reader for each rule of the order grammar."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from judge.board import province_of
from judge.game.complaints import Complaint
from judge.game.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from judge.game.phases import PhaseKind
from judge.game.phrases import Phrase, PlacePhrase
from judge.game.units import UnitKind
from judge.language.faults import example_order, missing_coast
from judge.language.places import Scene, Unclear, aim, destination, ordered_unit, other_unit, reach_of

Reader = Callable[[Scene, Phrase], Order]
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def _hold(scene: Scene, phrase: Phrase) -> Order:
    kind, at = ordered_unit(scene, phrase.units[0])
    return Hold(power=scene.power, kind=kind, at=at)


def _move(scene: Scene, phrase: Phrase) -> Order:
    kind, at = ordered_unit(scene, phrase.units[0])
    if scene.position.phase.kind is PhaseKind.RETREAT and len(phrase.places) == 1:
        return _retreat_to(scene, kind, at, phrase.places[0])
    route = tuple(scene.choose(place, scene.board.is_sea) for place in _route(phrase))
    convoyed = bool(route) or phrase.word("VIA_CONVOY") is not None
    to = destination(scene, kind, at, phrase.places[-1])
    return Move(power=scene.power, kind=kind, at=at, to=to, convoyed=convoyed, route=route)


def _route(phrase: Phrase) -> tuple[PlacePhrase, ...]:
    """The places on the way: those between start and end, and those after "via"."""
    via = next((part.places for part in phrase.parts if part.rule == "via"), ())
    return phrase.places[:-1] + via


def _support(scene: Scene, phrase: Phrase) -> Order:
    kind, at = ordered_unit(scene, phrase.units[0])
    near = reach_of(scene, kind, at)
    target, target_kind, target_power = other_unit(
        scene, phrase.units[1], near if not phrase.places else lambda _: False
    )
    to = aim(scene, target_kind, phrase.places[-1], near) if phrase.places else None
    return Support(
        power=scene.power, kind=kind, at=at, target=target, to=to, target_kind=target_kind, target_power=target_power
    )


def _convoy(scene: Scene, phrase: Phrase) -> Order:
    kind, at = ordered_unit(scene, phrase.units[0])

    def shore(province: str) -> bool:
        return not scene.board.is_sea(province) and not scene.board.is_inland(province)

    target, target_kind, target_power = other_unit(scene, phrase.units[1], shore)
    to = aim(scene, target_kind or UnitKind.ARMY, phrase.places[-1], shore)
    return Convoy(
        power=scene.power, kind=kind, at=at, target=target, to=to, target_kind=target_kind, target_power=target_power
    )


def _retreat(scene: Scene, phrase: Phrase) -> Order:
    kind, at = ordered_unit(scene, phrase.units[0])
    return _retreat_to(scene, kind, at, phrase.places[0])


def _retreat_to(scene: Scene, kind: UnitKind, at: str, place: PlacePhrase) -> Order:
    gone = scene.position.dislodged_in(at, scene.power)
    retreats = gone.retreats if gone else ()
    provinces = {province_of(location) for location in retreats}
    if len(place.provinces) > 1 and len(provinces & set(place.provinces)) == 1:
        (province,) = provinces & set(place.provinces)
        place = PlacePhrase(place.text, (province,), place.coast, place.column)
    open_to = retreats if provinces & set(place.provinces) else ()
    return Retreat(power=scene.power, kind=kind, at=at, to=destination(scene, kind, at, place, open_to))


def _disband(scene: Scene, phrase: Phrase) -> Order:
    kind, at = ordered_unit(scene, phrase.units[0])
    if scene.position.phase.kind is PhaseKind.ADJUSTMENT:
        return Remove(power=scene.power, kind=kind, at=at)
    if phrase.word("RETREAT") is not None:  # `R A Bur` is a removal; a retreat needs a place
        raise Unclear(_nowhere(scene, phrase.units[0].place))
    return Disband(power=scene.power, kind=kind, at=at)


def _nowhere(scene: Scene, place: PlacePhrase) -> Complaint:
    ended = scene.offset + len(scene.line.text[scene.offset :].rstrip()) + 1
    return Complaint(
        kind="unreadable", problem="this does not say where the unit is to go", line=scene.line.number, column=ended,
        text=scene.line.text, expected="“-” and a place, or “disband”",
        example=example_order(scene.position, scene.power, place.provinces[0]),
    )  # fmt: skip


def _build(scene: Scene, phrase: Phrase) -> Order:
    """A build.

    Rule: DATC 4.C.3, a missing letter means an army inland, a fleet where a coast is named; 4.C.4, a fleet inland
    is impossible; unless the rules of the game say otherwise.
    """
    unit, board = phrase.units[0], scene.board
    province = scene.choose(unit.place, lambda one: one in board.homes(scene.power))
    coast = scene.coast(province, unit.place)
    kind = unit.kind or _kind_meant(scene, province, coast)
    if kind is None:
        raise Unclear(_which_kind(scene, unit.place, province))
    if kind is UnitKind.FLEET and board.is_inland(province) and scene.rules.inland_fleet == "b_army":
        scene.read_as(unit.place, True, "no fleet can stand there", f"A {board.write(province)}")
        kind = UnitKind.ARMY
    if kind is UnitKind.ARMY:
        return Build(power=scene.power, kind=kind, at=province)
    if coast is None and board.province(province).coasts:
        coasts = board.fleet_locations(province)
        where, example = scene.offset + unit.place.column, f"build F {board.write(coasts[0])}"
        text = scene.written(unit.place)
        raise Unclear(missing_coast(scene.position, scene.line, where, text, coasts, example))
    return Build(power=scene.power, kind=kind, at=coast or province)


def _kind_meant(scene: Scene, province: str, coast: str | None) -> UnitKind | None:
    rule = scene.rules.build_kind
    if coast and rule == "c_fleet_if_coast_named_army_inland_else_fails":
        return UnitKind.FLEET
    return UnitKind.ARMY if scene.board.is_inland(province) and rule != "a_fails" else None


def _which_kind(scene: Scene, place: PlacePhrase, province: str) -> Complaint:
    name = scene.board.write(province)
    return Complaint(
        kind="ambiguous", problem="this does not say whether to build an army or a fleet", line=scene.line.number,
        column=scene.offset + place.column, text=scene.line.text, piece=scene.written(place), expected="A or F",
        example=f"build A {name}", instead=(f"build A {name}", f"build F {name}"),
    )  # fmt: skip


def _waive(scene: Scene, phrase: Phrase) -> Order:
    number = phrase.word("NUMBER")
    return Waive(power=scene.power, count=None if number is None else _NUMBERS.get(number) or int(number))


_EXPECTED = MappingProxyType({
    PhaseKind.RETREAT: "“-” and a place or “disband”", PhaseKind.EVENTS: "an order as in the example",
})  # fmt: skip


def _bare(scene: Scene, phrase: Phrase) -> Order:
    """A unit and nothing else: a sign says what becomes of it; in adjustments the power's balance does."""
    sign, position = phrase.word("SIGN"), scene.position
    kind = position.phase.kind
    if kind is PhaseKind.ADJUSTMENT or sign == "+":
        growing = len(position.counted_of(scene.power)) > len(position.units_of(scene.power))
        return _build(scene, phrase) if sign == "+" or (sign is None and growing) else _disband(scene, phrase)
    if sign is not None and kind is PhaseKind.RETREAT:
        return _disband(scene, phrase)
    place = phrase.units[0].place
    ended = scene.offset + len(scene.line.text[scene.offset :].rstrip()) + 1
    problem, expected = (
        "this does not say what the unit is to do",
        _EXPECTED.get(kind, "“-” and a place, “H”, “S” or “C”"),
    )
    if kind is PhaseKind.EVENTS:
        problem = "this is no order of this phase, or half of one"
    raise Unclear(
        Complaint(
            kind="unreadable", problem=problem, line=scene.line.number,
            column=ended, text=scene.line.text, expected=expected,
            example=example_order(scene.position, scene.power, place.provinces[0]),
        )
    )  # fmt: skip


READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "hold": _hold, "move": _move, "support": _support, "convoy": _convoy, "retreat": _retreat,
        "disband": _disband, "build": _build, "waive": _waive, "bare": _bare,
    }
)  # fmt: skip
