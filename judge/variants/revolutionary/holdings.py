"""The provinces as pictures show them: whose people, who has them, and how long that still goes well."""

from judge.board import Board
from judge.game.lands import Holding
from judge.game.position import Position
from judge.game.rules import Rules
from judge.variants.revolutionary.lands import Land, Limits
from judge.variants.revolutionary.limits import limits_of
from judge.variants.revolutionary.realm import realm_of


def holdings(position: Position, rules: Rules) -> tuple[Holding, ...]:
    """All land provinces, sorted, with the seasons that are left of the counts that run in them. Rule: n5, n3."""
    limits = limits_of(rules)
    return tuple(
        Holding(
            place=land.id, people=land.owner, holder=land.controller, revolt=land.in_revolt,
            left=_left(position.board, land, limits),
        )
        for land in realm_of(position).lands
    )  # fmt: skip


def _left(board: Board, land: Land, limits: Limits) -> int | None:
    """The seasons to the revolution where there is a revolt in a center, to the revolt where the controller is away."""
    if land.in_revolt:
        return max(0, limits.revolt - land.revolt) if board.province(land.id).center else None
    return limits.empty - land.empty if not land.is_free and land.empty > 0 else None
