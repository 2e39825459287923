"""Which fleets a convoy could need, held against a search of every chain there is."""

import random
from collections.abc import Iterator

from judge.adjudication.table import Table, shortest_chains
from judge.board import Board, Power, Province, ProvinceKind
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.units import Unit, UnitKind

SEAS = 9


def sea_with_two_shores(rng: random.Random) -> Table:
    """Nine seas, each with a fleet or nearly so, touching each other at random, and two coasts."""
    seas = [f"s{number}" for number in range(SEAS)]
    fleet = [pair for number, one in enumerate(seas) for pair in ((one, other) for other in seas[number + 1 :])]
    fleet = [pair for pair in fleet if rng.random() < 0.35]
    fleet += [(coast, sea) for coast in ("end", "from") for sea in rng.sample(seas, 2)]
    board = Board(
        name="bay", title="Bay", start="S1901M", to_win=9,
        provinces=tuple(
            Province(id=place, abbreviation=place, name=place, kind=kind)
            for place, kind in [("end", ProvinceKind.COAST), ("from", ProvinceKind.COAST)]
            + [(sea, ProvinceKind.SEA) for sea in seas]
        ),
        powers=(Power(id="one", name="One", adjective="One", letter="o"),),
        army=(), fleet=tuple(sorted(fleet)),
    )  # fmt: skip
    phase = parse_phase("S1901M")
    assert phase is not None
    units = tuple(Unit(UnitKind.FLEET, sea, "one") for sea in seas if rng.random() < 0.9)
    return Table(Position(board=board, phase=phase, units=units, centers=()))


def chains(table: Table, start: int, end: int) -> Iterator[tuple[int, ...]]:
    """Every chain of fleets of which none touches one that is not next to it."""
    shores, fleets = table.atlas.shores, [sea for sea in range(table.atlas.size) if table.afloat >> sea & 1]

    def longer(chain: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if shores[end] >> chain[-1] & 1:
            yield chain
            return
        for sea in fleets:
            apart = not any(shores[other] >> sea & 1 for other in chain[:-1]) and not shores[start] >> sea & 1
            if sea not in chain and shores[chain[-1]] >> sea & 1 and apart:
                yield from longer((*chain, sea))

    for sea in fleets:
        if shores[start] >> sea & 1:
            yield from longer((sea,))


def test_a_fleet_is_on_a_route_when_a_chain_without_a_needless_fleet_leads_through_it() -> None:
    """Rule: DATC 6.F.12, 6.G.19."""
    for seed in range(150):
        table = sea_with_two_shores(random.Random(seed))
        start, end = table.atlas.numbers["from"], table.atlas.numbers["end"]
        all_chains = list(chains(table, start, end))
        needed = {sea for chain in all_chains for sea in chain}
        assert {sea for sea in range(table.atlas.size) if table.on_route(start, end, sea)} == needed
        shortest = min(map(len, all_chains), default=0)
        direct = {sea for chain in all_chains if len(chain) == shortest for sea in chain}
        mask = shortest_chains(table.atlas.shores, table.afloat, start, end)
        assert {sea for sea in range(table.atlas.size) if mask >> sea & 1} == direct
