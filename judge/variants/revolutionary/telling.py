"""What happened in a sub-season, as sentences: revolutions as stories, then every province that changed."""

from collections.abc import Iterable, Iterator, Sequence

from judge.board import Board
from judge.game.causes import tell_cause
from judge.game.entrance import Standing
from judge.game.outcomes import Cause
from judge.game.turns import PROVINCE, Event
from judge.game.units import Unit
from judge.game.wording import word_order, word_unit
from judge.variants.revolutionary.check import Rising, Verdict
from judge.variants.revolutionary.lands import Land, Limits, Mood
from judge.variants.revolutionary.realm import Realm

Statuses = Sequence[tuple[str, Standing]]


def tell_check(board: Board, before: Realm, verdict: Verdict, limits: Limits) -> tuple[Event, ...]:
    """A check as it is told: joins, revolutions, the powers, then every changed province with its counters (V31)."""
    granted = {answer.plea.power for answer in verdict.answers if not answer.refusal}
    was = dict(before.statuses)
    events = [*_tell_answers(board, verdict)]
    for rising in verdict.risings:
        events += _tell_rising(board, rising, was[rising.nation], joined=rising.nation in granted)
    events += _tell_revolts(board, before, verdict)
    events += tell_statuses(board, before.statuses, verdict.statuses)
    events += tell_lands(board, before.lands, verdict.lands, limits, {unit.province: unit for unit in verdict.units})
    return tuple(events)


def tell_count(board: Board, before: Sequence[Land], after: Sequence[Land], limits: Limits) -> tuple[Event, ...]:
    """The count of Fall: each center that changed hands."""
    old = {land.id: land for land in before}
    events = []
    for land in after:
        loser = old[land.id].controller
        if land.controller != loser:
            text = f"{_name(board, land.controller)} takes {_place(board, land.id)} from {_name(board, loser)}."
            powers = (land.controller, loser)
            events.append(Event(kind="center", text=text, places=(land.id,), powers=powers))
            events.append(Event(kind=PROVINCE, text=describe(board, land, limits), places=(land.id,), powers=powers))
    return tuple(events)


def _tell_revolts(board: Board, before: Realm, verdict: Verdict) -> Iterator[Event]:
    """The revolts that were quenched and that broke out, and the people who hold to another nation from now on."""
    standing = {unit.province: unit.power for unit in verdict.units}
    was, lands = ({land.id: land for land in found} for found in (before.lands, verdict.lands))
    for place in verdict.quenched:
        powers = (standing[place], lands[place].owner)
        text = f"{_name(board, powers[0])} quenches the revolt in {_place(board, place)}."
        yield Event(kind="quenched", text=text, places=(place,), powers=powers)
    for place in verdict.outbreaks:
        powers = (lands[place].owner, lands[place].controller)
        text = f"Revolt breaks out in {_place(board, place)} against {_name(board, powers[1])}."
        yield Event(kind="outbreak", text=text, places=(place,), powers=powers)
    for place in verdict.converted:
        powers = (lands[place].owner, was[place].owner)
        text = f"The people of {_place(board, place)} hold to {_name(board, powers[0])} from now on."
        yield Event(kind="allegiance", text=text, places=(place,), powers=powers)


def tell_statuses(board: Board, before: Statuses, after: Statuses) -> tuple[Event, ...]:
    """Each power whose status changed."""
    was = dict(before)
    events = []
    for power, status in sorted(after):
        if status is was[power]:
            continue
        kind = "eliminated" if status is Standing.ELIMINATED else "status"
        events.append(Event(kind=kind, text=_told_status(board, power, was[power], status), powers=(power,)))
    return tuple(events)


def _told_status(board: Board, power: str, was: Standing, status: Standing) -> str:
    name = _name(board, power)
    match status:
        case Standing.ELIMINATED:
            return f"{name} is out of the game: it has nothing left, and no center holds to it."
        case Standing.DEFEATED:
            return f"{name} is defeated: it has no center and no unit left, but some of its people still hold to it."
        case _ if was is Standing.DEFEATED:
            return (
                f"{name} is a power again. Its last player has the first right to it until the next movement deadline."
            )
        case _:
            return f"{name} has a player now and is a power like any other."


def _tell_answers(board: Board, verdict: Verdict) -> Iterator[Event]:
    for answer in verdict.answers:
        plea = answer.plea
        asked, places = word_order(board, plea), (plea.center,) if plea.center else ()
        if answer.refusal:
            why = tell_cause(board, Cause(code=answer.refusal, place=plea.center or None))
            yield Event(kind="refused", text=f"Refused: {asked}, {why}.", places=places, powers=(plea.power,))
        else:
            yield Event(kind="join", text=f"Granted: {asked}.", places=places, powers=(plea.power,))


def _tell_rising(board: Board, rising: Rising, was: Standing, *, joined: bool) -> Iterator[Event]:
    """The story of a revolution: where it began, how it spread, what came up, who was thrown out, who rules."""
    starts = _listed([_place(board, place) for place in rising.starts])
    nation, powers = _name(board, rising.nation), (rising.nation, *rising.against)
    against = _listed([_name(board, power) for power in rising.against])
    begins = "begins" if len(rising.starts) == 1 else "began"
    text = f"Revolution of {nation} against {against}: it {begins} in {starts}."
    yield Event(kind="revolution", text=text, places=rising.starts, powers=powers)
    for start, to in rising.steps:
        text = f"It spreads from {_place(board, start)} to {_place(board, to)}."
        yield Event(kind="spread", text=text, places=(start, to), powers=(rising.nation,))
    for unit in rising.thrown_out:
        text = f"{_unit(board, unit)} of {_name(board, unit.power)} is thrown out."
        yield Event(kind="thrown-out", text=text, places=(unit.at,), powers=(unit.power,))
    if rising.raised:
        raised = _listed([_unit(board, unit) for unit in rising.raised])
        text = f"{nation} raises {raised}."
        places = tuple(unit.at for unit in rising.raised)
        yield Event(kind="raised", text=text, places=places, powers=(rising.nation,))
    if was is Standing.INACTIVE and not joined:
        text = f"{nation} is independent and has no player; its units hold. Whoever plays no power may claim it."
        yield Event(kind="independent", text=text, powers=(rising.nation,))


def tell_lands(
    board: Board, before: Iterable[Land], after: Iterable[Land], limits: Limits, standing: dict[str, Unit]
) -> tuple[Event, ...]:
    """Every province that changed: its state and its counters."""
    old = {land.id: land for land in before}
    events = []
    for land in after:
        if land != old[land.id]:
            powers = tuple(dict.fromkeys((land.owner, land.controller)))
            text = describe(board, land, limits, standing.get(land.id))
            if land.owner != old[land.id].owner:
                text = f"{text} Its people held to {_name(board, old[land.id].owner)} before."
            events.append(Event(kind=PROVINCE, text=text, places=(land.id,), powers=powers))
    return tuple(events)


def describe(board: Board, land: Land, limits: Limits, unit: Unit | None = None) -> str:
    """A province in a sentence: whose people, who has it, its state, its counters as far as they run."""
    place, owner, holder = _place(board, land.id), _name(board, land.owner), _name(board, land.controller)
    third = unit is not None and unit.power != land.controller
    by = f" by {_name(board, unit.power)}" if unit is not None and third else ""
    besides = f", controlled by {holder}" if third and not land.is_free else ""
    center = board.province(land.id).center
    counts = []
    if not land.is_free and not land.in_revolt and land.empty > 0:
        counts.append(f"empty {land.empty} of {limits.empty}")
    if land.in_revolt:
        counts.append(f"season {land.revolt} of {limits.revolt}" if center else f"season {land.revolt}")
    if land.loyal > 0:
        counts.append(f"loyal {land.loyal} of {limits.loyal}")
    told = {
        Mood.HOME_OWNED: f"home-owned by {owner}",
        Mood.OCCUPIED: f"{owner}'s, occupied{by or f' by {holder}'}" + besides,
        Mood.CONTROLLED: f"{owner}'s, controlled by {holder}",
        Mood.REVOLT: f"{owner}'s, in revolt against {holder}",
        Mood.REVOLT_OCCUPIED: f"{owner}'s, in revolt against {holder} and occupied{by or ' by it'}",
    }[land.mood]
    return f"{place}: {told}" + (f" ({', '.join(counts)})." if counts else ".")


def _name(board: Board, power: str) -> str:
    return board.power(power).name


def _place(board: Board, place: str) -> str:
    return board.province(place).name


def _unit(board: Board, unit: Unit) -> str:
    return word_unit(board, unit.kind, unit.at)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
