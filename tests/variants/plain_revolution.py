"""A second, slow reading of the revolutionary rules: the state table, the eight steps of a check and the count of Fall.

Written from the rules and rulings alone, with plain values, and sharing nothing with the judge but the facts of the
board. A province is a `Place`, everything else are strings and sets.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

HOME, OCCUPIED, CONTROLLED, REVOLT, BOTH = "home-owned", "occupied", "controlled", "revolt", "revolt-occupied"
ACTIVE, INACTIVE, DEFEATED, ELIMINATED = "active", "inactive", "defeated", "eliminated"


@dataclass(frozen=True)
class Place:
    """A province: O, X, its state and the three counters of the table."""

    owner: str
    controller: str
    state: str = HOME
    n5: int = 0
    n3: int = 0
    n10: int = 0

    @property
    def risen(self) -> bool:
        return self.state in (REVOLT, BOTH)


@dataclass(frozen=True)
class Numbers:
    """The season counts of a game, and where n5 and n3 begin."""

    empty: int = 5
    revolt: int = 3
    loyal: int = 10
    n5_start: int = 0
    n3_start: int = 0


@dataclass(frozen=True)
class Ask:
    """An outsider's wish: by a revolution in `center`, or "" by a claim; `fleets` by province."""

    nation: str
    center: str = ""
    fleets: tuple[tuple[str, str], ...] = ()


@dataclass
class Check:
    """One sub-season: what it finds, then, changed in place by `play`, what it leaves.

    Shape: `units` {province: (power, kind, location)} undislodged; `there` pairs (province, power) as the movement
    began; `still` provinces whose unit carried out no move; `wishes` {(power, province): location of a fleet}.
    """

    numbers: Numbers
    places: dict[str, Place]
    centers: set[str]
    walks: Callable[[str], Iterable[str]]
    statuses: dict[str, str]
    units: dict[str, tuple[str, str, str]]
    there: set[tuple[str, str]]
    still: set[str]
    beaten: list[str]
    asks: list[Ask]
    wishes: dict[tuple[str, str], str]
    is_open: bool
    refused: dict[int, str] = field(default_factory=dict)
    thrown_out: list[tuple[str, str, str]] = field(default_factory=list)

    def play(self) -> "Check":
        before = {place: self._row(place) for place in self.places}
        quenched = {
            place
            for place in self.places
            if self.places[place].risen and not before[place].risen and before[place].state == OCCUPIED
        }
        self.places = before
        joined = self._joins(quenched)
        freed = self._spread(self._starts(joined))
        self._raise(freed, joined)
        for place in freed:
            self.places[place] = self._home(self.places[place])
        for place, land in self.places.items():
            if (
                place not in freed
                and not land.risen
                and land.owner != land.controller
                and land.n5 >= self.numbers.empty
            ):
                third = place in self.units and self.units[place][0] not in (land.owner, land.controller)
                self.places[place] = replace(land, state=BOTH if third else REVOLT, n3=self.numbers.n3_start, n10=0)
        for ask in joined:
            self.statuses[ask.nation] = ACTIVE
        self.settle()
        for place, land in self.places.items():
            if land.n10 >= self.numbers.loyal and land.owner != land.controller and not land.risen:
                if self.statuses[land.controller] in (DEFEATED, ELIMINATED):
                    self.places[place] = replace(land, n10=self.numbers.loyal - 1)
                else:
                    self.places[place] = self._home(replace(land, owner=land.controller))
        self.settle()
        return self

    def _home(self, land: Place) -> Place:
        return Place(land.owner, land.owner, HOME, self.numbers.n5_start)

    def _row(self, place: str) -> Place:
        """The first row that fits, top to bottom."""
        land, start = self.places[place], self.numbers.n5_start
        owner, holder, center = land.owner, land.controller, place in self.centers
        power = self.units[place][0] if place in self.units else None
        garrison = power is not None and (place, power) in self.there and place in self.still
        if land.risen:
            if power == owner and not center:
                return self._home(land)
            if power is None or power == owner:
                return replace(land, state=REVOLT, n3=land.n3 + 1)
            if garrison:
                return Place(owner, holder if center else power, OCCUPIED, start)
            return replace(land, state=BOTH, n3=land.n3 + 1, controller=holder if center else power)
        if holder == owner:
            if power in (None, owner):
                return self._home(land)
            if not center:
                return Place(owner, power, OCCUPIED, start, 0, 1)
            goes_on = land.state == OCCUPIED and (place, power) in self.there
            return Place(owner, owner, OCCUPIED, start, 0, land.n10 + 1 if goes_on else 1)
        if power == owner:
            return Place(owner, holder, CONTROLLED, land.n5 + 1) if center else self._home(land)
        if power == holder:
            return Place(owner, holder, OCCUPIED, start, 0, land.n10 + 1)
        if power is None:
            return Place(owner, holder, CONTROLLED, land.n5 + 1, 0, land.n10 + 1)
        if not center:
            return Place(owner, power, OCCUPIED, start, 0, 1)
        return Place(owner, holder, OCCUPIED, land.n5 + 1, 0, 0)

    def _joins(self, quenched: set[str]) -> list[Ask]:
        """Who is let in; `refused` says why the others are not."""
        good: list[tuple[int, Ask]] = []
        for number, ask in enumerate(self.asks):
            if not self.is_open:
                self.refused[number] = "first_year"
            elif self.statuses[ask.nation] != INACTIVE:
                self.refused[number] = "nation_" + self.statuses[ask.nation]
            elif ask.center and self.places[ask.center].owner != ask.nation:
                self.refused[number] = "other_allegiance"
            elif ask.center and ask.center not in self.centers:
                self.refused[number] = "begins_nothing"
            elif ask.center and not self.places[ask.center].risen:
                self.refused[number] = "quenched" if ask.center in quenched else "no_revolt"
            else:
                good.append((number, ask))
        let_in = []
        for nation in {ask.nation for _, ask in good}:
            rivals = [pair for pair in good if pair[1].nation == nation]
            best = min(rivals, key=lambda pair: (pair[1].center == "", pair[0]))
            let_in.append(best[1])
            self.refused.update((number, "nation_taken") for number, _ in rivals if number != best[0])
        return let_in

    def _starts(self, joined: Sequence[Ask]) -> set[str]:
        ripe = {
            place
            for place, land in self.places.items()
            if place in self.centers and land.risen and land.n3 >= self.numbers.revolt
        }
        return ripe | {ask.center for ask in joined if ask.center}

    def _spread(self, starts: set[str]) -> set[str]:
        """All that is freed: look at every pair again and again until nothing more is added."""
        freed = set(starts)
        while True:
            more = {
                near
                for place in freed
                for near in self.walks(place)
                if near not in freed and near in self.places and self._catches(place, near)
            }
            if not more:
                return freed
            freed |= more

    def _catches(self, place: str, near: str) -> bool:
        here, there = self.places[place], self.places[near]
        if there.owner != here.owner or there.controller == there.owner:
            return False
        if there.risen:
            return True
        kept = (
            near in self.units
            and self.units[near][0] != there.owner
            and near in self.still
            and (near, self.units[near][0]) in self.there
        )
        return there.controller == here.controller and not kept

    def _raise(self, freed: set[str], joined: Sequence[Ask]) -> None:
        for place in freed:
            nation = self.places[place].owner
            if place in self.units and self.units[place][0] == nation:
                continue
            if place in self.units:
                self.thrown_out.append(self.units[place])
            fleet = self.wishes.get((nation, place)) if self.statuses[nation] == ACTIVE else None
            for ask in joined:
                if ask.nation == nation:
                    fleet = dict(ask.fleets).get(place)
            self.units[place] = (nation, "F", fleet) if fleet else (nation, "A", place)

    def settle(self) -> None:
        """How the powers stand."""
        has = {unit[0] for unit in self.units.values()} | {unit[0] for unit in self.thrown_out} | set(self.beaten)
        self.statuses = settled(self.statuses, self.places, self.centers, has)


def settled(statuses: dict[str, str], places: dict[str, Place], centers: set[str], armed: set[str]) -> dict[str, str]:
    """The status of each power at the end of a phase; `armed` those with a unit, dislodged ones too."""
    after = {}
    for power, status in statuses.items():
        rules = any(places[center].controller == power for center in centers)
        loved = any(places[center].owner == power for center in centers)
        if status == ELIMINATED:
            after[power] = ELIMINATED
        elif power in armed or rules:
            after[power] = INACTIVE if status == INACTIVE else ACTIVE
        elif loved:
            after[power] = INACTIVE if status == INACTIVE else DEFEATED
        else:
            after[power] = ELIMINATED
    return after


def counted(place: Place, power: str | None, numbers: Numbers) -> Place:
    """A center after the Winter count; `power` whose unit stands in it."""
    if power is None or power == place.controller:
        return place
    if power == place.owner:
        return Place(place.owner, place.owner, HOME, numbers.n5_start)
    if place.risen:
        return replace(place, controller=power, state=BOTH, n10=0)
    own = place.controller == place.owner and place.state == OCCUPIED
    return Place(place.owner, power, OCCUPIED, numbers.n5_start, 0, place.n10 if own else 0)
