"""A turn's outcomes as lines: the outcome word, the order, the cause; then who was dislodged and may go where."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.board import province_of
from judge.game.causes import tell_cause
from judge.game.orders import Hold
from judge.game.outcomes import IDLE, SUCCESSES, Outcome
from judge.game.position import Dislodged
from judge.game.turns import Turn
from judge.game.wording import word_unit
from judge.reports.folding import WIDTH, fold
from judge.reports.names import power_name, powers_at_table, tell_order, unit_at
from judge.reports.phrases import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeRow:
    """What became of one order: the outcome word, the order, why; whether it succeeded, its unit was dislodged.

    Shape: `idle` for one that nothing was needed of, which is neither success nor failure.
    """

    word: str
    order: str
    note: str
    success: bool
    idle: bool
    dislodged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerRows:
    """The outcomes of one power's orders."""

    power: str
    name: str
    rows: tuple[OutcomeRow, ...]


def outcome_stages(turn: Turn) -> tuple[tuple[str, tuple[PowerRows, ...]], ...]:
    """All outcomes grouped by power, for each stage that the phase was adjudicated in; one without a title for one.

    Shape: a stage has the part of an order that was adjudicated in it; an order without parts stands in the first.
    """
    if not turn.stages:
        return (("", _by_power(turn, turn.outcomes)),)
    parts = [outcome.parts or (outcome,) for outcome in turn.outcomes]
    return tuple(
        (title, _by_power(turn, tuple(one[stage] for one in parts if stage < len(one))))
        for stage, title in enumerate(turn.stages)
    )


def _by_power(turn: Turn, outcomes: Sequence[Outcome]) -> tuple[PowerRows, ...]:
    writers = {outcome.order.power for outcome in outcomes}
    known = [power for power in powers_at_table(turn.before) if power in writers]
    return tuple(
        PowerRows(
            power=power,
            name=power_name(turn.before.board, power),
            rows=tuple(_row(turn, outcome) for outcome in outcomes if outcome.order.power == power),
        )
        for power in known + sorted(writers - set(known))
    )


def _row(turn: Turn, outcome: Outcome) -> OutcomeRow:
    success, idle = outcome.result in SUCCESSES, outcome.result in IDLE
    return OutcomeRow(
        word=outcome.result if success or idle else outcome.result.upper(),
        order=tell_order(turn.before, outcome.order),
        note=_note(turn, outcome),
        success=success,
        idle=idle,
        dislodged=outcome.dislodged or outcome.result == "dislodged",
    )


def outcome_lines(turn: Turn) -> tuple[str, ...]:
    """All outcomes grouped by power: a line with its name, under it a line for each order.

    Shape: what failed is in capitals, so that the eye finds it; a cause too long for the line stands
    under the order. A blank line parts the powers. A phase that was adjudicated in stages has a block for each.
    """
    lines: list[str] = []
    for title, powers in outcome_stages(turn):
        told = _block(powers) or (("  none",) if title else ())
        heading = ([title, "", *told] if title else [*told]) if told else []
        lines += ["", *heading] if lines else heading
    return tuple(lines)


def _block(powers: Sequence[PowerRows]) -> tuple[str, ...]:
    width = max((len(row.word) for one in powers for row in one.rows), default=0) + 4
    lines: list[str] = []
    for one in powers:
        lines += ["", one.name] if lines else [one.name]
        for row in one.rows:
            lines += _folded(row, width)
    return tuple(lines)


def _folded(row: OutcomeRow, width: int) -> tuple[str, ...]:
    first = f"  {row.word}".ljust(width)
    if not row.note:
        return fold(row.order, first)
    if len(first) + len(row.order) + 2 + len(row.note) <= WIDTH:
        return (f"{first}{row.order}: {row.note}",)
    return (*fold(f"{row.order}:", first), *fold(row.note, " " * (width + 2)))


def _note(turn: Turn, outcome: Outcome) -> str:
    parts = [tell_cause(turn.before.board, outcome.cause)] if outcome.cause else []
    if isinstance(outcome.order, Hold) and not outcome.order.given:
        parts.insert(0, "no order was given")
    if outcome.dislodged and outcome.result != "dislodged":
        parts.append("the unit was dislodged")
    if _is_lost(turn, outcome):
        parts.append("the unit was disbanded")
    return "; ".join(parts)


def _is_lost(turn: Turn, outcome: Outcome) -> bool:
    """Whether a dislodged unit left the board because its order was void, and no other order saved it or says so."""
    order = outcome.order
    gone = turn.before.dislodged_in(order.at, order.power) if outcome.result == "void" and order.at else None
    if gone is None or gone.unit.power != order.power:
        return False
    same = [one for one in turn.outcomes if one.order.at and province_of(one.order.at) == gone.unit.province]
    return not any(one.order.power == order.power and one.result in ("retreats", "disbands", "bounces") for one in same)


def dislodgements(turn: Turn) -> tuple[str, ...]:
    """One sentence for each unit that was dislodged: where it may retreat, or that it is gone."""
    waiting = {(one.unit.power, one.unit.at) for one in turn.after.dislodged}
    sentences = [_dislodgement(turn, one) for one in turn.after.dislodged]
    for outcome in turn.outcomes:
        unit = (outcome.order.power, outcome.order.at)
        if (outcome.dislodged or outcome.result == "dislodged") and unit not in waiting:
            name = unit_at(turn.before, outcome.order.at)
            owner = power_name(turn.before.board, outcome.order.power)
            sentences.append(f"{name} of {owner} had nowhere to go and was disbanded.")
    return tuple(sentences)


def dislodgement_lines(turn: Turn) -> tuple[str, ...]:
    """The sentences of `dislodgements`, folded."""
    return tuple(line for sentence in dislodgements(turn) for line in fold(sentence, "  ", "    "))


def _dislodgement(turn: Turn, one: Dislodged) -> str:
    board = turn.after.board
    name = f"{word_unit(board, one.unit.kind, one.unit.at)} of {power_name(board, one.unit.power)}"
    if one.attacker_from is not None:
        name += f", attacked from {board.write(one.attacker_from)},"
    if not one.retreats:
        return f"{name} has nowhere to go and will be disbanded."
    return f"{name} may retreat to {listed(tuple(board.write(place) for place in one.retreats), 'or')}."
