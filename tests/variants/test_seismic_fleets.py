"""Where fleets stand after seismic events."""

import pytest

from judge.board.library import load_board
from judge.board.reshaping import reshape
from judge.variants.seismic.fleets import Berth, place_fleets

IBERIA = "Por & Spa separate, MAO & MAO connect"
NO_NORTH = "StP & BAR separate, Nwy & Out connect"
BRIDGE = "NTH & ENG separate, Lon & Bel connect"


@pytest.fixture
def place(seism):
    """Where one fleet stands after events, some before it came and some after."""

    def put(at, *events, after=(), wish=None, board="standard"):
        start = reshape(load_board(board), tuple(map(seism, after)))
        seisms = tuple(map(seism, events))
        wishes = {at.partition("/")[0]: wish} if wish else {}
        (placed,) = place_fleets(start, seisms, [at], wishes)
        assert placed.before == at
        assert placed.after in placed.choices
        assert reshape(start, seisms).has(placed.after)
        return placed

    return put


def test_a_fleet_far_from_the_event_stays(place):
    placed = place("tri", IBERIA)
    assert (placed.after, placed.berth, placed.choices) == ("tri", Berth.STAYS, ("tri",))
    assert place("mao", IBERIA).after == "mao"


def test_a_fleet_on_a_split_coast_goes_where_its_owner_wishes(place):
    """Rule 8."""
    for wish in ("nth", "eng"):
        placed = place("lon", BRIDGE, wish=wish)
        assert (placed.after, placed.berth) == (f"lon/{wish}", Berth.WISH)
        assert placed.choices == ("lon/eng", "lon/nth")


def test_without_a_wish_it_goes_to_the_coast_with_most_of_the_old_seas(place):
    """S13: Brest's coast of the Channel keeps both seas."""
    placed = place("bre", "Por & Bre connect", after=[IBERIA])
    assert (placed.after, placed.berth) == ("bre/eng", Berth.CONVENTION)


def test_where_both_have_as_many_the_coast_decides_whose_seas_come_first_in_the_alphabet(place):
    """S13."""
    assert place("lon", BRIDGE).after == "lon/eng"
    assert not place("lon", BRIDGE).unheard


def test_a_wish_that_names_no_coast_there_is_left_aside(place):
    placed = place("lon", BRIDGE, wish="bal")
    assert (placed.after, placed.berth, placed.unheard) == ("lon/eng", Berth.CONVENTION, True)


def test_a_wish_at_a_sea_of_two_coasts_means_the_one_at_that_sea_alone(place):
    """S16."""
    assert place("bre", "Por & Bre connect", after=[IBERIA], wish="mao").after == "bre/mao"
    assert place("bre", "Por & Bre connect", after=[IBERIA], wish="eng").after == "bre/eng"


def test_a_fleet_whose_coast_is_gone_goes_to_the_only_other(place):
    """Rule 9."""
    placed = place("stp/nc", NO_NORTH)
    assert (placed.after, placed.berth, placed.choices) == ("stp", Berth.ONLY, ("stp",))


def test_coasts_that_grow_together_take_their_fleets_along(place):
    """S14."""
    for at in ("spa/nc", "spa/sc"):
        placed = place(at, IBERIA)
        assert (placed.after, placed.berth) == ("spa", Berth.STAYS)


def test_a_fleet_on_a_coast_that_is_left_as_it_was_stays_there_when_the_other_splits(place):
    """It has no choice of the parts of another coast, though they lie at a sea of its own."""
    bridge = "WES & MAO separate, Spa & Naf connect"
    placed = place("spa/nc", bridge)
    assert (placed.after, placed.berth, placed.choices) == (place("spa/nc", bridge).after, Berth.STAYS, (placed.after,))
    assert place("spa/sc", bridge).choices != placed.choices


def test_a_fleet_without_any_coast_is_trapped_where_it_is(place, seism):
    """Rule 9, S15."""
    placed = place("gas", "Gas & MAO separate, Bre & Spa connect")
    assert (placed.after, placed.berth) == ("gas", Berth.TRAPPED)
    board = reshape(load_board("standard"), (seism("Gas & MAO separate, Bre & Spa connect"),))
    assert board.fleet_neighbors("gas") == ()


def test_a_trapped_fleet_is_on_the_coast_that_is_opened_for_it(place):
    """Rule 9."""
    trap = "Gas & MAO separate, Bre & Spa connect"
    placed = place("gas", "Bre & Spa separate, Gas & MAO connect", after=[trap])
    assert (placed.after, placed.berth) == ("gas", Berth.ONLY)


def test_a_fleet_whose_coast_is_gone_has_a_choice_where_two_are_left(place):
    """Rule 9: conditional orders where there were three coasts or more. Spain has three when it meets North Africa."""
    events = {"after": ["WES & MAO separate, Spa & Naf connect"]}
    gone = "Spa & MAO separate, Gas & Por connect"
    placed = place("spa/mao2", gone, **events)
    assert (placed.berth, placed.choices) == (Berth.CONVENTION, ("spa/nc", "spa/sc"))
    assert placed.after == "spa/nc"
    assert place("spa/mao2", gone, wish="lyo", **events).after == "spa/sc"
    assert place("spa/mao2", gone, wish="sc", **events).berth is Berth.WISH
