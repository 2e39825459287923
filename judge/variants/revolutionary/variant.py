"""Revolutionary Modern Diplomacy as a value."""

from dataclasses import replace

from judge.adjudication.adjustments import illegal_build_by
from judge.adjudication.kinds import (
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    MOVE,
    REMOVE,
    RETREAT,
    SUPPORT,
    WAIVE,
)
from judge.board import Board
from judge.board.library import load_board
from judge.board.nations import load_nations, with_nations
from judge.errors import MisuseError
from judge.game.calendar import Calendar
from judge.game.causes import learn_causes
from judge.game.kinds import OrderKind
from judge.game.orders import Order
from judge.game.outcomes import Cause
from judge.game.phases import PhaseKind, Season
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.variant import Variant
from judge.variants.revolutionary.documents import complete, read_state, write_state
from judge.variants.revolutionary.entrance import ENTRANCE, has_vote
from judge.variants.revolutionary.holdings import holdings
from judge.variants.revolutionary.house import CAUSES, HOUSE_RULES, hint, lessons, outlook
from judge.variants.revolutionary.limits import RULINGS
from judge.variants.revolutionary.orders import PLEA, RAISE, REFIT, only_players
from judge.variants.revolutionary.realm import realm_of
from judge.variants.revolutionary.seasons import PHASES

CALENDAR = Calendar((
    (Season.SPRING, PhaseKind.MOVEMENT),
    (Season.SPRING, PhaseKind.REVOLUTION),
    (Season.SPRING, PhaseKind.RETREAT),
    (Season.SUMMER, PhaseKind.ADJUSTMENT),
    (Season.FALL, PhaseKind.MOVEMENT),
    (Season.FALL, PhaseKind.REVOLUTION),
    (Season.FALL, PhaseKind.RETREAT),
    (Season.WINTER, PhaseKind.ADJUSTMENT),
))  # fmt: skip


def loyal_sites(position: Position, power: str) -> tuple[str, ...]:
    """The centers whose people hold to a power, sorted. Rule: V26."""
    centers = position.board.province
    return tuple(land.id for land in realm_of(position).lands if land.owner == power and centers(land.id).center)


def not_in_summer(kind: OrderKind) -> OrderKind:
    """An order kind of Winter alone. Rule: V18, nothing is built in Summer."""

    def illegal(position: Position, order: Order, rules: Rules) -> Cause | None:
        """Why the order is impossible: it is Summer, or what holds in Winter."""
        if position.phase.season is Season.SUMMER:
            return Cause(code="no_summer_builds")
        return kind.illegal(position, order, rules)

    return replace(kind, illegal=illegal)


_BUILD = replace(BUILD, illegal=illegal_build_by(loyal_sites))
KINDS = tuple(
    only_players(kind)
    for kind in (
        HOLD, MOVE, SUPPORT, CONVOY, RETREAT, DISBAND, not_in_summer(_BUILD), REMOVE, not_in_summer(WAIVE), RAISE,
        REFIT,
    )
)  # fmt: skip


def own_nations(board: Board, rules: Rules) -> Board:
    """The board with the nations that a game has brought, or with those of the table beside it."""
    return with_nations(board, rules.nations)


def make_revolutionary(on: str | None = None) -> Variant:
    """Revolutionary Modern Diplomacy.

    Rule: see the package. Refuses: MisuseError for another board than Modern.
    """
    if on not in (None, "modern"):
        raise MisuseError(f"the Revolutionary game is played on the Modern board, not on {on}")
    learn_causes(CAUSES)
    return Variant(
        name="revolutionary-modern",
        title="Revolutionary Modern Diplomacy",
        board=load_nations(load_board("modern")),
        calendar=CALENDAR,
        kinds=(*KINDS, PLEA),
        phases=PHASES,
        grammars=("revolutionary", "orders"),
        build_sites=loyal_sites,
        rulings=RULINGS,
        fit=own_nations,
        state_from=read_state,
        state_to=write_state,
        complete=complete,
        entrance=ENTRANCE,
        house_rules=HOUSE_RULES,
        lessons=lessons,
        outlook=outlook,
        hint=hint,
        shape=r"\b(?:in|if|of)\s+(?:(?:an?|any|the)\s+)?(?:revolution|rising|uprising)s?\b|\breplaces?\b|\bbecomes?\b",
        tells_left=True,
        has_vote=has_vote,
        holdings=holdings,
    )
