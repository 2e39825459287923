"""Effects as rows: what each changes, what 0 means, and who loses when two come at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from judge.desk.effects import (
    AddGame,
    AddPlayer,
    AddSeat,
    CloseOpenPhase,
    ConfirmPlayer,
    GivePower,
    KeepOrders,
    KeepPress,
    KeepWait,
    LeaveSeat,
    Log,
    OpenNextPhase,
    Post,
    SetGameState,
    SetPasswordHash,
    SetPlayerZone,
)
from judge.desk.snapshot import EJECTED, RESIGNED, Game, GameSettings, GameState, Player, Role, Seat
from judge.errors import ConflictError, DatabaseError
from judge.game.mails import Draft
from judge.game.orders import Hold
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.units import UnitKind
from judge.store.store import Store

Apply = Callable[..., None]
NOW = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)


def player_at(store: Store, email: str) -> Player:
    with store.reading() as transaction:
        found = transaction.player_by_address(email)
    assert found is not None
    return found


def seats_of(store: Store, name: str = "foxtrot") -> tuple[Seat, ...]:
    with store.reading() as transaction:
        found = transaction.game(name, lock=False)
    assert found is not None
    return found.seats


def game_named(name: str, master: int) -> AddGame:
    return AddGame(name=name, variant="standard", on=None, settings=GameSettings(), seed="s", master=master)


def test_a_second_register_renames_who_has_not_confirmed_and_nobody_else(store: Store, apply: Apply) -> None:
    apply(AddPlayer("An", "ann@x.example"))
    first = player_at(store, "ann@x.example")
    assert not first.confirmed
    apply(AddPlayer("Ann", "Ann@x.example"), SetPlayerZone(0, "Europe/Berlin"))
    second = player_at(store, "ann@x.example")
    assert (second.id, second.name, second.zone) == (first.id, "Ann", "Europe/Berlin")
    apply(ConfirmPlayer(second.id))
    assert player_at(store, "ann@x.example").confirmed
    with pytest.raises(ConflictError):
        apply(AddPlayer("Mallory", "ann@x.example"))


def test_passwords_are_kept_for_a_player_or_for_a_seat(
    store: Store, apply: Apply, game: Game, players: SimpleNamespace
) -> None:
    seat = game.seat_for("france")
    assert seat is not None
    apply(
        SetPasswordHash(player=players.bob.id, seat=None, password_hash="of the player"),
        SetPasswordHash(player=players.bob.id, seat=seat.id, password_hash="of the seat"),
    )
    assert player_at(store, "bob@x.example").password_hash == "of the player"
    assert [one.password_hash for one in seats_of(store) if one.power == "france"] == ["of the seat"]


def test_a_game_name_is_taken_in_any_case(store: Store, apply: Apply, game: Game, players: SimpleNamespace) -> None:
    with pytest.raises(ConflictError, match="foxTROT"):
        apply(game_named("foxTROT", players.ann.id))


def test_of_eight_who_create_the_same_game_at_once_one_does(store: Store, players: SimpleNamespace) -> None:
    def create(_: int) -> bool:
        try:
            with store.begin() as transaction:
                transaction.apply(
                    [game_named("g", players.ann.id)],
                    now=datetime.now().astimezone(),
                    letter=None,
                    freeze=lambda _: b"",
                )
        except ConflictError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(create, range(8))) == 1


def test_who_is_in_a_game_cannot_join_again_until_he_has_left(
    store: Store, apply: Apply, game: Game, players: SimpleNamespace
) -> None:
    again = AddSeat(game=game.id, player=players.bob.id, role=Role.PLAYER, power="france", password_hash="secret")
    with pytest.raises(ConflictError):
        apply(again)
    seat = game.seat_for("france")
    assert seat is not None
    apply(LeaveSeat(seat.id))
    assert {one.power for one in seats_of(store)} == {None, "russia"}
    apply(again)
    assert [one.password_hash for one in seats_of(store) if one.power == "france"] == ["secret"]


def test_a_power_has_one_seat(store: Store, apply: Apply, game: Game, players: SimpleNamespace) -> None:
    apply(AddSeat(game=game.id, player=players.ann.id, role=Role.PLAYER))
    apply(GivePower(seats_of(store)[-1].id, "italy"))
    assert seats_of(store)[-1].power == "italy"
    with pytest.raises(ConflictError):
        apply(GivePower(seats_of(store)[-1].id, "france"))


def test_somebody_has_a_seat_for_each_power_that_he_plays_and_one_of_every_other_kind(
    store: Store, apply: Apply, game: Game, players: SimpleNamespace
) -> None:
    apply(AddSeat(game=game.id, player=players.bob.id, role=Role.PLAYER, power="italy"))
    assert {one.power for one in seats_of(store) if one.player.id == players.bob.id} == {"france", "italy"}
    apply(AddSeat(game=game.id, player=players.cyd.id, role=Role.OBSERVER))
    with pytest.raises(ConflictError):
        apply(AddSeat(game=game.id, player=players.cyd.id, role=Role.OBSERVER))


def test_zero_means_what_was_added_last_in_the_same_list(store: Store, apply: Apply) -> None:
    apply(
        AddPlayer("Ann", "ann@x.example"),
        ConfirmPlayer(0),
        game_named("g", 0),
        SetGameState(game=0, state=GameState.PAUSED, time_left=timedelta(hours=30)),
        AddSeat(game=0, player=0, role=Role.PLAYER),
        GivePower(0, "turkey"),
        Log(game=0, kind="create", text="Ann creates g"),
    )
    with store.reading() as transaction:
        game = transaction.game("g", lock=False)
        assert game is not None
        assert [entry.text for entry in transaction.log(game.id)] == ["Ann creates g"]
    assert [(one.role, one.power) for one in game.seats] == [(Role.MASTER, None), (Role.PLAYER, "turkey")]
    assert (game.state, game.time_left) == (GameState.PAUSED, timedelta(hours=30))


def test_zero_without_anything_added_is_refused(store: Store, apply: Apply) -> None:
    with pytest.raises(DatabaseError, match="games"):
        apply(SetGameState(game=0, state=GameState.RUNNING))
    with pytest.raises(DatabaseError, match="seats"):
        apply(LeaveSeat(99))


def test_a_list_of_effects_is_done_whole_or_not_at_all(
    store: Store, apply: Apply, players: SimpleNamespace, make_draft: Callable[..., Draft], now: datetime
) -> None:
    with pytest.raises(ConflictError):
        apply(game_named("g", players.ann.id), Post(make_draft("k")), game_named("G", players.ann.id))
    with store.begin() as transaction:
        assert transaction.game("g") is None
        assert transaction.claim_mails(now, 10, timedelta(minutes=1)) == ()


def test_press_is_kept_as_it_was_delivered(store: Store, apply: Apply, game: Game) -> None:
    assert game.phase is not None
    apply(
        KeepPress(game=game.id, phase=game.phase.id, sender="france", audience=("italy", "russia"), text="Hi\x00 😀"),
        KeepPress(game=game.id, phase=None, sender="master", audience=(), text="late"),
    )
    with store.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT sender, text, phase_id FROM press ORDER BY id").all()
    assert [tuple(row) for row in rows] == [("france", "Hi\ufffd 😀", game.phase.id), ("master", "late", None)]


def test_an_observer_who_gets_a_power_is_a_player_and_a_power_given_up_is_remembered(
    store: Store, apply: Apply, game: Game, players: SimpleNamespace
) -> None:
    france, russia = game.seat_for("france"), game.seat_for("russia")
    assert france is not None
    assert russia is not None
    apply(LeaveSeat(france.id))
    apply(LeaveSeat(russia.id))
    apply(AddSeat(game=game.id, player=players.cyd.id, role=Role.OBSERVER), GivePower(0, "france"))
    with store.reading() as transaction:
        after = transaction.game("foxtrot", lock=False)
    assert after is not None
    seat = after.seat_for("france")
    assert seat is not None
    assert (seat.player.name, seat.role) == ("Cyd", Role.PLAYER)
    assert [(one.player.name, one.power) for one in after.former] == [("Bob", "france"), ("Cyd", "russia")]


def test_orders_can_be_kept_for_the_phase_that_is_opened_in_the_same_list(
    store: Store, apply: Apply, game: Game, position: Position
) -> None:
    """What people outside have asked for goes from phase to phase with the game."""
    phase = game.phase
    assert phase is not None
    orders = (Hold(power="france", kind=UnitKind.ARMY, at="par"),)
    apply(
        CloseOpenPhase(phase=phase.id, turn=Turn(before=position, outcomes=(), after=position)),
        OpenNextPhase(game=game.id, position=position, deadline=None),
        KeepOrders(phase=0, power="~000000000007/3", orders=orders),
        KeepOrders(phase=0, power="~000000000002/4", orders=orders),
    )
    with store.reading() as transaction:
        after = transaction.game("foxtrot", lock=False)
    assert after is not None
    assert after.phase is not None
    assert after.phase.id != phase.id
    assert [one.power for one in after.phase.order_sets] == ["~000000000002/4", "~000000000007/3"]
    assert after.phase.order_sets[0].orders == orders


def test_how_somebody_left_is_kept_and_who_was_ejected_is_remembered(
    store: Store, apply: Apply, game: Game, players: SimpleNamespace
) -> None:
    """Also one who had no power yet, so that he does not come back by himself."""
    apply(AddSeat(game=game.id, player=players.ann.id, role=Role.PLAYER), at=NOW)
    bob, ann = game.seat_for("france"), seats_of(store)[-1]
    assert bob is not None
    apply(LeaveSeat(bob.id, RESIGNED), LeaveSeat(ann.id, EJECTED), at=NOW + timedelta(hours=1))
    with store.reading() as transaction:
        found = transaction.game("foxtrot", lock=False)
    assert found is not None
    assert [(one.power, one.left_how, one.left_at) for one in found.former] == [
        ("france", RESIGNED, NOW + timedelta(hours=1)), (None, EJECTED, NOW + timedelta(hours=1)),
    ]  # fmt: skip


def test_a_wish_to_wait_can_be_forgotten(store: Store, apply: Apply, game: Game) -> None:
    assert game.phase is not None
    apply(KeepWait(phase=game.phase.id, power="france", wait=True))
    apply(KeepWait(phase=game.phase.id, power="france", wait=None))
    with store.reading() as transaction:
        found = transaction.game("foxtrot", lock=False)
    assert found is not None
    assert found.phase is not None
    assert found.phase.orders_of("france").wait is None


def test_who_gets_a_power_of_a_running_game_has_joined_then(
    store: Store, apply: Apply, game: Game, players: SimpleNamespace
) -> None:
    """What he has watched before is no part of his game as that power; at the start it is."""
    apply(AddSeat(game=game.id, player=players.ann.id, role=Role.OBSERVER))
    seat = seats_of(store)[-1]
    apply(GivePower(seat.id, "italy"), at=NOW + timedelta(days=1))
    assert seats_of(store)[-1].joined_at == NOW + timedelta(days=1)


def test_a_power_without_a_player_is_listed_as_open(store: Store, apply: Apply, game: Game) -> None:
    """Only those in play: of this position France and Russia have units, and France loses its player."""
    with store.reading() as transaction:
        assert [one.openings for one in transaction.listings()] == [()]
    seat = game.seat_for("france")
    assert seat is not None
    apply(LeaveSeat(seat.id, RESIGNED))
    with store.reading() as transaction:
        (listing,) = transaction.listings()
    assert (listing.openings, listing.claims, listing.places) == (("France",), False, 7)
