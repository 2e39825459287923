"""Orders for phases to come as they are kept and read back."""

from collections.abc import Callable
from datetime import datetime, timedelta
from types import SimpleNamespace

from judge.desk.effects import AddAbsence, DropAbsences, KeepLater, KeepOrders
from judge.desk.snapshot import Absence, Game, LaterOrders
from judge.game.orders import Hold
from judge.game.units import UnitKind
from judge.store.store import Store


def read(store: Store) -> Game:
    with store.reading() as transaction:
        found = transaction.game("foxtrot", lock=False)
    assert found is not None
    return found


def test_the_last_that_was_kept_for_a_phase_counts_and_nothing_takes_it_back(
    store: Store, game: Game, players: SimpleNamespace, apply: Callable[..., None]
) -> None:
    mine = {"game": game.id, "player": players.bob.id, "power": "france"}
    apply(
        KeepLater(**mine, tag="F1901M", lines=("A Par - Bur",)),
        KeepLater(**mine, tag="F1901M", lines=("A Par - Bur", "F Bre H"), wait=False),
        KeepLater(**mine, tag="S1902M", wait=True),
    )
    kept = {"power": "france", "player": players.bob.id}
    assert read(store).later == (
        LaterOrders(**kept, tag="F1901M", lines=("A Par - Bur", "F Bre H"), wait=False),
        LaterOrders(**kept, tag="S1902M", wait=True),
    )
    apply(KeepLater(**mine, tag="F1901M"), KeepLater(**mine, tag="S1902M"))
    assert read(store).later == ()


def test_that_orders_were_written_ahead_is_known_until_others_come(
    store: Store, game: Game, apply: Callable[..., None]
) -> None:
    assert game.phase is not None
    hold = Hold(power="france", kind=UnitKind.ARMY, at="par")
    apply(KeepOrders(phase=game.phase.id, power="france", orders=(hold,), ahead=True))
    phase = read(store).phase
    assert phase is not None
    assert phase.orders_of("france").ahead
    apply(KeepOrders(phase=game.phase.id, power="france", orders=(hold,)))
    phase = read(store).phase
    assert phase is not None
    assert not phase.orders_of("france").ahead


def test_absences_are_kept_until_they_are_taken_back_and_those_over_stay(
    store: Store, game: Game, players: SimpleNamespace, apply: Callable[..., None], now: datetime
) -> None:
    day = timedelta(days=1)
    times = ((now - 3 * day, now - day), (now + day, now + 2 * day))
    apply(*(AddAbsence(game=game.id, player=players.bob.id, start=start, end=end) for start, end in times))
    assert read(store).absences == tuple(Absence(player=players.bob.id, start=start, end=end) for start, end in times)
    apply(DropAbsences(game=game.id, player=players.bob.id))
    assert [one.end for one in read(store).absences] == [now - day]
