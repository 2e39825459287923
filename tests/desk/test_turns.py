"""What time does: start, reminder, early adjudication, deadline, late notice, results, the end."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from judge.desk import effects as do
from judge.desk import waiting
from judge.desk.chronicle import center_years
from judge.desk.snapshot import Game, GameSettings, GameState, OpenPhase, OrderSet, Player, Role, Seat
from judge.desk.turns import due, process
from judge.desk.waiting import all_in, has_decided, late_powers
from judge.game.orders import Hold, Order
from judge.game.phases import Phase, PhaseKind, Season
from judge.game.position import Dislodged, Position
from judge.game.turns import Owed
from judge.game.units import Unit, UnitKind
from judge.variants import find_variant

VARIANT = find_variant("standard")
NOW = datetime(2027, 1, 4, 12, tzinfo=UTC)
SPRING = Phase(Season.SPRING, 1901, PhaseKind.MOVEMENT)
FRANCE = Unit(UnitKind.ARMY, "par", "france")
ITALY = Unit(UnitKind.ARMY, "rom", "italy")


def position(*units: Unit, phase: Phase = SPRING, **more: object) -> Position:
    centers = tuple(sorted((unit.province, unit.power) for unit in units if VARIANT.board.province(unit.at).center))
    facts = {"centers": centers, **more}
    return Position(board=VARIANT.board, phase=phase, units=units, **facts)  # type: ignore[arg-type]


def seat(number: int, power: str | None, role: Role = Role.PLAYER) -> Seat:
    player = Player(id=number, name=f"P{number}", email=f"p{number}@example.org", confirmed=True)
    return Seat(id=number, player=player, role=role, power=power)


def a_game(
    where: Position, *seats: Seat, orders: tuple[Order, ...] = (), waits: str = "", **phase: object
) -> Game:  # fmt: skip
    sets = {order.power: OrderSet(power=order.power, orders=(order,)) for order in orders}
    if waits:
        sets[waits] = replace(sets.get(waits, OrderSet(power=waits)), wait=True)
    facts = {"deadline": NOW + timedelta(hours=24), "opened_at": NOW - timedelta(hours=1), **phase}
    opened = OpenPhase(
        id=7, sequence=1, position=where, order_sets=tuple(sets.values()), **facts  # type: ignore[arg-type]
    )  # fmt: skip
    return Game(
        id=1, name="cassis", variant="standard", on=None, settings=GameSettings(delay=timedelta(0)),
        state=GameState.RUNNING, seed="s", created_at=NOW, seats=seats, phase=opened,
    )  # fmt: skip


def hold(unit: Unit) -> Order:
    return Hold(power=unit.power, kind=unit.kind, at=unit.at)


BOTH = (seat(1, "france"), seat(2, "italy"), seat(3, None, Role.MASTER))
WHERE = position(FRANCE, ITALY)
IN = (hold(FRANCE), hold(ITALY))
LOOKS = timedelta(hours=17)


@pytest.mark.parametrize(
    ("game", "later", "done"),
    [
        (a_game(WHERE, *BOTH, orders=IN), timedelta(0), "turn"),
        (a_game(WHERE, *BOTH, orders=IN[:1]), timedelta(0), ""),
        (a_game(WHERE, *BOTH, orders=IN, waits="italy"), timedelta(0), ""),
        (a_game(WHERE, *BOTH, orders=IN, waits="italy"), timedelta(hours=24), "turn"),
        (a_game(WHERE, *BOTH, orders=IN, waits="turkey"), timedelta(0), "turn"),
        (a_game(WHERE, BOTH[0], BOTH[2], orders=IN[:1]), timedelta(0), "turn"),
        (a_game(WHERE, BOTH[2]), timedelta(0), ""),
        (a_game(WHERE, BOTH[2]), timedelta(hours=24), "turn"),
        (a_game(WHERE, *BOTH), timedelta(hours=15, minutes=59), ""),
        (a_game(WHERE, *BOTH), timedelta(hours=16), "reminder"),
        (a_game(WHERE, *BOTH, reminded_at=NOW + timedelta(hours=16)), LOOKS, ""),
        (a_game(WHERE, *BOTH), timedelta(hours=24), "turn"),
        (a_game(WHERE, *BOTH, deadline=None), timedelta(days=99), ""),
        (replace(a_game(WHERE, *BOTH, orders=IN), state=GameState.PAUSED), timedelta(days=99), ""),
        (replace(a_game(WHERE, *BOTH, orders=IN), state=GameState.FINISHED), timedelta(days=99), ""),
        (replace(a_game(WHERE, *BOTH), state=GameState.FORMING, phase=None), timedelta(days=99), ""),
    ],
    ids=[
        "all in", "one is late", "all in but one waits", "one waits at the deadline", "somebody without units waits",
        "a power that nobody plays is late", "nobody plays", "nobody plays at the deadline", "before the reminder",
        "at the reminder", "reminded already", "nothing in at the deadline", "no deadline", "paused", "finished",
        "forming and not full",
    ],
)  # fmt: skip
def test_what_is_due(town, game: Game, later: timedelta, done: str) -> None:
    effects = due(replace(town.office(), now=NOW + later), game)
    kinds = {type(effect) for effect in effects}
    found = "turn" if do.CloseOpenPhase in kinds else "reminder" if do.MarkReminded in kinds else ""
    assert found == done
    assert bool(effects) is bool(done)


def posts(effects: tuple[do.Effect, ...], kind: str) -> list[str]:
    return [one.draft.to for one in effects if isinstance(one, do.Post) and one.draft.kind == kind]


def test_only_those_who_left_something_open_are_reminded_once(town) -> None:
    office = replace(town.office(), now=NOW + LOOKS)
    effects = due(office, a_game(WHERE, *BOTH, orders=IN[:1]))
    assert effects[0] == do.MarkReminded(7)
    assert posts(effects, "reminder") == ["p2@example.org"]


def test_a_time_to_remind_that_lies_before_the_phase_is_left_out(town) -> None:
    game = a_game(WHERE, *BOTH, opened_at=NOW, deadline=NOW + timedelta(hours=2))
    assert due(replace(town.office(), now=NOW + timedelta(minutes=1)), game) == ()


def test_a_game_that_reminds_nobody_does_nothing_before_its_deadline(town) -> None:
    game = replace(a_game(WHERE, *BOTH), settings=GameSettings(remind=()))
    assert due(replace(town.office(), now=NOW + timedelta(hours=23, minutes=59)), game) == ()


def test_at_the_deadline_the_late_are_told_and_units_without_orders_hold(town) -> None:
    effects = due(replace(town.office(), now=NOW + timedelta(days=1)), a_game(WHERE, *BOTH, orders=IN[:1]))
    assert posts(effects, "late") == ["p2@example.org"]
    assert posts(effects, "result") == ["p1@example.org", "p2@example.org", "p3@example.org"]
    closed = next(effect for effect in effects if isinstance(effect, do.CloseOpenPhase))
    assert {(one.order.at, one.order.given) for one in closed.turn.outcomes} == {("par", True), ("rom", False)}


def test_an_early_turn_calls_nobody_late(town) -> None:
    assert posts(due(replace(town.office(), now=NOW), a_game(WHERE, *BOTH, orders=IN)), "late") == []


def test_the_next_phase_opens_with_a_deadline_of_its_own_kind(town) -> None:
    game = replace(
        a_game(WHERE, *BOTH, orders=IN), settings=GameSettings(movement=timedelta(hours=50), delay=timedelta(0))
    )
    opened = next(one for one in process(replace(town.office(), now=NOW), game) if isinstance(one, do.OpenNextPhase))
    assert opened.position.phase.tag == "F1901M"
    assert opened.deadline == NOW + timedelta(hours=50)


def test_a_result_is_filed_under_the_phase_that_it_opens(town) -> None:
    effects = process(replace(town.office(), now=NOW), a_game(WHERE, *BOTH, orders=IN))
    drafts = [one.draft for one in effects if isinstance(one, do.Post)]
    assert {draft.subject for draft in drafts} == {"[cassis] F1901M"}
    assert {draft.thread for draft in drafts} == {("cassis", "cassis.f1901m")}
    assert [draft.key for draft in drafts] == [f"result/1/S1901M/1/{number}" for number in (1, 2, 3)]
    assert "A Par H" in drafts[0].text
    assert "A Rom H" in drafts[1].text
    assert drafts[0].text != drafts[1].text


def test_somebody_with_two_seats_gets_one_mail_as_the_power_he_plays(town) -> None:
    both = replace(BOTH[2], player=BOTH[0].player)
    effects = process(replace(town.office(), now=NOW), a_game(WHERE, BOTH[0], BOTH[1], both, orders=IN))
    assert posts(effects, "result") == ["p1@example.org", "p2@example.org"]


def test_processing_while_paused_keeps_the_whole_next_phase_for_later(town) -> None:
    game = replace(a_game(WHERE, *BOTH, orders=IN, deadline=None), state=GameState.PAUSED)
    effects = process(replace(town.office(), now=NOW), game)
    opened = next(one for one in effects if isinstance(one, do.OpenNextPhase))
    state = next(one for one in effects if isinstance(one, do.SetGameState))
    assert opened.deadline is None
    assert state == do.SetGameState(game=1, state=GameState.PAUSED, time_left=GameSettings().movement)


def test_a_retreat_of_a_power_without_a_player_is_waited_for_by_nobody(town) -> None:
    beaten = Dislodged(Unit(UnitKind.ARMY, "bur", "germany"), "mun", ("bel", "pic"))
    where = position(FRANCE, ITALY, phase=Phase(Season.SPRING, 1901, PhaseKind.RETREAT), dislodged=(beaten,))
    assert all_in(a_game(where, *BOTH))
    assert late_powers(a_game(where, *BOTH, seat(4, "germany"))) == ("germany",)
    assert not all_in(a_game(where, *BOTH, seat(4, "germany")))


def test_a_player_with_a_center_and_no_units_does_not_make_the_years_run_through(town) -> None:
    where = position(ITALY, centers=(("bel", "france"), ("rom", "italy")))
    game = a_game(where, BOTH[0], BOTH[2])
    assert due(replace(town.office(), now=NOW), game) == ()
    assert due(replace(town.office(), now=NOW + timedelta(days=1)), game) != ()


def test_a_win_ends_the_game_without_a_further_phase(town) -> None:
    fall = Phase(Season.FALL, 1907, PhaseKind.MOVEMENT)
    centers = VARIANT.board.centers()
    owned = tuple((center, "france" if place < 18 else "italy") for place, center in enumerate(centers))
    where = position(FRANCE, ITALY, phase=fall, centers=owned)
    game = a_game(where, *BOTH, seat(4, None, Role.OBSERVER), orders=IN)
    earlier = process(replace(town.office(), now=NOW), a_game(WHERE, *BOTH, orders=IN))
    history = [one.turn for one in earlier if isinstance(one, do.CloseOpenPhase)]
    effects = due(replace(town.office(), now=NOW), game, lambda: history)
    kinds = [type(effect) for effect in effects]
    assert do.OpenNextPhase not in kinds
    state = next(one for one in effects if isinstance(one, do.SetGameState))
    assert state == do.SetGameState(game=1, state=GameState.FINISHED, winner=("france",), ending="solo")
    assert len(posts(effects, "final")) == 4
    assert len(posts(effects, "result")) == 4
    texts = [one.draft for one in effects if isinstance(one, do.Post)]
    assert {draft.subject for draft in texts} == {"[cassis] F1907M"}
    assert all("France" in draft.text for draft in texts)


def test_center_counts_are_those_at_the_end_of_each_year(game_town) -> None:
    town = game_town("movement=1d retreat=1d adjustment=1d")
    for _ in range(6):
        town.tick(timedelta(days=1))
    turns = town.turns["cassis"]
    years = center_years(turns)
    assert [year for year, _ in years] == sorted({turn.before.phase.year for turn in turns})
    assert dict(years[0][1])["russia"] == 4
    assert center_years(()) == ()


def test_a_game_without_any_orders_goes_from_deadline_to_deadline(game_town) -> None:
    town = game_town("movement=1d")
    mails = town.tick(timedelta(days=1))
    assert [mail.kind for mail in mails].count("late") == 7
    assert [mail.kind for mail in mails].count("result") == 8
    assert town.phase().position.phase.tag == "F1901M"
    town.tick(timedelta(days=1))
    assert town.phase().position.phase.tag == "S1902M"  # nobody has anything to build
    assert len({mail.key for mail in town.mails}) == len(town.mails)


def test_a_reminder_comes_once_in_each_phase(game_town) -> None:
    town = game_town("movement=1d remind=8h")
    assert town.tick(timedelta(hours=15)) == []
    assert [mail.kind for mail in town.tick(timedelta(hours=1))] == ["reminder"] * 7
    assert town.tick(timedelta(hours=1)) == []


def test_reminders_come_at_every_time_that_the_game_names(game_town) -> None:
    town = game_town("movement=3d remind=24h,4h")
    assert town.tick(timedelta(hours=47, minutes=59)) == []
    assert [mail.kind for mail in town.tick(timedelta(minutes=1))] == ["reminder"] * 7
    assert town.tick(timedelta(hours=19, minutes=59)) == []
    assert [mail.kind for mail in town.tick(timedelta(minutes=1))] == ["reminder"] * 7
    assert town.tick(timedelta(hours=3)) == []


def test_reminders_that_a_long_silence_of_the_judge_has_left_out_are_sent_as_one(game_town) -> None:
    town = game_town("movement=3d remind=24h,4h")
    assert [mail.kind for mail in town.tick(timedelta(hours=70))] == ["reminder"] * 7


def test_a_deadline_that_is_moved_away_has_a_reminder_of_its_own(game_town) -> None:
    town = game_town("movement=1d remind=8h")
    town.tick(timedelta(hours=17))
    town.reply(town.last("Max"), "DEADLINE S1901M +24h")
    assert town.tick(timedelta(hours=15)) == []
    assert [mail.kind for mail in town.tick(timedelta(hours=2))] == ["reminder"] * 7
    assert town.tick(timedelta(hours=1)) == []


def test_a_deadline_that_is_moved_near_brings_no_second_reminder(game_town) -> None:
    town = game_town("movement=1d remind=8h")
    town.tick(timedelta(hours=17))
    town.reply(town.last("Max"), "DEADLINE S1901M +6h")
    assert town.tick(timedelta(hours=1)) == []


def test_where_nobody_has_to_order_the_phase_waits_until_everybody_has_ordered_or_is_ready(monkeypatch) -> None:
    """No order is no event and never late."""
    monkeypatch.setattr(waiting, "owed", lambda *_: Owed(may=("an example",)))
    monkeypatch.setattr(waiting, "missing", lambda *_: ())
    game = a_game(position(FRANCE, ITALY, phase=Phase(Season.SPRING, 1901, PhaseKind.EVENTS)), *BOTH, orders=IN[:1])

    def with_italy(**said: object) -> Game:
        assert game.phase is not None
        sets = (*game.phase.order_sets, OrderSet(power="italy", **said))  # type: ignore[arg-type]
        return replace(game, phase=replace(game.phase, order_sets=sets))

    assert late_powers(game) == ()
    assert not has_decided(game, "italy")
    assert not all_in(game)
    assert not all_in(with_italy(orders=()))
    assert not all_in(with_italy(wait=True))
    assert not all_in(with_italy(orders=(hold(ITALY),), wait=True))
    assert all_in(with_italy(orders=(hold(ITALY),)))
    assert all_in(with_italy(wait=False))
