"""Our adjudication against that of the package `diplomacy`, which nobody here wrote, on phases drawn at random.

Where they disagree the phase is made smaller as long as they still do; what is left must be of exactly one class of
`disagreements.toml`.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.adjudication.legality import illegal
from judge.game.outcomes import Outcome
from judge.game.phases import PhaseKind
from judge.game.variant import Played
from judge.game.wording import word_order
from judge.variants.table import find_variant
from tests.peers.classes import CLASSES, Disagreement
from tests.peers.drawing import Drawn, draw_phases, with_a_hold, without_a_unit
from tests.peers.peer import Peer, Verdict

STANDARD = find_variant("standard")
TABLE = tomllib.loads(Path(__file__).with_name("disagreements.toml").read_text(encoding="utf-8"))
KINDS = ("movement", "movement", "movement", "retreats", "adjustments")


@pytest.fixture(scope="module")
def peer() -> Iterator[Peer]:
    process = Peer()
    yield process
    process.close()


def play(drawn: Drawn) -> Played:
    phase = STANDARD.phase_rules(drawn.position.phase.kind)
    return phase.play(STANDARD, drawn.position, drawn.orders, STANDARD.rules)


def verdict(drawn: Drawn, played: Played) -> Verdict:
    """Ours, as far as the other adjudicator says the like."""
    left = played.position
    if drawn.position.phase.kind is not PhaseKind.MOVEMENT:
        return Verdict(units=frozenset(left.units))
    return Verdict(
        units=frozenset(left.units),
        dislodged=frozenset((one.unit, one.retreats) for one in left.dislodged if one.retreats),
        cut=frozenset(outcome.order.at for outcome in played.outcomes if outcome.result == "cut"),
    )


def disagree(peer: Peer, drawn: Drawn) -> bool:
    return verdict(drawn, play(drawn)) != peer.judge(drawn)


def smallest(peer: Peer, drawn: Drawn) -> Disagreement:
    """The disagreement of a phase in the smallest phase that can be found: fewer units, and more that only hold."""
    before = None
    while before != drawn and drawn.position.phase.kind is PhaseKind.MOVEMENT:
        before = drawn
        for unit in before.position.units:
            drawn = if_still(peer, drawn, without_a_unit(drawn, unit))
        for order in drawn.orders:
            drawn = if_still(peer, drawn, with_a_hold(drawn, order))
    played = play(drawn)
    return Disagreement(drawn=drawn, outcomes=played.outcomes, ours=verdict(drawn, played), theirs=peer.judge(drawn))


def if_still(peer: Peer, drawn: Drawn, smaller: Drawn) -> Drawn:
    """The smaller phase when its orders are all possible and it still shows a disagreement, else the other."""
    possible = all(illegal(STANDARD, smaller.position, order, STANDARD.rules) is None for order in smaller.orders)
    return smaller if possible and smaller != drawn and disagree(peer, smaller) else drawn


def tell(found: Disagreement) -> str:
    """A disagreement for the reader of a failed test."""

    def word(outcome: Outcome) -> str:
        return f"{outcome.order.power}: {word_order(STANDARD.board, outcome.order)} {outcome.result}"

    return "\n".join([*map(word, found.outcomes), f"ours {found.ours}", f"theirs {found.theirs}"])


def classes_met(peer: Peer, seed: str, count: int) -> Counter[str]:
    """How often each class was met; fails for a disagreement that is of no class."""
    met: Counter[str] = Counter()
    for drawn in draw_phases(seed, count, STANDARD, KINDS):
        if disagree(peer, drawn):
            found = smallest(peer, drawn)
            names = [name for name, belongs in CLASSES.items() if belongs(found)]
            assert names, tell(found)
            met[names[0]] += 1
    return met


def test_the_table_and_the_classes_name_the_same_disagreements() -> None:
    assert list(TABLE) == list(CLASSES)
    for entry in TABLE.values():
        assert entry.keys() == {"kind", "what", "rule", "right"}
        assert entry["right"] in ("judge", "package", "word")


def test_the_package_disagrees_only_in_ways_that_are_listed(peer: Peer) -> None:
    met = classes_met(peer, "short", 150)
    assert met.total() < 50


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_over_thousands_of_phases_every_listed_disagreement_is_met_and_no_other(peer: Peer) -> None:
    met = classes_met(peer, "long", 2500)
    assert met.keys() == TABLE.keys(), met
