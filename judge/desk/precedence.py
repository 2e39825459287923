"""Which of two letters counts: the one that came in later, whenever each of them is read.

A letter that waited for its sender's confirmation, or came by another way, is read after letters that are newer.
"""

from collections.abc import Sequence
from datetime import datetime

from judge.desk.snapshot import OrderSet
from judge.game.orders import Order


def newer(written: OrderSet, rivals: Sequence[Order], came: datetime) -> Order | None:
    """The first of some orders whose letter came in after a moment; None when there is none.

    Shape: `rivals` orders of the set itself, and others, which are of the letter at hand and never newer.
    """
    return next((one for one in rivals if (at := written.came(one)) is not None and at > came), None)


def was_cleared(written: OrderSet, came: datetime) -> bool:
    """Whether the orders were cleared by a letter that came in after a moment."""
    return written.cleared_at is not None and written.cleared_at > came


def arrivals(written: OrderSet, orders: Sequence[Order], came: datetime) -> tuple[datetime, ...]:
    """When the letter of each order came in: of those not in the set already, the letter at hand."""
    return tuple(written.came(order) or came for order in orders)
