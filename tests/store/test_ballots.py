"""Ballots in the database: they come back as they were, go with their seat, and are forgotten."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

from judge.desk.effects import ForgetBallots, KeepBallot, LeaveSeat, SetGameState
from judge.desk.snapshot import Ballot, Game, GameState
from judge.store.store import Store

Apply = Callable[..., None]


def _ballots(store: Store, former: bool = False) -> dict[str | None, Ballot | None]:
    with store.reading() as transaction:
        game = transaction.game("foxtrot", lock=False)
    assert game is not None
    return {seat.power: seat.ballot for seat in (game.former if former else game.seats)}


def test_a_ballot_comes_back_as_it_was_and_can_be_taken_back(store: Store, apply: Apply, game: Game, now) -> None:
    bob, cyd = game.seat_for("france"), game.seat_for("russia")
    assert bob is not None and cyd is not None  # noqa: PT018
    drawn = Ballot(draw=("france", "russia"), phase="S1901M", cast_at=now)
    conceded = Ballot(concede="france", phase="S1901M", cast_at=now)
    apply(KeepBallot(seat=bob.id, ballot=drawn), KeepBallot(seat=cyd.id, ballot=conceded))
    assert _ballots(store) == {None: None, "france": drawn, "russia": conceded}
    dias = replace(drawn, draw=())
    taken_back = Ballot(phase="S1901M", cast_at=now)
    apply(KeepBallot(seat=bob.id, ballot=dias), KeepBallot(seat=cyd.id, ballot=taken_back))
    assert _ballots(store) == {None: None, "france": dias, "russia": taken_back}


def test_who_leaves_leaves_no_ballot_and_the_end_of_a_game_none_at_all(
    store: Store, apply: Apply, game: Game, players: SimpleNamespace, now
) -> None:
    bob, cyd = game.seat_for("france"), game.seat_for("russia")
    assert bob is not None and cyd is not None  # noqa: PT018
    for seat in (bob, cyd):
        apply(KeepBallot(seat=seat.id, ballot=Ballot(draw=(), cast_at=now)))
    apply(LeaveSeat(bob.id))
    assert _ballots(store, former=True) == {"france": None}
    assert _ballots(store)["russia"] is not None
    apply(ForgetBallots(game.id))
    assert _ballots(store) == {None: None, "russia": None}


def test_a_vote_or_a_leaving_asks_for_a_look_at_the_game_even_when_its_clock_is_stopped(
    store: Store, apply: Apply, game: Game, now
) -> None:
    bob = game.seat_for("france")
    assert bob is not None
    apply(SetGameState(game=game.id, state=GameState.PAUSED, time_left=timedelta(days=1)))
    with store.begin() as transaction:
        transaction.mark_seen(game.id)
        assert transaction.due_games(now) == ()
    apply(KeepBallot(seat=bob.id, ballot=Ballot(cast_at=now)))
    with store.reading() as transaction:
        assert transaction.due_games(now) == ("Foxtrot",)


def test_how_a_game_ended_is_kept(store: Store, apply: Apply, game: Game) -> None:
    apply(SetGameState(game=game.id, state=GameState.FINISHED, winner=("france", "russia"), ending="draw"))
    with store.reading() as transaction:
        found = transaction.game("foxtrot", lock=False)
    assert found is not None
    assert (found.ending, found.winner) == ("draw", ("france", "russia"))
