"""Players are looked up by name, with the games in which they have or had a seat."""

from collections.abc import Callable
from types import SimpleNamespace

from judge.desk.effects import AddPlayer, ConfirmPlayer, LeaveSeat, SetGameState
from judge.desk.snapshot import Game, GameState
from judge.store.store import Store

Apply = Callable[..., None]


def names(store: Store, name: str) -> list[str]:
    with store.reading() as transaction:
        return [player.name for player in transaction.named(name)]


def test_a_player_is_found_by_his_name_or_its_beginning_in_any_case(
    store: Store, apply: Apply, players: SimpleNamespace
) -> None:
    """Where one is called just so, he alone; who has not confirmed is not found; no sign is a wildcard."""
    apply(AddPlayer("Bobby", "bobby@x.example"), ConfirmPlayer(0), AddPlayer("Boris", "boris@x.example"))
    assert names(store, "bo") == ["Bob", "Bobby"]
    assert names(store, " BOB ") == ["Bob"]
    assert names(store, "bobb") == ["Bobby"]
    assert names(store, "%") == names(store, "b_b") == names(store, "Zoe") == []


def test_no_more_than_ten_people_are_named(store: Store, apply: Apply) -> None:
    for number in range(12):
        apply(AddPlayer(f"Twin {number:02d}", f"twin{number}@x.example"), ConfirmPlayer(0))
    assert names(store, "twin") == [f"Twin {number:02d}" for number in range(10)]


def test_the_games_of_a_person_are_those_he_is_in_was_in_and_those_that_are_over(
    store: Store, game: Game, apply: Apply, players: SimpleNamespace
) -> None:
    seat = game.seat_for("france")
    assert seat is not None
    apply(LeaveSeat(seat.id), SetGameState(game=game.id, state=GameState.FINISHED))
    with store.reading() as transaction:
        assert [one.name for one in transaction.played_by(players.bob.id)] == ["Foxtrot"]
        assert [one.name for one in transaction.played_by(players.ann.id)] == ["Foxtrot"]
        assert [one.name for one in transaction.listings(over=True)] == ["Foxtrot"]
        assert transaction.listings() == ()
        assert transaction.played_by(99) == ()
