"""Orders as ways on a map: from where to where an order takes a unit."""

from dataclasses import dataclass
from functools import singledispatch

from judge.game.orders import Move, Order, Retreat


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg:
    """One way of a unit, from a location to another; `by_rail` along the railway of the board."""

    at: str
    to: str
    by_rail: bool = False


@singledispatch
def legs(_order: Order) -> tuple[Leg, ...]:
    """The ways on which an order takes its unit, one after the other; () for one that stays."""
    return ()


@legs.register(Move)
@legs.register(Retreat)
def _going(order: Move | Retreat) -> tuple[Leg, ...]:
    return (Leg(at=order.at, to=order.to),)
