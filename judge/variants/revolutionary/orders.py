"""Orders of the game: units wanted of a revolution, units of a new government changed, and what outsiders ask for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judge.board import Board, province_of
from judge.game.complaints import Complaint
from judge.game.entrance import Standing
from judge.game.kinds import OrderKind, Reading
from judge.game.orders import Hold, Order
from judge.game.outcomes import Cause
from judge.game.phrases import Phrase, UnitPhrase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import UnitKind
from judge.game.wording import word_order, word_unit, wording
from judge.variants.revolutionary.pleas import Plea
from judge.variants.revolutionary.realm import Realm, realm_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """A ruler wants a unit of this kind at `to` if a revolution frees that province in this season (V13)."""

    power: str
    kind: UnitKind
    to: str
    at: str = ""

    @property
    def about(self) -> str:
        """The province it is for."""
        return province_of(self.to)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refit:
    """A new government has a fleet for an army of its revolution, or an army for a fleet (V19).

    Shape: `kind` and `at` the unit that is there, `unit` and `to` what is to be in its place.
    """

    power: str
    kind: UnitKind
    at: str
    unit: UnitKind
    to: str


@wording.register
def _word_raise(order: Raise, board: Board) -> str:
    return f"build in a revolution: {word_unit(board, order.kind, order.to)}"


@wording.register
def _word_refit(order: Refit, board: Board) -> str:
    return f"replace {word_unit(board, order.kind, order.at)} by {word_unit(board, order.unit, order.to)}"


@wording.register
def _word_plea(order: Plea, board: Board) -> str:
    nation = board.power(order.power).name
    if not order.center:
        return f"CLAIM {nation}"
    return f"JOIN AS {nation} BY REVOLUTION IN {board.write(order.center)}"


def read_raise(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """`build in a revolution: F Gre`, read as a build is."""
    built = reading.order(Phrase(rule="build", units=phrase.units), reading.position)
    if isinstance(built, Complaint):
        said = "build in a revolution: "
        instead = tuple(one.replace("build ", said, 1) for one in built.instead)
        return replace(built, example=built.example.replace("build ", said, 1), instead=instead)
    kind = UnitKind.FLEET if getattr(built, "kind", None) is UnitKind.FLEET else UnitKind.ARMY
    return Raise(power=reading.power, kind=kind, to=built.at)


def read_refit(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """`replace A Gre by F Gre`, `A Gre becomes a fleet`."""
    old = reading.order(Phrase(rule="hold", units=phrase.units[:1]), reading.position)
    if isinstance(old, Complaint):
        return old
    assert isinstance(old, Hold)
    place, word = phrase.units[0].place, phrase.word("KIND") or ""
    unit = UnitPhrase(place, UnitKind.FLEET if "f" in word else UnitKind.ARMY) if word else phrase.units[-1]
    new = reading.order(Phrase(rule="build", units=(unit,)), reading.position)
    if isinstance(new, Complaint):
        return new
    kind = UnitKind.FLEET if getattr(new, "kind", None) is UnitKind.FLEET else UnitKind.ARMY
    return Refit(power=reading.power, kind=old.kind, at=old.at, unit=kind, to=new.at)


def illegal_raise(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why no such unit can come of a revolution: not the power's people, not under another power, not a coast."""
    assert isinstance(order, Raise)
    place = order.about
    land = realm_of(position).land(place)
    if land is None or land.owner != order.power:
        return Cause(code="not_its_people", place=place)
    if land.is_free:
        return Cause(code="not_lost", place=place)
    return _no_fleet_there(position, order.kind, order.to)


def raise_options(position: Position, power: str) -> Iterator[Order]:
    """A fleet, and an army, in each lost province of the power's people."""
    for land in realm_of(position).lands:
        if land.owner == power and not land.is_free:
            for place in position.board.fleet_locations(land.id):
                yield Raise(power=power, kind=UnitKind.FLEET, to=place)
            yield Raise(power=power, kind=UnitKind.ARMY, to=land.id)


def illegal_refit(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why a unit cannot be changed.

    Rule: V19, a coastal province that a revolution freed while its nation had no government, once, in the first
    Summer and Winter of that government.
    """
    assert isinstance(order, Refit)
    unit = position.unit_in(order.at)
    if unit is None:
        return Cause(code="no_unit", place=order.at)
    if unit.power != order.power:
        return Cause(code="not_owner", place=order.at)
    if unit.province not in open_refits(position, order.power):
        return Cause(code="no_refit", place=order.at)
    if province_of(order.to) != unit.province or order.unit is unit.kind:
        return Cause(code="same_unit", place=order.at)
    return _no_fleet_there(position, order.unit, order.to)


def _no_fleet_there(position: Position, kind: UnitKind, location: str) -> Cause | None:
    if kind is UnitKind.ARMY:
        return None
    if position.board.is_inland(location):
        return Cause(code="fleet_inland", place=location)
    return None if location in position.board.fleet_locations(province_of(location)) else Cause(
        code="coast_missing", place=location
    )  # fmt: skip


def open_refits(position: Position, power: str) -> tuple[str, ...]:
    """The provinces in which a power may change its unit now, sorted."""
    realm, board = realm_of(position), position.board
    if not any(fresh == power for fresh, _ in realm.fresh):
        return ()
    return tuple(
        place for place, nation in realm.risen
        if nation == power and not board.is_inland(place) and _holds(position, place, power)
    )  # fmt: skip


def _holds(position: Position, place: str, power: str) -> bool:
    unit = position.unit_in(place)
    return unit is not None and unit.power == power


def refit_options(position: Position, power: str) -> Iterator[Order]:
    """The other kind of unit in each province in which it may be changed."""
    for place in open_refits(position, power):
        unit = position.unit_in(place)
        if unit is None:
            continue
        if unit.kind is UnitKind.FLEET:
            yield Refit(power=power, kind=unit.kind, at=unit.at, unit=UnitKind.ARMY, to=place)
            continue
        for location in position.board.fleet_locations(place):
            yield Refit(power=power, kind=unit.kind, at=unit.at, unit=UnitKind.FLEET, to=location)


def possible_plea(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why an outsider cannot ask for this at all; whether it is granted is for the check to say."""
    assert isinstance(order, Plea)
    if order.center and realm_of(position).land(order.center) is None:
        return Cause(code="not_its_people", place=order.center)
    return None


def why_unplayed(position: Position, power: str) -> Cause | None:
    """Why nobody can order for a power, None when somebody can. Rule: V15; a defeated one has a player, but no unit."""
    standing = dict(realm_of(position).statuses).get(power)
    if standing is Standing.ACTIVE:
        return None
    return Cause(code="has_nothing" if standing is Standing.DEFEATED else "no_player")


def only_players(kind: OrderKind) -> OrderKind:
    """An order kind that only powers with a player may use.

    Rule: V15: the units of a nation without a player hold, are disbanded when dislodged, go by the removal rule, and
    it never builds. V18: nothing is built in Summer.
    """

    def illegal(position: Position, order: Order, rules: Rules) -> Cause | None:
        """Why the order is impossible: nobody plays the power, or what holds for everybody."""
        return why_unplayed(position, order.power) or kind.illegal(position, order, rules)

    return replace(kind, illegal=illegal)


def unused(realm: Realm, done: Sequence[str]) -> Realm:
    """The realm after an adjustment phase: refits that were done are gone, each government has a phase less."""
    fresh = tuple((power, left - 1) for power, left in realm.fresh if left > 1)
    late = {power for power, _ in realm.fresh} - {power for power, _ in fresh}
    risen = tuple((place, nation) for place, nation in realm.risen if place not in done and nation not in late)
    return replace(realm, fresh=fresh, risen=risen)


RAISE = OrderKind(
    name="raise", order=Raise, phases="M", word=word_order, illegal=illegal_raise, options=raise_options,
    read=read_raise,
)  # fmt: skip
REFIT = OrderKind(
    name="refit", order=Refit, phases="A", word=word_order, illegal=illegal_refit, options=refit_options,
    read=read_refit,
)  # fmt: skip
PLEA = OrderKind(name="plea", order=Plea, phases="V", word=word_order, illegal=possible_plea)
