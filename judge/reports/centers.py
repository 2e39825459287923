"""Who owns which centers, where the units stand, and the table of counts."""

from dataclasses import dataclass

from judge.game.phases import PhaseKind, Season
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.wording import word_unit
from judge.reports.folding import WIDTH, fold
from judge.reports.names import power_name, powers_at_table
from judge.reports.phrases import counted


def shows_centers(turn: Turn) -> bool:
    """Whether a result tells owners and counts: when fall is over, when a center changed hands, when the game ends."""
    phase, following = turn.before.phase, turn.after.phase
    still_fall = (following.season, following.year) == (Season.FALL, phase.year)
    fall_over = phase.season is Season.FALL and not still_fall
    return fall_over or turn.before.centers != turn.after.centers or bool(turn.winner)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerRow:
    """The centers of a power, as written; `power` "" for those that nobody owns."""

    power: str
    name: str
    centers: tuple[str, ...]


def owner_rows(position: Position) -> tuple[OwnerRow, ...]:
    """Who owns which centers: the powers that own some, then what nobody owns, if anything."""
    board = position.board
    owned = {center for center, _ in position.centers}
    rows = [(power, power_name(board, power), position.centers_of(power)) for power in powers_at_table(position)]
    rows.append(("", "Nobody", tuple(center for center in board.centers() if center not in owned)))
    return tuple(
        OwnerRow(power=power, name=name, centers=tuple(map(board.write, centers)))
        for power, name, centers in rows
        if centers
    )


def owner_lines(position: Position) -> tuple[str, ...]:
    """A line for each power that owns centers, wrapped, and one for the centers nobody owns."""
    found = [(row.name, " ".join(row.centers)) for row in owner_rows(position)]
    empty = [(power_name(position.board, power), "") for power in powers_at_table(position)]
    return _rows([*found, *empty])


def unit_lines(position: Position) -> tuple[str, ...]:
    """A line for each power that has units, wrapped; those that must retreat are marked as dislodged."""
    rows = []
    for power in powers_at_table(position):
        words = [word_unit(position.board, unit.kind, unit.at) for unit in position.units_of(power)]
        for one in position.dislodged_of(power):
            words.append(f"{word_unit(position.board, one.unit.kind, one.unit.at)} (dislodged)")
        rows.append((power_name(position.board, power), ", ".join(words)))
    return _rows(rows)


def _rows(rows: list[tuple[str, str]]) -> tuple[str, ...]:
    width = max(len(name) for name, _ in rows) + 4
    return tuple(line for name, words in rows if words for line in fold(words, f"  {name}".ljust(width)))


def count_lines(
    position: Position, *, over: bool = False, standings: tuple[tuple[str, str], ...] = ()
) -> tuple[str, ...]:
    """The table of counts: centers, units, and in winter, unless the game is over, what is to be built or removed.

    Units: the last column is centers less units; how many builds are open depends on the free sites as well.
    Shape: `standings` as in a card; such a word stands in the place of builds and removals.
    """
    rows = count_rows(position, over=over, standings=standings)
    width = max(len("centers"), *(len(row.name) for row in rows)) + 4
    head = "".ljust(width) + "centers  units"
    return (
        head,
        *(
            f"  {row.name}".ljust(width) + f"{row.centers:>7}  {row.units:>5}" + f"  {row.change}".rstrip()
            for row in rows
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRow:
    """How many centers and units a power has, and what follows from it in words, "" for nothing."""

    power: str
    name: str
    centers: int
    units: int
    change: str


def count_rows(
    position: Position, *, over: bool = False, standings: tuple[tuple[str, str], ...] = ()
) -> tuple[CountRow, ...]:
    """The table of `count_lines` in rows."""
    words = dict(standings)
    return tuple(_row(position, power, over, words.get(power, "")) for power in powers_at_table(position))


def _row(position: Position, power: str, over: bool, standing: str) -> CountRow:
    mine = len(position.counted_of(power))
    units = len(position.units_of(power)) + len(position.dislodged_of(power))
    change = "" if mine or units else "out"
    if position.phase.kind is PhaseKind.ADJUSTMENT and mine != units and not over:
        change = counted(mine - units, "build") if mine > units else counted(units - mine, "removal")
    name = power_name(position.board, power)
    return CountRow(power=power, name=name, centers=mine, units=units, change=standing or change)


def year_lines(position: Position, years: tuple[tuple[int, tuple[tuple[str, int], ...]], ...]) -> tuple[str, ...]:
    """The table of centers by year, powers across; a second table under it when they do not fit side by side.

    Shape: powers are named by the first three letters, or more where those are shared.
    """
    powers = tuple(power for power in powers_at_table(position) if any(dict(counts).get(power) for _, counts in years))
    heads = short_names(tuple(power_name(position.board, power) for power in powers))
    cell = max((len(head) for head in heads), default=3) + 2
    at_once = max(1, (WIDTH - 6) // cell)
    lines: list[str] = []
    for start in range(0, len(powers), at_once):
        part = slice(start, start + at_once)
        lines += [""] if lines else []
        lines.append("      " + "".join(head.rjust(cell) for head in heads[part]))
        for year, counts in years:
            cells = "".join(str(dict(counts).get(power, 0)).rjust(cell) for power in powers[part])
            lines.append(f"  {year}{cells}")
    return tuple(lines)


def short_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names by their first three letters, or by more where those are shared."""
    for length in (3, 4, 5, 6):
        heads = tuple(name[:length] for name in names)
        if len(set(heads)) == len(heads):
            return heads
    return names
