"""What looks like an order, without being read: its shape, and what stands above or before orders."""

import re
from functools import lru_cache

from judge.board import Board
from judge.game.variant import Variant
from judge.language.faults import has_event_shape, has_order_shape, names_faces
from judge.language.folding import fold_line
from judge.language.holding import read_holding
from judge.language.memory import LINES, LONGEST
from judge.language.pieces import SEPARATOR

# What people write above or before an order: `Spring 1901: A Par - Bur`, `oops: A Par H`.
_HEADING = (
    # not what was ordered before
    r"(?![^:]{0,60}\b(?:last|previous) (?:turn|season|year|time|phase|mail)\b)"
    r"\s*(?:(?:my|new|final|the|last|first|here|are|is|for|orders?|moves?|correction|corrected|changed?|update|oops|sorry"
    r"|instead|preliminary|prelims?|provisional|spring|summer|fall|autumn|winter|of|movements?|adjustments?|removals|phase"
    r"|retreats?|builds?|seismic|events?|these|this|turn|season|year|as|follows?|following|below|please|enter|submit|revised"
    r"|updated|replacement|full|complete|set|list|hi|hello|judge|ok|okay|so|edit|both|two"
    r"|three|\d{1,2}|\d{4}|[sufw]\d{2,4}[mrabev]?%s)"
    r"\b[\s,]*)+:(?!:)"
)


def looks_like_order(text: str, board: Board, shape: str = "") -> bool:
    """Whether a line has an order, or the shape of one, somewhere in it: for lines that are not read.

    Shape: `shape` that of the orders that only the game's variant has, see `Variant.shape`; "" for none.
    """
    return (_is_like_order_as_before if len(text) <= LONGEST else _is_like_order)(text, board, shape)


def _is_like_order(text: str, board: Board, shape: str) -> bool:
    plain = fold_line(text)
    if read_holding(plain) is not None:
        return True
    heading = heading_of(board, None).match(plain)
    told = plain[heading.end() if heading else 0 :]
    if shape and re.search(shape, plain) is not None and names_faces(board, plain):
        return True
    return has_event_shape(board, told) or any(has_order_shape(board, piece) for piece in SEPARATOR.split(told))


# Whoever answers a mail quotes it, and all players get much the same mails.
_is_like_order_as_before = lru_cache(maxsize=LINES)(_is_like_order)


@lru_cache(maxsize=256)
def heading_of(board: Board, power: str | None) -> re.Pattern[str]:
    """What may stand above orders of a power, its name too; of any power for None."""
    names = (name for one in board.powers if power in (None, one.id) for name in (one.name, one.adjective))
    return re.compile(_HEADING % "".join(f"|{re.escape(name.lower())}" for name in names))


def has_own_shape(variant: Variant, text: str) -> bool:
    """Whether a text has what only orders of the variant have, see `Variant.shape`."""
    return bool(variant.shape) and re.search(variant.shape, text) is not None


def has_shape(variant: Variant, board: Board, text: str) -> bool:
    """Whether a text is meant as an order of the variant, however faulty."""
    return has_order_shape(board, text) or (has_own_shape(variant, text) and names_faces(board, text))
