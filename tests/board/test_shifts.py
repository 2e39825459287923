"""Flips and releases: which are possible, which spoil one another, and that a map stays a map whatever happens."""

import random
from collections import defaultdict
from itertools import combinations

import pytest

from judge.board.adjacency import coasts_of, derive
from judge.board.coasts import labels
from judge.board.events import Seism, find, seism_of, sequence
from judge.board.rotation import weave
from judge.board.shifts import Flip, Release, apply, carry_out, flip_of, release_of, undo
from judge.board.topology import Terrain


def flips(topology):
    return [Flip(border) for border in range(len(topology.after) // 2) if not topology.is_round(2 * border)]


def ends(topology, flip):
    return tuple(face.id for face in topology.ends(2 * flip.border))


def random_event(rng, topology):
    """A release three times in ten where any is possible, else a flip; one in four parts off an island if any can."""
    torn = [face.id for number, face in enumerate(topology.faces) if len(topology.first[number]) > 1]
    if torn and rng.random() < 0.3:
        one, other = rng.sample(topology.boundaries(rng.choice(torn)), 2)
        return release_of(rng.choice(one), rng.choice(other))
    every = flips(topology)
    parting = [flip for flip in every if len(set(ends(topology, flip))) == 1]
    return rng.choice(parting if parting and rng.random() < 0.25 else every)


def check_map(topology):
    """Everything that makes it a map, found from the printed lists of neighbors without the numbers of sides."""
    rings = {face.id: topology.neighbors(face.id) for face in topology.faces}
    woven = weave(rings)
    assert (woven.owner, woven.after, woven.first) == (topology.owner, topology.after, topology.first)
    for side in range(len(topology.after)):
        if not topology.is_round(side):
            assert len({topology.face(side).id, topology.across(side).id, *(one.id for one in topology.ends(side))}) > 2
    count = topology.count()
    rounds = sum(map(topology.is_round, range(0, len(topology.after), 2)))
    assert count.corners + rounds - count.borders + count.faces == 1 + count.pieces
    assert 3 * count.corners == 2 * (count.borders - rounds)
    for face in rings:
        assert parts_without(rings, face) == len(rings[face]), f"{face} is in pieces"


def parts_without(rings, gone):
    """In how many parts the rest of the globe is when a face is taken out.

    A face in one piece with as many boundaries leaves just so many parts; one in two pieces leaves one less.
    """
    left = set(rings) - {gone}
    parts = 0
    while left:
        parts += 1
        waiting = {left.pop()}
        while waiting:
            near = {other for ring in rings[waiting.pop()] for other in ring} & left
            left -= near
            waiting |= near
    return parts


def slow_coasts(topology, face):
    """The coasts of a face as sorted seas: list entries put together while they touch or a strait joins."""
    rings = topology.neighbors(face)
    seas = {one.id for one in topology.faces if one.terrain is Terrain.SEA}
    entries = [(number, place) for number, ring in enumerate(rings) for place, one in enumerate(ring) if one in seas]
    group = {entry: {entry} for entry in entries}

    def join(one, other):
        together = group[one] | group[other]
        for entry in together:
            group[entry] = together

    for number, place in entries:
        following = (number, (place + 1) % len(rings[number]))
        if following in group:
            join((number, place), following)
    for strait in topology.straits:
        on = {sea: [entry for entry in entries if rings[entry[0]][entry[1]] == sea] for sea in strait.seas}
        if strait.province == face and all(on.values()):
            for one, other in combinations([entry for some in on.values() for entry in some], 2):
                join(one, other)
    coasts = {id(some): some for some in group.values()}.values()
    return sorted(sorted(rings[number][place] for number, place in some) for some in coasts)


def slow_pairs(topology):
    """Pairs for armies, and for fleets without their coasts, counted at the corners of the map."""
    kinds = {face.id: face.terrain for face in topology.faces}
    army, fleet = set(), set()
    for side in range(0, len(topology.after), 2):
        pair = tuple(sorted((topology.face(side).id, topology.across(side).id)))
        found = {kinds[one] for one in pair}
        if found == {Terrain.LAND}:
            army.add(pair)
        elif Terrain.BARRIER not in found:
            fleet.add(pair)
    for corner in topology.corners():
        faces = [topology.face(side).id for side in corner]
        land = sorted(face for face in faces if kinds[face] is Terrain.LAND)
        if len(set(land)) == 2 and any(kinds[face] is Terrain.SEA for face in faces):
            fleet.add(tuple(land))
    for link in topology.links:
        army |= {link.places} if link.army else set()
        if link.fleet and all(kinds[one] is Terrain.SEA or slow_coasts(topology, one) for one in link.places):
            fleet.add(link.places)
    return army, fleet


def check_adjacency(topology):
    adjacency = derive(topology, labels)
    army, fleet = slow_pairs(topology)
    assert set(adjacency.army) == army
    assert {tuple(sorted(place.partition("/")[0] for place in pair)) for pair in adjacency.fleet} == fleet
    for pairs in (adjacency.army, adjacency.fleet):
        assert list(pairs) == sorted(set(pairs))
        assert all(one < other for one, other in pairs)
    near = defaultdict(set)
    for one, other in adjacency.fleet:
        near[one].add(other)
        near[other].add(one)
    several = dict(adjacency.coasts)
    seas = {face.id for face in topology.faces if face.terrain is Terrain.SEA}
    for face in (face.id for face in topology.faces if face.terrain is Terrain.LAND):
        slow = slow_coasts(topology, face)
        assert sorted(sorted(coast.seas) for coast in coasts_of(topology, face)) == slow
        assert (face in several) == (len(slow) > 1)
        assert (face in adjacency.shores) == bool(slow)
        locations = [f"{face}/{suffix}" for suffix in several[face]] if face in several else [face] * len(slow)
        assert len(set(locations)) == len(slow)
        assert sorted(sorted(near[place] & seas) for place in locations) == sorted(sorted(set(one)) for one in slow)


def play_on(topology, seed, events):
    """Events at random one after another, with every check after each."""
    rng = random.Random(seed)
    kinds = defaultdict(int)
    for _ in range(events):
        event = random_event(rng, topology)
        seism = seism_of(topology, event)
        assert find(topology, seism).event == event
        step = carry_out(topology, event)
        check_map(step.topology)
        check_adjacency(step.topology)
        back = carry_out(step.topology, step.back)
        assert back.topology == topology
        assert find(step.topology, seism_of(step.topology, step.back)).event == step.back
        kinds[type(event), len(step.topology.after) != len(topology.after), bool(seism.near)] += 1
        topology = step.topology
    return kinds


@pytest.mark.parametrize(("board", "events"), [("standard", 200), ("colonial", 60)])
def test_a_map_stays_a_map_through_some_hundred_events(board, events, request):
    """The short form."""
    kinds = play_on(request.getfixturevalue(board).topology, seed=1901, events=events)
    assert all(sum(kinds[kind, changed, near] for near in (True, False)) > 4 for kind, changed in (
        (Flip, False), (Flip, True), (Release, True)
    ))  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_a_map_stays_a_map_through_10000_events(standard, colonial, seed):
    """In four runs, one of them on the Colonial board; names that need `near` to be told apart are among them."""
    kinds = play_on((colonial if seed == 3 else standard).topology, seed=seed, events=2500)
    assert all(count > 10 for count in kinds.values())
    assert any(near for _, _, near in kinds)


def test_the_checks_see_a_face_in_pieces_and_a_coast_too_few(standard):
    """What the tests above rely on: a release between two borders of one boundary cuts the face between them."""
    topology = standard.topology
    rings = {face.id: topology.neighbors(face.id) for face in topology.faces}
    (ring,) = rings["mao"]
    cut = rings | {"mao": (ring[:4], ring[4:])}
    assert parts_without(cut, "mao") == 1 < len(cut["mao"])
    assert slow_coasts(topology, "spa") == [["lyo", "mao", "wes"], ["mao"]]
    assert slow_coasts(topology, "con") == [["aeg", "bla"]]


def test_each_of_the_228_borders_can_be_flipped_in_exactly_one_way(standard):
    topology = standard.topology
    seisms = {}
    for flip in flips(topology):
        seism = seism_of(topology, flip)
        assert seism.near == ()
        assert find(topology, seism).event == flip
        seisms[frozenset(seism.apart), frozenset(seism.joined)] = flip
    assert len(flips(topology)) == len(seisms) == 228


def test_only_two_borders_have_one_face_at_both_ends_at_the_start(standard):
    topology = standard.topology
    islands = [seism_of(topology, flip) for flip in flips(topology) if len(set(ends(topology, flip))) == 1]
    assert islands == [
        Seism(apart=("mao", "por"), joined=("spa", "spa")),
        Seism(apart=("por", "spa"), joined=("mao", "mao")),
    ]


def test_no_release_is_possible_at_the_start_and_nothing_is_ambiguous(standard):
    topology = standard.topology
    faces = [face.id for face in topology.faces]
    for one, other in combinations(faces, 2):
        found = find(topology, Seism(joined=(one, other)))
        assert found.event is None
        assert found.problem in ("no_face", "one_piece")


def conflicting(topology):
    """The ordered pairs of flips of which the second makes no sense, or cannot be found, after the first."""
    words = {flip: seism_of(topology, flip) for flip in flips(topology)}
    found = set()
    for first in words:
        later = apply(topology, first)
        found |= {(first, second) for second in words if second != first and find(later, words[second]).event is None}
    return found


def test_455_pairs_of_start_borders_conflict_those_with_a_common_corner(standard):
    """Of each pair neither is applicable after the other: 910 ordered pairs."""
    topology = standard.topology
    meeting = {
        frozenset({one // 2, other // 2}) for corner in topology.corners() for one, other in combinations(corner, 2)
    }
    found = conflicting(topology)
    assert {frozenset({one.border, other.border}) for one, other in found} == meeting
    assert len(meeting) == 455
    assert len(found) == 910


def test_of_all_other_pairs_both_sequences_give_one_map(standard):
    """A sample of the 25,423 pairs that do not conflict: every pair with one of four borders."""
    topology = standard.topology
    check_sequences(topology, random.Random(6).sample(flips(topology), 4))


@pytest.mark.soak
def test_of_all_25423_other_pairs_both_sequences_give_one_map(standard):
    assert check_sequences(standard.topology, flips(standard.topology)) == 228 * 227 // 2 - 455


def check_sequences(topology, some):
    """Do each of some flips before and after every other that shares no corner with it; how many pairs there were."""
    meeting = {
        frozenset({one // 2, other // 2}) for corner in topology.corners() for one, other in combinations(corner, 2)
    }
    words = {flip: seism_of(topology, flip) for flip in flips(topology)}
    after = {flip: apply(topology, flip) for flip in words}
    pairs = {frozenset({one, other}) for one in some for other in words if one != other}
    pairs = {pair for pair in pairs if frozenset(flip.border for flip in pair) not in meeting}
    for pair in pairs:
        one, other = sorted(pair)
        first = apply(after[one], find(after[one], words[other]).event)
        assert first == apply(after[other], find(after[other], words[one]).event)
    return len(pairs)


def test_undoing_a_flip_restores_the_map_exactly(standard):
    topology = standard.topology
    for flip in flips(topology):
        assert apply(apply(topology, flip), undo(topology, flip)) == topology


def test_a_round_border_cannot_be_flipped(tiny):
    (side,) = tiny.topology.sides("isl", "nos")
    with pytest.raises(ValueError, match="no ends"):
        flip_of(tiny.topology, side)


def test_sides_tell_what_has_become_of_them(standard, seism):
    """Por & Spa part: the two borders of Spain with the Mid-Atlantic are one."""
    topology = standard.topology
    event = find(topology, seism("Por & Spa separate, MAO & MAO connect")).event
    step = carry_out(topology, event)
    (merged,) = step.topology.sides("spa", "mao")
    assert [step.sides[side] for side in topology.sides("spa", "mao")] == [(merged,), (merged,)]
    (gone,) = topology.sides("spa", "por")
    assert step.sides[gone] == step.sides[gone ^ 1] == ()
    again = carry_out(step.topology, step.back)
    assert again.sides[merged] == again.topology.sides("spa", "mao")[::-1]


def test_lists_of_neighbors_go_on_beginning_where_they_began(standard, seism):
    topology = standard.topology
    after = apply(topology, find(topology, seism("Bul & Gre separate, Ser & AEG connect")).event)
    for face in topology.faces:
        if face.id not in ("bul", "gre", "ser", "aeg"):
            assert after.neighbors(face.id) == topology.neighbors(face.id)
    assert after.neighbors("ser") == (("bud", "rum", "bul", "aeg", "gre", "alb", "tri"),)
    island = apply(topology, find(topology, seism("Por & Spa separate, MAO & MAO connect")).event)
    assert island.neighbors("mao")[0][0] == topology.neighbors("mao")[0][0] == "nao"


def test_events_of_one_season_are_told_so_that_they_can_be_done_one_by_one(standard):
    """Seeded: events of one map without a common corner, in words one after another, give what each alone gives."""
    rng = random.Random(11)
    topology = standard.topology
    for _ in range(30):
        topology = apply(topology, random_event(rng, topology))
        chosen, taken = [], set()
        for flip in rng.sample(flips(topology), 12):
            corners = {corner for corner in topology.corners() if {flip.border} & {side // 2 for side in corner}}
            if not corners & taken:
                chosen.append(flip)
                taken |= corners
        results = set()
        for some in (chosen, chosen[::-1]):
            later = topology
            for seism in sequence(topology, tuple(some)):
                later = apply(later, find(later, seism).event)
            results.add((later.owner, later.after))
        assert len(results) == 1
