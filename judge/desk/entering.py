"""Into a game that is running: CLAIM nation, JOIN game AS nation BY REVOLUTION IN center."""

from dataclasses import dataclass
from difflib import get_close_matches

from judge.board import Board, province_of
from judge.desk.effects import AddSeat, Effect, GivePower, KeepOrders, LeaveSeat, Log
from judge.desk.guards import phase_words
from judge.desk.joining import MAX_OBSERVERS, observers
from judge.desk.names import called
from judge.desk.newcomers import is_banned
from judge.desk.notices import tell_all
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.outsiders import last_leader, plea_key, plea_of, waiting_seat
from judge.desk.posts import is_vacant, open_names, variant_of
from judge.desk.sheets import too_late
from judge.desk.snapshot import Game, GameState, OpenPhase, OrderSet, Role
from judge.game.commands import Enter
from judge.game.complaints import Complaint
from judge.game.entrance import Entrance, Petition, Standing
from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.wording import word_order
from judge.language.powers import read_power
from judge.language.units import read_place

_SHOWN = 6  # openings named in a complaint


@dataclass(frozen=True, slots=True, kw_only=True)
class _Door:
    """A running game that people can come into, and its open phase."""

    game: Game
    phase: OpenPhase
    entrance: Entrance

    @property
    def board(self) -> Board:
        return self.phase.position.board


def enter(scene: Scene, command: Enter) -> Decision:
    """Somebody from outside asks for a nation; the plea is kept and decided after the next movement.

    Rule: Revolutionary rules, "Entrance of Outside players"; V15, V16, V22. A power that is alive and has lost its
    player goes to its last player at once, to anybody else when the movement phase ends.
    """
    door = _door(scene)
    if isinstance(door, Decision):
        return door
    words = _nation_words(door, command.nation)
    if words.lower() == door.game.name.lower() and read_power(door.board, words) is None:
        return _no_word(door)
    power = read_power(door.board, words)
    if power is None:
        return _no_nation(door, words)
    barred = _barred(scene, door, power)
    if barred is not None:
        return barred
    if is_vacant(door.game, power):
        return _take_up(scene, door, power)
    petition = _petition(scene, door, command, power)
    if isinstance(petition, Decision):
        return petition
    return _file(scene, door, petition)


def _door(scene: Scene) -> _Door | Decision:
    game = scene.game
    if game is None:
        return no_game(scene)
    entrance = variant_of(game).entrance
    if game.state is GameState.FORMING:
        return refuse(
            f"The game {game.name} has not begun; take one of its places.", example=f"JOIN {game.name}"
        )  # fmt: skip
    if not game.state.is_under_way or game.phase is None:
        return refuse(f"The game {game.name} is over.", expected="a game that is running", example="LIST")
    if entrance is None:
        return refuse(
            f"Nobody can come into {game.name} while it runs: its rules know no nations that wait for a leader.",
            example=f"OBSERVE {game.name}",
        )
    late = _late(scene, game, game.phase, entrance)
    if late is not None:
        return Decision(fate="error", complaint=late)
    return _Door(game=game, phase=game.phase, entrance=entrance)


def _late(scene: Scene, game: Game, phase: OpenPhase, entrance: Entrance) -> Complaint | None:
    """Why a plea comes too late: what is decided after a movement was to come by its deadline."""
    kind = phase.position.phase.kind
    if kind not in (PhaseKind.MOVEMENT, entrance.decided) or phase.deadline is None:
        return None
    late = too_late(scene, game, phase) if scene.letter.received_at > phase.deadline else None
    return None if late is None else Complaint(kind="refused", problem=late.problem, expected="the next phase")


def _nation_words(door: _Door, words: str) -> str:
    """The words for a nation, without the name of the game where it stands before them."""
    first, _, rest = words.partition(" ")
    named = first.lower() == door.game.name.lower() and read_power(door.board, words) is None
    return rest if rest and named else words


def _no_word(door: _Door) -> Decision:
    """Only the game was named."""
    first = (*open_names(door.game), "Portugal")[0]
    return refuse(
        "No nation is named.",
        expected=_offers(door) or "the name of a nation",
        example=f"CLAIM {door.game.name} {first}",
    )


def _no_nation(door: _Door, words: str) -> Decision:
    names = {power.name.lower(): power.name for power in door.board.powers}
    near = tuple(names[one] for one in get_close_matches(words.lower(), names, n=2))
    first = (*near, *open_names(door.game), "Portugal")[0]
    return refuse(
        f"There is no nation {words} in {door.game.name}.",
        expected=_offers(door) or "the name of a nation",
        example=f"CLAIM {door.game.name} {first}",
        instead=near,
    )


def _offers(door: _Door) -> str:
    """The nations that can be had, in words; "" when there are none."""
    names = open_names(door.game)
    if not names:
        return ""
    more = f" or one of {len(names) - _SHOWN} more (STATUS tells)" if len(names) > _SHOWN else ""
    return "one of " + ", ".join(names[:_SHOWN]) + more


def _barred(scene: Scene, door: _Door, power: str) -> Decision | None:
    """Why this person cannot have this power, whatever the position is.

    Rule: no player who is part of the game, as one with a defeated power still is; no leader of an eliminated power.
    """
    game, position, person = door.game, door.phase.position, scene.player.id
    if is_banned(game, person):
        return refuse(f"The master has taken you out of {game.name}, and you cannot come back by yourself.")
    for seat in (*game.seats, *game.former):
        if seat.player.id != person or seat.power is None:
            continue
        own = door.board.power(seat.power).name
        standing = door.entrance.standing(position, seat.power)
        if standing is Standing.ELIMINATED:
            return refuse(f"{own} is eliminated from {game.name}, and who led it cannot lead another nation there.")
        if seat in game.seats:
            beaten = " It is defeated, but not gone." if standing is Standing.DEFEATED else ""
            return refuse(f"You lead {own} in {game.name}, so you cannot lead another nation there.{beaten}")
    name = door.board.power(power).name
    if game.seat_for(power) is not None:
        return refuse(
            f"{name} has a player in {game.name} already.", expected=_offers(door), example=f"STATUS {game.name}"
        )
    match door.entrance.standing(position, power):
        case Standing.ELIMINATED:
            return refuse(f"{name} is eliminated and does not return.", expected=_offers(door))
        case Standing.DEFEATED:
            return refuse(
                f"{name} is defeated, but not gone: only its own people can raise it again.", expected=_offers(door)
            )
        case _:
            return None


def _take_up(scene: Scene, door: _Door, power: str) -> Decision:
    """A power that is alive and has no player. Rule: V16, its last player has the first right to it."""
    game, name = door.game, door.board.power(power).name
    if last_leader(game, power) != scene.player.id:
        return _file(scene, door, Petition(power=power, by=called(door.game, scene.player)))
    seat = waiting_seat(game, scene.player.id)
    given: Effect = (
        AddSeat(game=game.id, player=scene.player.id, role=Role.PLAYER, power=power)
        if seat is None
        else GivePower(seat.id, power)
    )
    log = Log(game=game.id, kind="enter", text=f"{called(game, scene.player)} leads {name} again")
    return Decision(
        effects=(given, log, *tell_all(scene, game, f"{called(game, scene.player)} leads {name} again.")),
        said=f"You lead {name} in {game.name} again.",
        about=game.name,
        touched=game.name,
    )


def _petition(scene: Scene, door: _Door, command: Enter, power: str) -> Petition | Decision:
    if not command.center:
        return Petition(power=power, by=called(door.game, scene.player))
    place = read_place(variant_of(door.game), door.board, command.center.lower())
    name = door.board.power(power).name
    if place is None or not door.board.province(place).center:
        homes = [door.board.write(center) for center in door.board.homes(power)]
        return refuse(
            f"{command.center} is no supply center of this board.",
            expected="a center whose people want " + name,
            example=f"JOIN {door.game.name} AS {name} BY REVOLUTION IN {(*homes, 'Bel')[0]}",
        )
    return Petition(power=power, by=called(door.game, scene.player), center=province_of(place))


def _file(scene: Scene, door: _Door, petition: Petition) -> Decision:
    """The plea is kept; an earlier one of the same person is taken back. Whoever is no observer becomes one."""
    game, person = door.game, scene.player.id
    plea = door.entrance.plead(door.phase.position, petition, game.settings.rules)
    if isinstance(plea, Complaint):
        return Decision(fate="error", complaint=plea)
    before = plea_of(game, person)
    board = door.board
    if before is not None and word_order(board, plea) == word_order(board, before.orders[0]):
        return Decision(said=_said(door, petition, plea, again=True), about=game.name, touched=game.name)
    effects: list[Effect] = []
    if game.seat_of(person, Role.OBSERVER) is None:
        if observers(game) >= MAX_OBSERVERS:
            return refuse(f"{game.name} has {MAX_OBSERVERS} observers; there is no room for more.", example="LIST")
        if (rail := game.seat_of(person, Role.MONITOR)) is not None:
            effects.append(LeaveSeat(rail.id))
        effects.append(AddSeat(game=game.id, player=person, role=Role.OBSERVER))
    if before is not None:
        effects.append(KeepOrders(phase=door.phase.id, power=before.power, orders=()))
    effects += (
        KeepOrders(phase=door.phase.id, power=plea_key(scene.letter_id, person), orders=(plea,)),
        Log(
            game=game.id,
            kind="plea",
            text=f"{called(door.game, scene.player)} asks for {door.board.power(petition.power).name}",
        ),
    )
    said = _said(door, petition, plea) + _remarks(door, before, petition)
    return Decision(effects=tuple(effects), said=said, about=game.name, touched=game.name)


def _remarks(door: _Door, before: OrderSet | None, petition: Petition) -> str:
    """What somebody has to know of a new plea: it replaces an earlier one; the nation has nothing yet.

    Rule: V17, V23: an inactive nation may have lost its all, and whoever claims it then waits for its people.
    """
    said = ""
    if before is not None:
        said += f" That you asked for {door.board.power(before.orders[0].power).name} is taken back."
    position, power = door.phase.position, petition.power
    if not (petition.center or position.counted_of(power) or position.units_of(power)):
        said += " It has no center and no unit now: whoever leads it waits until its people rise."
    return said


def _said(door: _Door, petition: Petition, plea: Order, *, again: bool = False) -> str:
    """What the receipt says of a plea that is kept."""
    name, position = door.board.power(petition.power).name, door.phase.position
    way = f" by a revolution in {door.board.write(petition.center)}" if petition.center else ""
    when = "when " + phase_words(door.phase) + " is over"
    if position.phase.kind is not PhaseKind.MOVEMENT:
        when = "after the next movement"
    asked = "You have asked" if again else "You ask"
    return (
        f"{word_order(door.board, plea)}. {asked} to lead {name} in {door.game.name}{way}; it is decided {when}. "
        "Until then you observe the game."
    )
