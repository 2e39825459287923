"""How players keep the time of their games: what is counted when a phase is played, and when somebody leaves."""

from judge.adjudication.turns import owed
from judge.desk.effects import CountConduct
from judge.desk.office import Office
from judge.desk.posts import variant_of
from judge.desk.snapshot import Game, Seat
from judge.desk.waiting import left_open, players_due


def count_phase(office: Office, game: Game) -> tuple[CountConduct, ...]:
    """How those who had to order something have kept the time of the open phase, which is played now.

    Rule: all orders in is on time; after the deadline a part of them is late and nothing at all is missed. Before it
    nobody is late. Orders that came in a time of grace are late. What nobody has to order counts neither way, nor does
    what is missing from somebody who has taken over a power in this phase.
    """
    phase = game.phase
    if phase is None:
        return ()
    overdue = phase.deadline is not None and office.now >= phase.deadline
    found: dict[str, list[int]] = {"on_time": [], "late": [], "missed": []}
    for power in players_due(game):
        due, seat = owed(variant_of(game), phase.position, power), game.seat_for(power)
        newcomer = seat is not None and came_late(game, seat)
        if seat is None or not (due.units or due.builds or due.removals):
            continue
        if not left_open(game, power):
            found["late" if power in phase.late and not newcomer else "on_time"].append(seat.player.id)
        elif overdue and not newcomer:
            found["late" if phase.orders_of(power).orders else "missed"].append(seat.player.id)
    return tuple(
        CountConduct(phase=phase.id, players=tuple(dict.fromkeys(players)), conduct=conduct)
        for conduct, players in found.items()
        if players
    )


def came_late(game: Game, seat: Seat) -> bool:
    """Whether somebody has come into the game while the phase was open, so that he had less time than the others."""
    return game.phase is not None and seat.joined_at is not None and seat.joined_at > game.phase.opened_at


def count_abandoned(game: Game, seat: Seat) -> tuple[CountConduct, ...]:
    """Somebody leaves a running game: counted as abandoned while his power has a unit or a center.

    Rule: not of who was put in by a master, without having been asked, while the phase was open.
    """
    position = game.phase.position if game.phase else None
    if game.phase is None or position is None or seat.power is None:
        return ()
    if seat.assigned == seat.power and came_late(game, seat):
        return ()
    alive = position.units_of(seat.power) or position.dislodged_of(seat.power) or position.centers_of(seat.power)
    return (CountConduct(phase=game.phase.id, players=(seat.player.id,), conduct="abandoned"),) if alive else ()
