"""From a line to orders. Each order of a line stands alone; what cannot be read gives a complaint."""

import re
from collections.abc import Iterator

from judge.board import Board
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.phrases import Phrase, UnitPhrase
from judge.game.position import Position
from judge.game.variant import Variant
from judge.language.faults import example_order, has_order_shape, unreadable
from judge.language.folding import fold_line
from judge.language.order_parser import Parse, order_parser
from judge.language.places import Scene, Unclear, named_coast
from judge.language.readers import READERS

_SEPARATOR = re.compile(r"[,;]")


def read_orders(variant: Variant, position: Position, power: str, line: NumberedLine) -> tuple[Order | Complaint, ...]:
    """The orders of one line as this power would give them, and complaints about the rest.

    Shape: in the order written; a complaint of kind `note` follows an order that was read otherwise than
    written, or stands alone for words that are no order at all (then nothing else comes of the line).
    Not: whether an order is possible; see `adjudication.legality`.
    """
    text = fold_line(line.text)
    parse = order_parser(variant.grammars, position.board)
    pieces = tuple(_pieces(parse, text))
    board = position.board
    if not any(phrase or has_order_shape(board, piece) for _, piece, phrase in pieces):
        return (_no_order(position, power, line),) if text.strip() else ()
    read: list[Order | Complaint] = []
    for offset, piece, phrase in pieces:
        scene = Scene(position, power, line, offset)
        if phrase is not None:
            try:
                read.append(_read(variant, scene, phrase))
                read += scene.notes
            except Unclear as unclear:
                read.append(unclear.complaint)
        elif has_order_shape(board, piece):
            read.append(unreadable(position, power, line, piece, offset, parse(piece)))
        elif piece.strip(" .!?-"):
            read.append(_no_order(position, power, line, offset, piece))
    return tuple(read)


def read_unit(variant: Variant, board: Board, text: str) -> UnitPhrase | None:
    """A unit as written, `F Spa/sc`, in any spelling of an order; None when it is not just one unit."""
    phrase = order_parser(variant.grammars, board)(fold_line(text)).phrase
    return phrase.units[0] if phrase is not None and phrase.rule == "bare" and phrase.word("SIGN") is None else None


def read_place(variant: Variant, board: Board, text: str) -> str | None:
    """The place meant, a location when a coast is named; None for no place, or one that could be several."""
    unit = read_unit(variant, board, text)
    if unit is None or unit.kind is not None or unit.nation is not None or len(unit.place.provinces) != 1:
        return None
    return named_coast(board, unit.place.provinces[0], unit.place) or unit.place.provinces[0]


def looks_like_order(text: str, board: Board) -> bool:
    """Whether a line has an order, or the shape of one, somewhere in it: for quoted lines that were not read."""
    return any(has_order_shape(board, piece) for piece in _SEPARATOR.split(fold_line(text)))


def _pieces(parse: Parse, text: str) -> Iterator[tuple[int, str, Phrase | None]]:
    """The orders of a line: where each begins, its text, what the parser made of it.

    A line that is one order as a whole is not taken apart at its commas.
    """
    if not _SEPARATOR.search(text):
        yield 0, text, parse(text).phrase
        return
    whole = parse(text).phrase
    if whole is not None:
        yield 0, text, whole
        return
    at = 0
    for piece in _SEPARATOR.split(text):
        if piece.strip():
            yield at, piece, parse(piece).phrase
        at += len(piece) + 1


def _read(variant: Variant, scene: Scene, phrase: Phrase) -> Order:
    """The order in a phrase; a reader that the variant brings goes before ours."""
    for kind in variant.kinds:
        if kind.read is not None and kind.name == phrase.rule:
            read = kind.read(phrase, scene.position, scene.power)
            if isinstance(read, Complaint):
                raise Unclear(read)
            return read
    return READERS[phrase.rule](scene, phrase)


def _no_order(position: Position, power: str, line: NumberedLine, offset: int = 0, piece: str = "") -> Complaint:
    start = offset + len(piece) - len(piece.lstrip())
    return Complaint(
        kind="note", problem="this is no order and was not acted on", line=line.number, column=start + 1,
        text=line.text, piece=line.text[start : offset + len(piece)].strip() if piece else line.text.strip(),
        expected="an order", example=example_order(position, power),
    )  # fmt: skip
