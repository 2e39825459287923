"""Time zones by the names people write."""

from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones


def find_zone(text: str) -> str | None:
    """The zone with this name in any case, or the only one with this city (`berlin`); None when there is none."""
    name = text.strip().lower().replace(" ", "_")
    by_name, by_city = _zones()
    cities = by_city.get(name, ())
    return by_name.get(name) or (cities[0] if len(cities) == 1 else None)


def near_zones(text: str) -> tuple[str, ...]:
    """Zones that may have been meant, the likeliest first."""
    name = text.strip().lower().replace(" ", "_")
    by_name, by_city = _zones()
    cities = tuple(zone for city in get_close_matches(name, by_city, n=2, cutoff=0.75) for zone in by_city[city])
    names = tuple(by_name[one] for one in get_close_matches(name, by_name, n=2, cutoff=0.75))
    return tuple(dict.fromkeys(names + cities))[:3]


@cache
def _zones() -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Zones by lower-case name, and those of the continents by city."""
    names = sorted(available_timezones() - {"localtime"})
    cities: dict[str, tuple[str, ...]] = {}
    for name in names:
        if "/" in name and not name.startswith(("Etc/", "posix", "right", "SystemV")):
            city = name.rpartition("/")[2].lower()
            cities[city] = (*cities.get(city, ()), name)
    return {name.lower(): name for name in names}, cities
