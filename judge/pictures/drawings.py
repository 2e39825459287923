"""The drawing of a board that events have changed: kept ones looked up, the others made event by event.

Without the extra `seismic` (shapely and numpy), or where no strip fits, the last drawing stands and words tell what is
different since. A picture is never held back for it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from judge.board import Board
from judge.board.events import Seism, find
from judge.board.reshaping import topology_of
from judge.board.shifts import Event, Flip, carry_out
from judge.board.topology import Topology
from judge.board.wording import word_seism, write_face
from judge.errors import MisuseError
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.game.variant import Variant
from judge.pictures.geometry import Geometry, Line, find_geometry
from judge.pictures.ground import border_at, drawn_border, fits
from judge.pictures.views import Pin, View, view_of_position, view_of_turn, with_people

EXTRA = "pip install 'judge[seismic]'"
_LINE = 140  # letters of a line below the map

Shaker = Callable[[Geometry, Topology, Event, Topology], Geometry | None]
Kept = Sequence[Geometry]
Outliner = Callable[[Geometry, Geometry], tuple[Line, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """How a board is drawn after its events.

    Shape: `geometry` the last drawing that could be made, `whole` whether it shows all events; `pins` for the last
    events, as many as were asked for; `notes` what it does not show, in words.
    """

    geometry: Geometry
    whole: bool
    pins: tuple[Pin, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Step:
    """An event with the map that it was on, the map after it, and the event that undoes it."""

    seism: Seism
    before: Topology
    event: Event
    after: Topology
    back: Event


def follow(
    start: Board, seisms: Sequence[Seism], kept: Kept = (), *, told: int = 0, most: int | None = None
) -> Drawing | None:
    """The drawing of a board after events, one after another; None for a board that was never drawn.

    Shape: `start` the board before all events; `kept` drawings made earlier, the oldest first: one that has the
    borders of a map is its drawing, so that what is undone looks as it did; the last `told` events get a pin each;
    `most` events are drawn anew, the drawing of more is left to the next one who keeps what he gets here.
    Refuses: MisuseError for a board without a map and for an event that is not possible when it comes.
    """
    plain = find_geometry(start.name)
    if plain is None:
        return None
    steps = _steps(topology_of(start), seisms)
    maps = [topology_of(start), *(step.after for step in steps)]
    known = [plain, *kept]
    first = max(0, len(steps) - told)
    while first and _shown(maps[first], known) is None:
        first -= 1
    geometry, drawn = _shown(maps[first], known) or plain, maps[first]
    shake, outline = _makers()
    pins: list[Pin] = []
    made = 0
    for number, step in enumerate(steps[first:], first + 1):
        new = _shown(step.after, known)
        if new is None and drawn == step.before and made != most:
            new = shake(geometry, step.before, step.event, step.after)
            made += 1
        if number > len(steps) - told:
            place = number - len(steps) + told
            lines = _fresh(new, step) if new else ()
            pieces = outline(geometry, new) if new and drawn == step.before else ()
            pins.append(Pin(number=place, text=word_seism(start, step.seism), lines=lines, pieces=pieces))
        if new is not None:
            geometry, drawn = new, step.after
            known.append(new)
    whole = drawn == maps[-1]
    notes = () if whole else tuple(_notes(start, drawn, maps[-1]))
    return Drawing(geometry=geometry, whole=whole, pins=tuple(pins), notes=notes)


def drawn_position(
    variant: Variant, rules: Rules, position: Position, game: str, kept: Kept = (), *, most: int | None = None
) -> View:
    """How a game stands, on the drawing of its board. Shape: `kept` and `most` as in `follow`."""
    view, seisms = with_people(view_of_position(position, game), variant, position, rules), variant.seisms(position)
    start = variant.board_by(rules)
    return on_drawing(view, follow(start, seisms, kept, most=most)) if seisms else view


def drawn_turn(
    variant: Variant, rules: Rules, turn: Turn, game: str, kept: Kept = (), *, most: int | None = None
) -> View:
    """A phase with its orders, on the drawing of its board; a phase of events with a pin for each that happened."""
    left, before, start = turn.left or turn.after, variant.seisms(turn.before), variant.board_by(rules)
    view = with_people(view_of_turn(turn, game), variant, left, rules)
    now = variant.seisms(left) if turn.before.phase.kind is PhaseKind.EVENTS else before
    return on_drawing(view, follow(start, now, kept, told=len(now) - len(before), most=most)) if now else view


def fresh(view: View, start: Board, kept: Kept) -> Geometry | None:
    """The drawing of a view when it was made for it, and is to be kept; None for one that was there already."""
    known = (find_geometry(start.name), *kept)
    return None if any(one is view.drawing for one in known) else view.drawing


def is_behind(view: View) -> bool:
    """Whether events have moved borders that the drawing of a view still has where they were."""
    return view.drawing is not None and not fits(view.drawing, topology_of(view.board))


def on_drawing(view: View, drawing: Drawing | None) -> View:
    """A view on the drawing of its board, with the pins and the words that belong to it."""
    if drawing is None:
        return view
    return replace(view, drawing=drawing.geometry, pins=drawing.pins, notes=(*view.notes, *drawing.notes))


def can_follow() -> bool:
    """Whether drawings can follow events here: the extra is installed."""
    return _makers()[0] is not _unmoved


def _steps(topology: Topology, seisms: Sequence[Seism]) -> list[_Step]:
    steps = []
    for seism in seisms:
        found = find(topology, seism)
        if found.event is None:
            raise MisuseError(f"{seism} is not possible on this board: {found.problem}")
        done = carry_out(topology, found.event)
        steps.append(_Step(seism, topology, found.event, done.topology, done.back))
        topology = done.topology
    return steps


def _shown(topology: Topology, known: Sequence[Geometry]) -> Geometry | None:
    return next((geometry for geometry in known if fits(geometry, topology)), None)


def _makers() -> tuple[Shaker, Outliner]:
    """What draws an event and what outlines it; without the extra, what leaves all as it is."""
    try:
        from judge.pictures import quakes
    except ImportError:  # the extra is not installed
        return _unmoved, _no_outlines
    return quakes.shaken, quakes.outlines


def _unmoved(_geometry: Geometry, _before: Topology, _event: Event, _after: Topology) -> None:
    return None


def _no_outlines(_before: Geometry, _after: Geometry) -> tuple[Line, ...]:
    return ()


def _fresh(geometry: Geometry, step: _Step) -> tuple[Line, ...]:
    """The border that an event made; none where it only took one away."""
    if not isinstance(step.back, Flip):
        return ()
    wanted = border_at(step.after, 2 * step.back.border)
    return tuple(border.line for border in geometry.borders if drawn_border(border) == wanted)


def _notes(board: Board, drawn: Topology, now: Topology) -> list[str]:
    """What a drawing of another map does not show: the faces with other neighbors, in lines."""
    told = []
    for face in now.faces:
        before, after = (_around(board, topology, face.id) for topology in (drawn, now))
        if before != after:
            told.append(f"{write_face(board, face.id)}: {after} (drawn: {before})")
    reason = "The borders of this drawing are out of date. Neighbors clockwise as they are now: "
    return wrap(reason + "; ".join(told) + ".", _LINE)


def _around(board: Board, topology: Topology, face: str) -> str:
    rings = []
    for ring in topology.neighbors(face):
        turns = [ring[at:] + ring[:at] for at in range(len(ring))]
        rings.append(" ".join(write_face(board, one) for one in min(turns)))
    return " | ".join(sorted(rings))
