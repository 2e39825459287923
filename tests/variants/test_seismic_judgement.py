"""Which seismic events of a phase happen."""

import random
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from judge.board.events import find, seism_of
from judge.board.library import load_board
from judge.board.reshaping import reshape
from judge.board.shifts import Flip, Release, carry_out, release_of
from judge.variants.seismic.judgement import Fate, conflict, happening, judge_seisms

SERBIA = "Bul & Gre separate, Ser & AEG connect"
GREECE = "Bul & AEG separate, Gre & Con connect"
SMYRNA = "Con & AEG separate, Bul & Smy connect"
IBERIA = "Por & Spa separate, MAO & MAO connect"
# Three islands in the Mid-Atlantic.
IRELAND = ("Ire & NAO separate, IRI & MAO connect", "Ire & IRI separate, MAO & MAO connect")
AFRICA = (
    "Naf & Out separate, Tun & MAO connect",
    "Naf & Tun separate, WES & MAO connect",
    "Naf & WES separate, MAO & MAO connect",
)
ISLANDS = (IBERIA, *IRELAND, *AFRICA)
RING = ("Por & Ire connect", "Ire & Naf connect", "Naf & Por connect")


@pytest.fixture
def islands(seism):
    """The Standard board with three islands in the Mid-Atlantic."""
    return reshape(load_board("standard"), tuple(map(seism, ISLANDS)))


@pytest.fixture
def fates(seism):
    """The fates of orders by power, after events, and what happens."""

    def judge(*asked, after=(), option="a", board="standard"):
        start = reshape(load_board(board), tuple(map(seism, after)))
        orders = [(f"power{number}", seism(text)) for number, text in enumerate(asked)]
        judged = judge_seisms(start, orders, beaten_blocks=option == "a")
        assert [(one.power, one.seism) for one in judged] == orders
        for one in judged:
            assert (one.fate.value == "inadmissible") == bool(one.by)
            assert all(any(other.key == by for other in judged) for by in one.by)
        reshape(start, happening(start, judged))
        return [one.fate.value for one in judged]

    return judge


def test_equal_orders_that_would_split_the_aegean_both_fail(fates):
    """Rule 7, example 1."""
    assert fates(SERBIA, GREECE) == ["inadmissible", "inadmissible"]


def test_an_order_given_twice_succeeds_against_one(fates):
    """Rule 7, example 2; rule 6."""
    assert fates(SERBIA, SERBIA, GREECE) == ["succeeds", "succeeds", "inadmissible"]


def test_two_links_from_one_rim_to_one_island_both_fail(fates):
    """Rule 7, example 3: a ring of two."""
    assert fates("Por & Ire connect", "Por & Bre connect", after=[IBERIA]) == ["inadmissible", "inadmissible"]


def test_events_without_a_common_corner_all_happen(fates):
    assert fates(SERBIA, SMYRNA) == ["succeeds", "succeeds"]


def test_a_beaten_order_still_spoils_a_weaker_one(fates):
    """S7, option a."""
    asked = [SERBIA] * 3 + [GREECE] * 2 + [SMYRNA]
    assert fates(*asked) == ["succeeds"] * 3 + ["inadmissible"] * 3


def test_a_beaten_order_spoils_nobody_where_the_game_has_it_so(fates):
    """S7, option b."""
    asked = [SERBIA] * 3 + [GREECE] * 2 + [SMYRNA]
    assert fates(*asked, option="b") == ["succeeds"] * 3 + ["inadmissible"] * 2 + ["succeeds"]


def test_what_is_not_applicable_neither_counts_nor_spoils(fates):
    """S6."""
    assert fates(SERBIA, "Bul & AEG separate, Gre & Smy connect") == ["succeeds", "not-applicable"]


def test_names_in_another_order_are_the_same_order(fates):
    """S5."""
    turned = "AEG & Ser connect, Gre & Bul separate"
    assert fates(SERBIA, turned, GREECE) == ["succeeds", "succeeds", "inadmissible"]


def test_several_on_each_side_of_an_equal_conflict_all_fail(fates):
    """S8."""
    assert fates(SERBIA, SERBIA, GREECE, GREECE) == ["inadmissible"] * 4


def test_an_ambiguous_order_is_void_and_spoils_nobody(fates):
    """S10."""
    after = (*ISLANDS, "Por & Bre connect")
    assert fates("Ire & Bre connect", "Ire & Spa connect", after=after) == ["ambiguous", "succeeds"]


def test_two_islands_may_be_released_onto_one_border(fates, seism):
    """S11: the stronger comes first, clockwise round the face."""
    assert fates("Ire & Bre connect", "Naf & Bre connect", after=ISLANDS) == ["succeeds", "succeeds"]
    board = reshape(load_board("standard"), tuple(map(seism, ISLANDS)))
    for asked, islands in (
        (["Naf", "Ire"], ["ire", "naf"]),
        (["Naf", "Ire", "Por"], ["ire", "naf", "por"]),
        (["Naf", "Ire", "Naf"], ["naf", "ire"]),
        (["Por", "Por", "Naf", "Ire", "Ire", "Ire"], ["ire", "por", "naf"]),
    ):
        orders = [(f"power{place}", seism(f"{one} & Bre connect")) for place, one in enumerate(asked)]
        after = reshape(board, happening(board, judge_seisms(board, orders)))
        (ring,) = after.topology.neighbors("bre")
        assert [face for face in ring if face in ("por", "ire", "naf")] == islands


def test_a_release_and_a_flip_of_the_border_it_lands_on_spoil_one_another(fates):
    flip = "Bre & MAO separate, ENG & Gas connect"
    assert fates(flip, "Por & Bre connect", after=ISLANDS) == ["inadmissible"] * 2
    assert fates(flip, flip, "Por & Bre connect", after=ISLANDS) == ["succeeds", "succeeds", "inadmissible"]
    assert fates("Bre & Gas separate, Par & MAO connect", "Por & Bre connect", after=ISLANDS) == ["succeeds"] * 2


def test_a_ring_of_three_equal_releases_fails_though_no_two_conflict(fates):
    """S9."""
    assert fates(*RING, after=ISLANDS) == ["inadmissible"] * 3
    for some in combinations(RING, 2):
        assert fates(*some, after=ISLANDS) == ["succeeds"] * 2


def test_the_weakest_of_a_ring_fails(fates):
    """S9: stronger ones that happen and equals make the ring."""
    one, two, three = RING
    assert fates(one, one, two, two, three, after=ISLANDS) == ["succeeds"] * 4 + ["inadmissible"]
    assert fates(one, one, two, three, after=ISLANDS) == ["succeeds"] * 2 + ["inadmissible"] * 2
    ring = ("Por & Ire connect", "Ire & Bre connect", "Por & Bre connect")
    assert fates(ring[0], ring[1], ring[2], ring[2], after=ISLANDS) == ["inadmissible"] * 2 + ["succeeds"] * 2


def test_a_release_beside_a_ring_happens(fates):
    """S9: only what lies on the ring fails."""
    assert fates(*RING, "Por & Bre connect", after=ISLANDS) == ["inadmissible"] * 3 + ["succeeds"]


def test_a_ring_is_told_with_its_other_orders(seism):
    board = reshape(load_board("standard"), tuple(map(seism, ISLANDS)))
    judged = judge_seisms(board, [(f"power{place}", seism(text)) for place, text in enumerate(RING)])
    for one in judged:
        assert set(one.by) == {other.key for other in judged if other is not one}


def test_the_order_in_which_orders_came_does_not_matter(seism):
    board = reshape(load_board("standard"), tuple(map(seism, ISLANDS)))
    orders = [(f"power{place}", seism(text)) for place, text in enumerate((*RING, "Por & Bre connect", RING[0]))]
    first = {one.power: one for one in judge_seisms(board, orders)}
    for other in list(permutations(orders))[::7]:
        judged = judge_seisms(board, other)
        assert {one.power: one for one in judged} == first
        assert happening(board, judged) == happening(board, tuple(first.values()))


# Against a second judgement that knows the map by its names alone.


def slow_conflict(topology, one, other):
    """Rule 7 as it is written: would the other make sense, and cut nothing, after the one?"""
    if isinstance(one, Flip) and isinstance(other, Flip):
        corners = [{side // 2 for side in corner} for corner in topology.corners()]
        return any({one.border, other.border} <= corner for corner in corners)
    if isinstance(one, Release) and isinstance(other, Release):
        if topology.owner[one.side] != topology.owner[other.side]:
            return False
        later = carry_out(topology, one).topology
        joined = sorted(topology.across(side).id for side in (other.side, other.other))
        rings = later.neighbors(topology.face(other.side).id)
        return any(set(joined) <= set(ring) for ring in rings)
    flip, release = (one, other) if isinstance(one, Flip) else (other, one)
    return flip.border * 2 in (release.side & ~1, release.other & ~1)


def slow_rings(topology, event, others):
    """Whether some of the others close a ring with a release: tried one set after another."""
    rings = topology.boundaries(topology.face(event.side).id) if isinstance(event, Release) else ()

    def points(one):
        return [number for number, ring in enumerate(rings) if {one.side, one.other} & set(ring)]

    beside = [one for one in others if isinstance(one, Release) and rings
              and topology.owner[one.side] == topology.owner[event.side] and one != event]  # fmt: skip
    for size in range(1, len(beside) + 1):
        for some in combinations(beside, size):
            ends = [point for one in (event, *some) for point in points(one)]
            if all(ends.count(point) == 2 for point in ends) and connected([points(one) for one in (event, *some)]):
                return True
    return False


def connected(lines):
    reached = set(lines[0])
    for _ in lines:
        reached |= {point for line in lines if reached & set(line) for point in line}
    return reached == {point for line in lines for point in line}


def slow_fates(topology, strengths, beaten_blocks):
    happens, blocks = set(), set()
    for strength in sorted(set(strengths.values()), reverse=True):
        equals = {event for event in strengths if strengths[event] == strength}
        beaten = {event for event in equals if any(slow_conflict(topology, one, event) for one in blocks)}
        rivals = equals if beaten_blocks else equals - beaten
        tied = {one for one in equals if any(one != other and slow_conflict(topology, other, one) for other in rivals)}
        ringed = {event for event in equals if slow_rings(topology, event, happens | rivals)}
        happens |= equals - beaten - tied - ringed
        blocks |= rivals
    return happens


def torn(rng, topology, events):
    """A map with several islands, by events at random that part more often than they join."""
    for _ in range(events):
        flips = [border for border in range(len(topology.after) // 2) if not topology.is_round(2 * border)]
        parting = [border for border in flips if len({face.id for face in topology.ends(2 * border)}) == 1]
        topology = carry_out(topology, Flip(rng.choice(parting or flips))).topology
    return topology


def crowded(rng, topology):
    """Some events of one map, many of them near each other."""
    found = []
    rings = max((topology.boundaries(face.id) for face in topology.faces), key=len)
    for _ in range(5 if len(rings) > 1 else 0):
        one, other = rng.sample(rings[:5], 2)
        found.append(release_of(rng.choice(one), rng.choice(other)))
    start = rng.randrange(len(topology.after))
    for _ in range(4):
        if not topology.is_round(start):
            found.append(Flip(start // 2))
        start = topology.after[start ^ 1] if rng.random() < 0.5 else topology.after[topology.after[start]]
    return found


def judge_at_random(rng, board, events, tries):
    """How many events were judged, and how many of them failed on a ring alone."""
    topology = torn(rng, board.topology, events)
    board = replace(board, topology=topology)
    judged_in_all = rings = 0
    for _ in range(tries):
        asked = [event for event in crowded(rng, topology) for _ in range(rng.choice((1, 1, 1, 2)))]
        orders = [(f"power{place}", seism_of(topology, event)) for place, event in enumerate(asked)]
        strengths = {event: asked.count(event) for event in asked}
        for beaten_blocks in (True, False):
            judged = judge_seisms(board, orders, beaten_blocks)
            happens = {one.key for one in judged if one.fate is Fate.SUCCEEDS}
            assert happens == slow_fates(topology, strengths, beaten_blocks)
            later = topology
            for seism in happening(board, judged):
                later = carry_out(later, find(later, seism).event).topology
            rings += sum(
                one.fate is Fate.INADMISSIBLE and not any(conflict(topology, one.key, other) for other in one.by)
                for one in judged
            )
        judged_in_all += len(asked)
    return judged_in_all, rings


def test_a_second_judgement_of_another_make_says_the_same(islands):
    judged, rings = judge_at_random(random.Random(1902), islands, events=10, tries=60)
    assert judged > 600
    assert rings > 50


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_a_second_judgement_says_the_same_on_many_maps(islands, seed):
    judged, _ = judge_at_random(random.Random(seed), islands, events=10 * seed, tries=150)
    assert judged > 1500


def test_events_that_do_not_conflict_give_one_map_in_either_sequence(islands):
    """Releases before and after flips, flips before and after releases, on maps with islands."""
    rng = random.Random(7)
    pairs = 0
    for _ in range(6):
        topology = torn(rng, islands.topology, 30)
        for _ in range(8):
            for one, other in combinations(dict.fromkeys(crowded(rng, topology)), 2):
                landings = [side // 2 for event in (one, other) if isinstance(event, Release)
                            for side in (event.side, event.other)]  # fmt: skip
                if conflict(topology, one, other) or len(landings) != len(set(landings)):
                    continue
                assert follow(topology, one, other) == follow(topology, other, one)
                pairs += 1
    assert pairs > 200


def follow(topology, one, other):
    """The map after the one event and then the other, which is found again by its sides."""
    step = carry_out(topology, one)
    if isinstance(other, Flip):
        (side,) = step.sides[2 * other.border]
        return carry_out(step.topology, Flip(side // 2)).topology
    sides = [step.sides[side] for side in (other.side, other.other)]
    return carry_out(step.topology, release_of(sides[0][0], sides[1][0])).topology
