"""Which unit and which place a phrase means in a position."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from judge.board import Board, province_of
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.phases import PhaseKind
from judge.game.phrases import PlacePhrase, UnitPhrase
from judge.game.position import Position, standing
from judge.game.rules import Rules
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

    `notes` collects what was read otherwise than written, `seen` what stood in the provinces that were looked at:
    with the same there, the same line means the same order. `rules` say what may be.
    """

    position: Position
    power: str
    line: NumberedLine
    offset: int
    rules: Rules
    notes: list[Complaint] = field(default_factory=list)
    seen: dict[str, Unit | None] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.position.board

    def unit_in(self, province: str) -> Unit | None:
        """The unit that stands in a province; that it was asked for is kept in `seen`."""
        unit = self.seen[province] = standing(self.position).get(province)
        return unit

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

    def read_as(self, place: PlacePhrase, allowed: bool, problem: str, read: str) -> None:
        """Take what was written otherwise than it is: with a note where the rules allow that.

        Refuses: Unclear where the rules of the game do not.
        """
        if allowed:
            self.note(place.column, f"{problem}; this was read as {read}" if read else problem, self.written(place))
            return
        raise Unclear(
            Complaint(
                kind="refused", problem=f"{problem}, and in this game that spoils the order", line=self.line.number,
                column=self.offset + place.column, text=self.line.text, piece=self.written(place), expected=read,
            )
        )  # fmt: skip

    def choose(self, place: PlacePhrase, *tests: Callable[[str], bool]) -> str:
        """The one province this place can mean: the only one that passes a test, the first that decides.

        Refuses: Unclear when several could be meant.
        """
        if len(place.provinces) == 1:
            return place.provinces[0]
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
        """The location of the coast that was named, None for none.

        Rule: DATC 4.B.6, a coast that does not exist is passed over, or spoils the order.
        """
        coast = named_coast(self.board, province, place)
        if coast is None and place.coast:
            self.no_coast(province, place)
        return coast

    def no_coast(self, province: str, place: PlacePhrase) -> None:
        """Refuse a coast that does not matter, where the game does so. Rule: DATC 4.B.6."""
        if place.coast and self.rules.idle_coast == "a_fails":
            name = self.board.write(province)
            self.read_as(place, False, f"no coast can be named for {name} here", name)


def named_coast(board: Board, province: str, place: PlacePhrase) -> str | None:
    """The location of the coast that was named, by its name or by a sea; None for none, or none that there is."""
    if not place.coast or not board.province(province).coasts:
        return None
    named = board.coast_named(f"{province}/{place.coast}")
    if named is not None or not board.has(place.coast):
        return named
    at_sea = board.coasts_at(province, place.coast)
    return at_sea[0] if len(at_sea) == 1 else None


def ordered_unit(scene: Scene, phrase: UnitPhrase) -> tuple[UnitKind, str]:
    """The kind and location of the unit that is ordered: those it has, whatever was written.

    Rule: DATC 4.B.5 and 4.C.2: a wrong coast or letter is passed over; 4.C.1: a letter may be left out; unless
    the rules of the game are strict.
    """
    power, retreating = scene.power, scene.position.phase.kind is PhaseKind.RETREAT

    def mine(province: str) -> bool:
        found = _unit_at(scene, province, retreating)
        return found is not None and found.power == power

    province = scene.choose(phrase.place, mine, lambda one: _unit_at(scene, one, retreating) is not None)
    unit = _unit_at(scene, province, retreating)
    if unit is None:
        return _kind_by_place(scene.board, province, phrase), scene.coast(province, phrase.place) or province
    named = scene.coast(unit.province, phrase.place)
    if unit.kind is UnitKind.ARMY:
        scene.no_coast(unit.province, phrase.place)
    elif named not in (None, unit.at):
        fleet = word_unit(scene.board, unit.kind, unit.at)
        scene.read_as(phrase.place, scene.rules.unit_coast == "b_ignored", f"the fleet there is {fleet}", "")
    _remark(scene, phrase, unit)
    return unit.kind, unit.at


def other_unit(
    scene: Scene, phrase: UnitPhrase, near: Callable[[str], bool]
) -> tuple[str, UnitKind | None, str | None]:
    """The place, kind and power of the unit that is to be supported or convoyed, as far as written or known.

    Shape: the place has a coast only when a fleet's was written.
    Rule: DATC 4.C.2, 4.C.5, 4.C.6.
    """
    province = scene.choose(phrase.place, lambda one: scene.unit_in(one) is not None, near)
    unit = scene.unit_in(province)
    if unit is None:
        return scene.coast(province, phrase.place) or province, phrase.kind, phrase.nation
    coast = scene.coast(province, phrase.place) if unit.kind is UnitKind.FLEET else None
    if unit.kind is UnitKind.ARMY:
        scene.no_coast(province, phrase.place)
    elif coast not in (None, unit.at):
        fleet = word_unit(scene.board, unit.kind, unit.at)
        scene.note(phrase.place.column, f"the fleet there is {fleet}", scene.written(phrase.place))
    _remark(scene, phrase, unit)
    if phrase.nation is None and unit.power != scene.power and scene.rules.missing_nation == "a_invalid":
        problem = f"{_words(scene, unit)} is {scene.board.power(unit.power).adjective}, which is not said"
        scene.read_as(phrase.place, False, problem, _words(scene, unit))
    return coast or province, unit.kind, unit.power


def _unit_at(scene: Scene, province: str, retreating: bool) -> Unit | None:
    gone = scene.position.dislodged_in(province, scene.power) if retreating else None
    return gone.unit if gone else scene.unit_in(province)


def _kind_by_place(board: Board, province: str, phrase: UnitPhrase) -> UnitKind:
    if phrase.kind is not None:
        return phrase.kind
    return UnitKind.FLEET if board.is_sea(province) or phrase.place.coast else UnitKind.ARMY


def _words(scene: Scene, unit: Unit) -> str:
    return word_unit(scene.board, unit.kind, unit.at)


def _remark(scene: Scene, phrase: UnitPhrase, unit: Unit) -> None:
    """Note a letter or nation that is not the unit's. Rule: DATC 4.C.1, 4.C.2, 4.C.6."""
    if phrase.kind is unit.kind and phrase.nation in (None, unit.power):
        return
    written, rules, place = _words(scene, unit), scene.rules, phrase.place
    if phrase.kind is None and rules.missing_kind == "a_invalid":
        scene.read_as(place, False, "this does not say whether it is an army or a fleet", written)
    if phrase.kind not in (None, unit.kind):
        kind = "a fleet" if unit.kind is UnitKind.FLEET else "an army"
        problem = f"{scene.board.province(unit.at).name} holds {kind}"
        scene.read_as(place, rules.wrong_kind == "b_valid", problem, written)
    if phrase.nation not in (None, unit.power):
        problem = f"{written} is {scene.board.power(unit.power).adjective}"
        scene.read_as(place, rules.wrong_nation == "b_valid", problem, "that unit")


def destination(scene: Scene, kind: UnitKind, at: str, place: PlacePhrase, open_to: tuple[str, ...] = ()) -> str:
    """The location that a unit at `at` is to go to; `open_to` the only ones it may, when that is known.

    Rule: an army takes no coast (DATC 4.B.6); a fleet's coast is filled in when only one can be reached (4.B.2),
    asked for when several can (4.B.1), kept when written (4.B.3); unless the rules of the game say otherwise.
    Where an impossible move counts as one (4.E.1) the coast is left open.
    """
    board, rules = scene.board, scene.rules
    if kind is UnitKind.ARMY:
        walk = board.army_neighbors(province_of(at))
        province = scene.choose(place, lambda one: one in walk or (not board.is_inland(at) and _is_shore(board, one)))
        scene.no_coast(province, place)
        return province
    reach = open_to or board.fleet_neighbors(at)
    province = scene.choose(place, lambda one: any(province_of(location) == one for location in reach))
    named = scene.coast(province, place)
    if not board.province(province).coasts:
        return province
    coasts = [location for location in reach if province_of(location) == province]
    if named is not None and named not in coasts and len(coasts) == 1 and rules.wrong_coast == "a_corrected":
        scene.read_as(place, True, "this coast cannot be reached", board.write(coasts[0]))
        return coasts[0]
    if named is not None or (rules.single_coast == "b_fails" and not open_to):
        return named or province
    if len(coasts) > 1 and rules.impossible_orders == "illegal_still_counts_as_order" and not open_to:
        return province
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
    if mover is UnitKind.ARMY:
        scene.no_coast(province, place)
        return province
    return scene.coast(province, place) or province


def reach_of(scene: Scene, kind: UnitKind, at: str) -> Callable[[str], bool]:
    """A test whether a unit could go to a province by itself."""
    board = scene.board
    near = board.army_neighbors(province_of(at)) if kind is UnitKind.ARMY else board.fleet_neighbors(at)
    return lambda province: any(province_of(location) == province for location in near)


def _is_shore(board: Board, province: str) -> bool:
    return not board.is_sea(province) and not board.is_inland(province)
