"""What the game says in words: its house rules, its causes, its lessons, and what lies ahead of provinces."""

from collections.abc import Iterator
from types import MappingProxyType

from judge.board import Board
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import UnitKind
from judge.game.variant import Lesson, Outlook
from judge.game.wording import word_order, word_unit
from judge.variants.revolutionary.lands import Land, Limits
from judge.variants.revolutionary.limits import limits_of
from judge.variants.revolutionary.orders import Raise, raise_options
from judge.variants.revolutionary.realm import realm_of

CAUSES = MappingProxyType({
    "no_player": "nobody plays this nation; its units hold",
    "has_nothing": "the power is defeated and has nothing to order; if its people rise, it may change its new units",
    "not_its_people": "the people of {place} do not hold to it",
    "not_lost": "{place} is in its hands, so no revolution can free it",
    "no_refit": "the unit in {place} is none that a new government may change",
    "same_unit": "that is no other unit in {place}",
    "game_won": "the game is won",
    "no_summer_builds": "nothing is built in Summer",
    "first_year": "nobody can join in the first year",
    "nation_active": "somebody plays this nation",
    "nation_defeated": "the nation is defeated, and its last player has the first right to it",
    "nation_eliminated": "the nation is out of the game",
    "nation_taken": "somebody else asked for this nation and has the better right",
    "other_allegiance": "the people of {place} hold to another nation",
    "begins_nothing": "{place} is no supply center, and only there a revolution can begin",
    "no_revolt": "{place} is not in revolt",
    "quenched": "the revolt in {place} was quenched in this season",
})  # fmt: skip

HOUSE_RULES = (
    "Standard rules hold on the Modern board except as below. The first turn is Spring 1994; 33 centers at a Winter "
    "count win (V27).",
    "Every province on land has an owner, the nation that its people hold to, and a controller. A province that is no "
    "center is controlled by the last power with a unit there at a check, a center as ever by that of the last Winter. "
    "Neutral centers begin in the hands of nations without a player and without units (V3).",
    "The year: Spring, Revolutionary Spring, retreats, Summer, Fall, Revolutionary Fall, retreats, Winter. States, "
    "counters and joins change in the Revolutionary sub-seasons alone, at the check of each province (V32, V33).",
    "Revolt: a foreign province with no unit of its controller for five checks rises, without anybody's choice (V5). "
    "The check of the season in which the unit left is the first (V4). In a center another power's visit does not stop "
    "the count.",
    "Quenching: a unit, army or fleet (V2), of any power but the province's own nation (V7) that stood in it all "
    "season and carried out no move ends the revolt; support and void orders are no move, a move that fails is one.",
    "Revolution: a center in revolt rises three checks after the outbreak (V6). It goes to its nation at once, whoever "
    "plays that (V14) or nobody (V15), with a new unit; a unit that only marched in, or tried to move, is thrown out. "
    "A province that is no center starts none, but may be freed (V11).",
    "Spread: from each freed province to its neighbors by land whose people hold to the same nation, if the same power "
    "controlled them and no foreign unit spent the season there in peace, or if they are in revolt (V8, V9).",
    "A unit of the nation's own in such a province stays, and no second one comes up (V10).",
    "New units are armies. A ruler may have a fleet instead, ordered with the movement orders of the season: “build in "
    "a revolution: F Gre” (V13). A government that comes after the check may change its units at the coast in its "
    "first Summer or Winter: “replace A Gre by F Gre” (V19).",
    "Retreats of both kinds come together, after the new units. A unit that was thrown out may go back where it came "
    "from, not where a standoff was (V20, V21).",
    "Summer: whoever has more units than centers removes them; nothing is built (V18). Winter is as ever.",
    "Builds are made in centers whose people hold to the power and which it controls (V26).",
    "Allegiance: ten checks in one power's hands, without revolt and without another nation's unit, make the people of "
    "a province its own (V12), never those of a power that does not exist (V34).",
    "Powers are active; inactive: without a player, their units hold, are disbanded when dislodged, and they never "
    "build (V15); defeated: no center and no unit, but some center's people still hold to them, and no vote in a draw; "
    "or eliminated: not even that, and they do not come back (V17). How a power stands is seen after every phase "
    "(V30).",
    "Joining: from 1995, by the deadline of the movement orders, whoever plays no power of the game may write “JOIN "
    "game AS nation BY REVOLUTION IN center” for a center of an inactive nation that is in revolt and was not quenched "
    "in that season (V24), or “CLAIM nation”. The first revolution asked for goes before any claim (V22). A claim "
    "gives centers and units as they are (V23).",
    "A defeated nation that rises is offered to its last player until the next movement deadline, then to others "
    "(V16). A player cannot start a revolution in a lost center of his own (V25).",
)  # fmt: skip

_REVOLT_WORDS = ("revolt", "revolts", "quench", "revolution", "revolutions", "risk")
_FLEET_WORDS = ("raise", "rising")


def lessons(position: Position, power: str) -> tuple[Lesson, ...]:
    """What HELP teaches: how to keep a province quiet, what comes of a lost one; with this power's own as examples."""
    board, realm = position.board, realm_of(position)
    held = [land for land in realm.lands if land.controller == power and not land.is_free]
    found = [_lesson_of_quenching(position, power, held)]
    lost = [order for order in raise_options(position, power) if isinstance(order, Raise)]
    fleets = tuple(word_order(board, order) for order in lost if order.kind is UnitKind.FLEET)
    text = (
        "A province of your people that a revolution frees has a new army at once. For a fleet there, say so with the "
        "movement orders of the season; it counts only if the province is freed in it."
    )
    if not fleets:
        text += " No province at a coast whose people hold to you is in other hands now."
    found.append(Lesson(text=text, lines=fleets[:4], words=_FLEET_WORDS))
    return tuple(found)


def _lesson_of_quenching(position: Position, power: str, held: list[Land]) -> Lesson:
    board = position.board
    text = (
        "A foreign province with no unit of yours goes into revolt in time, and three seasons later a center in revolt "
        "throws you out. A unit that spends a whole season there without a move keeps it quiet or quenches the revolt: "
        "march in, then hold or support."
    )
    examples = []
    for land in held:
        unit = position.unit_in(land.id)
        if unit is not None and unit.power == power and position.phase.kind is PhaseKind.MOVEMENT:
            examples.append(f"{word_unit(board, unit.kind, unit.at)} H")
    if held:
        names = ", ".join(board.province(land.id).name for land in held[:12])
        text += f" You hold: {names}{' and others' if len(held) > 12 else ''}."
    return Lesson(text=text, lines=tuple(examples[:4]), words=_REVOLT_WORDS)


def hint(position: Position, power: str) -> Lesson | None:
    """What the order slip shows of a fleet in a revolution, where people of the power's at a coast are in revolt."""
    revolts = [land.id for land in realm_of(position).lands if land.owner == power and land.in_revolt]
    orders = [order for order in raise_options(position, power) if isinstance(order, Raise) and order.about in revolts]
    fleets = tuple(word_order(position.board, order) for order in orders if order.kind is UnitKind.FLEET)
    if not fleets:
        return None
    return Lesson(
        text="If a revolution frees your people there, you get an army, or with this a fleet", lines=fleets[:3]
    )


def outlook(position: Position, power: str, rules: Rules) -> tuple[Outlook, ...]:
    """What lies ahead of the provinces that a power holds, and of those of its people that others hold.

    Units: checks, the next one is 1. Shape: the nearest first; nothing before a check, which follows at once.
    """
    if position.phase.kind is PhaseKind.REVOLUTION:
        return ()
    limits, realm, board = limits_of(rules), realm_of(position), position.board
    held = [land for land in realm.lands if land.controller == power and not land.is_free]
    lost = [land for land in realm.lands if land.owner == power and not land.is_free]
    found = []
    if held:
        found.append(Outlook(title="Your provinces at risk", lines=_sorted(_ahead(board, held, limits, own=True))))
    if lost:
        found.append(Outlook(title="Your people under others", lines=_sorted(_ahead(board, lost, limits, own=False))))
    return tuple(found)


def _sorted(rows: Iterator[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(text for _, text in sorted(rows))


def _ahead(board: Board, lands: list[Land], limits: Limits, *, own: bool) -> Iterator[tuple[int, str]]:
    for land in lands:
        name = board.province(land.id).name
        who = "" if own else f" (held by {board.power(land.controller).name})"
        if land.in_revolt and board.province(land.id).center:
            left = max(limits.revolt - land.revolt, 1)
            yield left, f"{name}{who}: in revolt, revolution {_when(left)} unless it is quenched."
        elif land.in_revolt:
            yield limits.revolt + 1, f"{name}{who}: in revolt; it starts no revolution, but may be reached by one."
        else:
            left = max(limits.empty - land.empty, 1)
            gain = limits.loyal - land.loyal
            to = "yours" if own else f"{board.power(land.controller).name}'s"
            yield left, f"{name}{who}: revolt {_when(left)} if left empty, {to} for good {_when(gain)} if kept."


def _when(checks: int) -> str:
    return "at the next check" if checks == 1 else f"in {checks} checks"
