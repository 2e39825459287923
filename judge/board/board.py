"""A board as a value: its provinces, its powers and the two adjacency lists.

Places are plain strings. A *province* is its id (`stp`); a *location* is where a unit stands: the province
id, or for a fleet in a province with named coasts `stp/nc`. Ids are lower case; `write` gives the spelling
that people read (`StP/nc`).
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from operator import attrgetter

from judge.board.topology import Topology


class ProvinceKind(Enum):
    """Who may stand in a province: armies, fleets or both."""

    LAND = "land"
    COAST = "coast"
    SEA = "sea"
    BOTH = "both"  # land and water in one, as Colonial's Cebu; moves like COAST


@dataclass(frozen=True, slots=True, kw_only=True)
class Province:
    """One space that units can enter.

    Shape: `coasts` is empty or holds the suffixes of the named coasts, sorted; `aliases` are lower case and
    exclude the id, the abbreviation and the name; `home` is a power's id.
    """

    id: str
    abbreviation: str
    name: str
    kind: ProvinceKind
    center: bool = False
    home: str | None = None
    aliases: tuple[str, ...] = ()
    coasts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """One of the great powers: its names, home centers and starting units (`F stp/sc`).

    Shape: `worthless` centers that count nothing while this power owns them; `seated` whether somebody plays it from
    the start of a game; `lands` all provinces whose people hold to it, sorted, on a board that has nations
    (`nations.py`), else (). A power that is not seated has no letter ("").
    """

    id: str
    name: str
    adjective: str
    letter: str
    aliases: tuple[str, ...] = ()
    home: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    worthless: tuple[str, ...] = ()
    seated: bool = True
    lands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Barrier:
    """An area that no unit may enter, a face of the map all the same: Switzerland, all that is off the board."""

    id: str
    abbreviation: str
    name: str
    aliases: tuple[str, ...] = ()


def province_of(location: str) -> str:
    """The province a location lies in: `stp` for `stp/nc`, and itself for a province."""
    return location.partition("/")[0]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Board:
    """A whole board. Equal to another when everything that matters in play is equal.

    Shape: `provinces` sorted by id; `powers` in the order of the rulebook; `army` and `fleet` undirected
    pairs, smaller string first, sorted; `ambiguous` maps a short form to the provinces it could mean;
    `coast_aliases` maps another spelling of a coast to the right one (`bul/nc` to `bul/ec`); `barriers` sorted
    by id; `topology` the planar map that `army`, `fleet` and the coasts were derived from; `charts` look-ups made of
    all this.
    Units: `to_win` is a number of centers. `start` is a phase tag (`S1901M`).
    """

    name: str
    title: str
    start: str
    to_win: int
    provinces: tuple[Province, ...]
    powers: tuple[Power, ...]
    army: tuple[tuple[str, str], ...]
    fleet: tuple[tuple[str, str], ...]
    ambiguous: tuple[tuple[str, tuple[str, ...]], ...] = ()
    coast_aliases: tuple[tuple[str, str], ...] = ()
    barriers: tuple[Barrier, ...] = ()
    topology: Topology | None = None
    digest: str = ""
    charts: "_Charts" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        facts = (self.name, self.start, self.to_win, [_province_facts(one) for one in self.provinces], self.powers,
                 self.army, self.fleet, self.ambiguous, self.coast_aliases, self.barriers,
                 self.topology and _topology_facts(self.topology))  # fmt: skip
        object.__setattr__(self, "digest", hashlib.blake2b(repr(facts).encode(), digest_size=16).hexdigest())
        object.__setattr__(self, "charts", _draw_charts(self))

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def province(self, location: str) -> Province:
        """The province a location lies in. Refuses: KeyError for a place that is not on the board."""
        return self.charts.provinces[province_of(location)]

    def power(self, power: str) -> Power:
        """The power with this id. Refuses: KeyError."""
        return self.charts.powers[power]

    def has(self, location: str) -> bool:
        """Whether this is a place on the board: a province, or a named coast of one."""
        province, _, coast = location.partition("/")
        found = self.charts.provinces.get(province)
        return found is not None and (not coast or coast in found.coasts)

    def army_neighbors(self, province: str) -> tuple[str, ...]:
        """The provinces an army can walk to from here, sorted."""
        return self.charts.army.get(province, ())

    def fleet_neighbors(self, location: str) -> tuple[str, ...]:
        """The locations a fleet can sail to from here, sorted. Empty for the bare id of a two-coast province."""
        return self.charts.fleet.get(location, ())

    def fleet_locations(self, province: str) -> tuple[str, ...]:
        """The locations of a province a fleet can stand on, sorted: none inland, one or its named coasts."""
        return self.charts.harbors.get(province, ())

    def coast_named(self, location: str) -> str | None:
        """The named coast that this is a spelling of (`bul/nc` of `bul/ec`), None for no coast of the province."""
        aliases = self.charts.aliases
        for _ in range(len(aliases) + 1):
            if self.has(location):
                return location if "/" in location else None
            location = aliases.get(location, "")
        return None

    def coasts_at(self, province: str, sea: str) -> tuple[str, ...]:
        """The locations of a province that its coast at this sea can mean, sorted.

        Rule: S16, of several coasts there the one that touches no other sea, when there is just one such.
        """
        found = tuple(place for place in self.fleet_locations(province) if sea in self.fleet_neighbors(place))
        alone = tuple(place for place in found if sum(map(self.is_sea, self.fleet_neighbors(place))) == 1)
        return alone if len(alone) == 1 else found

    def is_sea(self, location: str) -> bool:
        """Whether only fleets may stand here."""
        return self.province(location).kind is ProvinceKind.SEA

    def is_inland(self, location: str) -> bool:
        """Whether no fleet may ever stand here."""
        return not self.fleet_locations(province_of(location))

    def write(self, location: str) -> str:
        """The spelling that people read: `StP/nc`, `MAO`."""
        written = self.charts.written.get(location)
        if written is not None:
            return written
        province, slash, coast = location.partition("/")
        return self.province(province).abbreviation + slash + coast

    def seats(self) -> tuple[str, ...]:
        """The powers that are played from the start of a game, in the order of the rulebook."""
        return tuple(power.id for power in self.powers if power.seated)

    def homes(self, power: str) -> tuple[str, ...]:
        """The home centers of a power, sorted."""
        return tuple(sorted(self.power(power).home))

    def is_worthless(self, center: str, power: str) -> bool:
        """Whether a center counts nothing while this power, on the board or not, owns it."""
        found = self.charts.powers.get(power)
        return found is not None and center in found.worthless

    def centers(self) -> tuple[str, ...]:
        """All provinces with a supply center, sorted."""
        return tuple(province.id for province in self.provinces if province.center)


@dataclass(frozen=True, slots=True)
class _Charts:
    """Look-ups made once for a board; no part of its value."""

    provinces: Mapping[str, Province]
    powers: Mapping[str, Power]
    army: Mapping[str, tuple[str, ...]]
    fleet: Mapping[str, tuple[str, ...]]
    harbors: Mapping[str, tuple[str, ...]]
    written: Mapping[str, str]
    aliases: Mapping[str, str]


# Every field that counts, in plain values: a digest is taken of each board that an event makes.
_province_fields = attrgetter(*(one.name for one in fields(Province) if one.name != "kind"))
_topology_fields = attrgetter(*(one.name for one in fields(Topology) if one.compare and one.name != "faces"))


def _province_facts(province: Province) -> tuple[object, ...]:
    return (province.kind.value, _province_fields(province))


def _topology_facts(topology: Topology) -> tuple[object, ...]:
    return ([(face.id, face.terrain.value) for face in topology.faces], _topology_fields(topology))


def _neighbors(pairs: tuple[tuple[str, str], ...]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for one, other in pairs:
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return {place: tuple(sorted(near)) for place, near in found.items()}


def _write_coast(suffix: str, written: Mapping[str, str]) -> str:
    """The spelling of a coast's suffix: as it is, or like the sea that it is called after (`MAO`, `MAO2`)."""
    sea = suffix.rstrip("0123456789")
    return written.get(sea, sea) + suffix[len(sea) :]


def _draw_charts(board: Board) -> _Charts:
    fleet = _neighbors(board.fleet)
    harbors: dict[str, tuple[str, ...]] = {}
    for province in board.provinces:
        if province.coasts:
            harbors[province.id] = tuple(f"{province.id}/{coast}" for coast in sorted(province.coasts))
        elif province.kind is not ProvinceKind.LAND:
            harbors[province.id] = (province.id,)
    written = {province.id: province.abbreviation for province in board.provinces}
    written |= {
        f"{province.id}/{coast}": f"{province.abbreviation}/{_write_coast(coast, written)}"
        for province in board.provinces
        for coast in province.coasts
    }
    return _Charts(
        provinces={province.id: province for province in board.provinces},
        powers={power.id: power for power in board.powers},
        army=_neighbors(board.army),
        fleet=fleet,
        harbors=harbors,
        written=written,
        aliases=dict(board.coast_aliases),
    )
