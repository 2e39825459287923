"""People outside who ask for a power of a running game: what they asked for, kept until it is decided, and who gets it.

A plea is kept like the orders of a power, under a key of its own, and goes from phase to phase with the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.desk.effects import Effect, GivePower, KeepOrders, Log
from judge.desk.names import called
from judge.desk.posts import board_of, is_vacant, variant_of
from judge.desk.snapshot import Game, OrderSet, Player, Role, Seat
from judge.game.entrance import Standing
from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.turns import Turn

_MARK = "~"


def plea_key(letter: int, player: int) -> str:
    """The key of a plea: keys in order are pleas in the order in which their letters came. Never a power's id."""
    return f"{_MARK}{letter:012d}/{player}"


def is_plea(kept: OrderSet) -> bool:
    """Whether these are no orders of a power but a plea that stands; one that was taken back is empty."""
    return kept.power.startswith(_MARK) and bool(kept.orders)


def player_of(kept: OrderSet) -> int:
    """The id of the player whose plea this is."""
    return int(kept.power.rpartition("/")[2])


def pleas(game: Game) -> tuple[OrderSet, ...]:
    """The pleas of people who are still about and play no power, oldest first."""
    if game.phase is None:
        return ()
    kept = sorted(filter(is_plea, game.phase.order_sets), key=lambda one: one.power)
    return tuple(one for one in kept if waiting_seat(game, player_of(one)) is not None)


def plea_of(game: Game, player: int) -> OrderSet | None:
    """The plea of a player that stands."""
    return next((one for one in pleas(game) if player_of(one) == player), None)


def waiting_seat(game: Game, player: int) -> Seat | None:
    """The seat of somebody who plays nothing yet, which a power can be given to."""
    if any(seat.player.id == player and seat.power is not None for seat in game.seats):
        return None
    return game.seat_of(player, Role.OBSERVER)


def last_seat(game: Game, power: str) -> Seat | None:
    """The seat of the player who led a power last and has given it up."""
    return next((seat for seat in reversed(game.former) if seat.power == power), None)


def last_leader(game: Game, power: str) -> int | None:
    """The id of the player who led a power last and has given it up."""
    seat = last_seat(game, power)
    return seat.player.id if seat is not None else None


def returned(before: Game, after: Game) -> tuple[tuple[str, Player], ...]:
    """The defeated powers that a turn has brought back without a leader, each with the last one, who plays nothing now.

    Rule: V16, he has the first right.
    """
    entrance = variant_of(before).entrance
    if entrance is None or before.phase is None:
        return ()
    found = []
    for power in board_of(after).powers:
        seat = last_seat(after, power.id)
        if seat is None or not is_vacant(after, power.id):
            continue
        busy = any(one.player.id == seat.player.id and one.power is not None for one in after.seats)
        if not busy and entrance.standing(before.phase.position, power.id) is Standing.DEFEATED:
            found.append((power.id, seat.player))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """What a phase that is played does for people outside.

    Shape: `orders` the pleas that are played with it, `game` as it is with those who were let in, `effects` that let
    them in; `passed_over` seats whose plea came to nothing without the rules of the game having been asked, with why.
    """

    game: Game
    orders: tuple[Order, ...] = ()
    effects: tuple[Effect, ...] = ()
    passed_over: tuple[tuple[Seat, str], ...] = ()


def fill_vacant(game: Game) -> Admission:
    """Powers that are alive and have no player go to those who claimed them, when a movement phase ends.

    Rule: V16; the power's last player goes first, then the first letter. Those who come later are told.
    """
    if game.phase is None or game.phase.position.phase.kind is not PhaseKind.MOVEMENT:
        return Admission(game=game)
    let_in = Admission(game=game)
    wanted = [(kept, kept.orders[0].power) for kept in pleas(game)]
    wanted.sort(key=lambda pair: last_leader(game, pair[1]) != player_of(pair[0]))
    for kept, power in wanted:
        seat = waiting_seat(let_in.game, player_of(kept))
        if seat is None or not _is_alive(game, power):
            continue
        if is_vacant(let_in.game, power):
            let_in = _with_leader(let_in, seat, power)
        else:
            why = f"{board_of(game).power(power).name} has another player; somebody was before you."
            let_in = replace(let_in, passed_over=(*let_in.passed_over, (seat, why)))
    return let_in


def _is_alive(game: Game, power: str) -> bool:
    entrance = variant_of(game).entrance
    if entrance is None or game.phase is None:
        return False
    return entrance.standing(game.phase.position, power) is Standing.ACTIVE


def _with_leader(let_in: Admission, seat: Seat, power: str) -> Admission:
    """One more let in: the seat plays the power from now on."""
    game = let_in.game
    seats = tuple(replace(one, power=power, role=Role.PLAYER) if one.id == seat.id else one for one in game.seats)
    text = f"{called(game, seat.player)} leads {board_of(game).power(power).name}"
    effects = (GivePower(seat.id, power), Log(game=game.id, kind="enter", text=text))
    return replace(let_in, game=replace(game, seats=seats), effects=(*let_in.effects, *effects))


def pleas_to_play(game: Game) -> tuple[Order, ...]:
    """The pleas that are decided in the open phase, oldest first."""
    entrance = variant_of(game).entrance
    if entrance is None or game.phase is None or game.phase.position.phase.kind is not entrance.decided:
        return ()
    return tuple(order for kept in pleas(game) for order in kept.orders)


def let_in(game: Game, turn: Turn) -> Admission:
    """Those whose pleas a turn has granted lead their powers from now on."""
    entrance = variant_of(game).entrance
    admission = Admission(game=game)
    if entrance is None:
        return admission
    granted = entrance.granted(turn)
    for kept in pleas(game):
        seat = waiting_seat(admission.game, player_of(kept))
        power = kept.orders[0].power
        if seat is not None and kept.orders[0] in granted and admission.game.seat_for(power) is None:
            admission = _with_leader(admission, seat, power)
    return admission


def carried(game: Game, gone: Sequence[Seat] = ()) -> tuple[Effect, ...]:
    """The pleas that are not decided yet are kept for the phase that has just been opened.

    Shape: `gone` seats whose pleas have come to nothing.
    """
    entrance = variant_of(game).entrance
    if entrance is None or game.phase is None or game.phase.position.phase.kind is entrance.decided:
        return ()
    players = {seat.player.id for seat in gone}
    return tuple(
        KeepOrders(phase=0, power=kept.power, orders=kept.orders)
        for kept in pleas(game)
        if player_of(kept) not in players
    )
