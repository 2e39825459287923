"""The questions that games of Colonial decide in different ways, with the ruling as default."""

from dataclasses import replace

from judge.board import Board
from judge.game.rules import Rules, Ruling

TRAIN_TIE = Ruling(
    number="C5", name="train_tie", about="two equal foreign attackers at the station where the train is to end",
    meanings=(
        ("b", "all three are kept out"),
        ("a", "the train slips in between them"),
    ),
)  # fmt: skip
TRAIN_HOLDS_OUT = Ruling(
    number="C8", name="train_holds_out", about="an end station that is occupied and stays so",
    meanings=(
        ("b", "the train has no effect there"),
        ("a", "the train holds third parties out, by its strength"),
    ),
)  # fmt: skip
BOUNCED_LEAVER = Ruling(
    number="C10", name="bounced_leaver",
    about="a foreign unit that was ordered off the line but did not get away",
    meanings=(
        ("b", "the train passes it"),
        ("a", "the train is stopped before it"),
    ),
)  # fmt: skip
RUNNER_AHEAD = Ruling(
    number="C11", name="runner_ahead", about="a foreign unit that runs ahead of the train into the next station",
    meanings=(
        ("a", "it is met there, bounces, and the train stops behind it"),
        ("b", "it moves, and the train follows as far as that allows"),
    ),
)  # fmt: skip
LOST_CENTER = Ruling(
    number="C17", name="lost_center", about="a center on the line that another power owns",
    meanings=(
        ("a", "closes the line until a count gives it back"),
        ("b", "closes the line until a Russian unit stands there"),
    ),
)  # fmt: skip
PERMISSION = Ruling(
    number="C20", name="permission", about="leave to pass the Canal that a fleet in Egypt gives",
    meanings=(
        ("a", "supports the move as well"),
        ("b", "is leave to pass and no more"),
    ),
)  # fmt: skip
LAND_BRIDGES = Ruling(
    number="C27", name="land_bridges", about="who may cross the bridges over open water",
    meanings=(
        ("a", "armies and fleets"),
        ("b", "armies alone"),
    ),
    words=(("armies", "b"), ("fleets", "a"), ("all", "a")),
)  # fmt: skip

RULINGS = (TRAIN_TIE, TRAIN_HOLDS_OUT, BOUNCED_LEAVER, RUNNER_AHEAD, LOST_CENTER, PERMISSION, LAND_BRIDGES)

BRIDGES = frozenset({
    ("aki", "ota"), ("ang", "con"), ("can", "hk"), ("ceb", "dav"), ("ceb", "mna"), ("kyo", "kyu"), ("mal", "sig"),
    ("ota", "sak"),
})  # fmt: skip


def fit_bridges(board: Board, rules: Rules) -> Board:
    """The board without fleet pairs over the bridges, where the game has them for armies alone.

    Rule: ruling C27.
    """
    if LAND_BRIDGES.chosen(rules) != "b":
        return board
    fleet = tuple(pair for pair in board.fleet if pair not in BRIDGES)
    if board.topology is None:
        return replace(board, fleet=fleet)
    # What follows from the map later must not bring them back.
    links = tuple(replace(link, fleet=link.fleet and link.places not in BRIDGES) for link in board.topology.links)
    return replace(board, fleet=fleet, topology=replace(board.topology, links=links))
