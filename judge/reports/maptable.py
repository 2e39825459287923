"""The map in words: for each place its neighbors, for each province with several coasts the seas of each."""

from datetime import datetime

from judge.board import Board
from judge.reports.cards import Card, Reader
from judge.reports.folding import fold
from judge.reports.letterhead import letterhead
from judge.reports.pages import page


def map_table(card: Card, reader: Reader, now: datetime) -> str:
    """The neighbors of every place as they are now; without a position a sentence that says so."""
    board = card.position.board if card.position else None
    facts = letterhead(card, reader, now) | {
        "places": place_lines(board) if board else (),
        "links": link_lines(board) if board else (),
    }
    return page("anyone/map", **facts)


def place_lines(board: Board) -> tuple[str, ...]:
    """A line for each province and each area that no unit may enter, by name; coasts under those that have several."""
    if board.topology is None:
        return ()
    names = _names(board)
    width = max(map(len, names.values())) + 4
    lines: list[str] = []
    for face in sorted(names, key=lambda one: names[one].lower()):
        rings = " | ".join(" ".join(names[near] for near in ring) for ring in board.topology.neighbors(face))
        lines += fold(rings, f"  {names[face]}".ljust(width))
        coasts = board.fleet_locations(face) if board.has(face) else ()
        if len(coasts) > 1:
            told = "; ".join(f"{board.write(coast)} at {_seas(board, coast)}" for coast in coasts)
            lines += fold(f"(coasts: {told})", " " * width)
    return tuple(lines)


def link_lines(board: Board) -> tuple[str, ...]:
    """A line for each two places that are joined without a border, such as by a bridge."""
    lines = []
    for link in board.topology.links if board.topology else ():
        one, other = link.places
        whom = " and ".join(word for word, joined in (("armies", link.army), ("fleets", link.fleet)) if joined)
        if whom:
            lines.append(f"  {board.write(one)} and {board.write(other)}, for {whom}")
    return tuple(lines)


def _names(board: Board) -> dict[str, str]:
    provinces = {province.id: board.write(province.id) for province in board.provinces}
    return provinces | {barrier.id: barrier.abbreviation for barrier in board.barriers}


def _seas(board: Board, coast: str) -> str:
    return " ".join(board.write(place) for place in board.fleet_neighbors(coast) if board.is_sea(place))
