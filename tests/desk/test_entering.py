"""Into a running game: claims and revolutions of people from outside, as letters and as what becomes of them.

Played with a small game of its own: Standard with two nations that wait for leaders, Iberia and Ireland. A claim is
granted to whoever came first; by a revolution a nation rises in Portugal, or is refused elsewhere.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from judge.adjudication.turns import start_position
from judge.board.board import Power
from judge.desk.snapshot import Role
from judge.game.calendar import Calendar
from judge.game.complaints import Complaint
from judge.game.entrance import Entrance, Opening, Petition, Standing
from judge.game.kinds import OrderKind
from judge.game.orders import Hold, Order
from judge.game.outcomes import Outcome
from judge.game.phases import PhaseKind, Season
from judge.game.position import Position
from judge.game.turns import Event, Owed, Turn
from judge.game.units import Unit, UnitKind
from judge.game.variant import PhaseRules, Played
from judge.game.wording import wording
from judge.variants import find_variant, table
from judge.variants.standard import make_standard
from tests.desk.speaking import flat

PEOPLE = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina")
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
GUESTS = {"iberia": "por", "ireland": "lvp"}
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """The plea of this game."""

    power: str
    by: str
    center: str = ""
    kind: UnitKind | None = None
    at: str = ""


@wording.register
def _word_ask(order: Ask, _board) -> str:
    return f"{order.by} asks for {order.power}"


def standing(position: Position, power: str) -> Standing:
    """State: the names of powers that have come in or gone out (`-austria`), in order; beaten ones have no unit."""
    assert isinstance(position.state, tuple)
    if f"-{power}" in position.state:
        return Standing.ELIMINATED
    if power in GUESTS and power not in position.state:
        return Standing.INACTIVE
    return Standing.ACTIVE if position.units_of(power) or position.centers_of(power) else Standing.DEFEATED


def plead(position: Position, petition: Petition, _rules) -> Order | Complaint:
    if position.phase.year == 1901 and position.phase.season is Season.SPRING:
        return Complaint(kind="refused", problem="Nobody comes in before Fall 1901.")
    return Ask(power=petition.power, by=petition.by, center=petition.center)


def wish(_position: Position, plea: Order, wanted: Order, _rules) -> Order | Complaint:
    """An army may be had, by the order to hold that it would get."""
    assert isinstance(plea, Ask)
    if not isinstance(wanted, Hold):
        return Complaint(kind="refused", problem="This is not yours to order.")
    return replace(plea, kind=wanted.kind)


def openings(position: Position) -> tuple[Opening, ...]:
    if position.phase.year == 1901 and position.phase.season is Season.SPRING:
        return ()
    waiting = [power for power in sorted(GUESTS) if standing(position, power) is Standing.INACTIVE]
    return tuple(Opening(power=power, centers=("por",) if power == "iberia" else ()) for power in waiting)


def granted(turn: Turn) -> tuple[Order, ...]:
    return tuple(outcome.order for outcome in turn.outcomes if outcome.result == "succeeds")


def play_revolution(_variant, position: Position, orders, _rules) -> Played:
    """Each nation to its first plea; a revolution only in its own land. A nation that comes in gets a fleet."""
    state, units, centers, outcomes, events = list(position.state), list(position.units), [], [], []
    for ask in orders:
        if ask.power in state or ask.center not in ("", GUESTS[ask.power]):
            outcomes.append(Outcome(order=ask, result="not-applicable"))
            events.append(Event(kind="refused", text=f"{ask.by} does not get {ask.power.capitalize()}."))
            continue
        state.append(ask.power)
        kind = ask.kind or UnitKind.FLEET
        units.append(Unit(kind, {"iberia": "por", "ireland": "iri"}[ask.power], ask.power))
        centers.append(({"iberia": "por", "ireland": "bel"}[ask.power], ask.power))
        outcomes.append(Outcome(order=ask, result="succeeds"))
    standing_now = tuple(sorted(units, key=lambda unit: unit.sort_key))
    owned = tuple(sorted({*position.centers, *centers}))
    after = replace(position, units=standing_now, centers=owned, state=tuple(state))
    return Played(outcomes=tuple(outcomes), position=after, events=tuple(events))


def make_guests(_on: str | None = None):
    standard = make_standard()
    board = standard.board
    nations = (
        Power(id="iberia", name="Iberia", adjective="Iberian", letter="", home=("por",), seated=False),
        Power(id="ireland", name="Ireland", adjective="Irish", letter="", home=(), seated=False),
    )
    kind = OrderKind(name="ask", order=Ask, phases="V", word=_word_ask, illegal=lambda *_: None)
    revolution = PhaseRules(
        kind=PhaseKind.REVOLUTION, owed=lambda *_: Owed(), play=play_revolution, forced=True
    )  # fmt: skip
    stops = []
    for season in (Season.SPRING, Season.FALL):
        stops += [(season, one) for one in (PhaseKind.MOVEMENT, PhaseKind.REVOLUTION, PhaseKind.RETREAT)]
    return replace(
        standard, name="guests", board=replace(board, powers=(*board.powers, *nations)),
        kinds=(*standard.kinds, kind), phases=(*standard.phases, revolution),
        calendar=Calendar((*stops, (Season.WINTER, PhaseKind.ADJUSTMENT))), state_from=lambda *_: (),
        entrance=Entrance(
            decided=PhaseKind.REVOLUTION, plead=plead, wish=wish, openings=openings, standing=standing,
            granted=granted,
        ),
    )  # fmt: skip


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The small game can be created."""
    point = EntryPoint(name="guests", value=f"{__name__}:make_guests", group="judge.variants")
    monkeypatch.setattr(EntryPoint, "load", lambda _self: make_guests)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: EntryPoints([point]).select(group=group))
    table.find_variant.cache_clear()
    yield
    table.find_variant.cache_clear()


@pytest.fixture
def party(guests, game_town) -> Callable:
    """The town of a game of seven with two nations that wait; `phase` the phase that is open."""

    def found(phase: str = "F1901M", *others: str):
        town = game_town(variant="guests")
        town.others = town.register(*others)
        while town.phase().position.phase.tag != phase:
            town.tick(town.phase().deadline - town.now)
        return town

    return found


def results(town, name: str) -> str:
    """All results that somebody got, in one text."""
    to = f"{name.lower()}@example.org"
    return flat(" ".join(mail.text for mail in town.mails if mail.to == to and mail.kind == "result"))


def next_phase(town) -> None:
    town.tick(town.phase().deadline - town.now)


def test_seven_places_are_filled_and_two_nations_wait(party) -> None:
    town = party("S1901M")
    assert {seat.power for seat in town.game().seats if seat.power} == {power.lower() for power in POWERS}
    assert start_position(find_variant("guests")).state == ()
    (receipt,) = town.reply(town.last("Anna"), "STATUS")
    assert "Open to newcomers" not in receipt.text


def test_a_claim_is_kept_and_granted_with_the_next_revolution(party) -> None:
    town = party("F1901M", "Zoe")
    (receipt,) = town.reply(town.others["Zoe"], "CLAIM cassis Ireland")
    assert "You ask to lead Ireland in cassis; it is decided when F1901M" in flat(receipt.text)
    assert town.game().seats[-1].role is Role.OBSERVER
    next_phase(town)
    seat = town.game().seat_for("ireland")
    assert seat is not None
    assert (seat.player.name, seat.role) == ("Zoe", Role.PLAYER)
    result = town.last("Zoe", "result")
    assert "You are Ireland." in result.text
    assert [turn.before.phase.tag for turn in town.turns["cassis"]][2:4] == ["F1901M", "F1901V"]
    assert {mail.kind for mail in town.mails if mail.to == "zoe@example.org"} >= {"receipt", "result"}
    while town.phase().position.phase.kind is not PhaseKind.MOVEMENT:
        next_phase(town)
    (receipt,) = town.reply(town.last("Zoe", "result"), "F Iri - MAO")
    assert "F IRI - MAO" in receipt.text
    assert town.phase().orders_of("ireland").orders


def test_a_revolution_is_asked_for_by_name_of_the_center(party) -> None:
    town = party("F1901M", "Zoe", "Yves")
    (asked,) = town.reply(town.others["Zoe"], "JOIN cassis AS Iberia BY REVOLUTION IN Portugal")
    assert "You ask to lead Iberia in cassis by a revolution in Por" in flat(asked.text)
    (wrong,) = town.reply(town.others["Yves"], "join cassis as Ireland by revolution in North Sea")
    assert "North Sea is no supply center" in wrong.text
    town.reply(town.others["Yves"], "join cassis as Ireland by revolution in Lon")
    next_phase(town)
    assert town.game().seat_for("iberia").player.name == "Zoe"
    assert town.game().seat_for("ireland") is None
    assert "Yves does not get Ireland." in results(town, "Yves")


def test_of_two_who_want_the_same_the_first_letter_wins_and_the_other_is_told(party) -> None:
    """Ruling V22."""
    town = party("F1901M", "Zoe", "Yves")
    town.reply(town.others["Yves"], "CLAIM cassis Ireland")
    town.reply(town.others["Zoe"], "CLAIM cassis Ireland")
    next_phase(town)
    assert town.game().seat_for("ireland").player.name == "Yves"
    assert "Zoe does not get Ireland." in results(town, "Zoe")
    assert town.phase().order_sets == ()


def test_who_asks_for_something_else_loses_the_place_in_the_line(party) -> None:
    town = party("F1901M", "Zoe", "Yves")
    town.reply(town.others["Zoe"], "CLAIM cassis Iberia")
    town.reply(town.others["Yves"], "CLAIM cassis Ireland")
    (again,) = town.reply(town.last("Zoe"), "CLAIM Ireland")
    assert "You ask to lead Ireland" in flat(again.text)
    next_phase(town)
    assert town.game().seat_for("ireland").player.name == "Yves"
    assert town.game().seat_for("iberia") is None


def test_the_same_claim_twice_keeps_its_place_and_makes_nothing_twice(party) -> None:
    town = party("F1901M", "Zoe", "Yves")
    town.reply(town.others["Zoe"], "CLAIM cassis Ireland")
    before = town.phase().order_sets
    town.reply(town.others["Yves"], "CLAIM cassis Ireland")
    (again,) = town.reply(town.last("Zoe"), "CLAIM cassis Ireland")
    assert "You have asked to lead Ireland" in flat(again.text)
    assert town.phase().order_sets[: len(before)] == before
    next_phase(town)
    assert [seat.player.name for seat in town.game().seats if seat.player.name == "Zoe"] == ["Zoe"]
    assert town.game().seat_for("ireland").player.name == "Zoe"


def test_a_claim_from_a_winter_waits_for_the_revolution_after_the_next_movement(party) -> None:
    town = party("F1901M", "Zoe")
    orders = {"Austria": "A Bud - Ser", "Turkey": "A Con - Bul"}
    for name, power in zip(PEOPLE, POWERS, strict=True):
        if power in orders:
            town.reply(town.last(name, "result"), orders[power])
    next_phase(town)
    assert town.phase().position.phase.tag == "W1901A"
    (receipt,) = town.reply(town.others["Zoe"], "CLAIM cassis Ireland")
    assert "decided after the next movement" in flat(receipt.text)
    next_phase(town)
    assert town.phase().position.phase.tag == "S1902M"
    assert town.game().seat_for("ireland") is None
    assert [one.orders[0].by for one in town.phase().order_sets] == ["Zoe"]
    next_phase(town)
    assert town.game().seat_for("ireland").player.name == "Zoe"


def test_what_is_wanted_is_said_in_the_same_letter_or_in_a_later_one(party) -> None:
    """Ruling V13: the lines of a newcomer are read for the nation that he asks for."""
    town = party("F1901M", "Zoe", "Yves")
    (receipt,) = town.reply(town.others["Zoe"], "JOIN cassis AS Iberia BY REVOLUTION IN Por\nA Por H\nSee you there!")
    assert [line.fate for line in town.sessions[-1].lines] == ["ok", "ok", "note"]
    assert "A Por H" in receipt.text
    (wrong,) = town.reply(town.last("Zoe"), "F Por - MAO\nA Xyz H")
    assert [line.fate for line in town.sessions[-1].lines] == ["error", "error"]
    assert "This is not yours to order." in wrong.text
    (nobody,) = town.reply(town.others["Yves"], "GAME cassis\nA Por H")
    assert "You are not in cassis" in flat(nobody.text)
    assert len(town.phase().order_sets) == 1
    next_phase(town)
    assert [unit.kind.value for unit in town.phase().position.units_of("iberia")] == ["A"]


def test_nobody_is_late_for_a_nation_that_waits_and_a_claim_makes_nobody_late(party) -> None:
    town = party("F1901M", "Zoe")
    town.reply(town.others["Zoe"], "CLAIM cassis Ireland")
    next_phase(town)
    late = [mail for mail in town.mails if mail.kind == "late"]
    assert all("Ireland" not in mail.text and "Iberia" not in mail.text for mail in late)
    assert not any(mail.to == "zoe@example.org" for mail in late)


def test_nobody_comes_in_before_it_is_open(party) -> None:
    town = party("S1901M", "Zoe")
    (receipt,) = town.reply(town.others["Zoe"], "CLAIM cassis Ireland")
    assert "Nobody comes in before Fall 1901." in receipt.text
    assert all(seat.player.name != "Zoe" for seat in town.game().seats)


def test_a_claim_after_the_deadline_is_late(party) -> None:
    town = party("F1901M", "Zoe")
    late = town.phase().deadline + timedelta(seconds=1)
    (receipt,) = town.write("zoe@example.org", "CLAIM cassis Ireland", to=town.others["Zoe"].reply_to, received_at=late)
    assert "came after the deadline" in flat(receipt.text)
    assert town.phase().order_sets == ()


def test_players_and_those_who_want_what_is_taken_are_refused_with_the_reason(party) -> None:
    town = party("F1901M", "Zoe")
    (player,) = town.reply(town.last("Anna"), "CLAIM Ireland")
    assert "You lead Austria in cassis, so you cannot lead another nation there." in flat(player.text)
    (taken,) = town.reply(town.others["Zoe"], "CLAIM cassis Turkey")
    assert "Turkey has a player in cassis already." in flat(taken.text)
    (unknown,) = town.reply(town.others["Zoe"], "CLAIM cassis Irland")
    assert "There is no nation Irland in cassis." in flat(unknown.text)
    assert "CLAIM cassis Ireland" in unknown.text
    (nowhere,) = town.reply(town.others["Zoe"], "CLAIM nowhere Ireland")
    assert "ok" not in [line.fate for line in town.sessions[-1].lines]
    assert nowhere.text


def test_a_player_of_a_defeated_power_is_still_in_the_game_and_one_of_an_eliminated_power_stays_out(party) -> None:
    town = party("F1901M")
    position = town.phase().position
    units = tuple(unit for unit in position.units if unit.power not in ("austria", "italy"))
    centers = tuple(pair for pair in position.centers if pair[1] not in ("austria", "italy"))
    town._change_phase(town.phase().id, position=replace(position, units=units, centers=centers, state=("-italy",)))
    (beaten,) = town.reply(town.last("Anna"), "CLAIM Ireland")
    assert "It is defeated, but not gone." in flat(beaten.text)
    (out,) = town.reply(town.last("Emil"), "CLAIM Ireland")
    assert "Italy is eliminated from cassis, and who led it cannot lead another nation" in flat(out.text)
    town.reply(town.last("Emil"), "RESIGN cassis")
    (left,) = town.reply(town.last("Emil"), "CLAIM cassis Ireland")
    assert "Italy is eliminated from cassis" in flat(left.text)
    zoe = town.register("Zoe")["Zoe"]
    (receipt,) = town.reply(zoe, "CLAIM cassis Italy")
    assert "Italy is eliminated and does not return." in flat(receipt.text)


def test_a_power_whose_player_left_is_his_again_at_once(party) -> None:
    """Ruling V16: the last player has the first right."""
    town = party("F1901M")
    town.reply(town.last("Dora"), "RESIGN cassis")
    receipt = next(mail for mail in town.reply(town.last("Dora"), "CLAIM cassis Germany") if mail.kind == "receipt")
    assert "You lead Germany in cassis again." in flat(receipt.text)
    assert town.game().seat_for("germany").player.name == "Dora"
    assert "Dora leads Germany again." in flat(town.last("Anna", "notice").text)


def test_a_power_whose_player_left_goes_to_the_first_who_asks_when_the_movement_is_over(party) -> None:
    """Ruling V16: outsiders wait for the deadline, in which the last player could have come back."""
    town = party("F1901M", "Zoe", "Yves")
    town.reply(town.last("Dora"), "RESIGN cassis")
    (receipt,) = town.reply(town.others["Zoe"], "CLAIM cassis Germany")
    town.reply(town.others["Yves"], "CLAIM cassis Germany")
    assert town.game().seat_for("germany") is None
    assert "Germany" in receipt.text
    next_phase(town)
    assert town.game().seat_for("germany").player.name == "Zoe"
    assert "Germany has another player; somebody was before you." in flat(town.last("Yves", "notice").text)
    assert town.phase().order_sets == ()


def test_who_comes_back_in_time_goes_before_all_who_asked(party) -> None:
    town = party("F1901M", "Zoe")
    town.reply(town.last("Dora"), "RESIGN cassis")
    town.reply(town.others["Zoe"], "CLAIM cassis Germany")
    town.reply(town.last("Dora"), "CLAIM cassis Germany")
    next_phase(town)
    assert town.game().seat_for("germany").player.name == "Dora"


def test_who_stops_observing_has_taken_the_claim_back(party) -> None:
    town = party("F1901M", "Zoe")
    town.reply(town.others["Zoe"], "CLAIM cassis Ireland")
    town.reply(town.last("Zoe"), "RESIGN cassis")
    next_phase(town)
    assert town.game().seat_for("ireland") is None


def test_what_is_open_is_told_to_observers_in_status_and_in_the_list(party) -> None:
    town = party("F1901M", "Zoe")
    town.reply(town.others["Zoe"], "OBSERVE cassis")
    next_phase(town)
    told = flat(town.last("Zoe", "result").text)
    assert "Open to newcomers Iberia Without a center or a unit, until their people rise: Ireland" in told
    assert "To ask for one, write CLAIM cassis Iberia" in told
    assert "JOIN cassis AS Iberia BY REVOLUTION IN Por" in told
    assert "Open to newcomers" not in town.last("Anna", "result").text
    (listing,) = town.reply(town.last("Anna"), "LIST\nSTATUS")
    assert "open to newcomers: Iberia, Ireland" in listing.text
    assert "CLAIM cassis Iberia" in listing.text
    assert "Open to newcomers" in listing.text
    assert all(len(line) <= 72 for line in listing.text.splitlines())


def test_a_game_that_lets_nobody_in_says_so(game_town) -> None:
    town = game_town()
    zoe = town.register("Zoe")["Zoe"]
    (receipt,) = town.reply(zoe, "CLAIM cassis Austria")
    assert "Nobody can come into cassis while it runs" in flat(receipt.text)
    town.reply(town.last("Max"), "CREATE other")
    (receipt,) = town.reply(zoe, "CLAIM other Austria")
    assert "has not begun" in receipt.text
