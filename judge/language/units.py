"""A unit, or a place, written by itself: what a master or a file names without ordering anything."""

from functools import lru_cache

from judge.board import Board
from judge.game.phrases import UnitPhrase
from judge.game.variant import Variant
from judge.language.folding import fold_line
from judge.language.order_parser import order_parser
from judge.language.places import named_coast


def read_unit(variant: Variant, board: Board, text: str) -> UnitPhrase | None:
    """A unit as written, `F Spa/sc`, in any spelling of an order; None when it is not just one unit."""
    return bare_unit(variant.grammars, board, text)


def ordered_unit(variant: Variant, board: Board, text: str) -> UnitPhrase | None:
    """The unit that a text is an order for; None for any other text."""
    phrase = order_parser(variant.grammars, board)(fold_line(text)).phrase
    return phrase.units[0] if phrase is not None and phrase.units else None


@lru_cache(maxsize=4096)
def bare_unit(grammars: tuple[str, ...], board: Board, text: str) -> UnitPhrase | None:
    """As `read_unit`, by the grammars alone."""
    phrase = order_parser(grammars, board)(fold_line(text)).phrase
    return phrase.units[0] if phrase is not None and phrase.rule == "bare" and phrase.word("SIGN") is None else None


def read_place(variant: Variant, board: Board, text: str) -> str | None:
    """The place meant, a location when a coast is named; None for no place, or one that could be several."""
    return bare_place(variant.grammars, board, text)


@lru_cache(maxsize=4096)
def bare_place(grammars: tuple[str, ...], board: Board, text: str) -> str | None:
    """As `read_place`, by the grammars alone."""
    unit = bare_unit(grammars, board, text)
    if unit is None or unit.kind is not None or unit.nation is not None or len(unit.place.provinces) != 1:
        return None
    return named_coast(board, unit.place.provinces[0], unit.place) or unit.place.provinces[0]
