"""Seismic Diplomacy as a value: seismic phases and events put on the game of any board."""

from dataclasses import replace

from judge.board import Board
from judge.errors import MisuseError
from judge.game.calendar import Calendar
from judge.game.causes import learn_causes
from judge.game.kinds import OrderKind
from judge.game.phases import PhaseKind, Season
from judge.game.position import Position
from judge.game.variant import Lesson, PhaseRules, Variant
from judge.variants.seismic.legality import (
    event_options,
    foresee_event,
    illegal_event,
    illegal_none,
    illegal_wish,
    likeness,
    none_options,
    wish_options,
)
from judge.variants.seismic.orders import CoastWish, EventOrder, NoEvent, word
from judge.variants.seismic.phases import S7, owed_in_events, play_events
from judge.variants.seismic.reading import (
    APART,
    JOINED,
    goes_on,
    read_bare,
    read_event,
    read_half,
    read_none,
    read_wish,
)
from judge.variants.seismic.rulings import CAUSES, house_rules, lessons, warn
from judge.variants.seismic.state import read_state, seisms_of, shape_board, write_changes, write_state

EVENT = OrderKind(
    name="event", order=EventOrder, phases="E", word=word, illegal=illegal_event, options=event_options,
    read=read_event, foresee=foresee_event, likeness=likeness,
)  # fmt: skip
WISH = OrderKind(
    name="wish", order=CoastWish, phases="E", word=word, illegal=illegal_wish, options=wish_options, read=read_wish,
    beside=True,
)  # fmt: skip
NOTHING = OrderKind(
    name="nothing", order=NoEvent, phases="E", word=word, illegal=illegal_none, options=none_options, read=read_none
)
EVENTS = PhaseRules(kind=PhaseKind.EVENTS, owed=owed_in_events, play=play_events, forced=True)

# Of "A & B separate, C & D connect near X" no more pieces lie between commas and "and".
_SPREAD = 6
_SHAPE = rf"\w\s+(?:{APART}|{JOINED})\b|^\s*(?:let\s|(?:{APART}|{JOINED})\s+\w)"


def put_events_on(base: Variant) -> Variant:
    """A game with seismic phases after the Spring retreats and after the last phase of the year.

    Rule: 1, 2; S2; S27: the game of the board stays as it is.
    Refuses: MisuseError for a game that keeps a state of its own.
    """
    if base.state_from(None, base.board) is not None:
        raise MisuseError(f"{base.title} keeps a state of its own, so no events can be put on it")
    learn_causes(CAUSES)

    def teach(position: Position, power: str) -> tuple[Lesson, ...]:
        beneath = () if position.phase.kind is PhaseKind.EVENTS else base.lessons(position, power)
        return (*beneath, *lessons(position, power))

    return replace(
        base, name="seismic", title=f"Seismic Diplomacy, {base.title}", calendar=_shaken(base.calendar),
        kinds=(*base.kinds, EVENT, WISH, NOTHING), phases=(*base.phases, EVENTS),
        grammars=("shores", *base.grammars, "seismic"), rulings=(*base.rulings, S7), reshape=shape_board,
        seisms=lambda position: seisms_of(position.state),
        state_from=read_state, state_to=write_state, answer_more=write_changes,
        readers=(*base.readers, ("half", read_half), ("bare", read_bare)),
        riders=(*base.riders, "near", "across", *_seas(base.board)),
        spread=_SPREAD, goes_on=goes_on, shape=_SHAPE, lessons=teach,
        house_rules=(*base.house_rules, *house_rules(base.board)),
        warn=lambda position, orders: (*base.warn(position, orders), *warn(position, orders)),
    )  # fmt: skip


def _shaken(calendar: Calendar) -> Calendar:
    """The calendar with a seismic phase after the last phase of spring and after the last of the year."""
    stops = list(calendar.stops)
    last = max(place for place, (season, _) in enumerate(stops) if season is Season.SPRING)
    spring = [*stops[: last + 1], (Season.SPRING, PhaseKind.EVENTS)]
    return Calendar((*spring, *stops[last + 1 :], (Season.WINTER, PhaseKind.EVENTS)))


def _seas(board: Board) -> tuple[str, ...]:
    """Words that begin what a bracket after a coastal province may hold: the names of its seas."""
    seas = (province for province in board.provinces if board.is_sea(province.id))
    words = {word for sea in seas for word in (sea.id, *sea.name.lower().replace("-", " ").split()[:1], *sea.aliases)}
    return tuple(sorted(word.split()[0] for word in words))
