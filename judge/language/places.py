"""Which unit and which place a phrase means in a position."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from judge.board import Board, province_of
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.phases import PhaseKind
from judge.game.phrases import PlacePhrase, UnitPhrase
from judge.game.position import Position
from judge.game.units import Unit, UnitKind
from judge.game.wording import word_unit
from judge.language.faults import ambiguous_place, missing_coast


class Unclear(Exception):  # noqa: N818 - it never leaves this package
    """A phrase that could mean several things, or too little: the complaint about it."""

    def __init__(self, complaint: Complaint) -> None:
        super().__init__(complaint.problem)
        self.complaint = complaint


@dataclass(slots=True)
class Scene:
    """Where an order is read: the position, its writer, the line; `offset` columns stand before the order.

    `notes` collects what was read otherwise than written.
    """

    position: Position
    power: str
    line: NumberedLine
    offset: int
    notes: list[Complaint] = field(default_factory=list)

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.position.board

    def written(self, place: PlacePhrase) -> str:
        """A place in the writer's own letters."""
        start = self.offset + place.column - 1
        return self.line.text[start : start + len(place.text)]

    def note(self, column: int, problem: str, piece: str = "") -> None:
        """Keep a remark for the receipt."""
        complaint = Complaint(
            kind="note", problem=problem, line=self.line.number, column=self.offset + column,
            text=self.line.text, piece=piece,
        )  # fmt: skip
        self.notes.append(complaint)

    def choose(self, place: PlacePhrase, *tests: Callable[[str], bool]) -> str:
        """The one province this place can mean: the only one that passes a test, the first that decides.

        Refuses: Unclear when several could be meant.
        """
        left: Iterable[str] = place.provinces
        for test in tests:
            passed = [province for province in left if test(province)]
            if len(passed) == 1:
                return passed[0]
            left = passed or left
        left = tuple(left)
        if len(left) == 1:
            return left[0]
        raise Unclear(
            ambiguous_place(self.position, self.power, self.line, self.offset + place.column, self.written(place), left)
        )

    def coast(self, province: str, place: PlacePhrase) -> str | None:
        """The location of the coast that was named, None for none."""
        return named_coast(self.board, province, place)


def named_coast(board: Board, province: str, place: PlacePhrase) -> str | None:
    """The location of the coast that was named; None when none was, or none that this province has.

    Rule: DATC 4.B.6, a coast that does not exist or does not matter is passed over.
    """
    if not place.coast or not board.province(province).coasts:
        return None
    named = f"{province}/{place.coast}"
    named = dict(board.coast_aliases).get(named, named)
    return named if board.has(named) else None


def ordered_unit(scene: Scene, phrase: UnitPhrase) -> tuple[UnitKind, str]:
    """The kind and location of the unit that is ordered: those it has, whatever was written.

    Rule: DATC 4.B.5 and 4.C.2: a wrong coast or letter is passed over; 4.C.1: a letter may be left out.
    """
    position, power = scene.position, scene.power
    retreating = position.phase.kind is PhaseKind.RETREAT

    def mine(province: str) -> bool:
        found = _unit_at(position, province, retreating)
        return found is not None and found.power == power

    province = scene.choose(phrase.place, mine, lambda one: _unit_at(position, one, retreating) is not None)
    unit = _unit_at(position, province, retreating)
    if unit is None:
        return _kind_by_place(scene.board, province, phrase), scene.coast(province, phrase.place) or province
    _remark(scene, phrase, unit)
    return unit.kind, unit.at


def other_unit(
    scene: Scene, phrase: UnitPhrase, near: Callable[[str], bool]
) -> tuple[str, UnitKind | None, str | None]:
    """The place, kind and power of the unit that is to be supported or convoyed, as far as written or known.

    Shape: the place has a coast only when a fleet's was written.
    Rule: DATC 4.C.2, 4.C.5, 4.C.6.
    """
    province = scene.choose(phrase.place, lambda one: scene.position.unit_in(one) is not None, near)
    unit = scene.position.unit_in(province)
    if unit is None:
        return scene.coast(province, phrase.place) or province, phrase.kind, phrase.nation
    _remark(scene, phrase, unit)
    coast = scene.coast(province, phrase.place) if unit.kind is UnitKind.FLEET else None
    return coast or province, unit.kind, unit.power


def _unit_at(position: Position, province: str, retreating: bool) -> Unit | None:
    gone = position.dislodged_in(province) if retreating else None
    return gone.unit if gone else position.unit_in(province)


def _kind_by_place(board: Board, province: str, phrase: UnitPhrase) -> UnitKind:
    if phrase.kind is not None:
        return phrase.kind
    return UnitKind.FLEET if board.is_sea(province) or phrase.place.coast else UnitKind.ARMY


def _remark(scene: Scene, phrase: UnitPhrase, unit: Unit) -> None:
    """Note a coast, letter or nation that is not the unit's."""
    written = word_unit(scene.board, unit.kind, unit.at)
    if scene.coast(unit.province, phrase.place) not in (None, unit.at) and unit.kind is UnitKind.FLEET:
        scene.note(phrase.place.column, f"the fleet there is {written}", scene.written(phrase.place))
    if phrase.kind not in (None, unit.kind):
        kind = "a fleet" if unit.kind is UnitKind.FLEET else "an army"
        problem = f"{scene.board.province(unit.at).name} holds {kind}; this was read as {written}"
        scene.note(phrase.place.column, problem, scene.written(phrase.place))
    if phrase.nation not in (None, unit.power):
        problem = f"{written} is {scene.board.power(unit.power).adjective}; this was read as that unit"
        scene.note(phrase.place.column, problem, scene.written(phrase.place))


def destination(scene: Scene, kind: UnitKind, at: str, place: PlacePhrase, open_to: tuple[str, ...] = ()) -> str:
    """The location that a unit at `at` is to go to; `open_to` the only ones it may, when that is known.

    Rule: an army takes no coast; a fleet's coast is filled in when only one can be reached (DATC 4.B.2), asked
    for when several can (4.B.1), kept when written (4.B.3).
    """
    board = scene.board
    if kind is UnitKind.ARMY:
        walk = board.army_neighbors(province_of(at))
        shore = not board.is_inland(at)
        province = scene.choose(place, lambda one: one in walk or (shore and _is_shore(board, one)))
        return province
    reach = open_to or board.fleet_neighbors(at)
    province = scene.choose(place, lambda one: any(province_of(location) == one for location in reach))
    named = scene.coast(province, place)
    if named is not None or not board.province(province).coasts:
        return named or province
    coasts = [location for location in reach if province_of(location) == province]
    if len(coasts) > 1:
        example = f"{word_unit(board, kind, at)} - {board.write(coasts[0])}"
        raise Unclear(
            missing_coast(
                scene.position, scene.line, scene.offset + place.column, scene.written(place), coasts, example
            )
        )
    return coasts[0] if coasts else province


def aim(scene: Scene, mover: UnitKind | None, place: PlacePhrase, near: Callable[[str], bool]) -> str:
    """Where a supported or convoyed unit is to go; with a coast only when a fleet's was written (DATC 4.B.4)."""
    province = scene.choose(place, near)
    coast = scene.coast(province, place) if mover is not UnitKind.ARMY else None
    return coast or province


def reach_of(scene: Scene, kind: UnitKind, at: str) -> Callable[[str], bool]:
    """A test whether a unit could go to a province by itself."""
    board = scene.board
    near = board.army_neighbors(province_of(at)) if kind is UnitKind.ARMY else board.fleet_neighbors(at)
    provinces = {province_of(location) for location in near}
    return lambda province: province in provinces


def _is_shore(board: Board, province: str) -> bool:
    return not board.is_sea(province) and not board.is_inland(province)
