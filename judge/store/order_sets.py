"""The orders of the powers in an open phase: every set that was written is kept, the last one counts."""

from datetime import UTC, datetime
from functools import cache

from sqlalchemy import Insert, Update, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from judge.desk.effects import KeepOrders
from judge.desk.snapshot import Game
from judge.game.variant import Variant
from judge.store.codec import write_orders
from judge.store.memory import Memory
from judge.store.rows import carry_out_ready, table_of
from judge.store.tables import GameRow, OrderSetRow, PhaseRow


def keep_orders(
    session: Session, effect: KeepOrders, variant: Variant, *, phase: int, now: datetime, letter: int | None
) -> None:
    """Keep a power's orders; those it had written before stay as history."""
    carry_out_ready(
        session,
        _next_set(),
        phase_id=phase,
        power=effect.power,
        orders=write_orders(effect.orders, variant),
        written_at=effect.written_at or now,
        arrived=[at.astimezone(UTC).isoformat() for at in effect.arrived],
        cleared_at=effect.cleared_at,
        letter_id=letter if effect.written_at is None else None,
        ahead=effect.ahead,
    )


def look_again(session: Session, game: Game, memory: Memory) -> None:
    """Something changed in the open phase of a game: whether it can be played early is to be settled anew."""
    if game.phase is not None and game.phase.early_at is not None:
        memory.aims[game.phase.id] = None
    if game.id not in memory.touched:
        carry_out_ready(session, _touch(), which=game.id)
        memory.touched.add(game.id)


def settle_aims(session: Session, memory: Memory) -> None:
    """Have the moments of early play stand in the rows of their phases: before a row is looked at, and at the end."""
    if memory.aims:
        aims = [{"which": phase, "moment": moment} for phase, moment in sorted(memory.aims.items())]
        memory.aims.clear()
        session.flush()
        session.connection().execute(_aim(), aims)


@cache
def _next_set() -> Insert:
    sets = table_of(OrderSetRow)
    mine = (sets.c.phase_id == bindparam("phase_id"), sets.c.power == bindparam("power"))
    last = select(func.coalesce(func.max(sets.c.version), 0)).where(*mine).scalar_subquery()
    given = ("phase_id", "power", "orders", "written_at", "arrived", "cleared_at", "letter_id", "ahead")
    values = {name: bindparam(name, type_=sets.c[name].type) for name in given}
    return insert(sets).values(version=last + 1, **values)


@cache
def _touch() -> Update:
    games = table_of(GameRow)
    return update(games).where(games.c.id == bindparam("which")).values(touched=True)


@cache
def _aim() -> Update:
    phases = table_of(PhaseRow)
    moment = bindparam("moment", type_=phases.c.early_at.type)
    return update(phases).where(phases.c.id == bindparam("which")).values(early_at=moment)
