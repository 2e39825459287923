"""The order kinds and phases of the Standard game, as values that every variant starts from."""

from judge.adjudication.adjustments import (
    illegal_build_by,
    illegal_remove,
    illegal_waive,
    owed_in_adjustments,
    play_adjustments,
)
from judge.adjudication.legality import illegal_convoy, illegal_hold, illegal_move, illegal_support
from judge.adjudication.movement import owed_in_movement, play_movement
from judge.adjudication.options import (
    build_options,
    convoy_options,
    disband_options,
    hold_options,
    move_options,
    remove_options,
    retreat_options,
    support_options,
    waive_options,
)
from judge.adjudication.retreats import illegal_disband, illegal_retreat, owed_in_retreats, play_retreats
from judge.adjudication.victory import count_centers
from judge.game.kinds import OrderKind
from judge.game.orders import Build, Convoy, Disband, Hold, Move, Remove, Retreat, Support, Waive
from judge.game.phases import PhaseKind
from judge.game.variant import PhaseRules, home_sites, owned_sites
from judge.game.wording import word_order

HOLD = OrderKind(name="hold", order=Hold, phases="M", word=word_order, illegal=illegal_hold, options=hold_options)
MOVE = OrderKind(name="move", order=Move, phases="M", word=word_order, illegal=illegal_move, options=move_options)
SUPPORT = OrderKind(
    name="support", order=Support, phases="M", word=word_order, illegal=illegal_support, options=support_options
)
CONVOY = OrderKind(
    name="convoy", order=Convoy, phases="M", word=word_order, illegal=illegal_convoy, options=convoy_options
)
RETREAT = OrderKind(
    name="retreat", order=Retreat, phases="R", word=word_order, illegal=illegal_retreat, options=retreat_options
)
DISBAND = OrderKind(
    name="disband", order=Disband, phases="R", word=word_order, illegal=illegal_disband, options=disband_options
)
BUILD = OrderKind(
    name="build", order=Build, phases="A", word=word_order, illegal=illegal_build_by(home_sites), options=build_options
)
BUILD_ANYWHERE = OrderKind(
    name="build", order=Build, phases="A", word=word_order, illegal=illegal_build_by(owned_sites), options=build_options
)
REMOVE = OrderKind(
    name="remove", order=Remove, phases="A", word=word_order, illegal=illegal_remove, options=remove_options
)
WAIVE = OrderKind(name="waive", order=Waive, phases="A", word=word_order, illegal=illegal_waive, options=waive_options)

STANDARD_KINDS = (HOLD, MOVE, SUPPORT, CONVOY, RETREAT, DISBAND, BUILD, REMOVE, WAIVE)

MOVEMENT = PhaseRules(kind=PhaseKind.MOVEMENT, owed=owed_in_movement, play=play_movement, forced=True)
RETREATS = PhaseRules(kind=PhaseKind.RETREAT, owed=owed_in_retreats, play=play_retreats)
ADJUSTMENTS = PhaseRules(kind=PhaseKind.ADJUSTMENT, owed=owed_in_adjustments, play=play_adjustments, open=count_centers)

STANDARD_PHASES = (MOVEMENT, RETREATS, ADJUSTMENTS)
