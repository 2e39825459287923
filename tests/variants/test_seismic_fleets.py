"""Where fleets stand after seismic events."""

import random

import pytest

from judge.board import province_of
from judge.board.events import seism_of
from judge.board.library import load_board
from judge.board.reshaping import reshape
from judge.board.shifts import Flip, release_of
from judge.variants.seismic.fleets import Berth, place_fleets
from judge.variants.seismic.judgement import happening, judge_seisms

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


def seas_of(board, at):
    return {near for near in board.fleet_neighbors(at) if board.is_sea(near)}


def random_phase(rng, board):
    """The events that happen of one to six orders, releases among them where they are possible."""
    topology, asked = board.topology, []
    torn = [face.id for face in topology.faces if len(topology.boundaries(face.id)) > 1]
    flips = [border for border in range(len(topology.after) // 2) if not topology.is_round(2 * border)]
    shores = [one for one in flips if topology.face(2 * one).terrain != topology.across(2 * one).terrain]
    for number in range(rng.randint(1, 6)):
        event = Flip(rng.choice(shores))
        if torn and rng.random() < 0.5:
            one, other = rng.sample(topology.boundaries(rng.choice(torn)), 2)
            event = release_of(rng.choice(one), rng.choice(other))
        asked.append((f"power{number}", seism_of(topology, event)))
    return happening(board, judge_seisms(board, asked))


@pytest.mark.parametrize("name", ["standard", "colonial"])
def test_every_fleet_everywhere_is_placed_by_the_rules_whatever_happens(name):
    """What the rules promise, told by seas and neighbors alone, for a fleet in every location of a hundred maps."""
    rng = random.Random(1926)
    board = load_board(name)
    berths = dict.fromkeys(Berth, 0)
    trapped: set[str] = set()
    for _ in range(100 if name == "standard" else 30):
        seisms = random_phase(rng, board)
        after = reshape(board, seisms)
        fleets = [at for province in board.provinces for at in board.fleet_locations(province.id)] + sorted(trapped)
        for placed in place_fleets(board, seisms, fleets, {}):
            province = province_of(placed.before)
            harbors = after.fleet_locations(province)
            berths[placed.berth] += 1
            assert province_of(placed.after) == province
            assert set(placed.choices) <= set(harbors or [province])
            assert (placed.berth is Berth.TRAPPED) == (not harbors)
            if board.topology.neighbors(province) == after.topology.neighbors(province):
                assert placed.after == placed.before
            if len(harbors) == 1:
                assert placed.after == harbors[0]
            if placed.berth is Berth.CONVENTION:
                old = seas_of(board, placed.before)
                shared = {at: len(old & seas_of(after, at)) for at in placed.choices}
                best = [at for at in placed.choices if shared[at] == max(shared.values())]
                first = min(sorted(seas_of(after, at)) for at in best)
                assert sorted(seas_of(after, placed.after)) == first
                assert placed.after in best
        trapped = {one.id for one in after.provinces if not after.fleet_locations(one.id)}
        trapped &= {one.id for one in load_board(name).provinces if load_board(name).fleet_locations(one.id)}
        board = after
    assert all(count for berth, count in berths.items() if berth is not Berth.WISH)
