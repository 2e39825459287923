"""Games to draw."""

import random
from collections.abc import Iterator

from judge.adjudication.turns import play_turn, start_position
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.variants import find_variant
from tests.variants.colonial_phases import random_orders

DRAWN = ("standard", "modern", "colonial")
PLAYED = ("standard", "colonial", "modern", "rapid-deployment", "revolutionary-modern")


def random_game(name: str, seed: int, phases: int) -> Iterator[Turn]:
    """The first phases of a game in which everybody gives a possible order to nearly every unit."""
    variant, rng = find_variant(name), random.Random(seed)
    position = start_position(variant, Rules())
    for _ in range(phases):
        turn = play_turn(variant, position, random_orders(rng, variant, position), Rules())
        yield turn
        position = turn.after
