"""Boards for measurements: Standard several times side by side, and squares of provinces as large as wanted."""

from dataclasses import replace

from judge.board import Board, Power, Province, ProvinceKind, province_of
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant

# Where a copy of Standard touches the next: their western seas and shores with its eastern ones.
_FLEET_LINKS = (("mao", "eas"), ("nao", "bla"))
_ARMY_LINKS = (("por", "syr"), ("lvp", "arm"))


def tiled(variant: Variant, copies: int) -> Variant:
    """A variant on as many copies of its board as asked for, each linked to the next by sea and by land."""
    board = variant.board
    provinces, army, fleet = [], [], []
    for copy in range(copies):
        provinces += [replace(province, id=f"{province.id}{copy}") for province in board.provinces]
        army += [(_copied(one, copy), _copied(other, copy)) for one, other in board.army]
        fleet += [(_copied(one, copy), _copied(other, copy)) for one, other in board.fleet]
        if copy:
            army += [(f"{one}{copy - 1}", f"{other}{copy}") for one, other in _ARMY_LINKS]
            fleet += [(f"{one}{copy - 1}", f"{other}{copy}") for one, other in _FLEET_LINKS]
    powers = tuple(replace(power, home=(), units=()) for power in board.powers)
    large = replace(
        board, name=f"{board.name} {copies} times", powers=powers, coast_aliases=(), ambiguous=(),
        provinces=tuple(sorted(provinces, key=lambda province: province.id)),
        army=tuple(sorted(map(_sorted, army))), fleet=tuple(sorted(map(_sorted, fleet))),
    )  # fmt: skip
    return replace(variant, board=large)


def _copied(location: str, copy: int) -> str:
    province = province_of(location)
    return f"{province}{copy}{location.removeprefix(province)}"


def _sorted(pair: tuple[str, str]) -> tuple[str, str]:
    one, other = sorted(pair)
    return one, other


def square(side: int, kind: ProvinceKind, shore: bool = False) -> Board:
    """A square of provinces `r0c0` and so on, all of one kind, the first and last column coasts when asked for."""
    ids = [(row, column) for row in range(side) for column in range(side)]
    kinds = {
        at: ProvinceKind.COAST if shore and at[1] in (0, side - 1) else kind for at in ids
    }  # fmt: skip
    pairs = [
        _sorted((name(row, column), name(*near)))
        for row, column in ids
        for near in ((row + 1, column), (row, column + 1))
        if near in kinds
    ]
    dry = {name(*at) for at, kind in kinds.items() if kind is not ProvinceKind.SEA}
    wet = {name(*at) for at, kind in kinds.items() if kind is not ProvinceKind.LAND}
    return Board(
        name="square", title="Square", start="S1901M", to_win=9,
        provinces=tuple(
            Province(id=name(*at), abbreviation=name(*at), name=name(*at), kind=kinds[at])
            for at in sorted(ids, key=lambda at: name(*at))
        ),
        powers=tuple(Power(id=power, name=power, adjective=power, letter=power[0]) for power in POWERS),
        army=tuple(sorted(pair for pair in pairs if dry >= set(pair))),
        fleet=tuple(sorted(pair for pair in pairs if wet >= set(pair))),
    )  # fmt: skip


POWERS = ("ashen", "brown", "coral")


def name(row: int, column: int) -> str:
    """The id of a province of a square."""
    return f"r{row}c{column}"


def standing(board: Board, units: list[tuple[UnitKind, str, str]]) -> Position:
    """A position of the movement phase with these units: kind, place, power."""
    phase = parse_phase("S1901M")
    assert phase is not None
    made = sorted((Unit(*unit) for unit in units), key=lambda unit: unit.sort_key)
    return Position(board=board, phase=phase, units=tuple(made), centers=())
