"""The records of players, counted phase by phase."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from judge.desk.effects import CloseOpenPhase, CountConduct, OpenNextPhase, SetGameState, SetSettings
from judge.desk.snapshot import Game, GameSettings, GameState, Record
from judge.errors import ConflictError
from judge.game.position import Position
from judge.game.turns import Turn
from judge.store.store import Store

Apply = Callable[..., None]


def records(store: Store, *players: int) -> dict[int, Record]:
    with store.reading() as transaction:
        return transaction.records(players)


def test_a_record_adds_up_the_phases_and_of_one_phase_the_worst_stands(
    store: Store, game: Game, apply: Apply, players: SimpleNamespace, position: Position
) -> None:
    bob, cid, phase = players.bob.id, players.cyd.id, game.phase
    assert phase is not None
    assert records(store, bob) == {bob: Record()}
    apply(CountConduct(phase=phase.id, players=(bob,), conduct="late"))
    apply(CountConduct(phase=phase.id, players=(bob, cid), conduct="on_time"))
    assert records(store, bob, cid) == {bob: Record(late=1), cid: Record(on_time=1)}
    apply(CountConduct(phase=phase.id, players=(bob,), conduct="missed"))
    apply(
        CloseOpenPhase(phase=phase.id, turn=Turn(before=position, outcomes=(), after=position)),
        OpenNextPhase(game=game.id, position=position, deadline=None),
        CountConduct(phase=0, players=(bob,), conduct="abandoned"),
    )
    assert records(store, bob, cid) == {bob: Record(missed=1, abandoned=1), cid: Record(on_time=1)}


def test_nothing_is_counted_for_a_phase_that_is_closed(
    store: Store, game: Game, apply: Apply, players: SimpleNamespace, position: Position
) -> None:
    assert game.phase is not None
    apply(CloseOpenPhase(phase=game.phase.id, turn=Turn(before=position, outcomes=(), after=position)))
    with pytest.raises(ConflictError):
        apply(CountConduct(phase=game.phase.id, players=(players.bob.id,), conduct="late"))


@pytest.mark.parametrize(("reveal", "at_the_end"), [(True, Record(missed=1)), (False, Record())])
def test_what_is_counted_in_a_game_where_nobody_may_know_who_plays_does_not_show_before_he_may_be_known(
    store: Store, game: Game, apply: Apply, players: SimpleNamespace, reveal: bool, at_the_end: Record
) -> None:
    """Else whoever looks before and after a deadline learns who the late power is."""
    bob = players.bob.id
    assert game.phase is not None
    apply(
        SetSettings(game=game.id, settings=GameSettings(anonymous=True, reveal=reveal)),
        CountConduct(phase=game.phase.id, players=(bob,), conduct="missed"),
    )
    assert records(store, bob) == {bob: Record()}
    apply(SetGameState(game=game.id, state=GameState.FINISHED))
    assert records(store, bob) == {bob: at_the_end}
