"""Which event the names of an order mean, and what is wrong where they mean none."""

from dataclasses import replace
from itertools import pairwise

import pytest

from judge.board.events import Choice, Seism, find, seism_of, sequence
from judge.board.shifts import Release, apply

PORTUGAL = ("Por & Spa separate, MAO & MAO connect",)
IRELAND = ("Ire & NAO separate, IRI & MAO connect", "Ire & IRI separate, MAO & MAO connect")
AFRICA = (
    "Naf & Out separate, Tun & MAO connect",
    "Naf & Tun separate, WES & MAO connect",
    "Naf & WES separate, MAO & MAO connect",
)
IRISH_SEA = (
    "IRI & Lvp separate, NAO & Wal connect",
    "IRI & Wal separate, NAO & ENG connect",
    "IRI & NAO separate, ENG & MAO connect",
    "IRI & ENG separate, MAO & MAO connect",
)
# Spain has nothing left but the Mid-Atlantic, Portugal on the one side and Gascony on the other.
NARROW_SPAIN = (
    "Spa & Mar separate, Gas & LYO connect",
    "Spa & LYO separate, Gas & WES connect",
    "Spa & WES separate, Gas & MAO connect",
)


@pytest.fixture
def after(standard, seism):
    """The Standard map after events."""

    def make(*texts):
        topology = standard.topology
        for text in texts:
            topology = apply(topology, find(topology, seism(text)).event)
        return topology

    return make


def test_names_may_be_paired_in_any_order(standard):
    """S5."""
    topology = standard.topology
    events = {
        find(topology, Seism(apart=apart, joined=joined)).event
        for apart in (("bul", "gre"), ("gre", "bul"))
        for joined in (("ser", "aeg"), ("aeg", "ser"))
    }
    assert len(events) == 1
    assert None not in events


def test_a_border_that_does_not_exist_is_told(standard, seism):
    assert find(standard.topology, seism("Par & Mun separate, Bur & Ruh connect")).problem == "no_border"
    assert find(standard.topology, seism("Par & Par separate, Bur & Ruh connect")).problem == "same"


def test_where_the_border_ends_is_told_when_others_are_to_connect(after, seism):
    """S6; the third line of example 5 as it was printed, S1: both borders of Norway and the Outside."""
    topology = after("StP & BAR separate, Nwy & Out connect", "NWG & BAR separate, Nwy & Out connect")
    found = find(topology, seism("Nwy & Out separate, Out & Out connect"))
    assert (found.event, found.problem) == (None, "ends")
    assert sorted(map(sorted, found.ends)) == [["bar", "nwg"], ["bar", "stp"]]
    assert find(topology, seism("Nwy & BAR separate, Out & Out connect")).event is not None


def test_the_shore_of_a_lone_island_cannot_be_parted(after, seism):
    assert find(after(*PORTUGAL), seism("Por & MAO separate, Spa & Gas connect")).problem == "round"


def test_a_release_needs_a_face_between(standard, seism):
    assert find(standard.topology, seism("Par & Mun connect")).problem == "one_piece"
    assert find(standard.topology, seism("Par & Mun connect")).between == ("bur",)
    assert find(standard.topology, seism("Lon & Mos connect")).problem == "no_face"
    assert find(standard.topology, seism("Lon & Lon connect")).problem == "same"


def test_of_two_islands_each_is_released_onto_the_rim_or_onto_the_other(after, seism):
    topology = after(*PORTUGAL, *IRELAND)
    assert topology.neighbors("mao")[1:] == (("por",), ("ire",))
    for text in ("Por & Ire connect", "Por & Bre connect", "Ire & Spa connect", "Ire & Out connect"):
        assert isinstance(find(topology, seism(text)).event, Release)
    assert find(topology, seism("Bre & Spa connect")).problem == "one_piece"


def test_the_face_to_go_across_may_be_named(after, seism):
    topology = after(*PORTUGAL)
    joined = seism("Por & Bre connect")
    assert find(topology, replace(joined, across="mao")) == find(topology, joined)
    found = find(topology, replace(joined, across="eng"))
    assert (found.problem, found.between) == ("elsewhere", ("mao",))


def test_two_borders_with_the_same_ends_are_told_apart_by_the_one_that_comes_first_clockwise(after, seism):
    """S10: round the Mid-Atlantic Gascony comes before the northern border with Spain."""
    topology = after(*NARROW_SPAIN)
    assert sorted(topology.neighbors("spa")[0]) == ["gas", "mao", "mao", "por"]
    text = "Spa & MAO separate, Gas & Por connect"
    found = find(topology, seism(text))
    assert found.problem == "ambiguous"
    assert found.choices == (
        Choice("gas", ("mao", "spa"), ("gas", "por")),
        Choice("por", ("mao", "spa"), ("por", "gas")),
    )
    events = [find(topology, seism(f"{text} near {word}")).event for word in ("gas", "por")]
    assert None not in events
    assert events[0] != events[1]
    for word, event in zip(("gas", "por"), events, strict=True):
        assert word in {face.id for face in topology.ends(2 * event.border)}
        assert seism_of(topology, event).near == (word,)


def test_a_neighbor_that_is_at_no_end_is_refused(standard, seism):
    found = find(standard.topology, seism("Bul & Gre separate, Ser & AEG connect near Con"))
    assert (found.problem, found.near) == ("elsewhere", "con")
    assert find(standard.topology, seism("Bul & Gre separate, Ser & AEG connect near Ser")).event is not None


def test_a_release_onto_a_face_with_two_borders_there_needs_a_neighbor(after, seism):
    """S10."""
    topology = after(*PORTUGAL, *IRELAND, "Por & Bre connect")
    found = find(topology, seism("Ire & Bre connect"))
    assert found.problem == "ambiguous"
    assert {choice.near for choice in found.choices} == {"eng", "gas"}
    north, south = (find(topology, seism(f"Ire & Bre connect near {word}")).event for word in ("ENG", "Gas"))
    assert apply(topology, north).neighbors("bre") == (("eng", "pic", "par", "gas", "mao", "por", "mao", "ire", "mao"),)
    assert apply(topology, south).neighbors("bre") == (("eng", "pic", "par", "gas", "mao", "ire", "mao", "por", "mao"),)
    assert find(topology, seism("Ire & Bre connect near Par")).problem == "elsewhere"


def test_a_release_of_an_island_with_two_shores_needs_a_neighbor(after, seism):
    """S10, S12: Portugal lies between Ireland and Africa in one island."""
    topology = after(*PORTUGAL, *IRELAND, *AFRICA, "Por & Ire connect", "Por & Naf connect")
    assert topology.neighbors("por") == (("mao", "ire", "mao", "naf"),)
    assert find(topology, seism("Por & Bre connect")).problem == "ambiguous"
    for word in ("Ire", "Naf"):
        assert find(topology, seism(f"Por & Bre connect near {word}")).event is not None
    assert find(topology, seism("Ire & Bre connect")).event is not None


def test_where_both_shores_are_several_two_neighbors_tell(after, seism):
    """S10: the Irish Sea lies between Ireland and Africa in one island; Spain has two borders about Portugal."""
    topology = after(*IRELAND, *IRISH_SEA, *AFRICA, "Ire & IRI connect", "IRI & Naf connect")
    found = find(topology, seism("IRI & Spa connect"))
    assert found.problem == "ambiguous"
    assert [(choice.near, choice.border) for choice in found.choices] == [
        ("naf", ("iri", "mao")), ("ire", ("iri", "mao")), ("gas", ("spa", "mao")), ("wes", ("spa", "mao"))
    ]  # fmt: skip
    half = find(topology, seism("IRI & Spa connect near Naf"))
    assert [choice.near for choice in half.choices] == ["gas", "wes"]
    words = [f"{island} {rim}" for island in ("Ire", "Naf") for rim in ("Gas", "WES")]
    events = {find(topology, seism(f"IRI & Spa connect near {pair}")).event for pair in words}
    assert len(events) == 4
    assert None not in events
    assert {find(topology, seism_of(topology, event)).event for event in events} == events


def test_of_two_releases_onto_one_border_the_first_comes_first_clockwise_round_the_face(after, seism):
    """S11."""
    topology = after(*PORTUGAL, *IRELAND)
    events = {text: find(topology, seism(f"{text} & Bre connect")).event for text in ("Por", "Ire")}
    for first, second in (("por", "ire"), ("ire", "por")):
        later = topology
        for words in sequence(topology, (events[first.title()], events[second.title()])):
            later = apply(later, find(later, words).event)
        (ring,) = later.neighbors("bre")
        assert [face for face in ring if face in ("por", "ire")] == [first, second]
        assert all(one != other for one, other in pairwise(ring))


def test_an_unknown_face_is_refused(standard):
    for seism in (
        Seism(joined=("xxx", "bre")),
        Seism(joined=("bre", "xxx")),
        Seism(joined=("xxx", "xxx")),
        Seism(apart=("bul", "xxx"), joined=("ser", "aeg")),
        Seism(apart=("bul", "gre"), joined=("xxx", "aeg")),
    ):
        with pytest.raises(KeyError):
            find(standard.topology, seism)
