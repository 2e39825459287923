"""The package `diplomacy` in a process of its own: one JSON document in, one out. Run as `python -W ignore package.py`.

`{"play": SEED, "years": N}` plays a game of orders drawn at random and saves it; `{"load": SAVED}` loads a saved game
and saves it again.
"""

import json
import random
import sys
from typing import Any

from diplomacy import Game
from diplomacy.utils.export import from_saved_game_format, to_saved_game_format


def play(seed: int, years: int) -> dict[str, Any]:
    """A game of some years, saved."""
    rng = random.Random(seed)
    game = Game(game_id=f"drawn{seed}", rules=["POWER_CHOICE"])
    while not game.is_game_done and int(game.get_current_phase()[1:5]) < 1901 + years:
        possible = game.get_all_possible_orders()
        for power in sorted(game.powers):
            sites = sorted(game.get_orderable_locations(power))
            orders = [rng.choice(sorted(possible[site])) for site in sites if possible[site] and rng.random() < 0.95]
            game.set_orders(power, orders)
        game.process()
    return to_saved_game_format(game)


def main() -> None:
    """Answer every line until there are no more."""
    for line in sys.stdin:
        asked = json.loads(line)
        if "load" in asked:
            answer = to_saved_game_format(from_saved_game_format(asked["load"]))
        else:
            answer = play(asked["play"], asked["years"])
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
