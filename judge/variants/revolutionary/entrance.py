"""How people come into a running game: by a revolution, or at the head of a nation that nobody plays."""

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
from judge.game.variant import is_in_play
from judge.game.wording import word_order
from judge.variants.revolutionary.orders import Raise, illegal_raise, raise_options
from judge.variants.revolutionary.pleas import Plea, answer_pleas
from judge.variants.revolutionary.realm import realm_of


def is_open(position: Position) -> bool:
    """Whether the next check, or this one, is after the first year. Rule: rules, "Entrance of Outside players"."""
    phase = position.phase
    counts_later = phase.season is Season.WINTER
    return phase.year + counts_later > int(position.board.start[1:5])


def plead(position: Position, petition: Petition, _rules: Rules) -> Order | Complaint:
    """The plea of a petition, or why it is refused now: nothing but the check can make it better.

    Rule: 4.4. In the phase of the check the check itself says; before it only what it will surely say is told. A power
    that is active and has no player may be claimed; whether it has one is not for the rules of the game to say (V16).
    """
    plea = Plea(power=petition.power, by=petition.by, center=petition.center)
    if position.phase.kind is PhaseKind.REVOLUTION:
        return plea
    realm = realm_of(position)
    if not plea.center and realm.status(plea.power) is Standing.ACTIVE:
        return plea
    lands = {land.id: land for land in realm.lands}
    if plea.center and plea.center not in lands:
        return _refused(position, plea, "other_allegiance")
    (answer,) = answer_pleas(
        (plea,), lands, frozenset(), dict(realm.statuses), centers=frozenset(position.board.centers()),
        is_open=is_open(position),
    )  # fmt: skip
    return _refused(position, plea, answer.refusal) if answer.refusal else plea


def _refused(position: Position, plea: Plea, code: str) -> Complaint:
    board = position.board
    why = tell_cause(board, Cause(code=code, place=plea.center or None))
    found = [one.power for one in openings(position)]
    wanted = plea.power if plea.power in found else next(iter(found), "")
    example = f"CLAIM {board.power(wanted).name}" if wanted else ""
    return Complaint(kind="refused", problem=f"{board.power(plea.power).name}: {why}.", example=example)


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


def has_vote(position: Position, power: str) -> bool:
    """Whether a power has a say in how the game ends: it is active. Rule: 4.1.4, a defeated power has no draw vote."""
    return standing(position, power) is Standing.ACTIVE and is_in_play(position, power)


def granted(turn: Turn) -> tuple[Order, ...]:
    """The pleas that a check has granted."""
    return tuple(outcome.order for outcome in turn.outcomes if outcome.result == "joins")


def wish(position: Position, plea: Order, order: Order, rules: Rules) -> Order | Complaint:
    """A plea with a fleet, or an army after all, that its sender wants; the last word on a province counts.

    Rule: V13.
    """
    board = position.board
    if not (isinstance(plea, Plea) and isinstance(order, Raise)):
        return Complaint(
            kind="refused",
            problem=f"You do not lead {board.power(plea.power).name} yet, and can only say what units you want if a "
            "revolution frees a province.",
            example=_example(position, order.power),
        )
    cause = illegal_raise(position, order, rules)
    if cause is not None:
        problem = f"{word_order(board, order)}: {tell_cause(board, cause)}."
        return Complaint(kind="illegal", problem=problem, example=_example(position, order.power))
    wanted = {province_of(place): place for place in plea.fleets} | {order.about: order.to}
    if order.kind is UnitKind.ARMY:
        del wanted[order.about]
    return replace(plea, fleets=tuple(sorted(wanted.values())))


def _example(position: Position, power: str) -> str:
    """A wish for a fleet that could come up in a revolution of the nation, "" when none could."""
    wishes = (one for one in raise_options(position, power) if isinstance(one, Raise) and one.kind is UnitKind.FLEET)
    return next((word_order(position.board, one) for one in wishes), "")


ENTRANCE = Entrance(
    decided=PhaseKind.REVOLUTION, plead=plead, wish=wish, openings=openings, standing=standing, granted=granted,
)  # fmt: skip
