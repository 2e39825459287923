"""What is said of words that are no order: chat, conditions, and orders that stand within a sentence.

Nobody knows what the words around such an order make of it ("I told Dora A Par - Bur"), so it is not taken, and told.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.phases import PhaseKind
from judge.game.phrases import Phrase
from judge.game.position import Position
from judge.language.faults import example_order, first_unit
from judge.language.order_parser import Parse
from judge.language.pieces import order_starts
from judge.language.places import Scene
from judge.language.spellings import spellings

_MOST_STARTS = 4  # units named in a sentence; more are not looked at
_MOST_ENDS = 3  # ends of an order that are tried, from where the parser stopped backwards
_QUOTED = re.compile(r"\s*(?:[a-z]{0,4}>|\|)")  # as some programs mark what others wrote
_WORD = re.compile(r"(?P<word>\S*[^\s.,:;!?\"'()\[\]{}])\S*")
_AROUND = " .,:;!?\"'()[]{}"
_AGAINST = re.compile(
    r"\s*(?:(?:please|oh|no|ok)\b[ ,]*)*(?:undo|delete|scratch|scrap|drop|ignore|disregard|cancel|forget|withdraw"
    r"|take back|don'?t|do not|never)\b(?:\s*(?:the|my|that|order|orders|move|do|about|to|for|:)(?=\s|$))*\s*"
)
_SUPPORTED_BY = re.compile(
    r"\b(?:supported|backed|helped|covered|convoyed)\s+(?:up\s+)?(?:by|from)\s+(?:my\s+)?"
    r"|\b(?:attack|take|support|move|enter|invade|hit)(?:s|ing)?\b[^;!]*?\bwith\s+(?:my\s+)?"
)
_MEANT = (
    r"\s*{place}\s+(?:(?:will|shall|should|must|is|to|please|also|just)\s+)+"
    r"(?:h|s|c|m|holds?|supports?|moves?|go|convoys?|attacks?|retreats?|disbands?)\b"
)
_MESSAGE = re.compile(r"\b(?:press|message)\s+(?:to|for)\s+\w", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Within:
    """An order within a text in plain form: where it begins and ends, and what the parser made of it.

    Shape: no phrase for half an order; `against` when the words before it take it back.
    """

    start: int
    end: int
    phrase: Phrase | None
    against: bool = False


def ordered_by(scene: Scene) -> frozenset[str]:
    """The provinces of the units that a power has to order in this phase."""
    position, power = scene.position, scene.power
    gone = (one.unit for one in position.dislodged_of(power))
    units = gone if position.phase.kind is PhaseKind.RETREAT else position.units_of(power)
    return frozenset(unit.province for unit in units)


def _spoken_of(scene: Scene) -> frozenset[str]:
    """The provinces of which a power may speak in an order: those of its units, and where it builds."""
    homes = scene.board.homes(scene.power) if scene.position.phase.kind is PhaseKind.ADJUSTMENT else ()
    return ordered_by(scene).union(homes)


def order_within(scene: Scene, parse: Parse, text: str, *, first: bool = False) -> Within | None:
    """The first order in a text that is for a unit of the power's, or for a build of its; None for chat.

    Rule: an order says what kind of unit it is for, or has an arrow: "I hope that Paris holds" is chat. With `first` it
    is for the first unit that the text names.
    """
    board, own, bare = scene.board, _spoken_of(scene), scene.position.phase.kind is PhaseKind.ADJUSTMENT
    if _QUOTED.match(text):
        return None
    for start in order_starts(board, own, text)[: 1 if first else _MOST_STARTS]:
        stopped = parse(text[start:].strip(_AROUND))
        reached = len(text) if stopped.phrase is not None else start + stopped.column - 1
        ends = [found.end() for found in _WORD.finditer(text, start) if found.end("word") <= reached]
        for end in ends[: -_MOST_ENDS - 1 : -1]:
            phrase = parse(text[start:end].strip(_AROUND)).phrase
            if phrase is not None and _is_plain(phrase, own, bare):
                return Within(start, end, phrase, _AGAINST.fullmatch(text[:start]) is not None)
    return None


def half_within(scene: Scene, text: str) -> Within | None:
    """What a sentence wants a unit to do without a whole order: `supported by A Mar`, `Paris should support that`."""
    board, own = scene.board, _spoken_of(scene)
    found = _SUPPORTED_BY.search(text)
    if found is not None and found.end() in order_starts(board, own, text):
        return Within(found.start(), len(text), None)
    known = spellings(board)
    meant = _meant(known.pattern).match(text)
    if meant is not None and set(known.provinces(meant["place"])) & set(own):
        return Within(meant.start("place"), len(text), None)
    return None


@lru_cache(maxsize=16)
def _meant(place: str) -> re.Pattern[str]:
    return re.compile(_MEANT.format(place=f"(?P<place>{place})"))


def _is_plain(phrase: Phrase, own: Collection[str], bare: bool) -> bool:
    if (phrase.rule == "bare" and not bare) or not phrase.units or not set(phrase.units[0].place.provinces) & set(own):
        return False
    return phrase.units[0].kind is not None or phrase.word("ARROW") is not None


def among_words(scene: Scene, piece: str, found: Within, example: str) -> Complaint:
    """The complaint about an order that stands among other words; `example` the order in canonical words, or ""."""
    line, board = scene.line, scene.position.board
    words = line.text[scene.offset + found.start : scene.offset + found.end].strip(_AROUND)
    starts = (start for start in order_starts(board, _spoken_of(scene), piece) if start >= found.start)
    units = (first_unit(scene.position, scene.power, piece[start:]) for start in starts)
    unit = next((one for one in units if one), None)
    if found.phrase is None:
        problem, expected = (
            "this is half an order, so nothing was ordered",
            "which unit does what, on a line of its own",
        )
    else:
        problem = f"“{words}” stands among other words, so it was not taken"
        expected = "the order by itself, on a line of its own"
    if found.against and found.phrase is not None and found.phrase.rule != "bare":
        place = found.phrase.units[0].place
        expected, example = "CLEAR and a unit, where its order is to go", f"CLEAR {board.write(place.provinces[0])}"
    return Complaint(
        kind="unreadable", problem=problem, line=line.number, column=scene.offset + found.start + 1, text=line.text,
        piece=words, expected=expected, example=example or example_order(scene.position, scene.power, unit),
    )  # fmt: skip


def conditional(scene: Scene, piece: str) -> Complaint:
    """The complaint about a condition, which is left out."""
    start = scene.offset + len(piece) - len(piece.lstrip())
    words = scene.line.text[start : scene.offset + len(piece)].strip()
    return Complaint(
        kind="unreadable", problem=f"orders know no conditions, so “{words}” was left out", line=scene.line.number,
        column=start + 1, text=scene.line.text, piece=words, expected="orders that stand whatever the others do",
        example=example_order(scene.position, scene.power, first_unit(scene.position, scene.power, scene.line.text)),
    )  # fmt: skip


def no_order(position: Position, power: str, line: NumberedLine, offset: int = 0, piece: str = "") -> Complaint:
    """The note about chat; a message that begins within a line is a complaint."""
    start = offset + len(piece) - len(piece.lstrip())
    if _MESSAGE.search(piece or line.text):
        return Complaint(
            kind="unreadable", problem="a message begins on a line of its own; nothing was sent", line=line.number,
            column=start + 1, text=line.text, expected="PRESS TO and its readers, then the text on the lines below",
            example="PRESS TO " + next(one.name for one in position.board.powers if one.id != power),
        )  # fmt: skip
    return Complaint(
        kind="note", problem="this is no order and was not acted on", line=line.number, column=start + 1,
        text=line.text, piece=line.text[start : offset + len(piece)].strip() if piece else line.text.strip(),
        expected="an order", example=example_order(position, power),
    )  # fmt: skip
