"""What the Colonial game says in words: its house rules, its causes, its lessons and its warnings."""

from collections.abc import Sequence
from types import MappingProxyType

from judge.adjudication.retreats import near_locations
from judge.game.orders import Move, Order, Support
from judge.game.position import Position
from judge.game.units import UnitKind
from judge.game.variant import Lesson
from judge.game.wording import word_order, word_unit
from judge.variants.colonial.canal import EGYPT, ENDS
from judge.variants.colonial.railway import LINE, OPERATOR, Train

CAUSES = MappingProxyType({
    "rail_foreign": "only Russia may use the railroad",
    "rail_fleet": "only an army goes by rail",
    "no_station": "{place} is no station of the railroad",
    "rail_cut": "the line is cut on the way",
    "rail_unsaid": "it cannot walk to {place}; by rail the order is {orders}",
    "rail_several": "only one train runs a turn, and there was also {orders}",
    "rail_no_start": "{place} is a center in foreign hands, and no train leaves it",
    "rail_blocked": "{units} stood on the line in {place}",
    "rail_head_on": "{orders} came the other way",
    "rail_closed": "{place} is a center in foreign hands, and the line is closed there",
    "rail_met": "it met {orders} in {place}, and neither got in",
    "rail_taken": "{orders} got into {place}",
    "rail_occupied": "{units} did not leave {place}, and a train dislodges nobody",
    "rail_standoff": "bounced against {orders} in {place}, {own} against {other}",
    "canal_unsaid": "only an army can be convoyed; through the Canal the order is {orders}",
    "canal_no_leave": "the unit in Egypt gave no leave to pass",
    "canal_unkept": "there was no unit in Egypt to open it",
    "canal_closed": "the unit in Egypt did not stay there",
    "canal_filled": "Egypt does not lie at both seas",
})  # fmt: skip

HOUSE_RULES = (
    "Standard rules hold except as below. The first turn is Spring 1870, and there are 58 centers.",
    "A neutral center on land in a power's color counts like any other once it is taken. Builds are made at the "
    "starting centers alone.",
    "Victory: 30 centers after a Fall's retreats win at once, before builds (C29).",
    "Railroad: Mos, Prm, Oms, Kra, Irk, Vla. A Russian army may go from any of them to any other, either way (C1, C2, "
    "C3). One train a turn: two or more legal orders are all void, and those armies hold (C4).",
    "Support for a train counts at its end station alone; where it passes or stops short it has strength 1 (C6). It "
    "never cuts support and never dislodges (C9); an order to an occupied station is possible all the same (C30).",
    "Own units do not stop a train, and it may change places with one (C13). A foreign unit on the line that is not "
    "ordered to move does. So does one that enters a station on the way and would get in without the train: it is met "
    "there, and both are kept out unless it has support (C14, C15). The first block on the way counts (C16). A unit "
    "that comes head-on out of the first station keeps the train at its start (C12).",
    "A train that is stopped goes back to the nearest empty station. Where one unit without support would come, both "
    "are kept out; where others bounced it cannot stop (C7).",
    "A center on the line that another power owns closes the line there (C17); one that nobody owns does not.",
    "Suez: fleets go between the Mediterranean and the Red Sea if the unit in Egypt stays there undislodged. Its "
    "power's own fleets need no leave, and it may have any order; for a foreign fleet it must be ordered to support "
    "that move, with or without the nation, and the direction counts (C18, C24, C25). An attack on Egypt that does "
    "not dislodge takes the strength of the support, not the leave (C19).",
    "There is no support, convoy or retreat through the Canal (C21). If the passage would itself decide whether the "
    "unit in Egypt stays, it fails (C22). A fleet that may not pass stands and contests nothing (C23).",
    "Hong Kong is a center for all but China, for whom it counts nothing. It stays with China when left empty; Britain "
    "may build there only while it owns it (C28).",
    "Cebu is land and sea in one. Armies walk from Manila to Cebu and Cebu to Davao; a fleet there convoys nobody "
    "(C26).",
)  # fmt: skip


_TRAIN_WORDS = ("tsr", "train", "trains", "rail", "railway", "railroad", "transsiberian")
_CANAL_WORDS = ("suez", "canal", "suezcanal", "permit", "passage", "egypt")


def lessons(position: Position, power: str) -> tuple[Lesson, ...]:
    """What HELP teaches about trains and the Canal, with this power's units in the examples.

    Shape: the examples are possible orders now where a unit stands at the line or at the Canal; else they show the
    form, with the power's own first unit as if it stood there.
    """
    return (*_train_lessons(position, power), *_canal_lessons(position, power))


def _train_lessons(position: Position, power: str) -> tuple[Lesson, ...]:
    board = position.board
    armies = [unit for unit in position.units_of(OPERATOR) if unit.kind is UnitKind.ARMY and unit.province in LINE]
    if power != OPERATOR:
        text = "Russia alone may order a train; a unit of yours that stands on the line, or enters it, stops it."
        stations = [(unit, army) for unit in position.units_of(power) for army in armies]
        for unit, army in stations:
            near = {place.partition("/")[0] for place in near_locations(position, unit)}
            reached = next((station for station in LINE if station in near and station != army.province), None)
            if reached is not None:
                help_it = Support(
                    power=power, kind=unit.kind, at=unit.at, target=army.at, to=reached, target_kind=army.kind
                )
                text += " You may also support one to its end station."
                return (Lesson(text, (word_order(board, help_it),), _TRAIN_WORDS),)
        own = position.units_of(power)
        mine = f"your {word_unit(board, own[0].kind, own[0].at)}" if own else "an army of yours"
        text += f" Russia would write the first line; if {mine} stood in Manchuria, it could support with the second:"
        return (Lesson(text, ("A Mos - TSR - Irk", "A Mac S A Mos - Irk"), _TRAIN_WORDS),)
    text = (
        "An army of yours at a station of the railroad (Mos, Prm, Oms, Kra, Irk, Vla) may go by rail to any other. One "
        "train runs a turn. Another unit may support it, to its end station only."
    )
    lines = []
    for army in armies[:2]:
        end = LINE[-1] if army.province != LINE[-1] else LINE[0]
        words = f"{word_unit(board, army.kind, army.at)} - TSR - {board.write(end)}"
        assert words == word_order(board, Train(power=power, kind=army.kind, at=army.at, to=end))
        lines.append(words)
    if not lines:
        text += " If an army of yours stood in Moscow, and another in Manchuria:"
    return (Lesson(text, tuple(lines) or ("A Mos - TSR - Irk", "A Mac S A Mos - Irk"), _TRAIN_WORDS),)


def _canal_lessons(position: Position, power: str) -> tuple[Lesson, ...]:
    board = position.board
    text = (
        "A fleet may go between the Mediterranean and the Red Sea while a unit stands in Egypt and stays. If that "
        "unit is not yours, its owner must order it to support the move, or PERMIT it."
    )
    lines = []
    keeper = position.unit_in(EGYPT)
    waiting = [unit for unit in position.units if unit.kind is UnitKind.FLEET and unit.at in ENDS]
    for fleet in waiting:
        end = next(sea for sea in ENDS if sea != fleet.at)
        move = Move(power=fleet.power, kind=fleet.kind, at=fleet.at, to=end)
        if fleet.power == power:
            lines.append(word_order(board, move))
        elif keeper is not None and keeper.power == power:
            lines.append(
                f"{word_unit(board, keeper.kind, keeper.at)} S {board.power(fleet.power).adjective} "
                f"{word_order(board, move)}"
            )
            lines.append(f"permit {word_order(board, move)}")
    if not lines:
        own = [unit for unit in position.units_of(power) if unit.at != EGYPT]
        fleets = [unit for unit in own if unit.kind is UnitKind.FLEET]
        if keeper is not None and keeper.power == power:
            text += " When a fleet is there, your unit in Egypt would write:"
            return (Lesson(text, (f"{word_unit(board, keeper.kind, keeper.at)} S F REDS - MEDS",), _CANAL_WORDS),)
        if fleets:
            name = word_unit(board, fleets[0].kind, fleets[0].at)
            return (
                Lesson(
                    text + f" Once your {name} is in the Red Sea, it would write the first line, and the unit in Egypt "
                    "the second or the third:",
                    ("F REDS - MEDS", f"F Egy S {board.power(power).adjective} F REDS - MEDS", "permit F REDS - MEDS"),
                    _CANAL_WORDS,
                ),
            )
        name = word_unit(board, own[0].kind, own[0].at) if own else "unit"
        text += f" If your {name} stood in Egypt, it could let a foreign fleet pass:"
        return (Lesson(text, ("A Egy S F REDS - MEDS", "permit F REDS - MEDS"), _CANAL_WORDS),)
    return (Lesson(text, tuple(lines), _CANAL_WORDS),)


def warn_of_trains(_position: Position, orders: Sequence[Order]) -> tuple[str, ...]:
    """The warning that two trains stop each other. Rule: ruling C4."""
    count = sum(isinstance(order, Train) for order in orders)
    if count < 2:
        return ()
    return (f"You have ordered {count} trains. Only one runs a turn: as it stands, none of them will leave.",)
