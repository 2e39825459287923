"""EJECT, CIVIL DISORDER and DUMMY: a master decides that a power has no player, now or for good."""

from dataclasses import replace
from types import MappingProxyType

from judge.desk.calls import call, tell_leaver, way_back, way_in
from judge.desk.effects import Effect, Log, SetSettings
from judge.desk.leaving import Vacated, vacate
from judge.desk.mastery import own_game
from judge.desk.names import called, is_hidden, sentence
from judge.desk.notices import tell_all
from judge.desk.office import Decision, Scene, refuse
from judge.desk.participants import Meant, person_meant, power_meant, read_reason
from judge.desk.posts import board_of, is_vacant, phase_tag, places_of
from judge.desk.privacy import closed
from judge.desk.snapshot import ABANDONED, EJECTED, Game, GameState, Role, Seat
from judge.desk.vacancies import what_follows
from judge.game.commands import Disorder, Dummy, Eject
from judge.reports.phrases import counted


def eject(scene: Scene, command: Eject) -> Decision:
    """Somebody has to leave the game; he cannot come back into it by himself.

    Rule: his units hold from then on (`vacate`), and what he was invited to before counts no more. A master is not
    ejected.
    """
    if not command.sure and not _leads(scene):
        return Decision(fate="note")
    game = own_game(scene, "EJECT somebody")
    if isinstance(game, Decision):
        return game
    if game.state.is_over:
        return refuse(f"The game {game.name} is over; nobody has to leave it.")
    meant = person_meant(game, command.who)
    if isinstance(meant, Decision):
        return meant
    if meant.seat is None:
        name = board_of(game).power(meant.power).name
        return refuse(f"Nobody plays {name} in {game.name}.", expected="a power that somebody plays")
    if meant.seat.role is Role.MASTER:
        return refuse(f"{meant.seat.player.name} is a master of {game.name}, and no master is ejected.")
    return _put_out(scene, game, meant, meant.seat)


def _put_out(scene: Scene, game: Game, meant: Meant, seat: Seat) -> Decision:
    left = vacate(scene.office, game, seat, EJECTED)
    place = board_of(game).power(seat.power).name if seat.power is not None else _PLACES[seat.role]
    who = f"the player of {place}" if is_hidden(game) else f"{seat.player.name} ({place})"
    reason = read_reason(meant.rest)
    why = f" {scene.actor} says why: {reason}." if reason else ""
    mine = f"{scene.actor} has taken you out of {game.name}, where you were {place}.{why} You get no more mails of it"
    mine += ", and what you had ordered is not carried out." if seat.power is not None else "."
    key = _key(scene)
    effects: tuple[Effect, ...] = (
        *left.effects,
        *closed(scene, game, seat.player),
        Log(game=game.id, kind="eject", text=f"{phase_tag(game)} {who} by {scene.by}".strip() + _noted(reason)),
        tell_leaver(scene.office, game, left.game, seat, mine, key),
    )
    if seat.power is not None:
        text = f"{scene.actor} has taken {who} out of the game.{why} {_holds(left, seat.power)}"
        effects += call(scene.office, game, left.game, seat.power, text, key)
        return Decision(effects=effects, said=f"{sentence(who)} is out. {_holds(left, seat.power)}", touched=game.name)
    if seat.role is Role.PLAYER:
        effects += tell_all(scene, left.game, f"{scene.actor} has taken {who} out of the game.{why}")
    return Decision(effects=effects, said=f"{sentence(who)} is out of {game.name}.", touched=game.name)


_PLACES = MappingProxyType({
    Role.PLAYER: "a player", Role.OBSERVER: "an observer", Role.MONITOR: "a monitor", Role.MASTER: "a master",
    Role.APPLICANT: "an applicant",
})  # fmt: skip


def disorder(scene: Scene, command: Disorder) -> Decision:
    """A power is in civil disorder: whoever played it has abandoned it, and anybody may take it up, he as well."""
    found = _power(scene, command, "set CIVIL DISORDER")
    if isinstance(found, Decision):
        return found
    game, power = found
    name, seat = board_of(game).power(power).name, game.seat_for(power)
    if power in game.settings.dummies:
        return _undone(scene, game, power)
    if not game.state.is_under_way:
        return refuse(f"The game {game.name} has not begun, and nobody plays {name} yet.", example=f"DUMMY {name}")
    if seat is None:
        holds = (
            f"{what_follows(game, power)} {way_in(game, power)} is open." if is_vacant(game, power) else "It is out."
        )
        return Decision(said=f"{name} has no player already. {holds}", touched=game.name)
    left = vacate(scene.office, game, seat, ABANDONED)
    key, person = _key(scene), called(game, seat.player, f"The player of {name}")
    mine = f"{scene.actor} has declared {name} in civil disorder, and you play it in {game.name} no longer. What you "
    mine += f"had ordered is not carried out.{way_back(left.game, power)}"
    text = f"{scene.actor} has declared {name} in civil disorder. {person} plays no longer. {_holds(left, power)}"
    effects = (
        *left.effects,
        Log(game=game.id, kind="disorder", text=f"{phase_tag(game)} {name} by {scene.by}"),
        tell_leaver(scene.office, game, left.game, seat, mine, key),
        *call(scene.office, game, left.game, power, text, key),
    )
    return Decision(effects=effects, said=f"{name} is in civil disorder. {_holds(left, power)}", touched=game.name)


def dummy(scene: Scene, command: Dummy) -> Decision:
    """A power that nobody plays is to stay so: it is offered to nobody, and a game that forms has a place less."""
    found = _power(scene, command, "make a DUMMY")
    if isinstance(found, Decision):
        return found
    game, power = found
    name = board_of(game).power(power).name
    if power in game.settings.dummies:
        return Decision(said=f"{name} is a dummy in {game.name} already.", touched=game.name)
    if game.seat_for(power) is not None:
        return refuse(f"{name} has a player in {game.name}.", expected="his leaving first", example=f"EJECT {name}")
    if game.state.is_under_way and not is_vacant(game, power):
        return refuse(f"{name} is not in play in {game.name}.", expected="a power that is alive and without a player")
    if any(seat.assigned == power for seat in game.seats):
        return refuse(f"{name} is settled for a player of {game.name}.", example=f"ASSIGN {name} TO NOBODY")
    players = sum(seat.role is Role.PLAYER for seat in game.seats)
    places = len(places_of(game))
    if game.state is GameState.FORMING and (power not in places_of(game) or players >= places or places < 2):
        return refuse(
            f"{game.name} has {counted(players, 'player')} for {counted(places, 'place')}; none can be spared."
        )
    said = f"{name} is a dummy: nobody plays it, its units hold, and nobody waits for it."
    if game.state is GameState.FORMING:
        said += f" {game.name} begins with {counted(places - 1, 'player')}."
    return _set(scene, game, (*game.settings.dummies, power), "dummy", name, said)


def _undone(scene: Scene, game: Game, power: str) -> Decision:
    """A dummy is one no longer."""
    name = board_of(game).power(power).name
    said = f"{name} is a dummy no longer."
    said += f" {way_in(game, power)} is open." if game.state.is_under_way else " It is drawn like the others."
    rest = tuple(one for one in game.settings.dummies if one != power)
    return _set(scene, game, rest, "disorder", name, said)


def _set(scene: Scene, game: Game, dummies: tuple[str, ...], kind: str, name: str, said: str) -> Decision:
    after = replace(game, settings=replace(game.settings, dummies=tuple(sorted(dummies))))
    effects = (
        SetSettings(game=game.id, settings=after.settings),
        Log(game=game.id, kind=kind, text=f"{phase_tag(game)} {name} by {scene.by}".strip()),
        *tell_all(scene, after, f"{scene.actor} has decided: {said}"),
    )
    return Decision(effects=effects, said=said, touched=game.name)


def _power(scene: Scene, command: Disorder | Dummy, verb: str) -> tuple[Game, str] | Decision:
    """The game of the speaker and the power that is named, which has to be one alone."""
    if not command.sure and not _leads(scene):
        return Decision(fate="note")
    game = own_game(scene, verb)
    if isinstance(game, Decision):
        return game
    if game.state.is_over:
        return refuse(f"The game {game.name} is over.")
    found = power_meant(game, command.power)
    if found is not None and not found[1]:
        return game, found[0]
    if not command.sure:
        return Decision(fate="note")
    return refuse(
        f"That names no power of {game.name}.",
        expected=", ".join(one.name for one in board_of(game).powers if one.seated),
    )


def _leads(scene: Scene) -> bool:
    return scene.game is not None and scene.leads(scene.game)


def _holds(left: Vacated, power: str) -> str:
    """What follows for a power without its player."""
    name = board_of(left.game).power(power).name
    stopped = " Nobody plays any more, so the clock is stopped." if left.stopped else ""
    if not is_vacant(left.game, power):
        return f"{name} was out of the game already.{stopped}"
    return what_follows(left.game, power) + stopped


def _noted(reason: str) -> str:
    return f": {reason}" if reason else ""


def _key(scene: Scene) -> str:
    return f"notice/{scene.letter_id}/{scene.number}"
