"""A case: one position and its orders as a document, read into the values the adjudicator works on.

`Any` stands for what a JSON document may hold until it has been looked at.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from judge.adjudication.retreats import retreat_places
from judge.board import Board, province_of
from judge.cli.case_options import choose_rules
from judge.errors import CaseError, MisuseError
from judge.game.phases import Phase, PhaseKind, parse_phase
from judge.game.position import Dislodged, Position
from judge.game.rules import Rules
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.language.powers import read_power
from judge.language.units import bare_place, bare_unit, read_place
from judge.variants.table import find_variant

KEYS = frozenset(
    ("id", "title", "source", "variant", "board", "phase", "units", "dislodged", "contested", "centers", "state",
     "orders", "options", "expect")
)  # fmt: skip

OUTSIDERS = "outsiders"
Outsiders = tuple[tuple[str, str], ...]
OrderLines = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A case, read.

    Shape: `about` the free texts (id, title, source) as given; `orders` pairs of a phase tag and the lines of
    each power, one pair in the tag of the position when the orders were not keyed by phase (then `single`); `outsiders`
    pairs of a tag and what people wrote who play no power, as (who, text);
    `expect` as given, None when nothing is expected; `file` and `line` where the case stands.
    """

    about: tuple[tuple[str, Any], ...]
    variant: Variant
    rules: Rules
    position: Position
    orders: tuple[tuple[str, OrderLines], ...]
    single: bool
    outsiders: tuple[tuple[str, Outsiders], ...] = ()
    expect: Any = None
    file: str = "case"
    line: int | None = None

    def fail(self, problem: str) -> CaseError:
        """The complaint about something that shows only when the case is played, with the place of the case."""
        return CaseError(problem, file=self.file, line=self.line)


def read_case(document: Any, file: str = "case", line: int | None = None) -> Case:
    """The case in a JSON document.

    Refuses: CaseError with the key where something is wrong; `file` and `line` tell where the document stands.
    """
    return _CaseReader(file, line).read(document)


class _CaseReader:
    """Reads one case and knows what place to blame; `board` is that of the position, `start` of the game's start."""

    start: Board
    board: Board

    def __init__(self, file: str, line: int | None) -> None:
        self.file, self.line = file, line

    def fail(self, key: str, problem: str) -> CaseError:
        """The complaint about a key of the document."""
        return CaseError(f"{key}: {problem}" if key else problem, file=self.file, line=self.line)

    def read(self, document: Any) -> Case:
        """The whole case."""
        self.want(document, Mapping, "", "an object; of several cases each stands on a line of its own")
        for key in document:
            if key not in KEYS:
                raise self.fail(str(key), f"unknown key; there are {', '.join(sorted(KEYS))}")
        variant = self.variant(document)
        try:
            options = self.want(document.get("options", {}), Mapping, "options", "an object")
            rules = choose_rules(variant.rules, options, variant.rulings) if options else variant.rules
        except ValueError as trouble:
            raise self.fail("options", str(trouble)) from None
        position = self.position(document, variant, rules)
        asked = self.given(document, "orders", {})
        self.want(asked, Mapping, "orders", "an object keyed by power or by phase")
        outsiders = self.outsiders(asked, variant, position)
        orders, single = self.orders(asked, position)
        about = tuple((key, document[key]) for key in ("id", "title", "source") if key in document)
        return Case(
            about=about, variant=variant, rules=rules, position=position, orders=orders, single=single,
            outsiders=outsiders, expect=document.get("expect"), file=self.file, line=self.line,
        )  # fmt: skip

    def want(self, value: Any, kind: type, key: str, what: str) -> Any:
        """The value, when it is of this kind."""
        if not isinstance(value, kind) or (kind is not str and isinstance(value, str)):
            raise self.fail(key, f"this must be {what}")
        return value

    def given(self, document: Any, key: str, nothing: Any) -> Any:
        """What a key holds; `nothing` when it is left out or null."""
        value = document.get(key)
        return nothing if value is None else value

    def left_behind(self, document: Any, key: str, nothing: Any, phase: Phase) -> Any:
        """What a key holds that tells what a movement phase left behind; a phase that starts without it may not."""
        value = self.given(document, key, nothing)
        if value and phase.kind in (PhaseKind.MOVEMENT, PhaseKind.ADJUSTMENT):
            raise self.fail(key, f"{phase.tag} begins without any; only retreats ask for them")
        return value

    def variant(self, document: Any) -> Variant:
        """The variant, on its board."""
        name = self.want(document.get("variant", "standard"), str, "variant", "a name")
        on = self.want(document.get("board", "standard"), str, "board", "a name").lower()
        try:
            return find_variant(name, None if on == "standard" else on)
        except MisuseError as trouble:
            raise self.fail("variant", str(trouble)) from None

    def position(self, document: Any, variant: Variant, rules: Rules) -> Position:
        """The position that the case starts from."""
        if "phase" not in document or "units" not in document:
            raise self.fail("phase" if "phase" not in document else "units", "this key must be given")
        phase = parse_phase(self.want(document["phase"], str, "phase", "a phase tag"))
        if phase is None or (phase.season, phase.kind) not in variant.calendar.stops:
            raise self.fail(
                "phase", f"{document['phase']!r} is no phase of this game; an example: {variant.board.start}"
            )
        start = self.start = variant.board_by(rules)
        try:
            state = variant.state_from(document.get("state"), start)
        except ValueError as trouble:
            raise self.fail("state", str(trouble)) from None
        board = self.board = variant.reshape(start, state)
        units = self.units(document["units"], variant)
        centers = document.get("centers")
        owners = self.homes(board, units) if centers is None else self.centers(centers, variant)
        contested = self.places(self.left_behind(document, "contested", [], phase), variant, "contested")
        position = Position(
            board=board, phase=phase, units=units, centers=owners,
            contested=tuple(sorted({province_of(place) for place in contested})), state=state,
        )  # fmt: skip
        try:
            position = variant.complete(position)
        except ValueError as trouble:
            raise self.fail("state", str(trouble)) from None
        gone = self.dislodged(self.left_behind(document, "dislodged", {}, phase), variant, position)
        return replace(position, dislodged=gone)

    def by_power(self, value: Any, board: Board, key: str) -> list[tuple[str, Any]]:
        """The entries of an object keyed by power, with the powers' ids."""
        found = []
        for name, entry in self.want(value, Mapping, key, "an object keyed by power").items():
            power = read_power(board, str(name))
            if power is None:
                raise self.fail(key, f"{name!r} is no power of this board")
            found.append((power, entry))
        return found

    def units(self, value: Any, variant: Variant) -> tuple[Unit, ...]:
        """The units, one in a province."""
        units: dict[str, Unit] = {}
        for power, texts in self.by_power(value, self.board, "units"):
            for text in self.want(texts, Sequence, f"units.{power}", "a list"):
                unit = self.unit(text, variant, power, f"units.{power}")
                if unit.province in units:
                    raise self.fail(f"units.{power}", f"{text!r}: there is another unit in this province")
                units[unit.province] = unit
        return tuple(sorted(units.values(), key=lambda unit: unit.sort_key))

    def unit(self, text: Any, variant: Variant, power: str, key: str) -> Unit:
        """One unit, `F Spa/sc`."""
        text = self.want(text, str, key, "a unit such as “A Par”")
        unit = _unit(variant.grammars, self.board, power, text, self.board != self.start)
        if isinstance(unit, str):
            raise self.fail(key, f"{text!r}{unit}")
        return unit

    def place(self, text: Any, variant: Variant, key: str) -> str:
        """One place."""
        place = read_place(variant, self.board, self.want(text, str, key, "the name of a place"))
        if place is None:
            raise self.fail(key, f"{text!r} is no place on this board, or could be several")
        return place

    def places(self, value: Any, variant: Variant, key: str) -> tuple[str, ...]:
        """A list of places."""
        return tuple(self.place(text, variant, key) for text in self.want(value, Sequence, key, "a list of places"))

    def homes(self, board: Board, units: tuple[Unit, ...]) -> tuple[tuple[str, str], ...]:
        """The home centers of the powers that have units."""
        powers = {unit.power for unit in units}
        return tuple(sorted((home, power) for power in powers for home in board.homes(power)))

    def centers(self, value: Any, variant: Variant) -> tuple[tuple[str, str], ...]:
        """The centers with their owners."""
        owners: dict[str, str] = {}
        centers = set(self.board.centers())
        for power, texts in self.by_power(value, self.board, "centers"):
            for place in self.places(texts, variant, f"centers.{power}"):
                if place not in centers or owners.get(place, power) != power:
                    raise self.fail(f"centers.{power}", f"{self.board.write(place)} is no center, or has two owners")
                owners[place] = power
        return tuple(sorted(owners.items()))

    def retreats(self, value: Any, unit: Unit, variant: Variant, position: Position, key: str) -> tuple[str, ...]:
        """Where a unit may retreat to as the case says it: open places beside it, with a fleet's coast."""
        places = self.places(value, variant, key)
        possible = retreat_places(replace(position, contested=()), unit, None)
        for place in places:
            if place not in possible:
                written = self.board.write(place)
                raise self.fail(key, f"{written}: {self.board.write(unit.at)} cannot retreat there")
        return places

    def dislodged(self, value: Any, variant: Variant, position: Position) -> tuple[Dislodged, ...]:
        """The units that must retreat, with where they may go."""
        found: list[Dislodged] = []
        for power, entries in self.by_power(value, self.board, "dislodged"):
            key = f"dislodged.{power}"
            for entry in self.want(entries, Sequence, key, "a list"):
                self.want(entry, Mapping, key, 'an object such as {"unit": "A Par", "from": "Bur"}')
                unit = self.unit(entry.get("unit"), variant, power, key)
                origin = entry.get("from")
                came_from = None if origin is None else province_of(self.place(origin, variant, key))
                given = entry.get("retreats")
                retreats = (
                    retreat_places(position, unit, came_from)
                    if given is None
                    else self.retreats(given, unit, variant, position, key)
                )
                if any((other.unit.province, other.unit.power) == (unit.province, power) for other in found):
                    raise self.fail(
                        key, f"{entry.get('unit')!r}: another unit of its power was dislodged from this province"
                    )
                found.append(Dislodged(unit, came_from, tuple(sorted(retreats))))
        return tuple(sorted(found, key=lambda one: one.unit.sort_key))

    def orders(self, value: Any, position: Position) -> tuple[tuple[tuple[str, OrderLines], ...], bool]:
        """The orders by phase, and whether they were given for the first phase only."""
        tags = [parse_phase(str(key)) for key in value]
        if not value or None in tags:
            return ((position.phase.tag, self.lines(value, position.board, "orders")),), True
        by_tag: dict[str, OrderLines] = {}
        for tag, entry in zip(tags, value.values(), strict=True):
            assert tag is not None
            if tag.tag in by_tag:
                raise self.fail(f"orders.{tag.tag}", "this phase stands here twice")
            by_tag[tag.tag] = self.lines(entry, position.board, f"orders.{tag.tag}")
        return tuple(by_tag.items()), False

    def outsiders(
        self, value: Mapping[str, Any], variant: Variant, position: Position
    ) -> tuple[tuple[str, Outsiders], ...]:
        """What people wrote who play no power, by phase, in the order in which it came."""
        phases = {position.phase.tag: value} if OUTSIDERS in value else value
        found = []
        for tag, entry in phases.items():
            letters = entry.get(OUTSIDERS, ()) if isinstance(entry, Mapping) else ()
            key = f"orders.{tag}.{OUTSIDERS}"
            if letters and variant.entrance is None:
                raise self.fail(key, "nobody can join a game of this variant that runs")
            told = []
            for letter in self.want(letters, Sequence, key, "a list"):
                self.want(letter, Mapping, key, 'an object such as {"from": "Ann", "text": "CLAIM Ireland"}')
                who, text = (self.want(letter.get(name), str, f"{key}.{name}", "a text") for name in ("from", "text"))
                told.append((who, text))
            phase = parse_phase(str(tag))
            if told and phase is not None:
                found.append((phase.tag, tuple(told)))
        return tuple(found)

    def lines(self, value: Any, board: Board, key: str) -> OrderLines:
        """The order lines of each power; a text of several lines is several orders, as in a letter."""
        found = []
        orders = {
            name: texts for name, texts in self.want(value, Mapping, key, "an object").items() if name != OUTSIDERS
        }
        for power, texts in self.by_power(orders, board, key):
            self.want(texts, Sequence, f"{key}.{power}", "a list of orders")
            written = [self.want(text, str, f"{key}.{power}", "an order") for text in texts]
            found.append((power, tuple(line for text in written for line in text.splitlines())))
        return tuple(found)


@lru_cache(maxsize=4096)
def _unit(grammars: tuple[str, ...], board: Board, power: str, text: str, changed: bool) -> Unit | str:
    """The unit of a power that is written so, or what is wrong with the text.

    Shape: on a board that has `changed` in play a fleet may be inland, its coast having gone.
    """
    phrase = bare_unit(grammars, board, text)
    if phrase is None or phrase.kind is None or len(phrase.place.provinces) != 1:
        return f" is no unit; an example: {board.powers[0].units[0]}"
    province = phrase.place.provinces[0]
    if phrase.kind is UnitKind.ARMY:
        return ": an army cannot stand at sea" if board.is_sea(province) else Unit(UnitKind.ARMY, province, power)
    place = bare_place(grammars, board, text[phrase.place.column - 1 :]) or province
    if place in board.fleet_locations(province):
        return Unit(UnitKind.FLEET, place, power)
    coasts = ", ".join(map(board.write, board.fleet_locations(province)))
    if not coasts and changed:
        return Unit(UnitKind.FLEET, province, power)
    return f": which coast? {coasts}" if coasts else ": a fleet cannot stand inland"
