"""A Revolutionary sub-season: the check of every land province, on the board after movement and before retreats.

Rule: the eight steps of V1. Occupation and control of non-centers; quenching; revolutions and joins; their spread;
new units and who is thrown out; new revolts; changes of allegiance; the status of the powers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from judge.board import Board, province_of
from judge.game.entrance import Standing
from judge.game.units import Unit, UnitKind
from judge.variants.revolutionary.lands import Land, Limits, Mood, at_home, is_third
from judge.variants.revolutionary.moods import after_season
from judge.variants.revolutionary.nations import EXISTING, statuses_after
from judge.variants.revolutionary.pleas import Answer, Plea, answer_pleas


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What a check looks at.

    Shape: `lands` every land province; `statuses` pairs of power and status; `units` those that stand, `beaten` those
    that were dislodged; `stood` pairs (province, power) of the units as the movement began; `garrisons` provinces
    whose unit stood there then, stands there now and carried out no move; `fleets` pairs (power, location) of rulers
    who want a fleet there; `is_open` whether outsiders may join yet.
    """

    board: Board
    limits: Limits
    lands: tuple[Land, ...]
    statuses: tuple[tuple[str, Standing], ...]
    units: tuple[Unit, ...]
    beaten: tuple[Unit, ...] = ()
    stood: frozenset[tuple[str, str]] = frozenset()
    garrisons: frozenset[str] = frozenset()
    fleets: tuple[tuple[str, str], ...] = ()
    pleas: tuple[Plea, ...] = ()
    is_open: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Rising:
    """The revolution of one nation in one check.

    Shape: `starts` the centers where it began, sorted; `steps` pairs (from, to) in the order of its spread;
    `against` the powers that lost a province by it, sorted; `raised` its new units, `thrown_out` those that were
    dislodged by it.
    """

    nation: str
    starts: tuple[str, ...]
    steps: tuple[tuple[str, str], ...]
    against: tuple[str, ...]
    raised: tuple[Unit, ...]
    thrown_out: tuple[Unit, ...]

    @property
    def liberated(self) -> tuple[str, ...]:
        """All provinces it liberated, in the order of its spread."""
        return (*self.starts, *(to for _, to in self.steps))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a check decided.

    Shape: `units` all that stand now; `quenched`, `outbreaks` and `converted` provinces, sorted: revolts that were put
    down, that broke out, and changes of allegiance.
    """

    lands: tuple[Land, ...]
    statuses: tuple[tuple[str, Standing], ...]
    units: tuple[Unit, ...]
    risings: tuple[Rising, ...]
    quenched: tuple[str, ...]
    outbreaks: tuple[str, ...]
    converted: tuple[str, ...]
    answers: tuple[Answer, ...]

    @property
    def thrown_out(self) -> tuple[Unit, ...]:
        """All units that revolutions dislodged."""
        return tuple(unit for rising in self.risings for unit in rising.thrown_out)


def check(scene: Scene) -> Verdict:
    """Decide a sub-season, in the order of the steps of V1."""
    standing = {unit.province: unit for unit in scene.units}
    centers = frozenset(scene.board.centers())
    lands = {land.id: _season(scene, land, standing.get(land.id), centers) for land in scene.lands}
    was = {land.id: land for land in scene.lands}
    quenched = frozenset(
        place for place, land in lands.items()
        if was[place].in_revolt and not land.in_revolt and land.mood is Mood.OCCUPIED
    )  # fmt: skip
    answers = answer_pleas(
        scene.pleas, lands, quenched, dict(scene.statuses), centers=centers, is_open=scene.is_open
    )  # fmt: skip
    granted = {answer.plea.power: answer.plea for answer in answers if not answer.refusal}
    spreads = _spread(scene, lands, standing, _starts(scene, lands, centers, granted))
    risings = tuple(_raise(scene, lands, standing, granted, *spread) for spread in spreads)
    for rising in risings:
        for place in rising.liberated:
            lands[place] = at_home(lands[place], scene.limits)
        standing.update({unit.province: unit for unit in rising.raised})
    thrown_out = [unit for rising in risings for unit in rising.thrown_out]
    outbreaks = _break_out(scene.limits, lands, standing)
    asked = dict(scene.statuses) | dict.fromkeys(granted, Standing.ACTIVE)
    powers = [unit.power for unit in (*standing.values(), *thrown_out, *scene.beaten)]
    exist = statuses_after(asked, lands.values(), centers, powers)
    converted = _convert(scene.limits, lands, exist)
    return Verdict(
        lands=tuple(lands.values()),
        statuses=tuple(statuses_after(asked, lands.values(), centers, powers).items()),
        units=tuple(sorted(standing.values(), key=lambda unit: unit.sort_key)),
        risings=risings,
        quenched=tuple(sorted(quenched)),
        outbreaks=outbreaks,
        converted=converted,
        answers=answers,
    )


def _season(scene: Scene, land: Land, unit: Unit | None, centers: frozenset[str]) -> Land:
    """Steps 1 and 2: the row of the table that fits the province.

    Rule: V4, the other choice: the season in which a unit of the controller leaves is not counted. A document tells no
    count below 0, so it is known by the unit that was there.
    """
    if land.empty == 0 and land.mood is Mood.OCCUPIED and (land.id, land.controller) in scene.stood:
        land = replace(land, empty=scene.limits.empty_from)
    return after_season(
        land,
        unit,
        scene.limits,
        center=land.id in centers,
        garrison=land.id in scene.garrisons,
        stayed=unit is not None and (land.id, unit.power) in scene.stood,
    )


def _starts(
    scene: Scene, lands: Mapping[str, Land], centers: frozenset[str], granted: Mapping[str, Plea]
) -> tuple[str, ...]:
    """Step 3: the centers where a revolution begins, sorted.

    Rule: the rules' "Revolution" and "Initiating a Revolution"; a province that is no center never starts one (V11).
    """
    ripe = {
        place for place, land in lands.items()
        if place in centers and land.in_revolt and land.revolt >= scene.limits.revolt
    }  # fmt: skip
    return tuple(sorted(ripe | {plea.center for plea in granted.values() if plea.center}))


def _spread(
    scene: Scene, lands: Mapping[str, Land], standing: Mapping[str, Unit], starts: Iterable[str]
) -> list[tuple[tuple[str, ...], tuple[tuple[str, str], ...]]]:
    """Step 4: for each nation that rises the starts and the steps of the spread.

    Rule: V9. From a liberated province to each neighbor by land of the same allegiance that its own nation has not:
    if the same power controlled it and no garrison of another nation holds it (V8, V10), or if it is in revolt.
    """
    by_nation: dict[str, list[str]] = {}
    for start in starts:
        by_nation.setdefault(lands[start].owner, []).append(start)
    spreads = []
    for _, first in sorted(by_nation.items()):
        reached, steps = list(first), []
        for place in reached:
            for near in scene.board.army_neighbors(place):
                if near not in reached and _reaches(scene, lands, standing, place, near):
                    reached.append(near)
                    steps.append((place, near))
        spreads.append((tuple(first), tuple(steps)))
    return spreads


def _reaches(scene: Scene, lands: Mapping[str, Land], standing: Mapping[str, Unit], place: str, near: str) -> bool:
    here, there = lands[place], lands.get(near)
    if there is None or there.owner != here.owner or there.is_free:
        return False
    if there.in_revolt:
        return True
    unit = standing.get(near)
    held = unit is not None and unit.power != there.owner and near in scene.garrisons
    return there.controller == here.controller and not held


def _raise(
    scene: Scene,
    lands: Mapping[str, Land],
    standing: Mapping[str, Unit],
    granted: Mapping[str, Plea],
    starts: tuple[str, ...],
    steps: tuple[tuple[str, str], ...],
) -> Rising:
    """Step 5: the new units of a nation, and who is thrown out.

    Rule: a unit in every liberated province, an army unless its ruler asked for a fleet (V13); none where the nation
    has a unit already (V10).
    """
    liberated = (*starts, *(to for _, to in steps))
    nation = lands[starts[0]].owner
    wanted = granted[nation].fleets if nation in granted else ()
    if dict(scene.statuses)[nation] is Standing.ACTIVE:
        wanted += tuple(place for power, place in scene.fleets if power == nation)
    fleets = {province_of(place): place for place in wanted if place in scene.board.fleet_locations(province_of(place))}
    foreign = [standing[place] for place in liberated if place in standing and standing[place].power != nation]
    return Rising(
        nation=nation,
        starts=starts,
        steps=steps,
        against=tuple(sorted({lands[place].controller for place in liberated})),
        raised=tuple(
            Unit(UnitKind.FLEET if place in fleets else UnitKind.ARMY, fleets.get(place, place), nation)
            for place in liberated
            if place not in standing or standing[place].power != nation
        ),
        thrown_out=tuple(foreign),
    )


def _break_out(limits: Limits, lands: dict[str, Land], standing: Mapping[str, Unit]) -> tuple[str, ...]:
    """Step 6: the provinces that go into revolt, in place.

    Rule: the rules' "Changes in States", V5: it does, without choice. A revolution made the province free before.
    """
    found = []
    for place, land in lands.items():
        if not land.is_free and not land.in_revolt and land.empty >= limits.empty:
            mood = Mood.REVOLT_OCCUPIED if is_third(land, standing.get(place)) else Mood.REVOLT
            lands[place] = replace(land, mood=mood, revolt=limits.revolt_from, loyal=0)
            found.append(place)
    return tuple(sorted(found))


def _convert(limits: Limits, lands: dict[str, Land], statuses: Mapping[str, Standing]) -> tuple[str, ...]:
    """Step 7: the provinces whose people change their allegiance to the power that controls them, in place.

    Rule: the rules' "Changes of Ownership"; never to a power that does not exist, for which the count stops (V34).
    """
    found = []
    for place, land in lands.items():
        if land.is_free or land.in_revolt or land.loyal < limits.loyal:
            continue
        if statuses[land.controller] in EXISTING:
            lands[place] = at_home(replace(land, owner=land.controller), limits)
            found.append(place)
        else:
            lands[place] = replace(land, loyal=limits.loyal - 1)
    return tuple(sorted(found))
