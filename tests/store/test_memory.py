"""What is remembered from one transaction to the next is what would be read, whoever has changed it."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace

import pytest
from sqlalchemy import event

from judge.desk.bans import Ban
from judge.desk.effects import (
    AimEarlyPlay,
    CloseOpenPhase,
    ConfirmPlayer,
    Effect,
    KeepOrders,
    KeepWait,
    Post,
    SetDeadline,
    SetPlayerZone,
)
from judge.desk.snapshot import Game
from judge.errors import ConflictError, DatabaseError
from judge.game.mails import Draft
from judge.game.orders import Hold, Move
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.units import UnitKind
from judge.store.arrivals import Arrival
from judge.store.memory import MOST
from judge.store.store import Store

HOLD = Hold(power="france", kind=UnitKind.ARMY, at="par")
MOVE = Move(power="france", kind=UnitKind.ARMY, at="par", to="bur")
PACIFIC = timezone(timedelta(hours=-8))


def change(store: Store, now: datetime, *effects: Effect) -> None:
    with store.begin(knowing=True) as tx:
        tx.apply(effects, now=now, letter=None, freeze=lambda _: b"")


def known(store: Store) -> Game | None:
    with store.begin(knowing=True) as tx:
        return tx.game("Foxtrot")


def read(store: Store) -> Game | None:
    with store.reading() as tx:
        return tx.game("foxtrot", lock=False)


def changes_of(phase: int, now: datetime) -> list[Effect]:
    moment = now.astimezone(PACIFIC)
    return [
        KeepOrders(phase=phase, power="france", orders=(HOLD,), arrived=(moment,)),
        AimEarlyPlay(phase=phase, moment=moment + timedelta(hours=1)),
        KeepWait(phase=phase, power="france", wait=True, arrived=moment),
        KeepOrders(phase=phase, power="france", orders=(MOVE,), cleared_at=moment),
        KeepOrders(phase=phase, power="austria", orders=(), ahead=True, written_at=moment),
        KeepWait(phase=phase, power="russia", wait=False),
        AimEarlyPlay(phase=phase, moment=now),
        KeepWait(phase=phase, power="france", wait=None),
        KeepOrders(phase=phase, power="france", orders=(HOLD,)),
        AimEarlyPlay(phase=phase, moment=None),
    ]


def test_a_remembered_game_is_the_game_that_would_be_read(store: Store, game: Game, now: datetime) -> None:
    """After each change, in a transaction of its own and in one with all those before it."""
    assert game.phase is not None
    effects = changes_of(game.phase.id, now)
    for effect in effects:
        assert known(store) is not None
        change(store, now, effect)
        assert known(store) == read(store)
    for count in range(1, len(effects)):
        with store.begin(knowing=True) as tx:
            tx.game("foxtrot")
            for effect in effects[:count]:
                tx.apply([effect], now=now, letter=None, freeze=lambda _: b"")
                tx.game_by_id(game.id)
            found = tx.game("foxtrot")
        assert found == read(store)


def test_a_change_of_a_phase_asks_for_another_look_at_its_game(store: Store, game: Game, now: datetime) -> None:
    assert game.phase is not None
    for effect in (changes_of(game.phase.id, now)[0], changes_of(game.phase.id, now)[3]):
        known(store)
        change(store, now, effect)
        with store.reading() as tx:
            assert tx.due_games(now) == ("Foxtrot",)
        with store.begin() as tx:
            tx.mark_seen(game.id)
    with store.begin(knowing=True) as tx:
        tx.game("foxtrot")
        for _ in range(2):
            tx.apply([changes_of(game.phase.id, now)[0]], now=now, letter=None, freeze=lambda _: b"")
            tx.mark_seen(game.id)
        tx.apply([changes_of(game.phase.id, now)[0]], now=now, letter=None, freeze=lambda _: b"")
    with store.reading() as tx:
        assert tx.due_games(now) == ("Foxtrot",)


def test_a_file_that_nobody_else_has_written_to_is_not_read_again(
    store: Store, players: SimpleNamespace, game: Game, now: datetime
) -> None:
    if store.engine.dialect.name != "sqlite":
        return  # there others write meanwhile
    for _ in range(2):
        with store.begin(knowing=True) as tx:
            tx.games_of(tx.player_by_address("bob@x.example").id)
            tx.bans_on(["bob@x.example"])
    asked: list[str] = []
    event.listen(store.writer, "before_cursor_execute", lambda *told: asked.append(told[2]))
    with store.begin(knowing=True) as tx:
        player = tx.player_by_address("Bob@x.example")
        assert player == players.bob
        assert tx.bans_on([player.email]) == {}
        assert tx.games_of(player.id) == (tx.game("FOXTROT"),) == (tx.game_by_id(game.id),)
    assert [one for one in asked if one.startswith("SELECT")] == []


@pytest.mark.parametrize("meddle", ["another process", "a transaction that may change anything"])
def test_what_others_have_changed_is_read_anew(
    store: Store, players: SimpleNamespace, game: Game, now: datetime, apply: Callable[..., None], meddle: str
) -> None:
    assert game.phase is not None
    effects = (
        KeepOrders(phase=game.phase.id, power="france", orders=(HOLD,)),
        SetPlayerZone(players.bob.id, "Asia/Tokyo"),
    )
    for _ in range(2):
        with store.begin(knowing=True) as tx:
            tx.game("foxtrot")
            tx.player_by_address("bob@x.example")
    if meddle == "another process":
        other = Store(store.engine.url.render_as_string(hide_password=False), store.find_variant)
        change(other, now, *effects)
        other.dispose()
    else:
        apply(*effects)
    with store.begin(knowing=True) as tx:
        assert tx.game("foxtrot") == read(store)
        assert tx.player_by_address("bob@x.example").zone == "Asia/Tokyo"


def test_answers_are_never_thought_to_be_fewer_than_they_are(
    store: Store, make_arrival: Callable[..., Arrival], make_draft: Callable[..., Draft], now: datetime
) -> None:
    numbers = store.accept([make_arrival(name) for name in "abcd"], now)
    since = now - timedelta(days=1)
    for at, number in enumerate(numbers):
        later = now + timedelta(minutes=at)
        with store.begin(knowing=True) as tx:
            tx.note_reading(number, sender="ann@x.example", message_id="")
            for kind in ("receipt", "press"):
                mail = make_draft(f"{kind}/{number}", to="Ann@x.example", kind=kind)
                tx.apply([Post(mail)], now=later, letter=number, freeze=lambda _: b"")
            sent = tx.answers_since("ann@x.example", since)
            assert sent == at + 1
            assert sent <= tx.answers_at_most("Ann@x.example", since + timedelta(minutes=at)) <= 2 * sent
            assert tx.answers_at_most("ann@x.example", since - timedelta(days=1)) >= sent


def test_a_ban_holds_from_the_next_letter_on(store: Store, now: datetime) -> None:
    names = ["bob@x.example"]
    ban = Ban(whom="@x.example", since=now)
    for knowing in (True, False):
        for bans in ({}, {ban.whom: ban}, {}):
            with store.begin(knowing=True) as tx:
                assert tx.bans_on(names) == bans
            with store.begin(knowing=knowing) as tx:
                if bans:
                    assert tx.drop_ban(ban.whom, now)
                else:
                    tx.keep_ban(ban)
        with store.begin() as tx:
            tx.drop_ban(ban.whom, now)


def test_what_was_undone_is_not_remembered(store: Store, game: Game, now: datetime) -> None:
    assert game.phase is not None
    before = known(store)
    conflict = (*changes_of(game.phase.id, now)[:2], ConfirmPlayer(0))
    with pytest.raises(DatabaseError):
        change(store, now, *conflict)
    assert known(store) == before == read(store)


def test_any_other_effect_has_everything_read_anew(store: Store, game: Game, now: datetime) -> None:
    assert game.phase is not None
    known(store)
    deadline = now + timedelta(days=9)
    change(store, now, KeepOrders(phase=game.phase.id, power="france", orders=(HOLD,)))
    change(store, now, SetDeadline(phase=game.phase.id, deadline=deadline))
    found = known(store)
    assert found == read(store)
    assert found is not None
    assert found.phase is not None
    assert found.phase.deadline == deadline


def test_early_play_that_was_aimed_at_is_off_when_a_deadline_is_set_in_the_same_transaction(
    store: Store, game: Game, now: datetime
) -> None:
    """The one changes the row of the phase beside the other, which has had it in its hands before."""
    assert game.phase is not None
    phase = game.phase.id
    with store.begin(knowing=True) as tx:
        for effect in (
            SetDeadline(phase=phase, deadline=now + timedelta(days=4)),
            AimEarlyPlay(phase=phase, moment=now),
            SetDeadline(phase=phase, deadline=now + timedelta(days=5)),
        ):
            tx.game("foxtrot")
            tx.apply([effect], now=now, letter=None, freeze=lambda _: b"")
    found = read(store)
    assert found is not None
    assert found.phase is not None
    assert (found.phase.early_at, found.phase.deadline) == (None, now + timedelta(days=5))


def test_orders_for_a_phase_that_another_process_has_closed_are_refused(
    store: Store, game: Game, now: datetime, position: Position
) -> None:
    assert game.phase is not None
    for _ in range(2):
        known(store)
    other = Store(store.engine.url.render_as_string(hide_password=False), store.find_variant)
    change(other, now, CloseOpenPhase(phase=game.phase.id, turn=Turn(before=position, outcomes=(), after=position)))
    other.dispose()
    with pytest.raises(ConflictError):
        change(store, now, KeepOrders(phase=game.phase.id, power="france", orders=(HOLD,)))


def test_no_more_is_remembered_than_is_good(store: Store, game: Game, now: datetime) -> None:
    with store.begin(knowing=True) as tx:
        found = tx.game("foxtrot")
        assert found is not None
        for number in range(MOST + 1):
            tx.memory.keep_player(f"{number}@x.example", found.seats[0].player)
            tx.memory.keep_game(found)
        assert len(tx.memory.players) <= MOST
