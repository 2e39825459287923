"""What holds for a variant that says nothing of its own."""

from dataclasses import replace

from judge.adjudication.turns import start_position
from judge.game.position import Dislodged
from judge.game.units import Unit, UnitKind
from judge.variants import find_variant

STANDARD = find_variant("standard")


def test_a_power_has_a_vote_as_long_as_it_has_a_unit_or_a_center() -> None:
    opening = start_position(STANDARD)
    bare = replace(opening, units=(), centers=())
    army = Unit(UnitKind.ARMY, "par", "france")
    assert all(STANDARD.has_vote(opening, power) for power in opening.board.seats())
    assert not any(STANDARD.has_vote(bare, power) for power in opening.board.seats())
    for left in (
        replace(bare, units=(army,)),
        replace(bare, centers=(("par", "france"),)),
        replace(bare, dislodged=(Dislodged(army, None, ("pic",)),)),
    ):
        assert [power for power in opening.board.seats() if STANDARD.has_vote(left, power)] == ["france"]
