"""Complaints about order lines: where, what piece, what was expected, what would work, what may have been meant."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from judge.board import Board
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.wording import word_unit
from judge.language.folding import fold_line
from judge.language.order_parser import Parsed
from judge.language.spellings import face_spellings, spellings, squeeze

_WORDS = {
    "PLACE": "a place", "ARROW": "“-”", "HOLD": "“H”", "SUPPORT": "“S”", "CONVOY": "“C”", "RETREAT": "“retreats to”",
    "DISBAND": "“disband”", "BUILD": "“build”", "WAIVE": "“waive”", "KIND": "A or F", "NUMBER": "a number",
    "VIA_CONVOY": "“via convoy”", "$END": "the end of the order", "FACE": "a place", "AND": "“&”",
    "APART": "“separate”", "JOINED": "“connect”",
}  # fmt: skip
_FOR_UNITS = frozenset(
    ("ARROW", "HOLD", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "BUILD", "WAIVE", "VIA_CONVOY", "KIND")
)
# Words that are no misspelt place, however like one they look.
_NO_NAMES = frozenset(
    ("all", "and", "any", "both", "but", "can", "each", "for", "its", "not", "off", "out", "then", "who")
)
_LIKE_ENOUGH = 65.0  # of 100, rapidfuzz ratio
_WORD = re.compile(r"[\w'/]+|\S")
_UNFINISHED = re.compile(r"\s*(?:s|supports?|supporting|c|convoys?|convoying|transports?)\b")
_SHAPES = (
    r"(?:[+*-]\s*)?(?:{nation}:?\s+)?(?:an?\s+|the\s+)?(?:army|fleet|[af]\b\.?)\s+(?:the\s+|in\s+|at\s+)*{place}",
    r"{place}(?:\s*(?:[-=]*>+|-+)\s*|\s+)(?:h|s|c|m|to|holds?|supports?|moves?|convoys?|attacks?|retreats?"
    r"|withdraws?|flees?|escapes?|falls? +back|runs|disbands?|stands?)\b",
    r"{place}\s*(?:[-=]*>+|-+)\s*{place}",
    r"(?:army|fleet|[af])\b\.?\s+[a-z][a-z. ]{{1,25}}?\s*(?:[-=]*>+|-+|\s(?:h|s|c|m|to|holds?|supports?|moves?"
    r"|convoys?|disbands?)\b)",
    r"[a-z][a-z. ]{{2,25}}?\s*(?:[-=]*>+|-+)\s*{place}",
    r"[a-z]{{3,20}}\s+(?:holds?|stands?)\s*[.!]*$",
    r"(?:build|disband|remove|retreat|support|convoy|s\b|c\b)s?\s+(?:to\s+)?(?:{nation}\s+)?(?:an?\s+|the\s+)?"
    r"(?:(?:army|fleet|[af])\b|{place})",
    r"(?:waives?|no +(?:new +)?builds?)\b",
)


def has_event_shape(board: Board, text: str) -> bool:
    """Whether a text in plain form names two places that are to part or to meet."""
    return _event_shape(face_spellings(board).pattern).search(text) is not None


def names_faces(board: Board, text: str) -> bool:
    """Whether a text in plain form names any face of the map."""
    return _any_face(face_spellings(board).pattern).search(text) is not None


@lru_cache(maxsize=16)
def _any_face(face: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z]){face}")


@lru_cache(maxsize=16)
def _event_shape(face: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z]){face}(?:\s*(?:&|,|\+|\band\b)\s*|\s+){face}\s+(?:sep|con+ect|conn?\b)")


@lru_cache(maxsize=16)
def _shape(place: str, nations: tuple[str, ...]) -> re.Pattern[str]:
    nation = f"(?:{'|'.join(map(re.escape, nations))})" if nations else r"(?!)."
    return re.compile(r"\s*(?:" + "|".join(shape.format(place=place, nation=nation) for shape in _SHAPES) + ")")


def has_order_shape(board: Board, text: str) -> bool:
    """Whether a text in plain form has the shape of an order, however faulty. Chat has none."""
    nations = tuple(name.lower() for power in board.powers for name in (power.name, power.adjective))
    return _shape(spellings(board).pattern, nations).match(text) is not None


def did_you_mean(board: Board, piece: str, *, barriers: bool = False) -> tuple[str, ...]:
    """Names of the places whose spelling is most like this piece, the likest first; at most three.

    Shape: with `barriers` also of areas that no unit may enter.
    """
    from rapidfuzz import fuzz, process  # costs more to load than a whole adjudication; only a complaint needs it

    if piece.lower() in _NO_NAMES:
        return ()
    known = face_spellings(board) if barriers else spellings(board)
    called = {place.id: place.name for place in board.provinces} | {one.id: one.name for one in board.barriers}
    found: list[str] = []
    choices = {spelling: squeeze(spelling) for spelling in known.names}
    for _, _, spelling in process.extract(
        squeeze(piece), choices, scorer=fuzz.ratio, score_cutoff=_LIKE_ENOUGH, limit=12
    ):
        found += [called[place] for place in known.names[spelling]]
    return tuple(dict.fromkeys(found))[:3]


def example_order(position: Position, power: str, unit_at: str | None = None) -> str:
    """An order that would work here: for the unit at this place, else for the power's first, else any; "" for none."""
    board = position.board
    match position.phase.kind:
        case PhaseKind.RETREAT:
            gone = position.dislodged_of(power)
            if gone and gone[0].retreats:
                return f"{word_unit(board, gone[0].unit.kind, gone[0].unit.at)} - {board.write(gone[0].retreats[0])}"
            return f"{word_unit(board, gone[0].unit.kind, gone[0].unit.at)} disband" if gone else "A Boh disband"
        case PhaseKind.ADJUSTMENT:
            return _example_adjustment(position, power)
        case PhaseKind.EVENTS:
            return ""  # the variant has examples of its own
        case _:
            unit = position.unit_in(unit_at) if unit_at else None
            units = [unit] if unit else [*position.units_of(power), *position.units]
            if not units:
                return "A Par - Bur"
            near = board.fleet_neighbors(units[0].at) or board.army_neighbors(units[0].province)
            if units[0].kind.value == "A":
                near = board.army_neighbors(units[0].province) or near
            written = word_unit(board, units[0].kind, units[0].at)
            return f"{written} - {board.write(near[0])}" if near else f"{written} H"


def _example_adjustment(position: Position, power: str) -> str:
    """A build or a removal, whichever is due; "" when neither is."""
    board, units, centers = position.board, position.units_of(power), position.counted_of(power)
    if len(units) > len(centers):
        return f"remove {word_unit(board, units[0].kind, units[0].at)}"
    open_homes = [home for home in board.homes(power) if home in centers and position.unit_in(home) is None]
    if len(units) == len(centers):
        return ""
    return f"build A {board.write(open_homes[0])}" if open_homes else "waive"


def unreadable(position: Position, power: str, line: NumberedLine, text: str, offset: int, parsed: Parsed) -> Complaint:
    """The complaint about an order of which the parser could make nothing, at the piece where it stopped."""
    board = position.board
    column = parsed.column
    found = _WORD.match(text, column - 1)
    piece = found[0] if found else ""
    expected = parsed.expected
    instead: tuple[str, ...] = ()
    if expected & {"PLACE", "COAST", "FACE"}:
        start, whole = _misspelt(board, text, column, piece)
        instead = did_you_mean(board, whole, barriers="FACE" in expected) if len(whole) > 1 else ()
        if instead:
            column, piece = start, whole
    if _UNFINISHED.match(text) and column <= len(text) - len(text.lstrip()) + 1:
        problem = "this does not say which unit is to do it"
    elif not piece:
        problem = "something is missing at the end of the order"
    elif instead or (expected & {"PLACE", "FACE"} and not expected & {"HOLD", "COAST"} and piece[:1].isalpha()):
        problem = f"“{_own(line, offset, column, piece)}” is no place on this board"
    else:
        problem = f"“{_own(line, offset, column, piece)}” does not fit here"
    return Complaint(
        kind="unreadable", problem=problem, line=line.number, column=offset + column, text=line.text,
        piece=_own(line, offset, column, piece),
        expected=_WORDS["PLACE"] if instead else _expected(expected - _not_now(position)),
        example=example_order(position, power, first_unit(position, power, text)), instead=instead,
    )  # fmt: skip


def first_unit(position: Position, power: str, text: str) -> str | None:
    """The province of the first place in a text, when the power has a unit there, be it a dislodged one."""
    known = spellings(position.board)
    named = re.search(rf"(?<![a-z])(?:{known.pattern})", fold_line(text))
    own = {unit.province for unit in position.units_of(power)}
    own |= {one.unit.province for one in position.dislodged_of(power)}
    return next((province for province in known.provinces(named[0]) if province in own), None) if named else None


def _own(line: NumberedLine, offset: int, column: int, piece: str) -> str:
    """The piece in the writer's own letters."""
    return line.text[offset + column - 1 : offset + column - 1 + len(piece)]


def _misspelt(board: Board, text: str, column: int, piece: str) -> tuple[int, str]:
    """Where the misspelt name begins and how it was written.

    A name that went wrong in a later word (`Mid Atlanic Ocean`) begins before the column where the parser
    stopped; it ends before the next dash.
    """
    head = text[: column - 1]
    before = re.search(rf"(?:{spellings(board).pattern})[ .-]*$", head)
    rest = re.match(r"[a-z'. ]*[a-z']", text[column - 1 :])
    words = rest[0] if rest else piece
    if before and words[:1].isalpha():
        joined = text[before.start() : column - 1] + words
        if did_you_mean(board, joined) and "-" not in joined.strip():
            return before.start() + 1, joined
    if " " in words and not did_you_mean(board, words):
        return column, piece
    return column, words


def _not_now(position: Position) -> frozenset[str]:
    """The terminals of orders for units, which nobody gives where the map itself is changed."""
    return _FOR_UNITS if position.phase.kind is PhaseKind.EVENTS else frozenset()


def _expected(terminals: Iterable[str]) -> str:
    words = [word for name, word in _WORDS.items() if name in terminals]
    if len(words) > 1:
        return ", ".join(words[:-1]) + " or " + words[-1]
    return words[0] if words else "an order"


def ambiguous_place(
    position: Position, power: str, line: NumberedLine, column: int, text: str, candidates: Sequence[str]
) -> Complaint:
    """The complaint about a place that could be several: these."""
    names = tuple(position.board.province(candidate).name for candidate in candidates)
    return Complaint(
        kind="ambiguous", problem=f"“{text}” could be {_or(names)}", line=line.number, column=column,
        text=line.text, piece=text, expected=_or(names), example=example_order(position, power), instead=names,
    )  # fmt: skip


def missing_coast(
    position: Position, line: NumberedLine, column: int, text: str, coasts: Sequence[str], example: str
) -> Complaint:
    """The complaint about a fleet's place with several coasts, all of them possible; `example` names one."""
    written = tuple(position.board.write(coast) for coast in coasts)
    return Complaint(
        kind="ambiguous", problem=f"“{text}” has more than one coast that a fleet could go to: which?",
        line=line.number, column=column, text=line.text, piece=text, expected=_or(written), example=example,
        instead=written,
    )  # fmt: skip


def _or(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else "".join(words)
