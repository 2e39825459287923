"""Seismic events as people write them, and their canonical wording read back."""

import random
from dataclasses import replace

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.options import legal_orders
from judge.adjudication.turns import play_turn, start_position
from judge.game.complaints import Complaint
from judge.game.lines import Label, NumberedLine
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.wording import word_order
from judge.language.gathering import gather
from judge.language.looks import looks_like_order
from judge.language.orders import read_orders
from judge.variants import find_variant
from judge.variants.seismic.orders import EventOrder

SEISMIC = find_variant("seismic")
ISLAND = "Por & Spa separate, MAO & MAO connect"


def in_phase(tag: str, position: Position | None = None) -> Position:
    phase = parse_phase(tag)
    assert phase is not None
    return replace(position or start_position(SEISMIC), phase=phase)


def after(*written: str) -> Position:
    """The position at the start of the game after these events, in a seismic phase."""
    position = in_phase("S1901E")
    for text in written:
        (order,) = read_orders(SEISMIC, position, "turkey", NumberedLine(1, text))
        assert not isinstance(order, Complaint)
        turn = play_turn(SEISMIC, position, [order], SEISMIC.rules)
        assert turn.outcomes[0].result == "succeeds"
        position = in_phase("S1901E", turn.after)
    return position


def words(position: Position, power: str, *lines: str) -> list[str]:
    numbered = [NumberedLine(number, text) for number, text in enumerate(lines, 1)]
    return [
        f"{found.kind}: {found.problem}" if isinstance(found, Complaint) else word_order(position.board, found)
        for line in gather(SEISMIC, numbered)
        for found in read_orders(SEISMIC, position, power, line)
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Por & Spa separate, MAO & MAO connect", ISLAND),
        ("por and spa separate and mao and mao connect", ISLAND),
        ("Portugal & Spain separate; Mid-Atlantic & Mid-Atlantic Ocean connect.", ISLAND),
        ("separate Por from Spa, connect MAO and MAO", ISLAND),
        ("Por/Spa separate, MAO/MAO connect please", ISLAND),
        ("Por-Spa separated, MAO-MAO connected!", ISLAND),
        ("Por, Spa separate, MAO, MAO connect", ISLAND),
        ("1. Por + Spa separate -> MAO + MAO connect", ISLAND),
        ("Por separates from Spa; MAO connects with MAO", ISLAND),
        ("MAO & MAO connect, Por & Spa separate", "Por & Spa separate, MAO & MAO connect"),
        ("StP & BAR separate, Nwy & Out connect", "StP & BAR separate, Nwy & Out connect"),
        ("StP and Barents separate; Norway and the Outside connect", "StP & BAR separate, Nwy & Out connect"),
        ("Swi & Mar separate, Bur & Pie connect", "Swi & Mar separate, Bur & Pie connect"),
        ("Switzerland and Marseilles separate, Burgundy and Piedmont connect", "Swi & Mar separate, Bur & Pie connect"),
        ("Ire & MAO separate, NAO & IRI connect", "Ire & MAO separate, NAO & IRI connect"),
        ("Spa & MAO separate, Por & Gas connect near Gas", "Spa & MAO separate, Por & Gas connect near Gas"),
        ("Spa & MAO separate, Por & Gas connect (near Gascony)", "Spa & MAO separate, Por & Gas connect near Gas"),
        ("Por and Bre connect", "Por & Bre connect"),
        ("Por connects to Bre", "Por & Bre connect"),
        ("connect Por and Ireland", "Por & Ire connect"),
        ("Por & Bre connect across MAO", "Por & Bre connect across MAO"),
        ("Por & Bre connect near Gas & ENG", "Por & Bre connect near Gas & ENG"),
        ("F Bre to coast ENG", "F Bre to coast ENG"),
        ("Fleet Brest to the coast of the English Channel", "F Bre to coast ENG"),
        ("F Bre coast of MAO", "F Bre to coast MAO"),
        ("Bre to coast ENG", "F Bre to coast ENG"),
        ("F Bre to south coast", "F Bre to coast sc"),
        ("F Bre to coast nc", "F Bre to coast nc"),
        ("F Bre to coast MAO2", "F Bre to coast MAO2"),
        ("France, Spring 1901: Por & Spa separate, MAO & MAO connect", ISLAND),
        ("France: Por & Spa separate, MAO & MAO connect", ISLAND),
        ("French event: Por & Spa separate, MAO & MAO connect", ISLAND),
        ("Seismic event: Por & Spa separate, MAO & MAO connect", ISLAND),
        ("Por/Spa seperate, MAO/MAO conect", ISLAND),
        ("Let Por and Spa separate, and MAO and MAO connect!", ISLAND),
        ("no event", "no event"),
        ("none", "no event"),
        ("I order no event.", "no event"),
        ("no seismic order", "no event"),
        # "liv" could be two places, but only one of them makes an event that is possible
        ("Liv & War separate, Mos & Pru connect", "Lvn & War separate, Mos & Pru connect"),
    ],
)
def test_events_are_understood_in_the_forms_that_people_write(written: str, meant: str) -> None:
    assert words(in_phase("S1901E"), "france", written) == [meant]


@pytest.mark.parametrize(
    "lines",
    [
        ("Por & Spa separate", "MAO & MAO connect"),
        ("Por & Spa separate,", "MAO & MAO connect"),
        ("Por and Spa separate and", "MAO and MAO connect."),
        ("Por & Spa seperate", "MAO & MAO conect"),
    ],
)
def test_two_halves_on_two_lines_are_one_order(lines: tuple[str, ...]) -> None:
    assert words(in_phase("S1901E"), "france", *lines) == [ISLAND]


def test_a_line_of_a_signature_does_not_go_on_with_what_was_written() -> None:
    lines = [NumberedLine(1, "Por & Spa separate"), NumberedLine(2, "MAO & MAO connect", Label.SIGNATURE)]
    assert gather(SEISMIC, lines) == tuple(lines)


def test_an_event_and_a_wish_may_stand_on_one_line() -> None:
    for sign in (";", ",", " and"):
        written = f"{ISLAND}{sign} F Bre to coast ENG"
        assert words(in_phase("S1901E"), "france", written) == [ISLAND, "F Bre to coast ENG"]


def test_chat_beside_an_event_is_no_order_and_does_no_harm() -> None:
    read = words(in_phase("S1901E"), "france", f"{ISLAND}, I hope that suits you", "We should connect more often")
    assert read == [
        ISLAND, "note: this is no order and was not acted on", "note: this is no order and was not acted on",
    ]  # fmt: skip


def test_an_event_under_the_name_of_another_power_is_asked_back() -> None:
    (told,) = read_orders(SEISMIC, in_phase("S1901E"), "france", NumberedLine(1, f"Turkey, Spring 1901: {ISLAND}"))
    assert isinstance(told, Complaint)
    assert "another power's name" in told.problem
    assert told.example == ISLAND


def test_near_takes_as_many_places_as_can_tell_something() -> None:
    """Ruling S10: one for a border that parts, one more for a release; what was written goes out to everybody."""
    assert words(in_phase("S1901E"), "france", f"{ISLAND} near MAO near MAO") == [f"{ISLAND} near MAO"]
    for text, most in (
        (f"{ISLAND} near MAO and Gas", "one place"),
        ("Por & Bre connect near MAO, Gas, ENG", "two places"),
    ):
        (told,) = words(in_phase("S1901E"), "france", text)
        assert f"after “near” come at most {most}" in told


def test_a_face_that_could_be_several_is_asked_about() -> None:
    (told,) = words(in_phase("S1901E"), "france", "Liv & NTH separate, Lon & Wal connect")
    assert "“liv” could be Lvn or Lvp" in told


def test_lines_that_were_not_read_are_known_as_orders() -> None:
    assert looks_like_order("Por and Spa separate, MAO and MAO connect", SEISMIC.board)
    assert looks_like_order("Swi & Mar separate", SEISMIC.board)
    assert not looks_like_order("We could connect Paris by rail", SEISMIC.board)


def test_coasts_are_called_by_their_seas_once_they_are_named_so_and_before() -> None:
    """Ruling S16."""
    position = in_phase("F1901M", after("NTH & ENG separate, Lon & Bel connect"))
    assert words(position, "england", "F Lon(ENG) - ENG") == ["F Lon/ENG - ENG"]
    assert words(position, "england", "F Lon/English Channel H") == ["F Lon/ENG H"]
    start = in_phase("S1901M")
    assert words(start, "russia", "F StP(BOT) - BOT") == ["F StP/sc - BOT"]
    assert words(start, "france", "F Bre - MAO (north of Spain)") == ["F Bre - MAO"]


@pytest.mark.parametrize(
    "events",
    [(), (ISLAND,), (ISLAND, "Por & Bre connect"), ("NTH & ENG separate, Lon & Bel connect", ISLAND),
     ("Ire & NAO separate, IRI & MAO connect", "Ire & IRI separate, MAO & MAO connect")],
)  # fmt: skip
@pytest.mark.parametrize("tag", ["S1901E", "F1901M"])
def test_all_possible_orders_are_read_back_from_their_words(events: tuple[str, ...], tag: str) -> None:
    position = in_phase(tag, after(*events))
    for power in ("england", "france", "italy"):
        orders = legal_orders(SEISMIC, position, power)
        assert len(orders) > 20
        sample = random.Random(power).sample(orders, min(len(orders), 150))
        for order in sample:
            wording = word_order(position.board, order)
            assert read_orders(SEISMIC, position, power, NumberedLine(1, wording)) == (order,), wording


def test_each_border_of_the_start_can_be_ordered_and_nothing_else() -> None:
    position = in_phase("S1901E")
    events = [order for order in legal_orders(SEISMIC, position, "italy") if isinstance(order, EventOrder)]
    assert len(events) == len(set(events)) == 228
    assert sum(order.joined[0] == order.joined[1] for order in events) == 2
    assert all(order.apart is not None for order in events)


def test_an_event_in_another_phase_is_understood_and_impossible() -> None:
    position = in_phase("S1901M")
    (order,) = read_orders(SEISMIC, position, "france", NumberedLine(1, ISLAND))
    assert not isinstance(order, Complaint)
    cause = illegal(SEISMIC, position, order, SEISMIC.rules)
    assert cause is not None
    assert cause.code == "wrong_phase"
