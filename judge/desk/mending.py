"""PLACE, REMOVE, OWN: a master sets a position right that the rules would not have brought about.

The phase that was open is kept in the books as undone; the same phase is open in its place, with the same deadline and
the orders that are still possible.
"""

import re
from dataclasses import replace

from judge.adjudication.legality import illegal
from judge.board import Board, province_of
from judge.desk.effects import Effect, ForgetBallots, Log, MarkReminded, OpenNextPhase, UndoPhases
from judge.desk.electorate import LAPSED, votes_lapse
from judge.desk.mastery import own_phase
from judge.desk.notices import show_all
from judge.desk.office import Decision, Scene, refuse
from judge.desk.opening import carried_over
from judge.desk.outsiders import is_plea
from judge.desk.posts import variant_of
from judge.desk.precedence import arrivals
from judge.desk.snapshot import Game, OpenPhase, OrderSet
from judge.game.commands import Own, PlaceUnit, RemoveUnit
from judge.game.position import Position
from judge.game.units import Unit, UnitKind
from judge.game.wording import word_unit
from judge.language.powers import split_power
from judge.language.units import read_place, read_unit

_REMOVAL = re.compile(r"\s*remove\s+(?P<what>\S.*)", re.IGNORECASE)
_NOBODY = frozenset({"nobody", "noone", "none", "neutral", "no-one"})


def place(scene: Scene, command: PlaceUnit) -> Decision:
    """A unit is put on the board. Its province must be empty, and one where such a unit can stand."""
    found = _open(scene, "PLACE", command.tag, "A Bur France")
    if isinstance(found, Decision):
        return found
    game, phase = found
    board, position = phase.position.board, phase.position
    words, power = split_power(board, command.what)
    phrase = None if power is None else read_unit(variant_of(game), board, words)
    place = None if phrase is None else read_place(variant_of(game), board, re.sub(r"^\S+\s+", "", words))
    if phrase is None or phrase.kind is None or place is None or power is None:
        return _unread(phase, command.what, "a unit and the power it is to belong to", "PLACE {} A Bur France")
    at = _spot(board, phrase.kind, place)
    if at is None:
        spots = board.fleet_locations(province_of(place)) if phrase.kind is UnitKind.FLEET else ()
        return refuse(
            f"{'A fleet' if phrase.kind is UnitKind.FLEET else 'An army'} cannot stand in {board.write(place)}.",
            expected=" or ".join(map(board.write, spots)),
        )
    there = position.unit_in(place)
    if there is not None:
        return refuse(
            f"{_named(board, there)} stands there.",
            expected="an empty province",
            example=f"REMOVE {position.phase.tag} {word_unit(board, there.kind, there.at)}",
        )
    unit = Unit(phrase.kind, at, power)
    after = replace(
        position,
        units=tuple(sorted((*position.units, unit), key=lambda one: one.sort_key)),
        dislodged=tuple(
            replace(one, retreats=tuple(to for to in one.retreats if province_of(to) != unit.province))
            for one in position.dislodged
        ),
    )
    return _mend(scene, game, phase, after, f"{_named(board, unit)} has been placed")


def remove(scene: Scene, command: RemoveUnit) -> Decision:
    """A unit is taken off the board, of two in one province that of the power named, else the one that stands there."""
    found = _open(scene, "REMOVE", command.tag, "A Bur")
    if isinstance(found, Decision):
        return found
    game, phase = found
    board, position = phase.position.board, phase.position
    words, power = split_power(board, command.what)
    where = re.sub(r"^(a|f|army|fleet)\s+", "", words, flags=re.IGNORECASE)
    at = read_place(variant_of(game), board, where)
    if at is None:
        return _unread(phase, command.what, "a unit", "REMOVE {} A Bur")
    here = [unit for unit in (*position.units, *(one.unit for one in position.dislodged))
            if unit.province == province_of(at) and power in (None, unit.power)]  # fmt: skip
    if not here:
        whose = f" of {board.power(power).name}" if power else ""
        return refuse(f"No unit{whose} is in {board.write(province_of(at))}.", expected="a unit that is there")
    gone = here[0]
    standing = gone in position.units
    after = replace(
        position,
        units=tuple(unit for unit in position.units if unit != gone),
        dislodged=tuple(one for one in position.dislodged if standing or one.unit != gone),
    )
    return _mend(scene, game, phase, after, f"{_named(board, gone)} has been removed")


def own(scene: Scene, command: Own) -> Decision:
    """A center is given to a power, or to nobody. Not where the owners follow from more than that."""
    found = _open(scene, "OWN", command.tag, "Bel Germany")
    if isinstance(found, Decision):
        return _talk_of(scene, command, found)
    game, phase = found
    board, position = phase.position.board, phase.position
    *where, last = command.what.split() or [""]
    words, power = split_power(board, command.what)
    if last.lower() in _NOBODY:
        words, power = " ".join(where), None
    center = read_place(variant_of(game), board, words)
    if center is None or (power is None and last.lower() not in _NOBODY):
        return _unread(phase, command.what, "a center and a power, or NOBODY", "OWN {} Bel Germany")
    if center not in board.centers():
        return refuse(f"{board.write(center)} is no center.", expected="one of " + _some_centers(board))
    if position.owner_of(center) == power:
        owner = "nobody" if power is None else board.power(power).name
        return Decision(said=f"{board.write(center)} belongs to {owner} already.", touched=game.name)
    owners = dict(position.centers) | ({center: power} if power is not None else {})
    if power is None:
        del owners[center]
    after = replace(position, centers=tuple(sorted(owners.items())))
    if variant_of(game).complete(after).centers != after.centers:
        return refuse(
            "In this game who owns a center follows from what has happened in it; that cannot be set.",
            expected="the game taken back to before it happened",
            example="ROLLBACK S1901M",
        )
    owner = "nobody" if power is None else board.power(power).name
    return _mend(scene, game, phase, after, f"{board.write(center)} belongs to {owner}")


def as_removal(scene: Scene, text: str) -> RemoveUnit | None:
    """The command of a master's line that a player would write as an order: `remove A Bur`; None for any other."""
    game = scene.game
    if game is None or scene.acting or not scene.speaker.proven or not scene.leads(game):
        return None
    voice = scene.voice(game)
    found = _REMOVAL.match(text)
    if found is None or (voice is not None and voice.power is not None):
        return None
    return RemoveUnit(what=found["what"].strip(" .!"))


def _open(scene: Scene, verb: str, tag: str | None, words: str) -> tuple[Game, OpenPhase] | Decision:
    """The speaker's own game and its open phase, whose tag must be given on the line, above it or in the subject."""
    guard = tag or scene.guard
    running = own_phase(scene, verb, guard)
    if isinstance(running, Decision) or guard:
        return running
    open_tag = running[1].position.phase.tag
    return refuse(
        f"{verb} needs the tag of the open phase.", expected=open_tag, example=f"{verb} {open_tag} {words}"
    )  # fmt: skip


def _talk_of(scene: Scene, command: Own, refusal: Decision) -> Decision:
    """The refusal; a remark where three words of somebody else are no center and power at all."""
    game = scene.game
    board = game.phase.position.board if game is not None and game.phase is not None else None
    if game is None or board is None or command.tag or scene.leads(game):
        return refusal
    words, power = split_power(board, command.what)
    meant = power is not None and read_place(variant_of(game), board, words) is not None
    return refusal if meant else Decision(fate="note")


def _unread(phase: OpenPhase, what: str, expected: str, example: str) -> Decision:
    return refuse(
        f"“{what}” cannot be read.", expected=expected, example=example.format(phase.position.phase.tag)
    )  # fmt: skip


def _spot(board: Board, kind: UnitKind, place: str) -> str | None:
    """The location in which such a unit can stand there; None for none, or for a coast that is not named."""
    if kind is UnitKind.ARMY:
        return None if board.is_sea(place) else province_of(place)
    spots = board.fleet_locations(province_of(place))
    return place if place in spots else spots[0] if len(spots) == 1 and place == province_of(place) else None


def _named(board: Board, unit: Unit) -> str:
    return f"{word_unit(board, unit.kind, unit.at)} of {board.power(unit.power).name}"


def _some_centers(board: Board) -> str:
    return ", ".join(map(board.write, board.centers()[:8])) + " …"


def _mend(scene: Scene, game: Game, phase: OpenPhase, after: Position, what: str) -> Decision:
    """The open phase begins from another position; everybody is told and shown."""
    kept = tuple(_possible(game, phase, after, one) for one in phase.order_sets)
    cleared = any(len(new.orders) < len(old.orders) for new, old in zip(kept, phase.order_sets, strict=True))
    mended = replace(game, phase=replace(phase, position=after, order_sets=kept))
    tag = after.phase.tag
    said = f"{scene.actor} has mended the position: {what}."
    said += " Orders that are not possible any more are cleared." if cleared else ""
    lapse = votes_lapse(game, mended)
    said += f" {LAPSED}" if lapse else ""
    reminded = (MarkReminded(phase=0),) if phase.reminded_at is not None else ()
    effects: tuple[Effect, ...] = (
        UndoPhases(game=game.id, since=phase.id),
        OpenNextPhase(game=game.id, position=after, deadline=phase.deadline, opened_at=phase.opened_at),
        *carried_over(kept, phase.opened_at),
        *reminded,
        *((ForgetBallots(game.id),) if lapse else ()),
        Log(game=game.id, kind="mend", text=f"{tag} {what} by {scene.by}"),
        *show_all(scene, mended, said),
    )
    return Decision(effects=effects, said=f"{what}.", touched=game.name)


def _possible(game: Game, phase: OpenPhase, after: Position, one: OrderSet) -> OrderSet:
    """A set without the orders that the change has made impossible; pleas stay."""
    if is_plea(one):
        return one
    variant, rules = variant_of(game), game.settings.rules
    orders = tuple(
        order
        for order in one.orders
        if illegal(variant, after, order, rules) is None or illegal(variant, phase.position, order, rules) is not None
    )
    return replace(one, orders=orders, arrived=arrivals(one, orders, phase.opened_at))
