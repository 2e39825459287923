"""A phase opens: what was kept for it is read against the position as it is now, and every line is answered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from judge.adjudication.turns import owed
from judge.desk.effects import Effect, KeepLater, KeepOrders, KeepWait
from judge.desk.orders import take_line
from judge.desk.posts import variant_of
from judge.desk.precedence import arrivals
from judge.desk.sheets import Sheet
from judge.desk.snapshot import Game, LaterOrders, OpenPhase, OrderSet
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.phases import parse_phase, phase_order
from judge.reports.cards import KeptReport, ReceiptLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What has come of the orders that were kept for a phase.

    Shape: `game` with those that stand now; `effects` for the phase that an earlier effect opens; `told` pairs of a
    seat's id and what its player is told.
    """

    game: Game
    effects: tuple[Effect, ...] = ()
    told: tuple[tuple[int, KeptReport], ...] = ()

    def told_to(self, seat: int) -> tuple[KeptReport, ...]:
        """What the player of a seat is told."""
        return tuple(report for one, report in self.told if one == seat)


def read_kept(game: Game) -> Opening:
    """What was kept for the phase that has just been opened is taken; what was kept for one passed over is dropped.

    Rule: the orders count as if they had just been written. The phase is not played before its deadline all the same
    until their player has seen what has happened and said something, unless he said READY with them.
    """
    told: list[tuple[int, KeptReport]] = []
    effects: list[Effect] = []
    for seat in game.seats:
        for kept in game.later_of(seat) if seat.power is not None else ():
            phase, meant = game.phase, parse_phase(kept.tag)
            if phase is None or meant is None or phase_order(meant) > phase_order(phase.position.phase):
                continue
            effects.append(KeepLater(game=game.id, player=kept.player, power=kept.power, tag=kept.tag))
            if meant != phase.position.phase:
                told.append((seat.id, _passed_over(kept)))
                continue
            game, taken, report = _read(game, phase, kept)
            effects += taken
            told.append((seat.id, report))
    return Opening(game=game, effects=tuple(effects), told=tuple(told))


def carried_over(sets: Sequence[OrderSet], since: datetime) -> tuple[Effect, ...]:
    """What keeps these sets, with the times at which they came, for the phase that an earlier effect opens once more.

    Shape: `since` when the phase opened first; it stands for the time of writing where that is unknown.
    """
    orders = (
        KeepOrders(
            phase=0, power=one.power, orders=one.orders, written_at=one.written_at or since,
            arrived=arrivals(one, one.orders, one.written_at or since), cleared_at=one.cleared_at, ahead=one.ahead,
        )
        for one in sets if one.orders or one.written_at or one.cleared_at
    )  # fmt: skip
    waits = (
        KeepWait(phase=0, power=one.power, wait=one.wait, arrived=one.waited_at)
        for one in sets if one.wait is not None
    )  # fmt: skip
    return (*orders, *waits)


def _passed_over(kept: LaterOrders) -> KeptReport:
    """The phase has not been opened at all."""
    return KeptReport(
        tag=kept.tag, lines=_untaken(kept),
        remark=f"{kept.tag} was passed, as nobody had anything to decide in it; what you kept for it is dropped.",
    )  # fmt: skip


def _read(game: Game, phase: OpenPhase, kept: LaterOrders) -> tuple[Game, tuple[Effect, ...], KeptReport]:
    """The orders are taken as far as they are possible now: the game with them, effects, what their player is told."""
    if owed(variant_of(game), phase.position, kept.power).nothing:
        remark = f"Nothing is due from you in {kept.tag}; what you kept for it is dropped."
        return game, (), KeptReport(tag=kept.tag, lines=_untaken(kept), remark=remark)
    sheet = Sheet(game=game, phase=phase, power=kept.power, came=phase.opened_at)
    stored: list[Order] = []
    lines = tuple(
        told
        for number, text in enumerate(kept.lines, 1)
        for told in take_line(sheet, NumberedLine(number, text), stored)
    )
    effects: tuple[Effect, ...] = ()
    if stored:
        effects = (KeepOrders(phase=0, power=kept.power, orders=tuple(stored), ahead=True),)
    if kept.wait is not None:
        effects += (KeepWait(phase=0, power=kept.power, wait=kept.wait),)
    written = OrderSet(power=kept.power, orders=tuple(stored), wait=kept.wait, ahead=bool(stored))
    others = tuple(one for one in phase.order_sets if one.power != kept.power)
    after = replace(game, phase=replace(phase, order_sets=(*others, written)))
    return after, effects, KeptReport(tag=kept.tag, lines=lines, remark=_remark(kept, stored))


def _untaken(kept: LaterOrders) -> tuple[ReceiptLine, ...]:
    return tuple(ReceiptLine(number=number, text=text, fate="ignored") for number, text in enumerate(kept.lines, 1))


def _remark(kept: LaterOrders, stored: Sequence[Order]) -> str:
    """What follows for the phase."""
    if kept.wait is True:
        return f"You asked {kept.tag} to wait for its deadline; READY takes that back."
    if kept.wait is False:
        return f"You said READY with them, so {kept.tag} need not wait for its deadline."
    if not stored:
        return "None of them can be used now; please write others."
    return (
        f"They count. So that you can look at the results first, {kept.tag} is not played before its deadline until "
        "you write READY or send any order."
    )
