"""The package `diplomacy` in a process of its own: a phase in, what it made of it out, one JSON document a line.

It is kept apart because it changes the logging of its process, leaves files open, and has a license of its own;
what is asked of it and what it says are plain texts in its spelling. Run as `python -W ignore package.py`.
"""

import json
import sys
import time
from typing import Any

from diplomacy import Game

Document = dict[str, Any]  # what JSON holds


def play(game: Game, phase: Document) -> Document:
    """What becomes of a phase: the units, the dislodged with their retreats, the results, the seconds it took.

    Shape: `reading` the seconds that its own reader spent on the order texts, `playing` those of the adjudication.
    """
    game.popped, game.dislodged = [], {}  # it would lose units of this phase that share a name with the last one's
    game.set_state({"name": phase["phase"], "units": phase["units"], "centers": phase["centers"],
                    "retreats": phase["retreats"]})  # fmt: skip
    started = time.process_time()
    for power, orders in phase["orders"].items():
        game.set_orders(power, orders)
    read = time.process_time()
    kept = {unit: order for power in game.powers.values() for unit, order in power.orders.items()}
    game.error = []
    played_from = time.process_time()
    data = game.process()
    played = time.process_time()
    state = game.get_state()
    return {
        "units": {power: [unit for unit in units if unit[0] != "*"] for power, units in state["units"].items()},
        "retreats": state["retreats"],
        "results": {unit: [str(result.message) for result in results] for unit, results in data.results.items()},
        "kept": kept,
        "reading": read - started,
        "playing": played - played_from,
    }


def main() -> None:
    """Answer every line until there are no more."""
    game = Game(rules=["IGNORE_ERRORS", "POWER_CHOICE", "SOLITAIRE"])
    for line in sys.stdin:
        sys.stdout.write(json.dumps(play(game, json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
