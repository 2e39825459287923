"""Phases that are undone stay in the books and are no part of their game any more."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from judge.desk.effects import CloseOpenPhase, GiveUpPower, KeepOrders, Log, OpenNextPhase, UndoPhases
from judge.desk.snapshot import Game, Role
from judge.desk.spans import Span
from judge.errors import ConflictError
from judge.game.orders import Hold
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.units import UnitKind
from judge.store.store import Store

Apply = Callable[..., None]
HOLD = Hold(power="france", kind=UnitKind.ARMY, at="par", given=True)


@pytest.fixture
def twice(apply: Apply, game: Game, position: Position) -> Game:
    """The game after spring 1901; France had an order."""
    assert game.phase is not None
    fall = parse_phase("F1901M")
    assert fall is not None
    after = replace(position, phase=fall)
    apply(
        KeepOrders(phase=game.phase.id, power="france", orders=(HOLD,)),
        CloseOpenPhase(phase=game.phase.id, turn=Turn(before=position, outcomes=(), after=after)),
        OpenNextPhase(game=game.id, position=after, deadline=None),
    )
    return game


def test_what_is_undone_is_kept_and_the_game_knows_nothing_of_it(
    store: Store, apply: Apply, twice: Game, position: Position, now: datetime
) -> None:
    assert twice.phase is not None
    later, early = now + timedelta(days=1), now - timedelta(days=1)
    apply(
        UndoPhases(game=twice.id, since=twice.phase.id),
        OpenNextPhase(game=twice.id, position=position, deadline=later, opened_at=early),
        KeepOrders(phase=0, power="france", orders=(), written_at=early),
    )
    with store.reading() as transaction:
        found = transaction.game("foxtrot", lock=False)
        valid, undone = transaction.phases(twice.id), transaction.phases(twice.id, undone=True)
        turns, past = transaction.turns(twice.id), transaction.past(twice.id, Span())
    assert found is not None
    assert found.phase is not None
    assert (found.phase.position, found.phase.sequence, found.phase.opened_at) == (position, 3, early)
    assert found.phase.orders_of("france").written_at == early
    assert [one.sequence for one in valid] == [3]
    assert [(one.sequence, one.position.phase.tag) for one in undone] == [(1, "S1901M"), (2, "F1901M")]
    assert undone[0].turn is not None
    assert undone[0].orders[0].orders == (HOLD,)
    assert (turns, past.tags) == ((), ())


def test_a_phase_is_undone_once(apply: Apply, twice: Game, position: Position) -> None:
    assert twice.phase is not None
    again = UndoPhases(game=twice.id, since=twice.phase.id)
    apply(again, OpenNextPhase(game=twice.id, position=position, deadline=None))
    for wrong in (again, UndoPhases(game=twice.id + 1, since=twice.phase.id + 2), UndoPhases(game=twice.id, since=999)):
        with pytest.raises(ConflictError, match="cannot be undone"):
            apply(wrong)


def test_who_gives_up_a_power_observes_and_is_not_among_those_who_left(store: Store, apply: Apply, game: Game) -> None:
    seat = game.seat_for("france")
    assert seat is not None
    apply(GiveUpPower(seat.id))
    with store.reading() as transaction:
        found = transaction.game("foxtrot", lock=False)
    assert found is not None
    assert found.seat_for("france") is None
    assert found.seat_of(seat.player.id) == replace(seat, power=None, role=Role.OBSERVER)
    assert found.former == ()


def test_the_journal_tells_events_orders_and_press_and_nothing_that_stands_in_them(
    store: Store, apply: Apply, twice: Game, now: datetime, make_arrival
) -> None:
    letter = store.accept([make_arrival()], now)[0]
    with store.reading() as transaction:
        found = transaction.game("foxtrot", lock=False)
    assert found is not None
    assert found.phase is not None
    apply(KeepOrders(phase=found.phase.id, power="france", orders=(HOLD,)), at=now + timedelta(hours=2), letter=letter)
    apply(KeepOrders(phase=found.phase.id, power="~1/2", orders=()), at=now + timedelta(hours=2), letter=letter)
    apply(Log(game=twice.id, kind="pause", text="by the master"), at=now + timedelta(hours=1))
    with store.reading() as transaction:
        told = [(one.kind, one.text) for one in transaction.journal(twice.id)]
    assert told[-2:] == [("pause", "by the master"), ("orders", "France for F1901M")]
