"""The questions that games of Colonial decide in different ways, with the ruling as default."""

from dataclasses import replace

from judge.board import Board
from judge.game.rules import RuleChoice, Rules

TRAIN_TIE = RuleChoice(
    name="train_tie", issue="C5", about="two equal foreign attackers at the station where the train is to end",
    meanings=(
        ("b_standoff", "all three are kept out"),
        ("a_slips_in", "the train slips in between them"),
    ),
)  # fmt: skip
TRAIN_HOLDS_OUT = RuleChoice(
    name="train_holds_out", issue="C8", about="an end station that is occupied and stays so",
    meanings=(
        ("b_no_effect", "the train has no effect there"),
        ("a_holds_out", "the train holds third parties out, by its strength"),
    ),
)  # fmt: skip
BOUNCED_LEAVER = RuleChoice(
    name="bounced_leaver", issue="C10",
    about="a foreign unit that was ordered off the line but did not get away",
    meanings=(
        ("b_open", "the train passes it"),
        ("a_blocks", "the train is stopped before it"),
    ),
)  # fmt: skip
RUNNER_AHEAD = RuleChoice(
    name="runner_ahead", issue="C11", about="a foreign unit that runs ahead of the train into the next station",
    meanings=(
        ("a_bounces", "it is met there, bounces, and the train stops behind it"),
        ("b_moves_on", "it moves, and the train follows as far as that allows"),
    ),
)  # fmt: skip
LOST_CENTER = RuleChoice(
    name="lost_center", issue="C17", about="a center on the line that another power owns",
    meanings=(
        ("a_by_chart", "closes the line until a count gives it back"),
        ("b_until_occupied", "closes the line until a Russian unit stands there"),
    ),
)  # fmt: skip
PERMISSION = RuleChoice(
    name="permission", issue="C20", about="leave to pass the Canal that a fleet in Egypt gives",
    meanings=(
        ("a_also_supports", "supports the move as well"),
        ("b_passage_only", "is leave to pass and no more"),
    ),
)  # fmt: skip
LAND_BRIDGES = RuleChoice(
    name="land_bridges", issue="C27", about="who may cross the bridges over open water",
    meanings=(
        ("a_armies_and_fleets", "armies and fleets"),
        ("b_armies", "armies alone"),
    ),
)  # fmt: skip

CHOICES = (TRAIN_TIE, TRAIN_HOLDS_OUT, BOUNCED_LEAVER, RUNNER_AHEAD, LOST_CENTER, PERMISSION, LAND_BRIDGES)

BRIDGES = frozenset({
    ("aki", "ota"), ("ang", "con"), ("can", "hk"), ("ceb", "dav"), ("ceb", "mna"), ("kyo", "kyu"), ("mal", "sig"),
    ("ota", "sak"),
})  # fmt: skip


def fit_bridges(board: Board, rules: Rules) -> Board:
    """The board without fleet pairs over the bridges, where the game has them for armies alone.

    Rule: ruling C27.
    """
    if rules.chosen(LAND_BRIDGES) != "b_armies":
        return board
    return replace(board, fleet=tuple(pair for pair in board.fleet if pair not in BRIDGES))
