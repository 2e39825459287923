"""Positions, orders, turns and settings survive the way through a document, or are refused aloud."""

import json
from dataclasses import fields, replace
from datetime import time, timedelta

import pytest

from judge.adjudication.turns import play_turn, start_position
from judge.board import Board
from judge.desk.snapshot import GameSettings
from judge.errors import DatabaseError
from judge.game.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    StandardOrder,
    Support,
    Waive,
)
from judge.game.outcomes import Cause, Outcome
from judge.game.phases import Phase, PhaseKind, Season
from judge.game.position import Dislodged, Position
from judge.game.rules import Rules
from judge.game.turns import Event, Turn
from judge.game.units import Unit, UnitKind
from judge.store import codec
from judge.store.codec import Document
from judge.variants import find_variant
from judge.variants.colonial.railway import Train

A, F = UnitKind.ARMY, UnitKind.FLEET
ORDERS: tuple[StandardOrder, ...] = (
    Hold(power="france", kind=A, at="par", given=False),
    Move(power="england", kind=A, at="wal", to="por", convoyed=True, route=("eng", "mao")),
    Support(power="france", kind=F, at="spa/sc", target="mar", to=None, target_kind=A, target_power="italy"),
    Support(power="france", kind=F, at="bre", target="lon", to="eng"),
    Convoy(power="england", kind=F, at="eng", target="wal", to="bre", target_kind=A),
    Retreat(power="france", kind=A, at="par", to="gas"),
    Disband(power="france", kind=A, at="par"),
    Build(power="russia", kind=F, at="stp/nc"),
    Remove(power="russia", kind=A, at="mos"),
    Waive(power="russia"),
    Waive(power="russia", count=2),
)


def through_json(document: Document) -> Document:
    read: Document = json.loads(json.dumps(document))
    return read


def test_every_kind_of_order_comes_back_as_it_was() -> None:
    assert codec.read_orders(through_json(codec.write_orders(ORDERS))) == ORDERS
    assert {type(order) for order in ORDERS} == set(codec.STANDARD_KINDS.values())


def test_a_position_comes_back_as_it_was(position: Position) -> None:
    full = replace(
        position,
        phase=Phase(Season.FALL, 1902, PhaseKind.RETREAT),
        dislodged=(
            Dislodged(Unit(F, "bul/ec", "turkey"), "rum", ("bla", "con")),
            Dislodged(Unit(A, "ser", "austria"), None, ()),
        ),
        contested=("gal", "ukr"),
        state=("trains", (1, None, True), ("a", ("b",))),
    )
    assert codec.read_position(through_json(codec.write_position(full)), full.board) == full


def test_a_turn_comes_back_as_it_was(position: Position) -> None:
    by = (ORDERS[1], ORDERS[2])
    turn = Turn(
        before=position,
        outcomes=(
            Outcome(order=ORDERS[0], result="holds", dislodged=True),
            Outcome(
                order=ORDERS[1],
                result="bounces",
                cause=Cause(code="bounced", by=by, place="por", strengths=(1, 2)),
                parts=(Outcome(order=ORDERS[1], result="moves"), Outcome(order=ORDERS[2], result="bounces")),
            ),
        ),
        stages=("First moves", "Second moves"),
        after=replace(position, phase=Phase(Season.FALL, 1901, PhaseKind.MOVEMENT)),
        passed=(Phase(Season.SPRING, 1901, PhaseKind.RETREAT),),
        events=(Event(kind="center", text="Par is lost.", places=("par",), powers=("france",)),),
        winner=("france",),
    )
    assert codec.read_turn(through_json(codec.write_turn(turn)), position) == turn


def test_a_real_turn_comes_back_as_it_was() -> None:
    variant = find_variant("standard")
    position = start_position(variant)
    orders = [
        Move(power="germany", kind=A, at="mun", to="bur"),
        Move(power="france", kind=A, at="par", to="bur"),
        Support(power="france", kind=A, at="mar", target="par", to="bur"),
        Move(power="russia", kind=F, at="stp/sc", to="bot"),
    ]
    turn = play_turn(variant, position, orders, Rules())
    assert any(outcome.cause is not None for outcome in turn.outcomes)
    assert codec.read_position(through_json(codec.write_position(position)), variant.board) == position
    assert codec.read_turn(through_json(codec.write_turn(turn, variant)), position, variant) == turn


def test_each_position_of_a_turn_is_read_on_the_board_of_its_own_state() -> None:
    def close(board: Board, state: object) -> Board:
        return replace(board, army=tuple(pair for pair in board.army if pair != state))

    variant = replace(find_variant("standard"), reshape=close)
    before = start_position(variant)
    left = replace(before, state=("bur", "par"), board=close(before.board, ("bur", "par")))
    after = replace(left, state=("gas", "par"), board=close(before.board, ("gas", "par")))
    turn = Turn(before=left, outcomes=(), after=after, left=left)
    stored = through_json(codec.write_turn(turn, variant))
    found = codec.read_turn(stored, left, variant, variant.board)
    assert found == turn
    assert "gas" in left.board.army_neighbors("par")
    assert "gas" not in found.after.board.army_neighbors("par")
    document = through_json(codec.write_position(left))
    assert codec.read_position(document, variant.board, variant) == left != before


def test_a_turn_that_was_stored_before_phases_had_stages_is_read(position: Position) -> None:
    document = codec.write_turn(Turn(before=position, outcomes=(), after=position))
    del document["stages"]
    assert codec.read_turn(document, position).stages == ()


def test_a_turn_with_orders_of_a_variants_own_comes_back_as_it_was() -> None:
    variant = find_variant("colonial")
    rules = Rules(rulings=(("C27", "b"), ("C5", "a")))
    position = start_position(variant, rules)
    orders = [Train(power="russia", kind=A, at="mos", to="irk"), Move(power="china", kind=A, at="mac", to="irk")]
    turn = play_turn(variant, position, orders, rules)
    assert [outcome.result for outcome in turn.outcomes if isinstance(outcome.order, Train)] == ["stops-short"]
    board = variant.board_by(rules)
    assert codec.read_position(through_json(codec.write_position(position)), board) == position
    assert codec.read_turn(through_json(codec.write_turn(turn, variant)), position, variant) == turn
    assert codec.read_settings(through_json(codec.write_settings(GameSettings(rules=rules)))).rules == rules


def test_a_document_leaves_out_no_field_of_its_value(position: Position) -> None:
    """A field that a value gets later must find its way into the document, or this fails."""
    turn = codec.write_turn(Turn(before=position, outcomes=(), after=position))
    assert turn.keys() - {"version"} == {field.name for field in fields(Turn)} - {"before"}
    written = codec.write_position(position)
    assert written.keys() - {"version", "map", "digest"} == {field.name for field in fields(Position)} - {"board"}


def test_settings_come_back_as_they_were() -> None:
    settings = GameSettings(
        zone="Europe/Berlin",
        movement=timedelta(days=2, minutes=1),
        at=time(18, 30),
        days=(0, 4),
        listed=False,
        rules=Rules(to_win=20, rulings=(("C5", "a"), ("R7", "b"))),
    )
    assert codec.read_settings(through_json(codec.write_settings(settings))) == settings
    assert codec.read_settings(through_json(codec.write_settings(GameSettings()))) == GameSettings()


@pytest.mark.parametrize(("stored", "read"), [(28800.0, (timedelta(hours=8),)), (0.0, ())])
def test_settings_of_the_first_form_had_one_time_to_remind(stored: float, read: tuple[timedelta, ...]) -> None:
    document = codec.write_settings(GameSettings())
    document["version"], document["settings"]["remind"] = 1, stored
    assert codec.read_settings(through_json(document)) == GameSettings(remind=read)


def test_a_field_that_came_later_gets_its_default() -> None:
    document = codec.write_settings(GameSettings(zone="Asia/Tokyo"))
    del document["settings"]["remind"]
    assert codec.read_settings(document) == GameSettings(zone="Asia/Tokyo")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda document: document.update(version=3), "version 3"),
        (lambda document: document.pop("version"), "version None"),
        (lambda document: document["orders"][0].update(speed=3), "speed"),
        (lambda document: document["orders"][0].update(order="teleport"), "teleport"),
        (lambda document: document["orders"][0].update(kind="Z"), "'Z'"),
        (lambda document: document["orders"][0].update(at=5), "5"),
        (lambda document: document["orders"][0].pop("at"), "lacks at"),
        (lambda document: document.update(orders="all hold"), "all hold"),
    ],
)
def test_a_document_that_this_program_cannot_read_whole_is_refused(change, told: str) -> None:
    """Reading it half would be a silent guess."""
    document = codec.write_orders(ORDERS[:1])
    change(document)
    with pytest.raises(DatabaseError, match=told):
        codec.read_orders(document)


def test_a_position_of_another_board_is_refused(position: Position) -> None:
    document = codec.write_position(position)
    with pytest.raises(DatabaseError, match="standard"):
        codec.read_position(document, replace(position.board, name="mars"))
    with pytest.raises(DatabaseError, match="S1X"):
        codec.read_position(document | {"phase": "S1X"}, position.board)


def test_what_has_no_json_form_is_refused(position: Position) -> None:
    with pytest.raises(DatabaseError, match="state"):
        codec.write_position(replace(position, state=frozenset()))
    stranger: Order = Unit(A, "par", "france")  # type: ignore[assignment]
    assert "order" not in codec.write_orders([stranger])["orders"][0]
    with pytest.raises(DatabaseError, match="no kind"):
        codec.read_orders(codec.write_orders([stranger]))
