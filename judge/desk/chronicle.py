"""The course of a game in numbers."""

from collections.abc import Sequence

from judge.game.turns import Turn

Years = tuple[tuple[int, tuple[tuple[str, int], ...]], ...]


def center_years(turns: Sequence[Turn]) -> Years:
    """The centers of each power at the end of each year played, and at the end of the game.

    Shape: pairs of a year and (power, centers) in the board's order of powers; `turns` oldest first. The last turn
    counts for its year even when the year is not over.
    """
    years: dict[int, tuple[tuple[str, int], ...]] = {}
    for place, turn in enumerate(turns):
        year = turn.before.phase.year
        if turn.after.phase.year > year or place == len(turns) - 1:
            years[year] = tuple((power.id, len(turn.after.counted_of(power.id))) for power in turn.after.board.powers)
    return tuple(sorted(years.items()))
