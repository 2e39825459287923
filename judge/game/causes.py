"""Why an order did not succeed: the codes a Cause may have, and the words for each.

In the words, `{orders}` stands for the orders in `Cause.by`, `{units}` for the units those orders are for,
`{place}` for `Cause.place`, `{own}` and `{other}` for `Cause.strengths`, `{0}`, `{1}` … for `Cause.about`. A
variant adds codes of its own with `learn_causes`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from judge.board import Board
from judge.game.orders import Order
from judge.game.outcomes import Cause
from judge.game.units import UnitKind
from judge.game.wording import word_order, word_unit

_MOVEMENT = {
    "standoff": "bounced against {orders}, {own} against {other}",
    "head_to_head": "bounced head to head against {orders}, {own} against {other}",
    "held_off": "held off by {units}, {own} against {other}",
    "own_support": "held off by {units}, {own} against {other}: no support counts against its own power's unit",
    "standoff_own": "bounced against {orders}, {own} against {other}: no support counts against its own power's unit",
    "head_to_head_own": (
        "bounced head to head against {orders}, {own} against {other}: no support counts against its own power's unit"
    ),
    "own_unit": "its own power's {units} did not leave",
    "own_exchange": "it cannot change places with its own power's {units} without a convoy",
    "no_convoy": "no fleet convoys it",
    "no_convoy_in": "no fleet in {place} convoys it",
    "convoy_gap": "the fleets that convoy make no whole route",
    "way_not_carried": "not all fleets of the written way convoy it",
    "convoy_broken": "the convoy was broken by {orders}",
    "paradox": "the convoy is caught in a paradox",
    "paradox_holds": "the paradox of a convoy stops it",
    "cut": "cut by {orders}",
    "dislodged": "dislodged by {orders}",
    "unmatched": "does not match {orders}",
    "civil_disorder": "{units} belongs to a power that ordered nothing",
    "by_land": "the army goes by land",
    "other_way": "the army goes by other fleets",
}

_IMPOSSIBLE = {
    "wrong_phase": "no order for this phase",
    "no_unit": "there is no unit in {place}",
    "not_owner": "the unit in {place} belongs to another power",
    "wrong_kind": "the unit in {place} is of the other kind",
    "doubled": "two orders for one unit, the other is {orders}",
    "same_place": "it stands in {place} already",
    "army_at_sea": "an army cannot enter {place}",
    "fleet_inland": "a fleet cannot enter {place}",
    "trapped": "it is trapped, as no place beside it is open to it",
    "unreachable": "it cannot reach {place}",
    "no_sea_route": "no chain of fleets leads to {place}",
    "coast_unwritten": "the coast of {place} must be written",
    "route_broken_off": "the written way is no chain of fleets to {place}",
    "route_missing": "the way over the seas to {place} must be written",
    "coast_missing": "it could mean more than one coast of {place}",
    "not_an_army": "only an army can be convoyed",
    "not_at_sea": "only a fleet at sea can convoy",
    "not_on_route": "no convoy to {place} needs this fleet",
    "supports_itself": "a unit cannot support itself",
    "support_out_of_reach": "it could not move to {place} itself",
    "target_out_of_reach": "the supported unit cannot reach {place}",
}

_RETREATS = {
    "not_dislodged": "no unit was dislodged in {place}",
    "occupied": "{place} is occupied",
    "attacker_origin": "the attack came from {place}",
    "contested": "a standoff keeps {place} closed",
    "retreats_met": "met {orders}, and none of them stays",
    "no_order": "no order came for it",
    "no_retreat": "it had nowhere to go",
}

_ADJUSTMENTS = {
    "no_builds": "no build is open",
    "no_removals": "no removal is due",
    "too_many": "more than are open",
    "not_a_home": "{place} is not one of its home centers",
    "not_controlled": "it does not own {place}",
    "built_already": "a unit was built in {place} already",
    "removed_already": "this unit was removed already",
    "none_left": "no build is left to waive",
    "by_rule": "chosen by rule, no removal was ordered",
    "by_rule_few": "chosen by rule, fewer removals were ordered than are due",
    "by_rule_many": "chosen by rule, more removals were ordered than are due and so none of them counts",
    "by_rule_void": "chosen by rule, no removal that was ordered is possible",
    "no_center": "its power has no center left to support it",
}

_WORDS = {**_MOVEMENT, **_IMPOSSIBLE, **_RETREATS, **_ADJUSTMENTS}
CAUSES: Mapping[str, str] = MappingProxyType(_WORDS)


def learn_causes(words: Mapping[str, str]) -> None:
    """Add the causes of a variant, as a variant adds its orders to the wording.

    Refuses: ValueError for a code that has other words already.
    """
    for code, told in words.items():
        if _WORDS.setdefault(code, told) != told:
            raise ValueError(f"the cause {code} has other words already")


def tell_cause(board: Board, cause: Cause) -> str:
    """The cause in words that continue "it failed: …", as `bounced against A Mun - Bur, 1 against 1`.

    Refuses: KeyError for a code that is not in `CAUSES`.
    """
    own, other = cause.strengths or (0, 0)
    return CAUSES[cause.code].format(
        *cause.about,
        orders=" and ".join(word_order(board, order) for order in cause.by) or "another order",
        units=" and ".join(_unit(board, order) for order in cause.by) or "a unit",
        place="that place" if cause.place is None else board.write(cause.place),
        own=own,
        other=other,
    )


def _unit(board: Board, order: Order) -> str:
    if not order.at:
        return word_order(board, order)  # no unit carries it out
    kind = getattr(order, "kind", None)
    return word_unit(board, kind if isinstance(kind, UnitKind) else None, order.at)
