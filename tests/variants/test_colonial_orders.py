"""Trains and leave to pass the Canal as players write them, and what becomes of orders that cannot be."""

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.options import legal_orders
from judge.adjudication.turns import start_position
from judge.cli.case_options import choose_rules
from judge.game.causes import CAUSES, tell_cause
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Hold, Move, Order, Support
from judge.game.outcomes import Cause
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import Unit, UnitKind
from judge.game.wording import word_order
from judge.language.orders import read_orders
from judge.variants import find_variant
from judge.variants.colonial.options import RULINGS
from judge.variants.colonial.railway import LINE, Train, stations_between
from judge.variants.colonial.rulings import CAUSES as OWN_CAUSES

COLONIAL = find_variant("colonial")
A, F = UnitKind.ARMY, UnitKind.FLEET


def position(**units: str) -> Position:
    """A Spring position: units by power, `russia="A mos, A vla"`."""
    phase = parse_phase("S1870M")
    assert phase is not None
    made = [
        Unit(UnitKind(text.split()[0]), text.split()[1], power)
        for power, texts in units.items()
        for text in texts.split(", ")
    ]
    return Position(
        board=COLONIAL.board, phase=phase, units=tuple(sorted(made, key=lambda one: one.sort_key)), centers=()
    )


def read(where: Position, power: str, text: str) -> tuple[Order | Complaint, ...]:
    return read_orders(COLONIAL, where, power, NumberedLine(3, text))


TRAIN = Train(power="russia", kind=A, at="mos", to="irk")


@pytest.mark.parametrize(
    "text",
    [
        "A MOS-TSR-IRK", "A Mos - TSR - Irk", "A Mos TSR Irk", "A Mos - Irk via TSR", "A Mos - Irk by rail",
        "Army Moscow to Irkutsk by train", "the army in Moscow takes the Trans-Siberian Railroad to Irkutsk",
        "Moscow by rail to Irkutsk", "A Mos - Irk (TSR)", "A Mos → TSR → Irk, please", "mos - tsr - irk",
        "Russian A Mos - T.S.R. - Irk", "A Mos \u2013 via the TSR \u2013 Irkutsk", "A Mos m Irk by TSR",
        "TSR A Mos - Irk", "A Mos - Prm - Oms - Irk via TSR",
    ],
)  # fmt: skip
def test_a_train_is_read_however_it_is_written(text: str) -> None:
    assert read(position(russia="A mos"), "russia", text) == (TRAIN,)


def test_a_train_is_worded_as_the_rulebook_writes_it() -> None:
    assert word_order(COLONIAL.board, TRAIN) == "A Mos - TSR - Irk"


@pytest.mark.parametrize("text", ["A Vla S A Mos - TSR - Irk", "A Vla S Mos - Irk", "A Vla S A Mos - Irk by rail"])
def test_support_for_a_train_names_its_start_and_its_end(text: str) -> None:
    where = position(russia="A mos, A vla")
    (order,) = read(where, "russia", text)
    assert order == Support(
        power="russia", kind=A, at="vla", target="mos", to="irk", target_kind=A, target_power="russia"
    )
    assert illegal(COLONIAL, where, order, Rules()) is None


def test_support_is_for_stations_that_the_supporter_reaches_and_for_armies_at_the_line() -> None:
    where = position(russia="A mos, A vla, A ode, F part")
    told = {
        text: illegal(COLONIAL, where, order, Rules())
        for text in ("A Vla S A Mos - Kra", "A Vla S A Ode - Irk", "A Vla S F Part - Irk", "A Vla S A Mos - Irk")
        for order in read(where, "russia", text)
        if not isinstance(order, Complaint)
    }
    assert {text: cause and cause.code for text, cause in told.items()} == {
        "A Vla S A Mos - Kra": "support_out_of_reach",
        "A Vla S A Ode - Irk": "target_out_of_reach",
        "A Vla S F Part - Irk": "target_out_of_reach",
        "A Vla S A Mos - Irk": None,
    }


@pytest.mark.parametrize(
    ("power", "text", "code"),
    [
        ("china", "A Kra - TSR - Vla", "rail_foreign"),
        ("russia", "F Vla - TSR - Mos", "rail_fleet"),
        ("russia", "A Ode - TSR - Mos", "no_station"),
        ("russia", "A Mos - TSR - Mon", "no_station"),
        ("russia", "A Mos - TSR - Mos", "same_place"),
        ("russia", "A Kra - TSR - Mos", "not_owner"),
        ("russia", "A Oms - TSR - Mos", "no_unit"),
        ("russia", "A Mos - TSR - Prm", None),
    ],
)
def test_a_train_is_for_russian_armies_from_station_to_station(power: str, text: str, code: str | None) -> None:
    """Rule: 9.2, 9.21, rulings C1 to C3."""
    where = position(russia="A mos, F vla, A ode", china="A kra")
    (order,) = read(where, power, text)
    assert isinstance(order, Train)
    cause = illegal(COLONIAL, where, order, Rules())
    assert (cause and cause.code) == code
    assert cause is None or tell_cause(COLONIAL.board, cause)


def test_a_misspelt_station_is_put_right() -> None:
    (complaint,) = read(position(russia="A mos"), "russia", "A Mos - TSR - Irkustk")
    assert isinstance(complaint, Complaint)
    assert (complaint.kind, complaint.piece, complaint.instead) == ("unreadable", "Irkustk", ("Irkutsk",))
    assert complaint.example == "A Mos - TSR - Irk"


def test_an_ambiguous_short_form_is_refused_with_the_places_that_it_could_mean() -> None:
    (complaint,) = read(position(china="A sik"), "china", "A Sik - Man")
    assert isinstance(complaint, Complaint)
    assert complaint.kind == "ambiguous"
    assert complaint.instead == ("Gulf of Manaar", "Manchuria", "Mandalay", "Manila")


def test_the_line_runs_both_ways() -> None:
    assert stations_between("mos", "irk") == ("prm", "oms", "kra", "irk")
    assert stations_between("vla", "kra") == ("irk", "kra")
    assert list(stations_between("vla", "mos")) == list(LINE[-2::-1])


def test_a_place_of_several_meanings_is_taken_for_the_station() -> None:
    (order,) = read(position(russia="A mos"), "russia", "A Mos - TSR - Per")
    assert order == Train(power="russia", kind=A, at="mos", to="prm")
    (complaint,) = read(position(russia="A mos"), "russia", "A Mos - TSR - Sin")
    assert isinstance(complaint, Complaint)
    assert (complaint.kind, complaint.line, complaint.column) == ("ambiguous", 3, 15)
    assert complaint.instead == ("Singapore", "Sinkiang")


LEAVE = Support(power="turkey", kind=F, at="egy", target="reds", to="meds", target_kind=F, target_power="britain")


@pytest.mark.parametrize(
    "text",
    [
        "F EGY S ENGLISH F REDS-MEDS", "F Egy S F Reds - Meds", "F Egy S British F RS-MED", "permit F Reds - Meds",
        "F Egy permits F Reds - Meds", "SC permits F Red - Med", "SC S F Red - Med", "allow British F Reds - Meds",
        "the Suez Canal permits British F Reds to Meds", "F EGY H (permit F REDS-MEDS)",
        "F EGY S Britain F REDS-MEDS (SC Britain F REDS-MEDS)", "F Egy (SC F Reds - Meds)",
        "F Egy holds [permit F Reds - Meds]", "F Egy S F Reds - Meds via Suez", "grant permission F Reds - Meds",
        "F Egy permits the British fleet in the Red Sea to pass to the Mediterranean", "F Egy lets F Reds pass to Meds",
        "open the Canal to British F Reds - Meds",
    ],
)  # fmt: skip
def test_leave_to_pass_is_read_however_it_is_written(text: str) -> None:
    """Ruling C25: with or without the nation; from and to are named."""
    where = position(turkey="F egy", britain="F reds")
    assert read(where, "turkey", text) == (LEAVE,)
    assert illegal(COLONIAL, where, LEAVE, Rules()) is None


def test_leave_for_two_in_brackets_costs_not_the_order_before_them() -> None:
    """One unit gives leave to one fleet; the rest of the line stands."""
    where = position(turkey="F egy", britain="F reds")
    complaint, hold = read(where, "turkey", "F Egy H (permit F Reds - Meds, F Meds - Reds)")
    assert hold == Hold(power="turkey", kind=F, at="egy")
    assert isinstance(complaint, Complaint)
    assert complaint.problem == "“(permit F Reds - Meds, F Meds - Reds)” was left out, since it is more than one thing"
    assert complaint.column == 9


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Permit British fleet through the canal", "says which fleet"),
        ("let Britain pass the canal", "says which fleet"),
        ("allow the British fleet to pass the Suez Canal", "says which fleet"),
        ("F Egy permits Britain", "says which fleet"),
        ("A Syr permits F Reds - Meds", "only the unit in Egypt gives leave"),
        ("permit F Reds", "says from where to where"),
        ("F Egy permits British F Reds", "says from where to where"),
        ("permit F Con - Meds", "is for a fleet between the Mediterranean and the Red Sea"),
        ("F Egy - Syr (permit F Reds - Meds)", "the unit in Egypt has one order"),
        ("F Egy S A Syr (permit F Reds - Meds)", "the unit in Egypt has one order"),
        ("A Syr H (permit F Reds - Meds)", "only the unit in Egypt gives leave"),
    ],
)
def test_leave_that_cannot_be_is_explained(text: str, problem: str) -> None:
    (complaint,) = read(position(turkey="F egy, A syr", britain="F reds"), "turkey", text)
    assert isinstance(complaint, Complaint)
    assert problem in complaint.problem
    assert complaint.line == 3


def test_a_remark_in_brackets_is_still_a_remark() -> None:
    where = position(turkey="F egy", britain="F reds")
    for remark in ("I trust nobody", "train next turn", "permit nobody", "Suez stays shut", "F you"):
        assert read(where, "turkey", f"F Egy H ({remark})") == read(where, "turkey", "F Egy H"), remark


def test_leave_in_brackets_that_is_misspelt_is_no_remark() -> None:
    (complaint,) = read(position(turkey="F egy", britain="F reds"), "turkey", "F Egy H (permit F Reds - Mads)")
    assert isinstance(complaint, Complaint)
    assert complaint.kind == "unreadable"


@pytest.mark.parametrize(
    ("power", "text", "read_as", "remark"),
    [
        ("turkey", "permit Russian F Reds - Meds", "F Egy S F REDS - MEDS", "F REDS is British"),
        ("turkey", "F Egy H (permit French F Reds - Meds)", "F Egy S F REDS - MEDS", "F REDS is British"),
        ("turkey", "permit A Reds - Meds", "F Egy S F REDS - MEDS", "Red Sea holds a fleet"),
        ("turkey", "A Egy permits F Reds - Meds", "F Egy S F REDS - MEDS", "Egypt holds a fleet"),
        ("russia", "F Mos - TSR - Irk", "A Mos - TSR - Irk", "Moscow holds an army"),
        ("china", "A Mac S Chinese A Mos - TSR - Irk", "A Mac S A Mos - Irk", "A Mos is Russian"),
        ("china", "A Mac S F Mos - Irk by rail", "A Mac S A Mos - Irk", "Moscow holds an army"),
    ],
)
def test_a_wrong_nation_or_letter_is_noted_as_in_any_order(power: str, text: str, read_as: str, remark: str) -> None:
    """DATC 4.C.2, 4.C.6; a game may have it that they spoil the order."""
    where = position(turkey="F egy", britain="F reds", russia="A mos", china="A mac")
    (order, note) = read(where, power, text)
    assert word_order(COLONIAL.board, order) == read_as
    assert isinstance(note, Complaint)
    assert (note.kind, remark in note.problem) == ("note", True)


PASSAGE = Move(power="britain", kind=F, at="reds", to="meds")


@pytest.mark.parametrize(
    "text",
    [
        "F Reds - Meds", "F Reds - Suez - Meds", "F Reds-SC-Meds", "F Reds - Meds via Suez", "F Reds via SC to Meds",
        "F Red Sea - Mediterranean Sea through the Suez Canal", "F Reds - Meds (via canal)", "F Red - Med (Suez)",
        "F Reds transits Suez to Meds",
    ],
)  # fmt: skip
def test_a_passage_is_read_however_it_is_written(text: str) -> None:
    assert read(position(britain="F reds"), "britain", text) == (PASSAGE,)


def test_only_fleets_between_both_seas_pass_the_canal() -> None:
    (complaint,) = read(position(britain="F reds, F ade"), "britain", "F Ade - Meds via Suez")
    assert isinstance(complaint, Complaint)
    assert "between the Mediterranean and the Red Sea" in complaint.problem


@pytest.mark.parametrize(
    ("text", "code", "instead"),
    [
        ("A Mos - Irk", "rail_unsaid", "A Mos - TSR - Irk"),
        ("A Mos - Kra - Irk", "rail_unsaid", "A Mos - TSR - Irk"),
        ("A Vla - Mos", "rail_unsaid", "A Vla - TSR - Mos"),
        ("A Mos - Akm", "unreachable", None),
        ("F Reds - Egy - Meds", "canal_unsaid", "F REDS - MEDS"),
    ],
)
def test_who_forgets_the_railroad_or_writes_the_canal_otherwise_is_told_how(text: str, code: str, instead) -> None:
    where = position(russia="A mos, A vla, F reds, A egy")
    (order,) = read(where, "russia", text)
    cause = illegal(COLONIAL, where, order, Rules())
    assert cause is not None
    assert cause.code == code
    assert [word_order(COLONIAL.board, one) for one in cause.by] == ([instead] if instead else [])
    assert instead is None or tell_cause(COLONIAL.board, cause).endswith(f"the order is {instead}")


def test_a_place_that_is_no_station_on_the_way_is_asked_about() -> None:
    (complaint,) = read(position(russia="A mos"), "russia", "A Mos - Mon - Irk via TSR")
    assert isinstance(complaint, Complaint)
    assert (complaint.piece, complaint.example) == ("Mon", "A Mos - TSR - Irk")


def test_an_army_in_egypt_gives_leave_and_no_other_army_does() -> None:
    where = position(turkey="A egy, A syr", britain="F reds")
    leave = Support(power="turkey", kind=A, at="egy", target="reds", to="meds", target_kind=F, target_power="britain")
    other = Support(power="turkey", kind=A, at="syr", target="reds", to="meds", target_kind=F, target_power="britain")
    assert illegal(COLONIAL, where, leave, Rules()) is None
    assert illegal(COLONIAL, where, other, Rules()) is not None


def test_a_fleet_may_be_ordered_through_the_canal_whoever_keeps_it() -> None:
    where = position(britain="F reds, F ade")
    through = Move(power="britain", kind=F, at="reds", to="meds")
    assert illegal(COLONIAL, where, through, Rules()) is None
    aden = Move(power="britain", kind=F, at="ade", to="meds")
    cause = illegal(COLONIAL, where, aden, Rules())
    assert cause is not None
    assert cause.code == "unreachable"


@pytest.mark.parametrize(
    "units",
    [
        {"russia": "A mos, A vla, A oms, F part", "china": "A mon, A kra"},
        {"turkey": "F egy, A syr, F meds", "britain": "F reds, F ade", "france": "F sud"},
        {power.id: ", ".join(power.units) for power in COLONIAL.board.powers},
    ],
)
def test_all_possible_orders_are_read_back_as_they_are_worded(units: dict[str, str]) -> None:
    where = position(**units)
    for power in units:
        options = legal_orders(COLONIAL, where, power)
        assert len(options) == len(set(options))
        for order in options:
            words = word_order(COLONIAL.board, order)
            assert read(where, power, words) == (order,), words


def test_the_options_at_the_start_hold_every_train() -> None:
    where = start_position(COLONIAL)
    trains = [order for order in legal_orders(COLONIAL, where, "russia") if isinstance(order, Train)]
    assert sorted({(order.at, order.to) for order in trains}) == sorted(
        (start, end) for start in ("mos", "oms", "vla") for end in LINE if start != end
    )
    for power in COLONIAL.board.powers[:-2]:
        assert not any(isinstance(order, Train) for order in legal_orders(COLONIAL, where, power.id))


@pytest.mark.parametrize("code", sorted(OWN_CAUSES))
def test_every_cause_of_colonial_can_be_told_in_one_line(code: str) -> None:
    told = tell_cause(COLONIAL.board, Cause(code=code, by=(TRAIN,), place="kra", strengths=(2, 3)))
    assert told
    assert not set("{}\n") & set(told)
    assert CAUSES[code] == OWN_CAUSES[code]


def test_two_trains_are_warned_of() -> None:
    """Ruling C4: the receipt must warn."""
    where = position(russia="A mos, A vla")
    trains = (TRAIN, Train(power="russia", kind=A, at="vla", to="kra"))
    assert COLONIAL.warn(where, trains[:1]) == ()
    (warning,) = COLONIAL.warn(where, trains)
    assert "2 trains" in warning


@pytest.mark.parametrize("ruling", RULINGS, ids=[ruling.number for ruling in RULINGS])
def test_every_ruling_can_be_chosen_otherwise_by_number_and_by_name(ruling) -> None:
    other = ruling.values[1]
    made = choose_rules(Rules(), {ruling.number: other}, RULINGS)
    assert ruling.chosen(made) == other
    assert choose_rules(Rules(), {ruling.name: other}, RULINGS) == made
    assert choose_rules(made, {ruling.number: ruling.values[0]}, RULINGS) == Rules()


def test_the_defaults_are_those_of_the_table() -> None:
    assert {ruling.number: ruling.values[0] for ruling in RULINGS} == {
        "C5": "b", "C8": "b", "C10": "b", "C11": "a", "C17": "a", "C20": "a", "C27": "a",
    }  # fmt: skip


def test_bridges_for_armies_alone_take_eight_fleet_pairs_from_the_board() -> None:
    """Ruling C27."""
    rules = choose_rules(Rules(), {"land_bridges": "armies"}, RULINGS)
    board = COLONIAL.board_by(rules)
    assert len(board.fleet) == len(COLONIAL.board.fleet) - 8
    assert board.army == COLONIAL.board.army
    assert board.topology is not None
    assert not any(link.fleet for link in board.topology.links)
    assert all(link.army for link in board.topology.links)
    assert start_position(COLONIAL, rules).board == board
    assert COLONIAL.board_by(Rules()) is COLONIAL.board


def test_a_place_called_and_is_read_between_other_orders() -> None:
    """The Andaman Sea's short form is `And`, in the errata `AND.S`."""
    where = position(holland="F ands, F suls, F sum, A bor")
    for text in ("F And H, F Sul H, A Bor H", "F And.S H and F Sul.S H and A Bor H", "F AND.S H; F SUL H; A Bor H"):
        assert [word_order(COLONIAL.board, one) for one in read(where, "holland", text)] == [
            "F ANDS H", "F SULS H", "A Bor H",
        ], text  # fmt: skip
    (move, hold) = read(where, "holland", "F Sum - And and A Bor H")
    assert (move.to, hold.at) == ("ands", "bor")


def test_who_has_no_unit_at_the_line_is_shown_orders_of_the_line_as_if_he_had() -> None:
    """The lines can be read as orders, and the text says whose they would be."""
    where = position(britain="A mad", russia="F ode", china="A mac")
    for power, words in (
        ("britain", "if your A Mad stood in Manchuria"),
        ("russia", "If an army of yours stood in Moscow"),
    ):
        train = COLONIAL.lessons(where, power)[0]
        assert words in train.text
        assert train.lines == ("A Mos - TSR - Irk", "A Mac S A Mos - Irk")
