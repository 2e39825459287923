"""Players and games as they are read back, and which games want a look."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace

import pytest

from judge.desk.effects import (
    AddGame,
    AddSeat,
    AimEarlyPlay,
    CloseOpenPhase,
    HoldOpen,
    KeepOrders,
    KeepRecord,
    KeepWait,
    MarkReminded,
    OpenNextPhase,
    SetDeadline,
    SetGameState,
)
from judge.desk.snapshot import Game, GameSettings, GameState, OrderSet, Role
from judge.desk.spans import Past, Span
from judge.errors import ConflictError
from judge.game.orders import Hold, Move
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.units import UnitKind
from judge.store.store import Store

Apply = Callable[..., None]
HOLD = Hold(power="france", kind=UnitKind.ARMY, at="par")
MOVE = Move(power="france", kind=UnitKind.ARMY, at="par", to="bur")


def read(store: Store, name: str = "foxtrot") -> Game:
    with store.reading() as transaction:
        found = transaction.game(name, lock=False)
    assert found is not None
    return found


def after(position: Position) -> Position:
    phase = parse_phase("F1901M")
    assert phase is not None
    return replace(position, phase=phase)


def test_a_game_comes_back_with_its_seats_and_its_open_phase(
    store: Store, game: Game, players: SimpleNamespace, position: Position, now: datetime
) -> None:
    assert (game.name, game.variant, game.on, game.state) == ("Foxtrot", "standard", None, GameState.RUNNING)
    assert game.settings == GameSettings()
    assert game.master is not None
    assert game.master.player == players.ann
    france = game.seat_for("france")
    assert france is not None
    assert (france.player, france.role, france.preferences) == (players.bob, Role.PLAYER, ("france", "italy"))
    assert game.phase is not None
    assert game.phase.position == position
    assert (game.phase.sequence, game.phase.opened_at, game.phase.deadline) == (1, now, now + timedelta(days=3))
    assert game.phase.order_sets == ()
    with store.begin() as transaction:
        assert transaction.game("FOXTROT") == game
        assert transaction.game_by_id(game.id) == game
        assert transaction.game("golf") is None


def test_a_player_is_found_by_any_case_of_his_address(store: Store, players: SimpleNamespace) -> None:
    with store.reading() as transaction:
        assert transaction.player_by_address("ANN@x.EXAMPLE") == players.ann
        assert transaction.player(players.ann.id) == players.ann
        assert transaction.player_by_address("nobody@x.example") is None
        assert transaction.player(99) is None
    assert (players.ann.name, players.ann.email, players.ann.confirmed) == ("Ann", "ann@x.example", True)


def test_the_last_orders_stand_and_the_earlier_ones_are_kept(
    store: Store, game: Game, apply: Apply, now: datetime
) -> None:
    assert game.phase is not None
    phase = game.phase.id
    apply(KeepOrders(phase=phase, power="france", orders=(HOLD,)))
    apply(KeepOrders(phase=phase, power="france", orders=(MOVE,)), at=now + timedelta(hours=1))
    apply(KeepWait(phase=phase, power="russia", wait=True), KeepWait(phase=phase, power="france", wait=True))
    apply(KeepWait(phase=phase, power="france", wait=False))
    found = read(store).phase
    assert found is not None
    assert found.order_sets == (
        OrderSet(power="france", orders=(MOVE,), wait=False, written_at=now + timedelta(hours=1), waited_at=now),
        OrderSet(power="russia", wait=True, waited_at=now),
    )
    with store.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT version FROM order_sets ORDER BY version").all()
    assert [version for (version,) in rows] == [1, 2]


def test_when_the_letter_of_each_order_came_in_is_kept(store: Store, game: Game, apply: Apply, now: datetime) -> None:
    assert game.phase is not None
    earlier, cleared = now - timedelta(hours=3), now - timedelta(hours=5)
    apply(
        KeepOrders(
            phase=game.phase.id, power="france", orders=(MOVE, HOLD), arrived=(earlier, now), cleared_at=cleared
        ),
        KeepWait(phase=game.phase.id, power="france", wait=True, arrived=earlier),
    )  # fmt: skip
    found = read(store).phase
    assert found is not None
    (kept,) = found.order_sets
    assert (kept.arrived, kept.cleared_at, kept.waited_at) == ((earlier, now), cleared, earlier)
    assert [kept.came(order) for order in kept.orders] == [earlier, now]
    assert kept.came(MOVE) is None  # an equal order of another letter


def test_a_phase_is_closed_once_and_takes_nothing_afterwards(
    store: Store, game: Game, apply: Apply, position: Position, now: datetime
) -> None:
    """A turn is played once, whoever else thinks it is due."""
    assert game.phase is not None
    phase = game.phase.id
    close = CloseOpenPhase(phase=phase, turn=Turn(before=position, outcomes=(), after=after(position)))
    apply(close, OpenNextPhase(game=game.id, position=after(position), deadline=None))
    for late in (
        close,
        KeepOrders(phase=phase, power="france", orders=(HOLD,)),
        KeepWait(phase=phase, power="france", wait=True),
        SetDeadline(phase=phase, deadline=now),
        MarkReminded(phase),
    ):
        with pytest.raises(ConflictError):
            apply(late)
    with pytest.raises(ConflictError):
        apply(OpenNextPhase(game=game.id, position=position, deadline=None))
    found = read(store).phase
    assert found is not None
    assert (found.sequence, found.position) == (2, after(position))


def test_of_two_workers_who_both_think_a_phase_is_due_one_plays_it(
    store: Store, game: Game, apply: Apply, position: Position, now: datetime
) -> None:
    """The row decides: who gets the lock looks again, the other finds nothing left to do."""
    turn = Turn(before=position, outcomes=(), after=after(position))

    def work(_: int) -> bool:
        with store.reading() as transaction:
            assert transaction.due_games(now + timedelta(days=3)) in ((), ("Foxtrot",))
        with store.begin() as transaction:
            found = transaction.game("foxtrot")
            assert found is not None
            assert found.phase is not None
            if found.phase.deadline is None or found.phase.deadline > now + timedelta(days=3):
                return False
            transaction.apply(
                [
                    CloseOpenPhase(phase=found.phase.id, turn=turn),
                    OpenNextPhase(game=found.id, position=turn.after, deadline=now + timedelta(days=6)),
                ],
                now=now,
                letter=None,
                freeze=lambda _: b"",
            )
        return True

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(work, range(4))) == [False, False, False, True]
    with store.reading() as transaction:
        assert [phase.sequence for phase in transaction.phases(game.id)] == [1, 2]


def test_a_locked_game_is_passed_over_by_who_does_not_want_to_wait(store: Store, game: Game) -> None:
    """SQLite has one writer at a time, so that nobody gets that far; PostgreSQL skips the locked row."""
    if store.engine.dialect.name == "sqlite":
        with store.begin() as transaction:
            assert transaction.game("foxtrot", wait=False) == game
        return
    with store.begin() as transaction:
        assert transaction.game("foxtrot") is not None
        with store.begin() as other:
            assert other.game("foxtrot", wait=False) is None
            assert other.game("foxtrot", lock=False) is not None


def test_a_game_is_due_for_its_reminder_once_and_then_at_its_deadline(
    store: Store, game: Game, apply: Apply, now: datetime
) -> None:
    assert game.phase is not None
    deadline = now + timedelta(days=3)

    def due(at: datetime) -> tuple[tuple[str, ...], datetime | None]:
        with store.reading() as transaction:
            return transaction.due_games(at), transaction.next_moment()

    reminder = deadline - timedelta(hours=8)
    assert due(reminder - timedelta(microseconds=1)) == ((), reminder)
    assert due(reminder) == (("Foxtrot",), reminder)
    apply(MarkReminded(game.phase.id), at=reminder)
    assert due(reminder) == ((), deadline)
    assert due(deadline) == (("Foxtrot",), deadline)
    apply(SetDeadline(phase=game.phase.id, deadline=None), SetGameState(game=game.id, state=GameState.PAUSED))
    assert due(deadline) == (("Foxtrot",), None), "what changed wants a look"
    with store.begin() as transaction:
        transaction.mark_seen(game.id)
    assert due(deadline) == ((), None)


def test_a_paused_game_is_due_when_it_is_to_go_on(store: Store, game: Game, apply: Apply, now: datetime) -> None:
    assert game.phase is not None
    at = now + timedelta(days=9)
    apply(
        SetDeadline(phase=game.phase.id, deadline=None),
        SetGameState(game=game.id, state=GameState.PAUSED, time_left=timedelta(days=1), resume_at=at),
    )
    assert (read(store).resume_at, read(store).time_left) == (at, timedelta(days=1))
    with store.begin() as transaction:
        transaction.mark_seen(game.id)
        assert transaction.due_games(at - timedelta(microseconds=1)) == ()
        assert transaction.due_games(at) == ("Foxtrot",)
        assert transaction.next_moment() == at
        assert [one.resume_at for one in transaction.listings()] == [at]
    apply(SetGameState(game=game.id, state=GameState.RUNNING))
    assert read(store).resume_at is None


@pytest.mark.parametrize(("moved_to", "again"), [(timedelta(days=5), True), (timedelta(days=3, hours=1), False)])
def test_a_new_deadline_has_a_reminder_of_its_own_when_the_time_for_it_is_still_to_come(
    store: Store, game: Game, apply: Apply, now: datetime, moved_to: timedelta, again: bool
) -> None:
    assert game.phase is not None
    apply(MarkReminded(game.phase.id), at=now + timedelta(days=2, hours=16))
    deadline = now + moved_to
    apply(SetDeadline(phase=game.phase.id, deadline=deadline), at=now + timedelta(days=2, hours=20))
    with store.reading() as transaction:
        assert transaction.next_moment() == (deadline - timedelta(hours=8) if again else deadline)


def test_a_game_to_which_something_came_in_is_looked_at_once(store: Store, game: Game, apply: Apply) -> None:
    assert game.phase is not None
    apply(KeepOrders(phase=game.phase.id, power="france", orders=(HOLD,)))
    with store.begin() as transaction:
        assert transaction.due_games(game.created_at) == ("Foxtrot",)
        transaction.mark_seen(game.id)
        assert transaction.due_games(game.created_at) == ()


def test_a_forming_game_is_looked_at_when_somebody_joins(
    store: Store, apply: Apply, players: SimpleNamespace, now: datetime
) -> None:
    added = AddGame(name="g", variant="standard", on=None, settings=GameSettings(), seed="s", master=players.ann.id)
    apply(added)
    with store.reading() as transaction:
        assert transaction.due_games(now) == ()
    apply(AddSeat(game=read(store, "g").id, player=players.bob.id, role=Role.PLAYER))
    with store.reading() as transaction:
        assert transaction.due_games(now) == ("g",)


def test_games_of_a_player_leave_out_those_that_are_over(
    store: Store, game: Game, apply: Apply, players: SimpleNamespace
) -> None:
    with store.reading() as transaction:
        assert [one.name for one in transaction.games_of(players.bob.id)] == ["Foxtrot"]
        assert transaction.games_of(99) == ()
    apply(SetGameState(game=game.id, state=GameState.FINISHED, winner=("france",)))
    with store.reading() as transaction:
        assert transaction.games_of(players.bob.id) == ()
    assert read(store).winner == ("france",)


def test_the_list_shows_what_is_listed_and_not_over(
    store: Store, game: Game, apply: Apply, players: SimpleNamespace, now: datetime
) -> None:
    hidden = GameSettings(listed=False)
    apply(AddGame(name="Hidden", variant="standard", on=None, settings=hidden, seed="s", master=players.ann.id))
    apply(AddGame(name="Alpha", variant="standard", on=None, settings=GameSettings(), seed="s", master=players.ann.id))
    with store.reading() as transaction:
        alpha, foxtrot = transaction.listings()
        everything = transaction.listings(everything=True)
    assert (alpha.name, alpha.phase, alpha.players, alpha.places) == ("Alpha", "", 0, 7)
    assert (foxtrot.name, foxtrot.phase, foxtrot.players) == ("Foxtrot", "S1901M", 2)
    assert foxtrot.deadline == now + timedelta(days=3)
    assert [one.name for one in everything] == ["Alpha", "Foxtrot", "Hidden"]


def test_the_history_of_a_game_tells_positions_orders_and_turns(
    store: Store, game: Game, apply: Apply, position: Position, now: datetime
) -> None:
    assert game.phase is not None
    turn = Turn(before=position, outcomes=(), after=after(position), winner=("france",))
    apply(
        KeepOrders(phase=game.phase.id, power="france", orders=(MOVE,)),
        CloseOpenPhase(phase=game.phase.id, turn=turn),
        OpenNextPhase(game=game.id, position=turn.after, deadline=None),
    )
    with store.reading() as transaction:
        first, second = transaction.phases(game.id)
        assert transaction.turns(game.id) == (turn,)
        assert transaction.phases(99) == ()
    assert (first.turn, first.closed_at, first.position) == (turn, now, position)
    assert [one.orders for one in first.orders] == [(MOVE,)]
    assert (second.turn, second.closed_at, second.position) == (None, None, turn.after)


def test_of_what_a_game_has_played_only_the_turns_that_are_chosen_are_read(
    store: Store, game: Game, apply: Apply, position: Position
) -> None:
    """The open phase is not among them, and a game that is not there has played nothing."""
    assert game.phase is not None
    turn = Turn(before=position, outcomes=(), after=after(position))
    apply(
        CloseOpenPhase(phase=game.phase.id, turn=turn), OpenNextPhase(game=game.id, position=turn.after, deadline=None)
    )
    with store.reading() as transaction:
        assert transaction.past(game.id, Span()) == Past(tags=("S1901M",), turns=(turn,))
        assert transaction.past(game.id, Span(first="F1901M")) == Past(tags=("S1901M",))
        assert transaction.past(99, Span()) == Past()


def test_a_phase_that_is_held_open_is_due_when_its_grace_is_over(
    store: Store, game: Game, apply: Apply, now: datetime
) -> None:
    assert game.phase is not None
    until = now + timedelta(days=4)
    apply(HoldOpen(phase=game.phase.id, until=until, late=("france",)), at=now + timedelta(days=3))
    phase = read(store).phase
    assert phase is not None
    assert (phase.grace_until, phase.late, phase.waiting) == (until, ("france",), False)
    with store.begin() as transaction:
        transaction.mark_seen(game.id)
        assert transaction.due_games(until - timedelta(seconds=1)) == ()
        assert transaction.due_games(until) == ("Foxtrot",)
        assert transaction.next_moment() == until
    apply(SetDeadline(phase=game.phase.id, deadline=now + timedelta(days=9)), at=now + timedelta(days=3))
    phase = read(store).phase
    assert phase is not None
    assert (phase.grace_until, phase.late, phase.waiting) == (None, (), False)


def test_the_moment_of_early_play_is_kept_until_something_changes(
    store: Store, game: Game, apply: Apply, now: datetime
) -> None:
    assert game.phase is not None
    moment, changes = (
        now + timedelta(minutes=30),
        (
            KeepOrders(phase=game.phase.id, power="france", orders=()),
            KeepWait(phase=game.phase.id, power="france", wait=True),
            SetDeadline(phase=game.phase.id, deadline=now + timedelta(days=2)),
        ),
    )
    for change in changes:
        apply(AimEarlyPlay(phase=game.phase.id, moment=moment))
        phase = read(store).phase
        assert phase is not None
        assert phase.early_at == moment
        with store.reading() as transaction:
            assert transaction.next_moment() == moment
        apply(change)
        phase = read(store).phase
        assert phase is not None
        assert phase.early_at is None


def test_a_seat_keeps_its_record(store: Store, game: Game, apply: Apply) -> None:
    seat = game.seat_for("france")
    assert seat is not None
    apply(KeepRecord(seat=seat.id, missed=2, extended=1))
    kept = read(store).seat_for("france")
    assert kept is not None
    assert (kept.missed, kept.extended) == (2, 1)
    assert (seat.missed, seat.extended) == (0, 0)


def test_a_game_is_read_once_in_a_transaction_until_the_transaction_changes_it(
    store: Store, game: Game, now: datetime
) -> None:
    assert game.phase is not None
    with store.begin() as transaction:
        before = transaction.game("foxtrot")
        assert transaction.game("FOXTROT") is before
        assert transaction.game_by_id(game.id) is before
        kept = KeepOrders(phase=game.phase.id, power="france", orders=(HOLD,))
        transaction.apply([kept], now=now, letter=None, freeze=lambda draft: b"")
        found = transaction.game("foxtrot")
    assert found is not None
    assert found.phase is not None
    assert found.phase.orders_of("france").orders == (HOLD,)


def test_a_game_that_nobody_holds_is_read_anew_when_it_is_locked(store: Store, game: Game, apply: Apply) -> None:
    """Another process may have changed it between the two (PostgreSQL; SQLite has one writer at a time)."""
    if store.engine.dialect.name == "sqlite":
        with store.begin() as transaction:
            assert transaction.game("foxtrot", lock=False) is transaction.game("foxtrot")
        return
    assert game.phase is not None
    with store.begin() as transaction:
        transaction.game("foxtrot", lock=False)
        apply(KeepOrders(phase=game.phase.id, power="france", orders=(HOLD,)))
        found = transaction.game("foxtrot")
    assert found is not None
    assert found.phase is not None
    assert found.phase.orders_of("france").orders == (HOLD,)


def test_a_deadline_of_another_zone_is_the_same_moment_for_another_process(
    store: Store, game: Game, apply: Callable[..., None]
) -> None:
    assert game.phase is not None
    pacific = datetime(2027, 1, 8, 18, tzinfo=timezone(timedelta(hours=-8)))
    apply(SetDeadline(phase=game.phase.id, deadline=pacific))
    other = Store(store.engine.url.render_as_string(hide_password=False), store.find_variant)
    with other.reading() as tx:
        phase = tx.game("foxtrot", lock=False).phase
    other.dispose()
    assert phase.deadline == pacific
    assert phase.deadline.utcoffset() == timedelta(0)
