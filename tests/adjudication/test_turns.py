"""The calendar: ownership, victory, and phases that are passed because nobody has a choice."""

from dataclasses import replace

from judge.adjudication.kinds import ADJUSTMENTS, MOVEMENT, RETREATS
from judge.adjudication.turns import missing, owed, start_position


def test_a_turn_in_which_nothing_happens_passes_the_retreats(scene) -> None:
    turn = scene("S1901M", {"france": ["A par"]}).play({})
    assert turn.after.phase.tag == "F1901M"
    assert [phase.tag for phase in turn.passed] == ["S1901R"]


def test_centers_change_hands_after_the_fall_only(scene) -> None:
    spring = scene("S1901M", {"france": ["A pic"]}, {"france": ["par"]})
    turn = spring.play({"france": ["A pic - bel"]})
    assert turn.after.owner_of("bel") is None
    fall = spring.then(turn).play({})
    assert fall.after.owner_of("bel") == "france"
    assert [event.text for event in fall.events if event.kind == "center"] == ["France takes Belgium."]
    assert fall.after.phase.tag == "W1901A"
    assert fall.after.centers_of("france") == ("bel", "par")


def test_a_center_belongs_to_the_province_whatever_the_coast(scene) -> None:
    fall = scene("F1901M", {"italy": ["F spa/sc"], "france": ["F gas"]}, {"france": ["bre"], "italy": ["nap"]})
    turn = fall.play({})
    assert turn.after.owner_of("spa") == "italy"
    winter = fall.then(turn).play({})
    spring = fall.then(winter).play({"italy": ["F spa/sc - lyo"], "france": ["F gas - spa/nc"]})
    assert fall.then(spring).play({}).after.owner_of("spa") == "france"


def test_a_unit_with_nowhere_to_go_leaves_without_a_retreat_phase(scene) -> None:
    """No choice, no phase, nobody late; it is told as something that happened."""
    units = {"turkey": ["F por"], "france": ["F mao", "A spa"]}
    turn = scene("S1901M", units).play({"france": ["F mao S spa - por", "A spa - por"]})
    assert turn.left.dislodged_in("por").retreats == ()
    assert turn.after.phase.tag == "F1901M"
    assert [phase.tag for phase in turn.passed] == ["S1901R"]
    assert turn.after.units_of("turkey") == turn.after.dislodged == ()
    assert [event.text for event in turn.events] == ["F Por had nowhere to retreat and leaves the board."]


def test_winter_is_played_when_one_power_may_build(scene) -> None:
    """Another's removal by rule does not hide the builder."""
    fall = scene(
        "F1901M", {"germany": ["A mun", "A ruh"], "italy": ["A tri"]}, {"germany": ["mun"], "italy": ["rom", "ven"]}
    )
    turn = fall.play({})
    assert turn.after.phase.tag == "W1901A"
    assert owed(fall.variant, turn.after, "italy").builds == 2
    done = fall.then(turn).play({"italy": ["build A rom"]})
    assert [unit.at for unit in done.after.units_of("germany")] == ["mun"]
    assert [unit.at for unit in done.after.units_of("italy")] == ["rom", "tri"]


def test_winter_is_passed_when_every_removal_is_forced(scene) -> None:
    fall = scene("F1901M", {"germany": ["A ruh"], "italy": ["A mun"]}, {"germany": ["mun"], "italy": []})
    turn = fall.play({})
    assert turn.after.phase.tag == "S1902M"
    assert turn.after.units_of("germany") == ()
    told = [event.text for event in turn.events if event.kind == "removes"]
    assert told == ["A Ruh has no center left to support it and leaves the board."]


def test_winter_is_passed_when_every_home_is_occupied_or_lost(scene) -> None:
    fall = scene("F1901M", {"germany": ["A mun"]}, {"germany": ["mun", "hol"]})
    assert fall.play({}).after.phase.tag == "S1902M"


def _with_centers(scene, board, counts, phase="F1901M"):
    """Powers with so many centers each and one unit that stands on one of them."""
    free = list(board.centers())
    owned = {power: [free.pop() for _ in range(count)] for power, count in counts.items()}
    return scene(phase, {power: [f"A {centers[0]}"] for power, centers in owned.items()}, owned), owned


def test_eighteen_centers_after_the_fall_win(scene, board) -> None:
    opening, _ = _with_centers(scene, board, {"france": 18, "turkey": 16})
    turn = opening.play({})
    assert turn.winner == ("france",)
    assert turn.after.phase.tag == "W1901A"
    assert [event.text for event in turn.events if event.kind == "victory"] == ["France wins with 18 centers."]


def test_eighteen_centers_in_spring_do_not_win_yet(scene, board) -> None:
    opening, _ = _with_centers(scene, board, {"france": 18, "turkey": 16}, phase="S1901M")
    assert opening.play({}).winner == ()


def test_seventeen_centers_do_not_win(scene, board) -> None:
    opening, _ = _with_centers(scene, board, {"france": 17, "turkey": 17})
    assert opening.play({}).winner == ()


def test_with_enough_for_two_the_one_with_more_wins_and_equals_play_on(scene, board) -> None:
    opening, _ = _with_centers(scene, board, {"france": 13, "turkey": 12})
    opening.variant = replace(opening.variant, rules=replace(opening.variant.rules, to_win=12))
    assert opening.play({}).winner == ("france",)
    opening, _ = _with_centers(scene, board, {"france": 13, "turkey": 13})
    opening.variant = replace(opening.variant, rules=replace(opening.variant.rules, to_win=12))
    assert opening.play({}).winner == ()


def test_the_fall_retreats_come_before_centers_are_counted(scene) -> None:
    """A retreat onto a center takes it back before anyone has won."""
    units = {"france": ["A bur", "A ruh"], "germany": ["A mun"]}
    fall = scene("F1901M", units, {"france": ["par", "kie"], "germany": ["mun"]})
    fall.variant = replace(fall.variant, rules=replace(fall.variant.rules, to_win=3))
    turn = fall.play({"france": ["A bur - mun", "A ruh S bur - mun"]})
    assert turn.winner == ()
    assert turn.after.phase.tag == "F1901R"
    assert fall.then(turn).play({"germany": ["A mun disband"]}).winner == ("france",)
    assert fall.then(turn).play({"germany": ["A mun - kie"]}).winner == ()


def test_a_power_without_units_and_centers_is_told_to_be_out(scene) -> None:
    turn = scene("F1901M", {"france": ["A mun"]}, {"germany": ["mun"]}).play({})
    assert "Germany is out of the game." in [event.text for event in turn.events]
    assert "France takes Munich from Germany." in [event.text for event in turn.events]


def test_units_without_an_order_are_missing(scene) -> None:
    opening = scene("S1901M", {"france": ["A par", "F spa/sc"], "germany": ["A mun"]})
    given = [outcome.order for outcome in opening.play({"france": ["A par H"]}).outcomes if outcome.order.at == "par"]
    assert missing(opening.variant, opening.position, "france", given) == ("spa/sc",)
    assert missing(opening.variant, opening.position, "germany", given) == ("mun",)


def test_only_units_that_can_retreat_are_owed_a_decision(scene) -> None:
    units = {"turkey": ["F por", "A vie"], "france": ["F mao", "A spa"], "austria": ["A bud", "A tri"]}
    opening = scene("S1901M", units)
    turn = opening.play(
        {"france": ["F mao S spa - por", "A spa - por"], "austria": ["A tri - vie", "A bud S tri - vie"]}
    )
    assert owed(opening.variant, turn.after, "turkey").units == ("vie",)
    assert owed(opening.variant, turn.after, "france").nothing


def test_a_phase_may_be_needed_in_a_position_in_which_nobody_owes_anything(scene) -> None:
    """A variant that shows a retreat phase whenever somebody was dislodged."""
    opening = scene("S1901M", {"turkey": ["F por"], "france": ["F mao", "A spa"]})
    retreats = replace(RETREATS, needed=lambda _variant, position: bool(position.dislodged))
    phases = (MOVEMENT, retreats, ADJUSTMENTS)
    opening.variant = replace(opening.variant, phases=phases)
    beaten = opening.play({"france": ["F mao S spa - por", "A spa - por"]})
    assert (beaten.after.phase.tag, beaten.passed) == ("S1901R", ())
    assert opening.play({}).after.phase.tag == "F1901M"


def test_the_position_that_a_game_starts_from_is_completed(standard) -> None:
    """A variant may add what follows from centers and units."""
    empty = replace(standard, complete=lambda position: replace(position, contested=("bur",)))
    assert start_position(empty).contested == ("bur",)
