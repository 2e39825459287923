"""How people come into a running game: by a revolution, or at the head of a nation that nobody plays."""

from collections.abc import Sequence
from dataclasses import replace

from judge.board import province_of
from judge.game.causes import tell_cause
from judge.game.complaints import Complaint
from judge.game.entrance import Entrance, Opening, Petition, Standing
from judge.game.orders import Order
from judge.game.outcomes import Cause
from judge.game.phases import PhaseKind, Season
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.game.units import UnitKind
from judge.variants.revolutionary.orders import Raise
from judge.variants.revolutionary.pleas import Plea, answer_pleas
from judge.variants.revolutionary.realm import realm_of


def is_open(position: Position) -> bool:
    """Whether the next check, or this one, is after the first year. Rule: rules, "Entrance of Outside players"."""
    phase = position.phase
    counts_later = phase.season is Season.WINTER
    return phase.year + counts_later > int(position.board.start[1:5])


def plead(position: Position, petition: Petition, _rules: Rules) -> Order | Complaint:
    """The plea of a petition, or why it is refused now: nothing but the check can make it better.

    Rule: 4.4. In the phase of the check the check itself says; before it only what it will surely say is told.
    """
    plea = Plea(power=petition.power, by=petition.by, center=petition.center, fleets=petition.fleets)
    if position.phase.kind is PhaseKind.REVOLUTION:
        return plea
    realm = realm_of(position)
    lands = {land.id: land for land in realm.lands}
    if plea.center and plea.center not in lands:
        return _refused(position, plea, "other_allegiance")
    (answer,) = answer_pleas((plea,), lands, frozenset(), dict(realm.statuses), is_open=is_open(position))
    return _refused(position, plea, answer.refusal) if answer.refusal else plea


def _refused(position: Position, plea: Plea, code: str) -> Complaint:
    board = position.board
    why = tell_cause(board, Cause(code=code, place=plea.center or None))
    found = [one.power for one in openings(position)]
    wanted = plea.power if plea.power in found else next(iter(found), "")
    example = f"CLAIM {board.power(wanted).name}" if wanted else ""
    return Complaint(kind="refused", problem=f"{board.power(plea.power).name}: {why}.", example=example)


def petition(order: Order) -> Petition | None:
    """What a plea asks for; None for another order."""
    if not isinstance(order, Plea):
        return None
    return Petition(power=order.power, by=order.by, center=order.center, fleets=order.fleets)


def openings(position: Position) -> tuple[Opening, ...]:
    """The nations without a player, each with its centers in revolt, sorted; none in the first year."""
    if not is_open(position):
        return ()
    realm = realm_of(position)
    centers = frozenset(position.board.centers())
    return tuple(
        Opening(
            power=power,
            centers=tuple(
                land.id for land in realm.lands if land.owner == power and land.in_revolt and land.id in centers
            ),
        )
        for power, standing in realm.statuses
        if standing is Standing.INACTIVE
    )


def standing(position: Position, power: str) -> Standing:
    """How a power stands."""
    return realm_of(position).status(power)


def granted(turn: Turn) -> tuple[Order, ...]:
    """The pleas that a check has granted."""
    return tuple(outcome.order for outcome in turn.outcomes if outcome.result == "joins")


def wish(plea: Order, orders: Sequence[Order]) -> Order:
    """A plea with the fleets that its sender wants; the last word on a province counts. Rule: V13."""
    if not isinstance(plea, Plea):
        return plea
    wanted = {province_of(place): place for place in plea.fleets}
    for order in orders:
        if isinstance(order, Raise) and order.kind is UnitKind.FLEET:
            wanted[order.about] = order.to
        elif isinstance(order, Raise):
            wanted.pop(order.about, None)
    return replace(plea, fleets=tuple(sorted(wanted.values())))


ENTRANCE = Entrance(
    decided=PhaseKind.REVOLUTION, plead=plead, petition=petition, openings=openings, standing=standing,
    granted=granted, wish=wish,
)  # fmt: skip
