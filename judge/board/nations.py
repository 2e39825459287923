"""Nations: to whom the people of each province on land hold, for games in which that is more than who rules there.

The form of the table is explained at the head of `maps/modern.nations`. A game may bring a table of its own.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, lru_cache

from judge.board.board import Board, Power, ProvinceKind
from judge.board.gazetteer import fold, gazetteer
from judge.errors import MapError
from judge.paths import data_file

MAX_NATIONS = 60
_LINE = re.compile(r"(?P<name>[^,=:]+)(?:,(?P<adjective>[^,=:]+))?(?:=(?P<aliases>[^=:]+))?:(?P<provinces>[^:=]*)")
_FORM = "'Name, Adjective = spelling, spelling: Abb Abb'"
_WORDS = re.compile(r"[^\W\d_]+(?:[ '-][^\W\d_]+)*")
MAX_NAME = 30
# Whoever reads `PRESS TO all` or `army Par - Bur` must not have to guess.
_TAKEN = frozenset({"all", "army", "everybody", "everyone", "fleet", "judge", "master", "moderator", "nobody", "the"})


def read_nations(board: Board, text: str, file: str = "nations") -> Board:
    """The board with the nations of a table as its powers: its own first, in their order, then the others by name.

    Shape: a power that is not the board's own has no letter and no units and is not `seated`; every power has its
    provinces as `lands` and the centers among them as `home`.
    Refuses: MapError with the line and the field (name, adjective, spelling or province) that is wrong.
    """
    board = replace(board, powers=tuple(power for power in board.powers if power.seated))
    rows = tuple(_rows(board, text, file))
    known = {power.id for power in board.powers}
    found: dict[str, _Row] = {}
    for row in rows:
        id_ = next((power.id for power in board.powers if fold(row.name) in _names(power)), _id_of(row.name))
        if id_ in found:
            raise row.error(f"name: {row.name} has a line already")
        found[id_] = row
    _keep_apart(board, found)
    owners = _owners(found)
    for power in board.powers:
        _check_power(board, power, found.get(power.id), file)
    for province in board.provinces:
        if province.kind is not ProvinceKind.SEA and province.id not in owners:
            raise MapError(f"province: {province.abbreviation} ({province.name}) belongs to no nation", file=file)
    own = [_with_lands(board, power, found[power.id]) for power in board.powers]
    made = [_new_power(board, id_, row) for id_, row in found.items() if id_ not in known]
    powers = (*own, *sorted(made, key=lambda power: power.name))
    homes = {center: power.id for power in powers for center in power.home}
    provinces = tuple(replace(province, home=homes.get(province.id)) for province in board.provinces)
    return replace(board, powers=powers, provinces=provinces)


def write_nations(board: Board) -> tuple[str, ...]:
    """The table of a board that has nations, a line for each, its own powers first. It reads back to the same board."""
    return tuple(_write(board, power) for power in board.powers)


def _write(board: Board, power: Power) -> str:
    centers = [board.write(province) for province in power.lands if province in power.home]
    others = [board.write(province) for province in power.lands if province not in power.home]
    name = power.name
    if not power.seated:
        name += f", {power.adjective}" if power.adjective != power.name else ""
        name += f" = {', '.join(power.aliases)}" if power.aliases else ""
    return f"{name}: {' '.join((*centers, *others))}"


@lru_cache(maxsize=64)
def with_nations(board: Board, text: str) -> Board:
    """The board with the nations of a table that was read before, "" for those it has."""
    return read_nations(board, text) if text else board


@cache
def load_nations(board: Board) -> Board:
    """The board with the nations of the table that ships beside it. Refuses: MapError, also when there is none."""
    path = data_file("maps", f"{board.name}.nations")
    if not path.is_file():
        raise MapError(f"there are no nations for the board {board.name}", file=str(path))
    return read_nations(board, path.read_text(encoding="utf-8"), str(path))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """One line of a table: its file and number, and what it says; `provinces` are ids, sorted."""

    file: str
    number: int
    name: str
    adjective: str
    aliases: tuple[str, ...]
    provinces: tuple[str, ...]

    def error(self, problem: str) -> MapError:
        """The exception that names this line."""
        return MapError(problem, file=self.file, line=self.number)


def _rows(board: Board, text: str, file: str) -> Iterator[_Row]:
    for count, (number, said) in enumerate(_joined(text), start=1):
        read = _LINE.fullmatch(said)
        if read is None:
            raise MapError(f"expected {_FORM}, not {said[:60]!r}", file=file, line=number)
        if count > MAX_NATIONS:
            raise MapError(f"more than {MAX_NATIONS} nations", file=file, line=number)
        name = _word("name", read["name"], file, number)
        adjective = _word("adjective", read["adjective"], file, number) if read["adjective"] else name
        aliases = tuple(_word("spelling", one, file, number) for one in (read["aliases"] or "").split(",") if one)
        words = read["provinces"].replace(",", " ").split()
        if not words:
            raise MapError(f"province: {name} has none", file=file, line=number)
        provinces = tuple(sorted({_province(board, word, file, number) for word in words}))
        yield _Row(file=file, number=number, name=name, adjective=adjective, aliases=aliases, provinces=provinces)


def _joined(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, without comments, by the number of their first.

    Shape: a line that begins farther right than the one before, and has no colon, goes on with it.
    """
    held, indent = (0, ""), 0
    for number, written in enumerate(text.expandtabs().splitlines(), start=1):
        said = written.partition("#")[0].rstrip()
        inward = len(said) - len(said.lstrip())
        if said and held[0] and inward > indent and ":" not in said:
            held = (held[0], f"{held[1]} {said.strip()}")
        elif said:
            if held[0]:
                yield held
            held, indent = (number, said.strip()), inward
    if held[0]:
        yield held


def _word(field: str, text: str, file: str, number: int) -> str:
    word = " ".join(text.split())
    if _WORDS.fullmatch(word) is None or not 3 <= len(word) <= MAX_NAME:
        problem = f"{field}: {word!r} is not 3 to {MAX_NAME} letters, in words parted by blanks or dashes"
        raise MapError(problem, file=file, line=number)
    if word.lower() in _TAKEN:
        problem = f"{field}: {word!r} means something else in letters and orders, so no nation can be called so"
        raise MapError(problem, file=file, line=number)
    return word


def _province(board: Board, word: str, file: str, number: int) -> str:
    known = dict(gazetteer(board))
    found = known.get(fold(word), ())
    if len(found) != 1:
        near = get_close_matches(fold(word), sorted(known), n=1)
        hint = f"; did you mean {board.write(known[near[0]][0])}?" if near else ""
        problem = "could be several provinces" if found else f"is no province of this board{hint}"
        raise MapError(f"province: {word} {problem}", file=file, line=number)
    if board.is_sea(found[0]):
        raise MapError(f"province: {word} is a sea, where nobody lives", file=file, line=number)
    return found[0]


def _owners(found: Mapping[str, _Row]) -> dict[str, _Row]:
    owners: dict[str, _Row] = {}
    for row in found.values():
        for province in row.provinces:
            if province in owners:
                raise row.error(f"province: {province} belongs to {owners[province].name} already")
            owners[province] = row
    return owners


def _check_power(board: Board, power: Power, row: _Row | None, file: str) -> None:
    if row is None:
        raise MapError(f"name: there is no line for {power.name}, which is played from the start", file=file)
    away = [center for center in power.home if center not in row.provinces]
    if away:
        raise row.error(f"province: {board.write(away[0])} is a home center of {power.name} and is missing here")


def _with_lands(board: Board, power: Power, row: _Row) -> Power:
    return replace(power, home=_centers(board, row), lands=row.provinces)


def _centers(board: Board, row: _Row) -> tuple[str, ...]:
    return tuple(province for province in row.provinces if board.province(province).center)


def _new_power(board: Board, id_: str, row: _Row) -> Power:
    centers = _centers(board, row)
    if not centers:
        raise row.error(f"province: none of {row.name}'s provinces is a supply center, so it could never rise")
    return Power(
        id=id_, name=row.name, adjective=row.adjective, letter="", aliases=row.aliases, home=centers, seated=False,
        lands=row.provinces,
    )  # fmt: skip


def _id_of(name: str) -> str:
    return re.sub(r"[ '-]+", "", name.casefold())


def _names(power: Power) -> frozenset[str]:
    return frozenset(fold(name) for name in (power.id, power.name, power.adjective, *power.aliases))


def _keep_apart(board: Board, found: Mapping[str, _Row]) -> None:
    """Refuse a spelling that two nations share, at the later of their lines."""
    owners = {name: power.name for power in board.powers for name in _names(power)}
    own = {power.id for power in board.powers}
    for id_, row in found.items():
        if id_ in own:
            _check_own(row)
            continue
        for field, name in _spelled(row):
            taken = owners.setdefault(fold(name), row.name)
            if taken != row.name:
                raise row.error(f"{field}: {name} is a spelling of {taken}")


def _check_own(row: _Row) -> None:
    if row.adjective != row.name or row.aliases:
        raise row.error(f"adjective: {row.name} is a power of the board, which has its spellings there")


def _spelled(row: _Row) -> Sequence[tuple[str, str]]:
    return (("name", row.name), ("adjective", row.adjective), *(("spelling", alias) for alias in row.aliases))
