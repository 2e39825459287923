"""What a seismic phase tells of the units and orders in it."""

from dataclasses import replace

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.turns import play_turn, start_position
from judge.game.causes import tell_cause
from judge.game.orders import Move
from judge.game.phases import Phase, parse_phase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.game.units import Unit, UnitKind
from judge.variants import find_variant
from judge.variants.seismic.legality import illegal_event
from judge.variants.seismic.orders import order_event
from judge.variants.seismic.rulings import warn

SEISMIC = find_variant("seismic")
LOST_SEA = ("StP & BAR separate, Nwy & Out connect", "NWG & BAR separate, Nwy & Out connect")
SHUT = "Nwy & BAR separate, Out & Out connect"
NARROW_SPAIN = (
    "Spa & Mar separate, Gas & LYO connect", "Spa & LYO separate, Gas & WES connect",
    "Spa & WES separate, Gas & MAO connect",
)  # fmt: skip


@pytest.fixture
def shake(seism):
    """The turns of seismic phases one after the other, an event in each, from a position with these units only."""

    def played(units: tuple[Unit, ...], *events: str) -> list[Turn]:
        position = start_position(SEISMIC)
        turns: list[Turn] = []
        for event in events:
            position = Position(
                board=position.board, phase=in_events(), units=units, centers=position.centers, state=position.state
            )
            order = order_event("italy", seism(event))
            turns.append(play_turn(SEISMIC, position, [order], SEISMIC.rules))
            position = turns[-1].left or turns[-1].after
        return turns

    return played


def in_events() -> Phase:
    phase = parse_phase("S1901E")
    assert phase is not None
    return phase


def told(turn: Turn) -> list[str]:
    return [event.text for event in turn.events if event.kind == "shut"]


def test_a_fleet_in_a_sea_without_a_neighbor_is_told_that_it_is_shut_in_and_when_it_is_free(shake) -> None:
    """Ruling S15."""
    fleet = Unit(kind=UnitKind.FLEET, at="bar", power="england")
    turns = shake((fleet,), *LOST_SEA, SHUT, "BAR & Tun connect")
    assert [told(turn) for turn in turns] == [
        [], [], ["F BAR of England is shut in: it has nowhere to go."],
        ["F BAR of England is free: it can move again."],
    ]  # fmt: skip


def test_an_army_on_an_inland_island_is_shut_in_and_one_on_a_shore_is_not(shake) -> None:
    """Ruling S18: from the shore it may be convoyed."""
    army = Unit(kind=UnitKind.ARMY, at="por", power="france")
    assert told(shake((army,), "Por & Spa separate, MAO & MAO connect")[0]) == []
    army = Unit(kind=UnitKind.ARMY, at="naf", power="france")
    turns = shake(
        (army,), "Naf & WES separate, MAO & Tun connect", "Naf & MAO separate, Tun & Out connect",
        "Naf & Tun separate, Out & Out connect",
    )  # fmt: skip
    assert [told(turn) for turn in turns] == [
        [], [], ["A Naf of France is shut in: it has nowhere to go."],
    ]  # fmt: skip


def test_a_fleet_without_a_coast_is_told_to_be_trapped() -> None:
    """Ruling S15: it may only stand, so no place is named that it could have reached."""
    fleet = Unit(kind=UnitKind.FLEET, at="boh", power="turkey")
    trapped = replace(start_position(SEISMIC), units=(fleet,))
    move = Move(power="turkey", kind=UnitKind.FLEET, at="boh", to="tyr")
    cause = illegal(SEISMIC, trapped, move, Rules())
    assert cause is not None
    assert tell_cause(trapped.board, cause) == "it is trapped, as no place beside it is open to it"


def test_the_receipt_warns_of_an_event_that_shuts_in_an_own_fleet(shake, seism) -> None:
    fleet = Unit(kind=UnitKind.FLEET, at="bar", power="italy")
    before = shake((fleet,), *LOST_SEA)[-1].left
    assert before is not None
    position = Position(
        board=before.board, phase=in_events(), units=(fleet,), centers=before.centers, state=before.state
    )
    assert warn(position, [order_event("italy", seism(SHUT))]) == ("F BAR would be shut in, with nowhere to go.",)


def test_where_two_borders_end_at_the_same_places_the_complaint_says_how_near_is_read(shake, seism) -> None:
    """Ruling S10."""
    before = shake((), *NARROW_SPAIN)[-1].left
    assert before is not None
    position = Position(board=before.board, phase=in_events(), units=(), centers=before.centers, state=before.state)
    order = order_event("italy", seism("Spa & MAO separate, Gas & Por connect"))
    cause = illegal_event(position, order, SEISMIC.rules)
    assert cause is not None
    assert tell_cause(position.board, cause) == (
        "several borders could be meant; add “near Gas” or “near Por”, where the one that you mean ends. Of two that "
        "end at Gas, “near Gas” means the one that follows it going clockwise round MAO"
    )
