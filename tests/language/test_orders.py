"""Order lines are read as people write them."""

import pytest

from judge.board.gazetteer import gazetteer
from judge.board.library import load_board
from judge.game.complaints import Complaint
from judge.game.orders import Move, Support
from judge.game.units import UnitKind
from judge.language.looks import looks_like_order
from judge.language.spellings import spellings
from tests.language.conftest import words

BOARD = load_board("standard")


MOVES = [
    "A Par - Bur", "a par - bur", "A PAR-BUR", "A Par -- Bur", "A Par -> Bur", "A Par --> Bur", "A Par => Bur",
    "A Par > Bur", "A Par → Bur", "A Par \u2013 Bur", "A Par—Bur", "A Par \u2212 Bur", "A Par to Bur", "A Par m Bur",
    "A Par moves to Bur", "A Par move Bur", "A Par attacks Bur", "Army Paris attacks Burgundy", "Par - Bur",
    "Paris Burgundy", "A Par Bur", "The army in Paris goes to Burgundy", "A. Par - Bur.", "A Par - Bur please",
    "A Par-Burg", "a pari - burgu", "move A Par to Bur", "French A Par - Bur",
    "France: Army Paris -> Burgundy. (*bounce*)", "A Par - Bur ... succeeded", "A PAR-BUR succeeded.",
    "France: A Par - Bur: succeeds", "A Par - Bur \u2026 bounced", "A Par - Bur (failed)",
    "Army Paris - Burgundy..success",
    "1. A Par - Bur", "* A Par - Bur", "- A Par - Bur", "• A Par - Bur",
    "  A Par - Bur  // as agreed", "A Par - Bur # hm",
    "Å Pár - Bur", "order Par - Bur", "My orders Par - Bur", "A Par - Bur (with support from Mar)",
    "A Par - Bur (by force)",
]  # fmt: skip


@pytest.mark.parametrize("text", MOVES)
def test_one_move_has_many_spellings(text, place, read) -> None:
    assert words(read(place(), "france", text)) == ["A Par - Bur"]


@pytest.mark.parametrize(
    ("power", "text", "order"),
    [
        ("france", "A Par H", "A Par H"),
        ("france", "par holds", "A Par H"),
        ("france", "A Paris stands", "A Par H"),
        ("france", "army paris will hold position", "A Par H"),
        ("france", "hold A Par", "A Par H"),
        ("france", "Bre stays put", "F Bre H"),
        ("england", "F Lon S A Lvp - Yor", "F Lon S A Lvp - Yor"),
        ("england", "F Lon S A Lvp - Yor via convoy", "F Lon S A Lvp - Yor"),
        ("england", "F Lon supports the army in Liverpool to Yorkshire", "F Lon S A Lvp - Yor"),
        ("england", "Lon s lvp yor", "F Lon S A Lvp - Yor"),
        ("england", "F Lon S A Lvp", "F Lon S A Lvp"),
        ("england", "F Lon S A Lvp H", "F Lon S A Lvp"),
        ("england", "F Lon supports A Lvp to hold", "F Lon S A Lvp"),
        ("england", "F Lon supports A Lvp holding", "F Lon S A Lvp"),
        ("england", "F Lon S English A Lvp - Yor", "F Lon S A Lvp - Yor"),
        ("england", "F Lon S England's A Lvp - Yor", "F Lon S A Lvp - Yor"),
        ("germany", "A Mun S French A Par - Bur", "A Mun S A Par - Bur"),
        ("germany", "A Mun S French Par - Bur", "A Mun S A Par - Bur"),
        ("russia", "A War S A Vie - Gal", "A War S A Vie - Gal"),
        ("france", "F Bre C A Lvp - Gas", "F Bre C A Lvp - Gas"),
        ("france", "F Bre convoys Lvp to Gas", "F Bre C A Lvp - Gas"),
        ("france", "F Bre transports A Lvp-Gas", "F Bre C A Lvp - Gas"),
        ("england", "A Lvp - Bre via convoy", "A Lvp - Bre via convoy"),
        ("england", "A Lvp - Bre by convoy", "A Lvp - Bre via convoy"),
        ("england", "A Lvp via convoy to Bre", "A Lvp - Bre via convoy"),
        ("england", "A Lvp - Bre (via convoy)", "A Lvp - Bre via convoy"),
        ("england", "A Lvp - Bre by sea", "A Lvp - Bre via convoy"),
        ("england", "A Lvp - Iri - Mao - Bre", "A Lvp - IRI - MAO - Bre via convoy"),
        ("england", "A Lvp - Bre via Iri - Mao", "A Lvp - IRI - MAO - Bre via convoy"),
        ("england", "A Lvp - Bre by convoy through the Irish Sea", "A Lvp - IRI - Bre via convoy"),
        ("italy", "F Nap - Tyrrhenian Sea", "F Nap - TYS"),
        ("italy", "F Nap - Gulf of Lyon", "F Nap - LYO"),
        ("russia", "F St. Petersburg (south coast) to Gulf of Bothnia", "F StP/sc - BOT"),
        ("russia", "F St Petersburg - bothnia", "F StP/sc - BOT"),
        ("russia", "stp/sc-bot", "F StP/sc - BOT"),
        ("russia", "f stpete s.c. to gob", "F StP/sc - BOT"),
        ("england", "F Edi - North Sea", "F Edi - NTH"),
        ("england", "F Lon - English Channel", "F Lon - ENG"),
        ("england", "F Lon - English", "F Lon - ENG"),
        ("england", "F Lon - eng", "F Lon - ENG"),
        ("england", "English F Lon - Eng. Ch.", "F Lon - ENG"),
    ],
)  # fmt: skip
def test_the_other_orders_of_a_movement_phase_are_read(power, text, order, place, read) -> None:
    assert words(read(place(), power, text)) == [order]


@pytest.mark.parametrize("spelling", [spelling for spelling, means in gazetteer(BOARD) if len(means) == 1])
def test_every_spelling_of_a_place_is_read_in_a_move(spelling, place, read) -> None:
    (province,) = dict(gazetteer(BOARD))[spelling]
    position = place(units={"france": ["A par"]})
    for text in (f"A Par - {spelling}", f"A Par -> {spelling.upper()}", f"Par {spelling}"):
        (order, *rest) = read(position, "france", text)
        assert not rest
        assert isinstance(order, Move)
        assert order.to == province


def test_every_clear_beginning_of_a_name_means_the_place_and_every_other_is_asked_about(place, read) -> None:
    position = place(units={"france": ["A par"]})
    for province in BOARD.provinces:
        name = province.name.lower().replace("-", " ")
        for length in range(3, len(name)):
            beginning = name[:length]
            if len(beginning.rpartition(" ")[2]) < 2:
                continue
            means = spellings(BOARD).provinces(beginning)
            (order,) = read(position, "france", f"A Par - {beginning}")
            if len(means) == 1:
                assert isinstance(order, Move)
                assert (order.to,) == means
            else:
                assert isinstance(order, Complaint)
                assert order.kind == "ambiguous"
                assert len(order.instead) > 1


def test_no_spelling_of_a_place_is_a_word_of_the_grammar() -> None:
    verbs = [
        "h",
        "s",
        "c",
        "m",
        "to",
        "r",
        "d",
        "b",
        "w",
        "hold",
        "support",
        "convoy",
        "move",
        "retreat",
        "disband",
        "build",
        "waive",
        "remove",
        "a",
        "f",
        "army",
        "fleet",
        "via",
    ]
    assert not [verb for verb in verbs if spellings(BOARD).provinces(verb)]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("A Par - Bur, A Mar-Spa; F Bre > MAO", ["A Par - Bur", "A Mar - Spa", "F Bre - MAO"]),
        ("A Par - Bur; , A Mar H.", ["A Par - Bur", "A Mar H"]),
        ("A Par - Bur, please", ["A Par - Bur"]),
    ],
)
def test_several_orders_may_stand_on_a_line(text, orders, place, read) -> None:
    assert words(read(place(), "france", text)) == orders


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("A Par-Bur A Mar S A Par-Bur F Bre-MAO", ["A Par - Bur", "A Mar S A Par - Bur", "F Bre - MAO"]),
        ("a par bur a mar s a par bur f bre mao", ["A Par - Bur", "A Mar S A Par - Bur", "F Bre - MAO"]),
        ("Par-Bur Mar S Par-Bur Bre-MAO", ["A Par - Bur", "A Mar S A Par - Bur", "F Bre - MAO"]),
        ("A Par H, A Mar S A Par F Bre holds.", ["A Par H", "A Mar S A Par", "F Bre H"]),
        ("army Paris to Picardy army Marseilles holds", ["A Par - Pic", "A Mar H"]),
        ("1. A Par-Bur 2. A Mar H 3. F Bre-MAO", ["A Par - Bur", "A Mar H", "F Bre - MAO"]),
        ("A Par-Bur / A Mar H | F Bre-MAO", ["A Par - Bur", "A Mar H", "F Bre - MAO"]),
        ("A Mar - Gas then A Par - Bur", ["A Mar - Gas", "A Par - Bur"]),
        ("A Mar S F Lon - Gas A Par - Bur please", ["A Mar S F Lon - Gas", "A Par - Bur"]),
    ],
)
def test_orders_with_nothing_between_them_are_taken_apart_before_units(text, orders, place, read) -> None:
    assert words(read(place(), "france", text)) == orders


@pytest.mark.parametrize(
    ("units", "text", "orders"),
    [
        ((), "build A Par build F Bre waive", ["build A Par", "build F Bre", "waive"]),
        ((), "A Par F Bre", ["build A Par", "build F Bre"]),
        (("A bur", "A gas", "A pic", "F mao", "F por"), "remove A Bur A Gas", ["remove A Bur", "remove A Gas"]),
    ],
)
def test_so_are_builds_and_removals(units, text, orders, place, read) -> None:
    assert words(read(place("W1901A", {"france": units}), "france", text)) == orders


@pytest.mark.parametrize(
    ("text", "piece", "example"),
    [
        ("A Par-Bur A Mar S A Prr-Bur F Bre-MAO", "A Mar S A Prr-Bur F Bre-MAO", "A Par - Bur"),
        ("A Par - Bur A Mar H F Bre", "A Mar H F Bre", "A Par - Bur"),
        ("A Par - Bur A Par - Gas", "A Par - Gas", "A Par - Bur"),  # one after the other, or one instead of the other?
    ],
)
def test_nothing_is_guessed_of_a_line_that_cannot_be_taken_apart_surely(text, piece, example, place, read) -> None:
    (complaint,) = read(place(), "france", text)
    assert isinstance(complaint, Complaint)
    assert "with nothing between them, so nothing was ordered" in complaint.problem
    assert (complaint.piece, complaint.expected) == (piece, "one order on a line, or “;” between them")
    assert complaint.example == example


@pytest.mark.parametrize(
    "text", ["Let's do A Par - Bur A Mar H", "A Par - Bur A Mar H?", "A Par - Bur if A Mar H", "I like A Par H A Mar H"]
)
def test_talk_questions_and_conditions_with_several_units_stay_what_they_are(text, place, read) -> None:
    found = read(place(), "france", text)
    assert all(isinstance(one, Complaint) for one in found)
    assert not any("nothing between them" in one.problem for one in found)


def test_one_bad_order_on_a_line_leaves_the_others_standing(place, read) -> None:
    one, two, bad = read(place(), "france", "A Par - Bur, A Mar - Spa, F Bre - Mxo")
    assert words((one, two)) == ["A Par - Bur", "A Mar - Spa"]
    assert isinstance(bad, Complaint)
    assert (bad.kind, bad.line, bad.column, bad.piece) == ("unreadable", 7, 35, "Mxo")
    assert "Mid-Atlantic Ocean" in bad.instead
    assert bad.example == "F Bre - MAO"


@pytest.mark.parametrize(
    ("text", "column", "piece", "expected", "instead"),
    [
        ("Venise hold", 1, "Venise", "a place", "Venice"),
        ("A Par - Burgandi", 9, "Burgandi", "a place", "Burgundy"),
        ("F Bre - Mid Atlanic Ocean", 9, "Mid Atlanic Ocean", "a place", "Mid-Atlantic Ocean"),
        ("A Par frobs Bur", 7, "frobs", "“-”", None),
        ("A Par -", 8, "", "a place", None),
        ("A Par", 6, "", "“H”", None),
        ("A Par - Bur with joy", 13, "with", "the end of the order", None),
        ("S the army in Yorkshire to Norway", 1, "S", "a place", None),
        ("F Bre S A Xyzzy - Bur", 11, "Xyzzy", "a place", None),
    ],
)  # fmt: skip
def test_a_complaint_names_the_smallest_bad_piece_and_what_would_do(
    text, column, piece, expected, instead, place, read
) -> None:
    position = place()
    (complaint,) = read(position, "france", text)
    assert isinstance(complaint, Complaint)
    assert (complaint.kind, complaint.line, complaint.column, complaint.piece) == ("unreadable", 7, column, piece)
    assert expected in complaint.expected
    assert (instead is None and not complaint.instead) or instead in complaint.instead
    (works,) = read(position, "france", complaint.example)
    assert not isinstance(works, Complaint)


@pytest.mark.parametrize(
    "text",
    [
        "Hi, Austria here. Sending mine early because of the weekend, may still change.",
        "Cheers, Ilse",
        "I think we should ally against Turkey",
        "Rome was not built in a day",
        "A friend of mine told me so.",
        "DC512 Turkey Fall 1904 v3 (replaces v2)",
        "is Trieste free?? trust me, not moving on tri",
        "!!! ???",
    ],
)
def test_talk_is_a_note_and_no_error(text, place, read) -> None:
    (complaint,) = read(place(), "austria", text)
    assert isinstance(complaint, Complaint)
    assert complaint.kind == "note"
    assert not looks_like_order(text, BOARD)


def test_an_empty_line_gives_nothing(place, read) -> None:
    assert read(place(), "france", "   ") == ()
    assert read(place(), "france", "// a remark") == ()


def test_a_condition_is_told_and_not_acted_on(place, read) -> None:
    position = place("S1901R", {}, {"turkey": ("F gre", ("alb", "ion"))})
    order, remark = read(position, "turkey", "RETREAT F Gre to Alb, if not free then disband")
    assert words((order,)) == ["F Gre - Alb"]
    assert isinstance(remark, Complaint)
    assert (remark.kind, remark.piece) == ("unreadable", "if not free then disband")
    assert "conditions" in remark.problem


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("A Par - Bur", True), ("> A Par - Bur", False), ("venice holds", True), ("A Mxo - Bre", True),
        ("build f stp sc", True), ("waive the rest", True), ("Army Vienna -> Trieste", True),
        ("On Tue, 4 May 2027, Judge wrote:", False), ("Get Outlook for Android", False), ("", False),
        ("Ilse Brandt | +43 555 0100", False), ("See you at dinner - Bob", False),
    ],
)  # fmt: skip
def test_what_looks_like_an_order_is_seen(text, fact) -> None:
    assert looks_like_order(text, BOARD) is fact


def test_a_fleet_gets_its_coast_when_only_one_is_possible(place, read) -> None:
    position = place(units={"england": ["F nwy"], "france": ["F gas", "F mao", "A por"]})
    assert words(read(position, "england", "F Nwy - StP")) == ["F Nwy - StP/nc"]
    assert words(read(position, "france", "F Gas - Spa")) == ["F Gas - Spa/nc"]
    assert words(read(position, "france", "F Gas - Spa/sc")) == ["F Gas - Spa/sc"]  # kept as written; not legal
    assert words(read(position, "france", "A Por - Spa/sc")) == ["A Por - Spa"]  # an army takes no coast


def test_a_fleet_that_could_go_to_two_coasts_is_asked_which(place, read) -> None:
    position = place(units={"france": ["F mao"]})
    (complaint,) = read(position, "france", "F MAO - Spain")
    assert isinstance(complaint, Complaint)
    assert (complaint.kind, complaint.column, complaint.piece) == ("ambiguous", 9, "Spain")
    assert complaint.instead == ("Spa/nc", "Spa/sc")
    assert words(read(position, "france", complaint.example)) == [complaint.example]


@pytest.mark.parametrize(
    "coast", ["/sc", "(sc)", " sc", " (SC)", " south coast", "(south coast)", "/south coast", " [sc]", "/s", " s.c."]
)
def test_a_coast_may_be_written_in_many_ways(coast, place, read) -> None:
    position = place(units={"france": ["F mao"]})
    assert words(read(position, "france", f"F MAO - Spain{coast}")) == ["F MAO - Spa/sc"]
    assert words(read(place("W1901A", {}), "russia", f"build F StP{coast}")) == ["build F StP/sc"]


def test_another_name_of_a_coast_means_the_coast(place, read) -> None:
    position = place(units={"turkey": ["F con"]})
    assert words(read(position, "turkey", "F Con - Bul/nc")) == ["F Con - Bul/ec"]


def test_a_wrong_coast_letter_or_nation_of_a_unit_is_passed_over_with_a_note(place, read) -> None:
    position = place(units={"france": ["F spa/nc", "A mar"], "italy": ["F lyo"]})
    for text, order, piece in (
        ("F Spa/sc - Gas", "F Spa/nc - Gas", "Spa"),
        ("A Spa - Gas", "F Spa/nc - Gas", "Spa"),
        ("A Mar S Turkish F Lyo", "A Mar S F LYO", "Lyo"),
        ("A Mar S A Lyo - Spa", "A Mar S F LYO - Spa", "Lyo"),
    ):
        read_order, note = read(position, "france", text)
        assert words((read_order,)) == [order]
        assert isinstance(note, Complaint)
        assert (note.kind, note.piece) == ("note", piece)


def test_a_short_form_that_means_two_places_is_taken_when_only_one_is_possible(place, read) -> None:
    position = place(units={"england": ["A lvp", "F nth"], "russia": ["A mos", "F lvn"]})
    assert words(read(position, "england", "A Liv - Yor")) == ["A Lvp - Yor"]
    assert words(read(position, "russia", "A Mos - Liv")) == ["A Mos - Lvn"]
    assert words(read(position, "russia", "F Liv - Bal")) == ["F Lvn - BAL"]
    (complaint,) = read(position, "england", "F Nth C A Liv - Bel")
    assert isinstance(complaint, Complaint)
    assert complaint.instead == ("Livonia", "Liverpool")


def test_a_support_keeps_what_the_position_tells_of_the_other_unit(place, read) -> None:
    (order,) = read(place(), "germany", "A Mun S Par - Bur")
    assert order == Support(
        power="germany", kind=UnitKind.ARMY, at="mun", target="par", to="bur", target_kind=UnitKind.ARMY,
        target_power="france",
    )  # fmt: skip


def test_coasts_in_a_support_are_kept_only_when_written_and_only_for_fleets(place, read) -> None:
    position = place(units={"turkey": ["A ser", "F con"], "france": ["A gas", "F mao", "F spa/sc"]})
    assert words(read(position, "turkey", "A Ser S F Con - Bul")) == ["A Ser S F Con - Bul"]
    assert words(read(position, "turkey", "A Ser S F Con - Bul/ec")) == ["A Ser S F Con - Bul/ec"]
    assert words(read(position, "france", "F MAO S A Gas - Spa/nc")) == ["F MAO S A Gas - Spa"]
    assert words(read(position, "france", "F MAO S F Spa")) == ["F MAO S F Spa"]
    assert words(read(position, "france", "F MAO S F Spa/sc")) == ["F MAO S F Spa/sc"]


def test_impossible_orders_are_orders(place, read) -> None:
    position = place()
    for text in ("A Par - Lon", "A Mun - Ruh", "A Ser - Bul", "build A Par", "remove A Par", "F Bre S A Mos", "waive"):
        (order,) = read(position, "france", text)
        assert not isinstance(order, Complaint)
        assert order.power == "france"


@pytest.mark.parametrize(
    "text",
    ["😀 A Par → Bur 👍", "Orders: A Par - Bur", "oops: A Par - Bur", "Spring 1901: A Par - Bur", "S1901M: Par-Bur"],
)
def test_a_heading_or_an_emoji_before_an_order_does_no_harm(place, read, text) -> None:
    assert words(read(place(), "france", text)) == ["A Par - Bur"]


def test_an_order_after_other_words_is_no_order(place, read) -> None:
    (remark,) = read(place(), "france", "my last letter had nonsense: A Par - Bur")
    assert isinstance(remark, Complaint)


def test_an_order_that_is_asked_is_not_taken_and_the_order_in_it_shown(place, read) -> None:
    (asked,) = read(place(), "france", "A Par - Bur?")
    assert isinstance(asked, Complaint)
    assert "question" in asked.problem
    assert asked.example == "A Par - Bur"


def test_the_example_for_a_misspelt_name_is_the_order_put_right_if_that_would_work(place, read) -> None:
    (wrong,) = read(place(), "germany", "A München - Ruhr")
    assert isinstance(wrong, Complaint)
    assert wrong.example == "A Mun - Ruh"
    (wrong,) = read(place(), "germany", "A München - Spain")
    assert isinstance(wrong, Complaint)
    assert "Spa" not in wrong.example


def test_a_message_in_the_middle_of_a_line_is_not_sent_and_that_is_told(place, read) -> None:
    order, told = read(place(), "italy", "A Rom - Apu; press to austria: trust me")
    assert words((order,)) == ["A Rom - Apu"]
    assert isinstance(told, Complaint)
    assert told.kind == "unreadable"
    assert "nothing was sent" in told.problem


def test_orders_joined_by_and_are_two(place, read) -> None:
    assert words(read(place(), "france", "A Par - Bur and F Bre - MAO & Mar H")) == [
        "A Par - Bur", "F Bre - MAO", "A Mar H",
    ]  # fmt: skip
    position = place("W1901A", {})
    joined = read(position, "england", "Build army in London and fleet in Edinburgh")
    assert words(joined) == ["build A Lon", "build F Edi"]


@pytest.mark.parametrize("name", ["Saint Petersburg", "St. Petersburg", "Petersburg"])
def test_the_saint_may_be_written_out(place, read, name) -> None:
    assert words(read(place(), "russia", f"A Mos - {name}")) == ["A Mos - StP"]


def test_little_words_are_no_misspelt_places(place, read) -> None:
    (wrong,) = read(place(), "england", "all hold")
    assert isinstance(wrong, Complaint)
    assert wrong.instead == ()


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Par - Bur (I hope)", ["A Par - Bur"]),
        ("A Par - Pic (instead of A Par - Bur)", ["A Par - Pic"]),
        ("F Bre - MAO, Mar - Spa (sure!)", ["F Bre - MAO", "A Mar - Spa"]),
    ],
)
def test_a_remark_in_brackets_is_passed_over(place, read, text: str, orders: list[str]) -> None:
    assert words(read(place(), "france", text)) == orders


def test_a_condition_in_brackets_is_not_passed_over(place, read) -> None:
    (told,) = read(place(), "france", "A Par - Bur (if Germany stays)")
    assert isinstance(told, Complaint)


def test_an_order_after_a_cry_is_taken(place, read) -> None:
    remark, order = read(place(), "france", "Wait! A Par - Pic")
    assert isinstance(remark, Complaint)
    assert words((order,)) == ["A Par - Pic"]


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("A Par - Gas if A Mar - Spa", "if A Mar - Spa"),
        ("A Par - Bur unless Germany bounces", "unless Germany bounces"),
        ("F Bre - MAO but only if it is free", "but only if it is free"),
    ],
)
def test_an_order_with_a_condition_in_it_is_told_so_and_not_taken(text, condition, place, read) -> None:
    (complaint,) = read(place(), "france", text)
    assert isinstance(complaint, Complaint)
    assert complaint.problem == "orders know no conditions, so nothing was ordered"
    assert complaint.piece == condition
    assert text[complaint.column - 1 :] == condition


@pytest.mark.parametrize(
    "text", ["A Par - Bur failed", "A Par - Bur bounced", "I succeeded", "Paris: held", "A Par - Bur: cut it short"]
)
def test_words_about_the_last_turn_make_no_order(text: str, place, read) -> None:
    found = read(place(), "france", text)
    assert all(isinstance(one, Complaint) for one in found)
