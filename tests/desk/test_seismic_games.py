"""A game of Seismic Diplomacy as its players meet it: receipts that foretell, secrecy, READY, digests, MAP, HELP."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.desk.speaking import answer, flat

PEOPLE = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina")
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
LAND_BRIDGE = "NTH & ENG separate, Lon & Bel connect"


@pytest.fixture
def quake(town) -> Callable:
    """A running game in its first seismic phase, with Max as master, Anna as Austria to Gina as Turkey."""

    def found(options: str = ""):
        welcomes = town.register("Max", *PEOPLE)
        town.reply(welcomes["Max"], f"CREATE quake seismic delay=none {options}")
        for name, power in zip(PEOPLE, POWERS, strict=True):
            town.reply(welcomes[name], f"JOIN quake {power}")
        town.tick(timedelta(days=4))
        assert town.phase("quake").position.phase.tag == "S1901E"
        return town

    return found


def test_the_mail_that_opens_the_phase_offers_events_round_the_readers_own_units(quake) -> None:
    town = quake()
    text = town.last("Bert", "result").text
    assert "Due from you next: an order if you like, or READY." in flat(text)
    offers = [line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")]
    assert len(offers) == 3
    for offer in offers:
        assert "All is well: 1 line is done." in answer(town, "Bert", offer)


def test_the_receipt_foretells_what_an_event_would_change(quake) -> None:
    told = answer(quake(), "Bert", LAND_BRIDGE)
    assert "If it succeeds: Bel gains Lon; ENG loses NTH; Lon gains Bel; NTH loses ENG." in told
    assert "Lon would have 2 coasts (ENG; NTH), now it has one coast (ENG NTH)." in told
    assert "Careful: F Lon would come to Lon/ENG, by the convention. “F Lon to coast NTH” has it otherwise." in told


def test_a_wish_beside_the_event_takes_the_warning_away(quake) -> None:
    town = quake()
    told = answer(town, "Bert", f"{LAND_BRIDGE}\nF Lon to coast NTH")
    assert "Careful" not in told
    town.tick(timedelta(days=1))
    result = flat(town.last("Bert", "result").text)
    assert "F Lon of England is on the coast Lon/NTH, as it wished." in result
    assert "F Lon/NTH" in result


def test_the_last_event_counts_and_the_receipt_says_that_it_is_the_only_one(quake) -> None:
    """Ruling S3."""
    town = quake()
    answer(town, "Bert", "StP & BAR separate, Nwy & Out connect")
    told = answer(town, "Bert", LAND_BRIDGE)
    assert f"{LAND_BRIDGE} (instead of StP & BAR separate, Nwy & Out connect; only one counts, the last)" in told
    assert len(town.phase("quake").orders_of("england").orders) == 1


@pytest.mark.parametrize(
    ("written", "problem", "example"),
    [
        (
            "Bul & Gre separate, Ser & Con connect",
            "the border of Bul and Gre ends at AEG and Ser, and these it would connect",
            "Bul & Gre separate, AEG & Ser connect",
        ),
        ("Par & Mun separate, Bur & Ruh connect", "Par and Mun have no common border; Par borders Bre Bur Gas Pic", ""),
        ("Por & Bre connect", "MAO borders both Por and Bre, but neither lies apart in it like an island", ""),
        ("Lon & Bel connect", "say which border parts", "ENG & NTH separate, Bel & Lon connect"),
        ("NTH & ENG separate, Lon & Wal connect", "ends at Lon and Bel", "ENG & NTH separate, Bel & Lon connect"),
        ("Swe & Nwy connect", "Swe and Nwy have a common border already", ""),
        (
            "Bul & Gre separate, Ser & AEG connect near Con",
            "leave “near Con” out",
            "Bul & Gre separate, AEG & Ser connect",
        ),
        (
            "Turkey: Bul & Gre separate, Ser & AEG connect",
            "another power's name",
            "Bul & Gre separate, Ser & AEG connect",
        ),
        ("Tri & Alb separate", "this does not say what connects where Tri and Alb separate", "ADR & Ser connect"),
        ("Tri & Xyz separate, Ser & ADR connect", "“Xyz” is no place on this board", ""),
        ("Tri & Switserland separate, Ser & ADR connect", "Did you mean Switzerland", ""),
        ("A Vie - Bud", "no order for this phase", ""),
        ("F Tri to coast Xyz", "“Xyz” is no place on this board", ""),
    ],
)
def test_what_does_not_fit_is_explained_with_what_would(quake, written: str, problem: str, example: str) -> None:
    town = quake()
    told = answer(town, "Anna", written)
    assert "1 line needs a look" in told
    assert problem in told
    assert example in told
    offered = told.split("This would work: ")[1].split(" quake, S1901E:")[0]
    assert "All is well: 1 line is done." in answer(town, "Anna", offered)


@pytest.mark.parametrize(
    "written",
    [
        "Tri & Alb drift apart",
        "PS: make that Tri & Ser",
        "A Vie",
        "Tri & Alb & Ser connect",
        "If Russia does, Tri & Alb separate, Ser & ADR connect",
    ],
)
def test_no_order_of_a_unit_is_expected_where_the_map_is_changed(quake, written: str) -> None:
    told = answer(quake(), "Anna", written)
    assert "Please look at" in told
    for word in ("“H”", "“S”", "“build”", "what the unit is to do"):
        assert word not in told


@pytest.mark.parametrize(
    "written",
    [
        "1. NTH & ENG separate\n2. Lon & Bel connect",
        "* NTH & ENG separate\n* Lon & Bel connect",
        "a) NTH & ENG separate\nb) Lon & Bel connect",
        "- NTH & ENG separate\n- Lon & Bel connect",
        "NTH/ENG sep, Lon/Bel con",
        "NTH & ENG sep., Lon & Bel conn.",
        "NTH and ENG to separate, London and Belgium to connect",
    ],
)
def test_an_event_is_read_in_a_list_and_in_short_words(quake, written: str) -> None:
    town = quake()
    assert LAND_BRIDGE in answer(town, "Bert", written)
    assert len(town.phase("quake").orders_of("england").orders) == 1


@pytest.mark.parametrize("written", ["I pass", "no earthquake for me", "no quake this time", "no seismic event"])
def test_who_wants_no_event_may_say_so_in_his_own_words(quake, written: str) -> None:
    assert "line 1: no event" in answer(quake(), "Bert", written)


@pytest.mark.parametrize(
    "written", ["F Lon on the NTH side", "F Lon stays at the NTH coast", "F London on the side of NTH"]
)
def test_a_fleet_is_wished_to_a_side(quake, written: str) -> None:
    told = answer(quake(), "Bert", f"{LAND_BRIDGE}\n{written}")
    assert "line 2: F Lon to coast NTH" in told


@pytest.mark.parametrize(
    "written",
    ["F StP to the north coast", "F StP north coast", "F StP on the north coast", "F StP/nc", "StP to coast nc"],
)
def test_a_fleet_is_wished_to_a_coast_by_its_name(quake, written: str) -> None:
    assert "line 1: F StP/sc to coast nc" in answer(quake(), "Fred", written)


@pytest.mark.parametrize("written", ["F StP/sc", "StP/BAR & Nwy/Out"])
def test_a_fleet_as_it_stands_and_places_that_are_to_part_are_no_wish(quake, written: str) -> None:
    assert "this is no order of this phase, or half of one" in answer(quake(), "Fred", written)


def test_a_wish_in_brackets_is_told(quake) -> None:
    told = answer(quake(), "Bert", f"{LAND_BRIDGE} (F Lon to NTH)")
    assert "“F Lon to NTH” stands among other words, so it was not taken" in told


def in_next_seismic_phase(town):
    """The game in its next seismic phase, nobody having written."""
    tag = town.phase("quake").position.phase.tag
    while (now := town.phase("quake").position.phase.tag) == tag or not now.endswith("E"):
        town.tick(timedelta(days=1))


def test_words_that_could_mean_several_borders_are_asked_back_with_those_that_tell_them_apart(quake) -> None:
    """Ruling S10."""
    town = quake()
    for event in ("Ire & NAO separate, IRI & MAO connect", "Ire & IRI separate, MAO & MAO connect"):
        answer(town, "Bert", event)
        in_next_seismic_phase(town)
    told = answer(town, "Bert", "Ire & Spa connect")
    assert "add “near Gas” or “near WES”, a place at the end of the one that you mean" in told
    assert re.search("This would work: Ire & Spa connect near (Gas|WES) ", told)
    assert "ends at Bul; write “near Gas” or “near WES”" in answer(town, "Bert", "Ire & Spa connect near Bul")


def test_a_fleet_of_whose_coasts_two_lie_at_one_sea_is_wished_to_one_by_its_number(quake) -> None:
    town = quake()
    town.reply(town.last("Cleo"), "F Bre - MAO")
    for event in ("Ire & NAO separate, IRI & MAO connect", "Ire & IRI separate, MAO & MAO connect"):
        answer(town, "Bert", event)
        town.tick(timedelta(days=1))
        answer(town, "Cleo", "F Bre - MAO" if town.phase("quake").position.unit_in("bre") else "F MAO - Spa/nc")
        in_next_seismic_phase(town)
    told = answer(town, "Cleo", "Ire & Spa connect near Por")
    assert "Careful: F Spa/nc would come to Spa/MAO1, by the convention." in told
    (wish,) = re.findall("“(F Spa/nc to coast MAO2)” has it otherwise", told)
    assert "Careful" not in answer(town, "Cleo", wish)
    town.tick(timedelta(days=1))
    assert "F Spa/nc of France is on the coast Spa/MAO2, as it wished." in flat(town.last("Cleo", "result").text)


def test_nothing_of_an_order_shows_before_it_is_adjudicated(quake) -> None:
    town = quake()
    answer(town, "Bert", LAND_BRIDGE)
    for who in (*PEOPLE, "Max"):
        if who != "Bert":
            assert "Lon & Bel" not in answer(town, who, "STATUS\nMAP\nHELP orders\nHELP rules")
    before = answer(town, "Dora", "MAP")
    town.tick(timedelta(days=1))
    assert "NTH & ENG separate, Lon & Bel connect: strength 1" in flat(town.last("Dora", "result").text)
    assert "Lon Yor NTH ENG Wal" in before
    assert "Lon: Bel ENG Wal Yor NTH (before: ENG Wal Yor NTH); 2 coasts (ENG; NTH)" in flat(
        town.last("Dora", "result").text
    )
    assert "(coasts: Lon/ENG at ENG; Lon/NTH at NTH)" in answer(town, "Dora", "MAP")


def test_the_phase_is_over_at_once_when_everybody_has_ordered_or_is_ready_and_nobody_is_late(quake) -> None:
    town = quake()
    for who in PEOPLE[:5]:
        answer(town, who, "READY")
    answer(town, "Fred", "Den & Swe separate, SKA & BAL connect")
    assert town.phase("quake").position.phase.tag == "S1901E"
    town.reply(town.last("Gina"), "no event")
    town.tick(timedelta(0))
    assert town.phase("quake").position.phase.tag == "F1901M"
    result = flat(town.last("Gina", "result").text)
    assert "succeeds Den & Swe separate, SKA & BAL connect: strength 1" in result
    assert "BAL: Ber Kie Den SKA Swe BOT Lvn Pru (before: Ber Kie Den Swe BOT Lvn Pru)." in result


def test_a_wish_alone_is_no_decision_so_the_phase_waits_for_an_event_or_a_word(quake) -> None:
    """Whoever says only where a fleet is to be may still want an event."""
    town = quake()
    for who in PEOPLE[:6]:
        answer(town, who, "READY")
    told = answer(town, "Gina", "F Ank to coast BLA")
    assert "You may order more, and you need not." in told
    assert town.phase("quake").position.phase.tag == "S1901E"
    town.reply(town.last("Gina"), "READY")
    assert town.phase("quake").position.phase.tag == "F1901M"


def test_where_nobody_writes_the_phase_ends_with_its_deadline_and_nobody_is_told_off(quake) -> None:
    town = quake()
    count = len(town.mails)
    town.tick(timedelta(days=1))
    assert town.phase("quake").position.phase.tag == "F1901M"
    assert "Nobody ordered anything." in town.last("Anna", "result").text
    assert {mail.kind for mail in town.mails[count:]} == {"result"}


def test_after_an_event_orders_and_help_follow_the_new_map(quake) -> None:
    town = quake()
    answer(town, "Bert", f"{LAND_BRIDGE}\nF Lon to coast NTH")
    answer(town, "Fred", "Den & Swe separate, SKA & BAL connect")
    town.tick(timedelta(days=1))
    assert "F Lon/NTH - ENG: it cannot reach ENG." in answer(town, "Bert", "F Lon - ENG")
    assert "F Lon/NTH - NTH" in answer(town, "Bert", "F Lon(NTH) - NTH")
    help_page = answer(town, "Bert", "HELP orders")
    assert "After the Spring retreats and after the Winter adjustments you may order one seismic event." in help_page


def test_help_on_orders_begins_with_what_the_phase_asks_for(quake) -> None:
    """In a seismic phase nobody moves."""
    help_page = answer(quake(), "Bert", "HELP orders").partition("Help on orders is below.")[2]
    assert help_page.index("one seismic event") < help_page.index("In phases of movement you write orders as you would")


def test_help_teaches_events_with_borders_round_the_readers_units(quake) -> None:
    town = quake()
    (receipt,) = town.reply(town.last("Bert"), "HELP events")
    lines = [line.strip() for line in receipt.text.splitlines() if line.startswith("    ")]
    events = [line for line in lines if "connect" in line]
    assert events
    for line in events:
        assert "All is well" in answer(town, "Bert", line)
    assert any("to coast" in line for line in lines)


def test_the_option_of_ruling_s7_lets_a_beaten_event_hinder_nobody(quake) -> None:
    town = quake("S7=b")
    for who in ("Anna", "Fred"):
        answer(town, who, "Bul & Gre separate, Ser & AEG connect")
    answer(town, "Gina", "Bul & AEG separate, Gre & Con connect")
    answer(town, "Cleo", "Con & AEG separate, Bul & Smy connect")
    town.tick(timedelta(days=1))
    result = flat(town.last("Cleo", "result").text)
    assert "INADMISSIBLE Bul & AEG separate, Gre & Con connect: strength 1 against 2, spoiled by" in result
    assert "succeeds Con & AEG separate, Bul & Smy connect: strength 1" in result
    assert "S7 b," in answer(town, "Cleo", "HELP rules")


def test_an_event_that_comes_too_late_is_told_so(quake) -> None:
    town = quake()
    late = town.now + timedelta(days=1, minutes=1)
    (receipt,) = town.reply(town.last("Bert"), LAND_BRIDGE, received_at=late)
    assert "This came after the deadline" in flat(receipt.text)


def test_the_game_of_a_board_goes_on_beneath(town) -> None:
    """Ruling S27: the option of the board's own game is offered as well."""
    welcomes = town.register("Max", *PEOPLE)
    (receipt,) = town.reply(welcomes["Max"], "CREATE rift seismic ON colonial C27=b S7=b")
    assert "All is well" in flat(receipt.text)
    for name, power in zip(PEOPLE, ("Britain", "China", "France", "Holland", "Japan", "Russia", "Turkey"), strict=True):
        town.reply(welcomes[name], f"JOIN rift {power}")
    (receipt,) = town.reply(town.last("Fred"), "HELP TSR")
    assert "A Mos - TSR - Vla" in receipt.text
    (receipt,) = town.reply(town.last("Fred"), "HELP rules\nHELP events")
    assert "In Ceb and Egy a fleet lies at both of the two seas" in flat(receipt.text)
    assert not re.search(r"\b(Bre|Spa|MAO|ENG|Nap)\b", receipt.text.split("Write orders as you would")[0])
    town.tick(timedelta(days=4))
    assert town.phase("rift").position.phase.tag == "S1870E"
    answer(town, "Gina", "Kra & Irk separate, Out & Mon connect")
    town.tick(timedelta(days=1))
    assert "the line is cut on the way" in answer(town, "Fred", "A Mos - TSR - Vla")


def test_the_history_of_a_phase_has_the_map_as_it_was_when_that_phase_was_ordered(quake) -> None:
    """In a game whose map changes unasked; over several phases the first has it, and the events tell what changed."""
    town = quake()
    answer(town, "Bert", LAND_BRIDGE)
    town.tick(timedelta(days=1))
    town.tick(timedelta(days=4))
    before, after = "Bel NTH Hol Ruh Bur Pic ENG Ber", "Bel NTH Hol Ruh Bur Pic ENG Lon (coasts: Bel/ENG at ENG"
    assert before in answer(town, "Cleo", "HISTORY S1901E")
    assert before in answer(town, "Cleo", "MAP S1901E")
    assert after in answer(town, "Cleo", "HISTORY F1901M")
    assert after in answer(town, "Cleo", "MAP quake F1901M")
    whole = answer(town, "Cleo", "HISTORY")
    assert whole.count("Map ADR") == 1
    assert "Bel: Bur Pic ENG Lon NTH Hol Ruh (before: Bur Pic ENG NTH Hol Ruh)" in whole
    each = answer(town, "Cleo", "HISTORY MAP")
    assert each.count("Map ADR") == 2
    assert before in each.partition(after)[0]
