"""Orders that a mail program has broken over two lines, because the paragraph that they stand in was long."""

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.board import Board
from judge.game.lines import Label, NumberedLine
from judge.game.position import Position
from judge.game.variant import Variant
from judge.language.folding import fold_line
from judge.language.order_parser import Parse, order_parser
from judge.language.pieces import SEPARATOR, order_starts

_LEAST_WIDTH = 60  # letters; programs break lines at 65 or more, before the first word that has no room
_LONGEST = 1_000  # letters of lines put together; a paragraph of orders for all units of a power is shorter
_MOST_HEADS = 3  # ends of an order in the second line that are tried
_KIND = re.compile(r"\b(?:the\s+)?(?:army|fleet|[af])\.?(?:\s+in)?\s*$")
_ARTICLE = re.compile(r"\bthe\s*$")  # of the unit that begins behind it
_LETTER = re.compile(r"[a-z]")  # the end of every order has one
_PIECE_END = re.compile(rf"{SEPARATOR.pattern}|\.(?=\s|$)")


def unwrapped(
    variant: Variant, position: Position, power: str, lines: Sequence[NumberedLine]
) -> tuple[NumberedLine, ...]:
    """The lines, two on one line where a mail program broke an order between them; under the number of the first.

    Rule: RFC 3676 lets programs mark such breaks, and many do not. The line is as long as a broken one, the next one
    follows at once, and the last piece of the one and the first of the other are an order together. So the end of a
    support is never taken for a move of its own.
    """
    own = frozenset(unit.province for unit in position.units_of(power))
    parse = order_parser(variant.grammars, position.board)
    found: list[NumberedLine] = []
    last: NumberedLine | None = None  # as it came
    for line in lines:
        if (
            last is not None
            and _may_be_broken(last, line)
            and len(found[-1].text) < _LONGEST
            and _goes_on(parse, position.board, own, fold_line(last.text), fold_line(line.text))
        ):
            found[-1] = replace(found[-1], text=f"{found[-1].text.rstrip()} {line.text.strip()}")
        else:
            found.append(line)
        last = line
    return tuple(found)


def _may_be_broken(line: NumberedLine, following: NumberedLine) -> bool:
    word = "".join(following.text.split(maxsplit=1)[:1])
    return (
        line.label is following.label is Label.OWN
        and following.number == line.number + 1
        and len(line.text.rstrip()) + 1 + len(word) > _LEAST_WIDTH
    )


def _goes_on(parse: Parse, board: Board, own: frozenset[str], text: str, following: str) -> bool:
    """Whether what a text begins last, in plain form as both are, ends in the one that follows."""
    ended = max((end.end() for end in _PIECE_END.finditer(text)), default=0)
    starts = [ended, *(start for start in order_starts(board, own, text) if start > ended)]
    starts += [kind.start() for kind in _KIND.finditer(text) if kind.start() > ended]
    stops = {stop.start() for stop in _PIECE_END.finditer(following)} | set(order_starts(board, own, following))
    heads = [
        _ARTICLE.sub("", following[:stop]).strip() for stop in (*sorted(stops - {0})[:_MOST_HEADS], len(following))
    ]
    tails = [text[start:].strip() for start in dict.fromkeys((starts[0], starts[-1]))]
    return any(_are_one(parse, tail, head) for tail in tails for head in heads if tail and _LETTER.search(head))


def _are_one(parse: Parse, tail: str, head: str) -> bool:
    """Whether two pieces are an order together: where the first is unfinished, or neither is one alone.

    Not: where the second changes nothing of the first, as the article before the unit of the next order does.
    """
    whole, begun = parse(f"{tail} {head}").phrase, parse(tail)
    if whole is None or whole.rule == "bare" or whole == begun.phrase:
        return False
    if begun.phrase is None and begun.column > len(tail):
        return True
    return not _is_order(parse, head) and (not _is_order(parse, tail) or parse(head).phrase is None)


def _is_order(parse: Parse, text: str) -> bool:
    phrase = parse(text).phrase
    return phrase is not None and phrase.rule != "bare"
