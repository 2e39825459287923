"""A small corner of Europe for the checks, and scenes on it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from judge.board import Board, Power, Province, ProvinceKind
from judge.game.entrance import Standing
from judge.game.units import Unit, UnitKind
from judge.variants.revolutionary.check import Scene
from judge.variants.revolutionary.lands import Land, Limits

MakeLand = Callable[..., Land]
MakeScene = Callable[..., Scene]
Units = Callable[..., tuple[Unit, ...]]


def province(name: str, *, center: bool = False, kind: ProvinceKind = ProvinceKind.LAND) -> Province:
    return Province(id=name, abbreviation=name.capitalize(), name=name.upper(), kind=kind, center=center)


def power(name: str) -> Power:
    return Power(id=name, name=name.capitalize(), adjective=f"{name}ish", letter=name[0].upper())


@pytest.fixture(scope="session")
def corner() -> Board:
    """Saxony - Cze - Slo - Hun - Podolia in a line, Munich beside Saxony and Cze; Greece at the sea, beside Hun."""
    return Board(
        name="corner",
        title="A corner",
        start="S1994M",
        to_win=9,
        provinces=(
            province("aeg", kind=ProvinceKind.SEA),
            province("cze", center=True),
            province("gre", center=True, kind=ProvinceKind.COAST),
            province("hun", center=True),
            province("mun", center=True),
            province("pod"),
            province("sax"),
            province("slo"),
        ),
        powers=tuple(map(power, ("germany", "italy", "ukraine", "czechs", "greece"))),
        army=(
            ("cze", "mun"), ("cze", "sax"), ("cze", "slo"), ("gre", "hun"), ("hun", "pod"), ("hun", "slo"),
            ("mun", "sax"),
        ),
        fleet=(("aeg", "gre"),),
    )  # fmt: skip


OWNERS = {
    "cze": "czechs", "gre": "greece", "hun": "czechs", "mun": "germany", "pod": "ukraine", "sax": "germany",
    "slo": "czechs",
}  # fmt: skip


@pytest.fixture(scope="session")
def land() -> MakeLand:
    """Makes a land of its nation, held by another where one is named; counts and state as given."""

    def make(place: str, controller: str | None = None, **facts: object) -> Land:
        owner = OWNERS[place]
        return replace(Land(id=place, owner=owner, controller=controller or owner), **facts)  # type: ignore[arg-type]

    return make


@pytest.fixture(scope="session")
def units() -> Units:
    """Makes units from `germany A cze` and the like."""

    def make(*texts: str) -> tuple[Unit, ...]:
        parts = [text.split() for text in texts]
        return tuple(Unit(UnitKind(letter), at, who) for who, letter, at in parts)

    return make


@pytest.fixture(scope="session")
def scene(corner: Board) -> MakeScene:
    """Makes a scene of some lands, all others in the hands of their nations; everyone but the two last plays."""

    def make(*lands: Land, statuses: dict[str, Standing] | None = None, **facts: object) -> Scene:
        given = {one.id: one for one in lands}
        every = tuple(given.get(place, Land(id=place, owner=who, controller=who)) for place, who in OWNERS.items())
        stands = dict.fromkeys(("germany", "italy", "ukraine"), Standing.ACTIVE)
        stands |= dict.fromkeys(("czechs", "greece"), Standing.INACTIVE) | (statuses or {})
        start = Scene(board=corner, limits=Limits(), lands=every, statuses=tuple(stands.items()), units=())
        return replace(start, **facts)  # type: ignore[arg-type]

    return make
