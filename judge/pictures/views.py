"""What a picture shows: a phase that was played, or how a game stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from judge.board import Board, ProvinceKind
from judge.game.entrance import Standing
from judge.game.lands import Holding
from judge.game.outcomes import Outcome
from judge.game.phases import PhaseKind
from judge.game.position import Dislodged, Position
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.game.units import Unit
from judge.game.variant import Variant
from judge.pictures.geometry import Geometry, Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """An event that has changed the board, to be told below the map under its number.

    Shape: `lines` the borders that it made, `pieces` the closed outlines of what changed hands; both may be empty.
    """

    number: int
    text: str
    lines: tuple[Line, ...] = ()
    pieces: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The facts of a picture.

    Shape: `title` its heading; `units` stand where the phase began, `dislodged` are still to retreat, `outcomes` are
    the orders of the phase; `owners` a power for each owned center and `counts` how many count for each power as the
    phase left them; `holdings` lands as they stand with their people, and `standings` the powers that are not played
    like others; `notes` lines below the map; `drawing` that of a board whose borders have moved, None for
    the one that belongs to the board's map; `pins` events to point out.
    """

    title: str
    board: Board
    units: tuple[Unit, ...]
    owners: Mapping[str, str]
    counts: Mapping[str, int]
    dislodged: tuple[Dislodged, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    holdings: tuple[Holding, ...] = ()
    standings: Mapping[str, Standing] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    drawing: Geometry | None = None
    pins: tuple[Pin, ...] = ()


def view_of_turn(turn: Turn, game: str) -> View:
    """A phase with its orders: units where they stood, centers as they are owned afterwards.

    Shape: a phase of events or of revolutions shows board and units as it left them, as its orders move no unit.
    """
    if turn.before.phase.kind in (PhaseKind.EVENTS, PhaseKind.REVOLUTION):
        return replace(view_of_position(turn.left or turn.after, game), title=f"{game} · {turn.before.phase.title}")
    return View(
        title=f"{game} · {turn.before.phase.title}",
        board=turn.before.board,
        units=turn.before.units,
        owners=dict(turn.after.centers),
        counts=_counts(turn.after),
        dislodged=turn.before.dislodged,
        outcomes=turn.outcomes,
    )


def with_people(view: View, variant: Variant, position: Position, rules: Rules) -> View:
    """A view with what the variant says of lands and powers beside units and centers; `position` what it shows."""
    entrance = variant.entrance
    if entrance is None:
        found = {one.id: _standing(position, one.id) for one in position.board.powers if one.seated}
    else:
        found = {one.id: entrance.standing(position, one.id) for one in position.board.powers}
    others = {power: standing for power, standing in found.items() if standing is not Standing.ACTIVE}
    return replace(view, holdings=variant.holdings(position, rules), standings=others)


def _standing(position: Position, power: str) -> Standing:
    gone = not position.counted_of(power) and not position.units_of(power)
    return (
        Standing.ELIMINATED
        if gone and not any(one.unit.power == power for one in position.dislodged)
        else (Standing.ACTIVE)
    )


def view_of_position(position: Position, game: str) -> View:
    """How a game stands, before anybody orders."""
    return View(
        title=f"{game} · {position.phase.title}",
        board=position.board,
        units=position.units,
        owners=dict(position.centers),
        counts=_counts(position),
        dislodged=position.dislodged,
    )


def _counts(position: Position) -> dict[str, int]:
    return {power.id: len(position.counted_of(power.id)) for power in position.board.powers}


def surroundings(board: Board, owners: Mapping[str, str]) -> dict[str, str]:
    """The lands without a center of which most neighboring centers are one power's, each with that power.

    Shape: a land where two powers have as many is nobody's. It says nothing of the rules, in which only centers are
    owned; it makes a country out of them.
    """
    found = {}
    for province in board.provinces:
        if province.center or province.kind is ProvinceKind.SEA:
            continue
        near = [owners[one] for one in board.army_neighbors(province.id) if one in owners]
        ranked = sorted({power: near.count(power) for power in near}.items(), key=lambda pair: -pair[1])
        if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
            found[province.id] = ranked[0][0]
    return found
