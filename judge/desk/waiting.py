"""Who still has something to decide in the open phase, and whom the game waits for."""

from judge.adjudication.turns import missing, missing_of, owed
from judge.desk.posts import is_undecided, variant_of
from judge.desk.snapshot import Game, OrderSet
from judge.game.phases import PhaseKind
from judge.game.turns import Owed


def owes(game: Game, power: str) -> bool:
    """Whether a power has any choice in the open phase, ordered already or not."""
    return game.phase is not None and not owed(variant_of(game), game.phase.position, power).nothing


def left_open(game: Game, power: str) -> tuple[str, ...]:
    """What a power has not decided yet in the open phase: locations, or words such as `1 build`."""
    if game.phase is None:
        return ()
    written = game.phase.orders_of(power)
    return missing(variant_of(game), game.phase.position, power, written.orders)


def has_decided(game: Game, power: str) -> bool:
    """Whether a power had something to decide and has decided all of it.

    Of orders that nobody has to give one is a decision, and so is the word that the phase need not wait.
    """
    return game.phase is not None and _has_decided(game, power, owed(variant_of(game), game.phase.position, power))


def _has_decided(game: Game, power: str, due: Owed) -> bool:
    """As `has_decided`, of a power that has so much to decide in the open phase."""
    if game.phase is None or due.nothing:
        return False
    written = game.phase.orders_of(power)
    return not is_undecided(variant_of(game), due, written) and not missing_of(due, power, written.orders)


def players_due(game: Game) -> tuple[str, ...]:
    """The powers the game waits for when they are late: those that somebody plays and that owe something."""
    seated = sorted(seat.power for seat in game.seats if seat.power is not None)
    return tuple(power for power in seated if owes(game, power))


def late_powers(game: Game) -> tuple[str, ...]:
    """The powers that somebody plays and that have left something open."""
    return tuple(power for power in players_due(game) if left_open(game, power))


def all_in(game: Game) -> bool:
    """Whether the phase can be played before its deadline: everybody has decided and nobody asks to wait.

    A power without a player is not waited for. Who asks to wait asks for the time up to the deadline, not for more.
    But a movement phase in which no player has anything to decide goes by its deadline, or a game in which nobody has
    units any more would run through its years at once.
    """
    phase = game.phase
    if phase is None:
        return False
    waits = phase.grace_until is None
    seated = {seat.power for seat in game.seats if seat.power is not None}
    owing = {power: owed(variant_of(game), phase.position, power) for power in seated}
    dues = {power: due for power, due in owing.items() if not due.nothing}
    if not dues and phase.position.phase.kind is PhaseKind.MOVEMENT:
        return False
    if waits and not game.settings.strict_wait and any(one.wait for one in phase.order_sets if one.power in seated):
        return False
    return all(
        _has_decided(game, power, due) and not (waits and holds_open(phase.orders_of(power)))
        for power, due in dues.items()
    )


def holds_open(written: OrderSet) -> bool:
    """Whether a power keeps the phase open until its deadline: it asks to wait, or has not seen what it ordered for.

    Orders that were written before the phase opened count, but nobody is to lose the look at the results for which
    he might change them, unless he said READY with them or has since.
    """
    return written.wait is True or (written.ahead and written.wait is None)
