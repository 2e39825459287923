"""A board of five provinces, enough to word orders on."""

import pytest

from judge.board import Board, Province, ProvinceKind


@pytest.fixture(scope="session")
def little_board() -> Board:
    provinces = (
        Province(id="bur", abbreviation="Bur", name="Burgundy", kind=ProvinceKind.LAND),
        Province(id="eng", abbreviation="ENG", name="English Channel", kind=ProvinceKind.SEA),
        Province(id="mun", abbreviation="Mun", name="Munich", kind=ProvinceKind.LAND, center=True),
        Province(id="par", abbreviation="Par", name="Paris", kind=ProvinceKind.LAND, center=True),
        Province(id="spa", abbreviation="Spa", name="Spain", kind=ProvinceKind.COAST, coasts=("nc", "sc")),
    )
    return Board(
        name="little", title="Little", start="S1901M", to_win=2, provinces=provinces, powers=(), fleet=(),
        army=(("bur", "mun"), ("bur", "par")),
    )  # fmt: skip
