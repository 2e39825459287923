"""Applicants in the database: let in they are players, and the game is looked at; powers that are settled come back."""

from collections.abc import Callable
from types import SimpleNamespace

from sqlalchemy import text

from judge.desk.effects import AddSeat, AssignPower, LetIn, SetPreferences
from judge.desk.snapshot import Game, Role
from judge.store.store import Store

Apply = Callable[..., None]


def test_an_applicant_keeps_his_wishes_and_is_a_player_once_he_is_let_in(
    store: Store, apply: Apply, game: Game, players: SimpleNamespace
) -> None:
    master = game.masters[0].player.id
    apply(AddSeat(game=game.id, player=master, role=Role.APPLICANT, preferences=("italy",)))

    def seat():
        with store.reading() as transaction:
            found = transaction.game("foxtrot", lock=False)
        return max(found.seats, key=lambda one: one.id)

    apply(SetPreferences(seat().id, ("turkey", "italy")), AssignPower(seat().id, "italy"))
    assert (seat().role, seat().preferences, seat().assigned) == (Role.APPLICANT, ("turkey", "italy"), "italy")
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE games SET touched = false"))
    apply(LetIn(seat().id), AssignPower(seat().id, None))
    assert (seat().role, seat().preferences, seat().assigned) == (Role.PLAYER, ("turkey", "italy"), None)
    with store.engine.begin() as connection:
        assert connection.execute(text("SELECT touched FROM games")).scalar_one() in (True, 1)
