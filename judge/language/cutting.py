"""The orders that stand on one line, cut apart, and what stands between them."""

import re
from dataclasses import replace

from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.phases import PhaseKind
from judge.game.phrases import Phrase
from judge.game.variant import Variant
from judge.language.faults import names_faces
from judge.language.looks import has_own_shape, has_shape, heading_of, looks_like_order
from judge.language.meaning import words_of
from judge.language.order_parser import Parse, order_parser
from judge.language.pieces import SEPARATOR, pieces_of, taken_apart
from judge.language.places import Scene
from judge.language.sentences import half_within, no_order, order_within, ordered_by
from judge.language.trimmings import other_ways, sentence_by_sentence

MOST_ON_A_LINE = 60  # a power never has more units than half of this
# A remark in brackets; but not a coast, a convoy, or a condition.
BRACKETS = re.compile(
    r"\((?!\s*/?\s*(?:[nsew]|north|south|east|west)(?:ern)?[ .]*(?:c|coast)?[ .]*\)"
    r"|\s*(?:via|vc|(?:by|with|using)\s+(?:an?\s+|the\s+)?(?:convoy|fleet|sea|land)|convoy\w*|if|unless|else|otherwise|or|but)\b)[^()]*\)"
)
SEVERAL = re.compile(r"[(\[{]\s*([a-z.]+)[^()\[\]{}]*(?:[,;&]|\band\b)[^()\[\]{}]*[)\]}]")
_WAY = re.compile(r"[->]|\b(?:to|then)\b")
_ORDER_WORD = re.compile(r"\s*(?:my\s+)?orders?\s+(?!for\b|of\b)")  # before an order, without a colon
CONDITION = re.compile(r"\s*\b(?:(?:but|and|or)\s+)?(?:if|unless|otherwise|else|in case|provided|only if|when)\b")

Cut = tuple[tuple[int, str, Phrase | None], ...]


def cut_kindly(variant: Variant, scene: Scene, text: str) -> Cut | Complaint:
    """The pieces of a line in plain form: where each begins, its text, what the parser made of it; () for nothing.

    Shape: a line that is not all orders is cut in another way in which it is, if there is one, a remark at its end
    aside.
    Refuses: a complaint about the line as a whole, a note where it holds no order.
    """
    cut, board = _cut(variant, scene, text), scene.position.board

    def are_orders(found: Cut | Complaint, *, remarks: bool) -> bool:
        if isinstance(found, Complaint):
            return False
        orders = [phrase is not None and phrase.rule != "bare" for *_, phrase in found]
        left = [piece for (_, piece, _), is_order in zip(found, orders, strict=True) if not is_order]
        meant = any(has_shape(variant, board, piece) or CONDITION.match(piece) for piece in left)
        return any(orders) and not meant and (remarks or all(orders[:-1]))

    if are_orders(cut, remarks=True):
        return cut
    parse = order_parser(variant.grammars, board)
    ways = other_ways(text, lambda words: parse(f"{words} h").phrase is not None)
    for way in ways:
        if are_orders(found := _cut(variant, scene, way), remarks=False):
            return found
    # A sentence that is an order all by itself is one, whatever chat comes before it.
    apart = sentence_by_sentence(text)
    return found if apart != text and are_orders(found := _cut(variant, scene, apart), remarks=True) else cut


def _cut(variant: Variant, scene: Scene, text: str) -> Cut | Complaint:
    """As `cut_kindly`, the line as it stands."""
    position, power, line, board = scene.position, scene.power, scene.line, scene.position.board
    if len(SEPARATOR.findall(text)) > MOST_ON_A_LINE:
        return _too_many(line) if looks_like_order(text, board) else no_order(position, power, line)
    heading = heading_of(board, power).match(text) if ":" in text else None
    if heading is not None:
        text = " " * heading.end() + text[heading.end() :]
    if "(" in text:  # what stands in brackets alone is no remark on anything
        text = without_remarks(variant, text).rstrip() or text.replace("(", " ", 1)
    if heading is None and has_own_shape(variant, text) and (other := heading_of(board, None).match(text)):
        return _of_another(variant, replace(scene, offset=other.end()), text[other.end() :])
    parse = order_parser(variant.grammars, board)
    word = _ORDER_WORD.match(text) if heading is None else None
    if word is not None and phrase_in(parse, SEPARATOR.split(text[word.end() :])[0]) is not None:
        text = " " * word.end() + text[word.end() :]
    crowded = _crowded(variant, text) if variant.riders and phrase_in(parse, text) is None else None
    if crowded is not None:
        blank = " " * len(crowded[0])
        rest = _cut(variant, scene, text[: crowded.start()] + blank + text[crowded.end() :])
        return (crowded.start(), crowded[0], None), *(() if isinstance(rest, Complaint) else rest)
    pieces = tuple(pieces_of(lambda piece: phrase_in(parse, piece), text, variant.spread))
    if names_faces(board, text) and any(phrase is None and has_own_shape(variant, one) for _, one, phrase in pieces):
        pieces = ((0, text, None),)  # what went wrong is told better of the whole than of a piece
    pieces = _governed(scene, parse, text, pieces)
    if not any(
        phrase or has_shape(variant, board, piece) or _is_told(scene, parse, piece) for _, piece, phrase in pieces
    ):
        return no_order(position, power, line) if text.strip() else ()
    return tuple(one for piece in pieces for one in _apart(scene, parse, piece))


def _is_told(scene: Scene, parse: Parse, piece: str) -> bool:
    """Whether a piece that has not the shape of an order has one among its words, or half of one."""
    return order_within(scene, parse, piece) is not None or half_within(scene, piece) is not None


def _governed(scene: Scene, parse: Parse, text: str, pieces: Cut) -> Cut:
    """The pieces, with those as one that go on from an order behind other words: these may be about them all.

    `Perhaps A Par - Bur and F Bre H`, `If Italy comes, A Mar H`, up to the next `;` or `!`.
    """
    for number, (offset, piece, phrase) in enumerate(pieces[:-1]):
        if phrase is not None:
            continue
        found = order_within(scene, parse, piece, first=True)
        begins = not text[:offset].strip(" \"'([") or text[:offset].rstrip()[-1:] in (";", "!")
        is_condition = begins and CONDITION.match(piece) is not None
        if not is_condition and (found is None or not piece[: found.start].strip(" \"'([")):
            continue
        last = number
        while last + 1 < len(pieces) and not set(";!") & set(text[offset + len(piece) : pieces[last + 1][0]]):
            last += 1
            piece = text[offset : pieces[last][0] + len(pieces[last][1])]
        return (*pieces[:number], (offset, piece, None), *_governed(scene, parse, text, pieces[last + 1 :]))
    return pieces


def _apart(scene: Scene, parse: Parse, piece: tuple[int, str, Phrase | None]) -> Cut:
    """A piece of a line, or the several orders that it is with nothing between them."""
    offset, text, phrase = piece
    kind = scene.position.phase.kind
    if phrase is not None or kind is PhaseKind.EVENTS or text.rstrip().endswith("?"):
        return (piece,)
    found = taken_apart(
        lambda one: phrase_in(parse, one), scene.position.board, ordered_by(scene), text,
        bare=kind is PhaseKind.ADJUSTMENT,
    )  # fmt: skip
    return tuple((offset + start, one, phrase) for start, one, phrase in found) or (piece,)


def _crowded(variant: Variant, text: str) -> re.Match[str] | None:
    """Brackets that belong to an order and hold several things, where only one can be."""
    found = SEVERAL.search(text)
    return found if found is not None and found[1] in variant.riders else None


def without_remarks(variant: Variant, text: str) -> str:
    """The line with the remarks in brackets blanked out; what the variant's riders begin is none."""

    def blank(remark: re.Match[str]) -> str:
        words = re.findall(r"[a-z.]+|[-=]*>+|-+", remark[0])
        return remark[0] if words and words[0] in variant.riders else " " * len(remark[0])

    return BRACKETS.sub(blank, text)


def phrase_in(parse: Parse, text: str) -> Phrase | None:
    """What the parser makes of an order; where it cannot be read, without those brackets that tell no way to go."""
    phrase = parse(text).phrase
    if phrase is not None or "(" not in text:
        return phrase
    plain = BRACKETS.sub(lambda said: said[0] if _WAY.search(said[0]) else " " * len(said[0]), text)
    return parse(plain).phrase if plain != text else None


def _of_another(variant: Variant, scene: Scene, text: str) -> Complaint:
    """The complaint about an order for no unit that stands under the name of another power."""
    parse = order_parser(variant.grammars, scene.position.board)
    return Complaint(
        kind="illegal", problem="this stands under another power's name, not yours", line=scene.line.number,
        text=scene.line.text, expected="the order without that name",
        example=words_of(variant, scene, parse(text).phrase),
    )  # fmt: skip


def _too_many(line: NumberedLine) -> Complaint:
    return Complaint(
        kind="unreadable", problem=f"there are more than {MOST_ON_A_LINE} orders on this line", line=line.number,
        text=line.text[:200], expected="an order on a line of its own",
    )  # fmt: skip
