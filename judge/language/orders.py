"""From a line to orders. Each order of a line stands alone; what cannot be read gives a complaint."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judge.adjudication.legality import illegal
from judge.adjudication.turns import owed
from judge.game.complaints import Complaint
from judge.game.kinds import Reading
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.phrases import Phrase, PlacePhrase
from judge.game.position import Position, standing
from judge.game.rules import Rules
from judge.game.variant import Variant
from judge.game.wording import word_order
from judge.language.alphabets import foreign_letter, in_latin
from judge.language.faults import example_order, first_unit, names_faces, unreadable
from judge.language.folding import fold_line
from judge.language.looks import has_own_shape, has_shape, heading_of, looks_like_order
from judge.language.memory import Meaning, hangs_on_units, meanings, remember
from judge.language.order_parser import Parse, order_parser
from judge.language.pieces import SEPARATOR, pieces_of, second_order, taken_apart
from judge.language.places import Scene, Unclear
from judge.language.readers import READERS
from judge.language.sentences import among_words, conditional, half_within, no_order, order_within, ordered_by
from judge.language.trimmings import other_ways, sentence_by_sentence

MOST_ON_A_LINE = 60  # a power never has more units than half of this
# A remark in brackets; but not a coast, a convoy, or a condition.
_BRACKETS = re.compile(
    r"\((?!\s*/?\s*(?:[nsew]|north|south|east|west)(?:ern)?[ .]*(?:c|coast)?[ .]*\)"
    r"|\s*(?:via|vc|(?:by|with|using)\s+(?:an?\s+|the\s+)?(?:convoy|fleet|sea|land)|convoy\w*|if|unless|else|otherwise|or|but)\b)[^()]*\)"
)
_SEVERAL = re.compile(r"[(\[{]\s*([a-z.]+)[^()\[\]{}]*(?:[,;&]|\band\b)[^()\[\]{}]*[)\]}]")
_TAKEN_BACK = re.compile(r"\s*(?:and |but )?(?:not|no|instead|rather than|was|were|before|formerly|previously)\b")
_WAY = re.compile(r"[->]|\b(?:to|then)\b")
_ORDER_WORD = re.compile(r"\s*(?:my\s+)?orders?\s+(?!for\b|of\b)")  # before an order, without a colon
_CONDITION = re.compile(r"\s*\b(?:(?:but|and|or)\s+)?(?:if|unless|otherwise|else|in case|provided|only if|when)\b")
_FOR_UNITS = frozenset(("hold", "move", "double", "support", "convoy", "retreat", "disband"))


def read_orders(
    variant: Variant, position: Position, power: str, line: NumberedLine, rules: Rules | None = None
) -> tuple[Order | Complaint, ...]:
    """The orders of one line as this power would give them, and complaints about the rest.

    Shape: in the order written; a complaint of kind `note` follows an order that was read otherwise than
    written, or stands alone for words that are no order at all (then nothing else comes of the line). `rules`
    those of the game, of the variant when left out: they say what an imprecise order is worth.
    Not: whether an order is possible; see `adjudication.legality`.
    """
    found = _read_line(variant, position, power, line, rules or variant.rules)
    if not line.text.isascii():
        found = _with_foreign_letters_named(variant, position, power, line, rules or variant.rules, found)
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        return tuple([_without_a_vain_example(variant, position, power, line, one) for one in found])
    if position.phase.kind is not PhaseKind.EVENTS:
        return found
    offered = owed(variant, position, power).may
    return tuple(
        replace(one, example=offered[0]) if offered and isinstance(one, Complaint) and not one.example else one
        for one in found
    )


def _without_a_vain_example(
    variant: Variant, position: Position, power: str, line: NumberedLine, found: Order | Complaint
) -> Order | Complaint:
    """A complaint without an example that a variant makes impossible, as `waive` where nothing is built."""
    if not isinstance(found, Complaint) or not found.example:
        return found
    phrase = order_parser(variant.grammars, position.board)(fold_line(found.example)).phrase
    if phrase is None or _words_of(variant, Scene(position, power, line, 0, variant.rules), phrase):
        return found
    return replace(found, example="")


def _read_line(
    variant: Variant, position: Position, power: str, line: NumberedLine, rules: Rules
) -> tuple[Order | Complaint, ...]:
    """As `read_orders`, with examples that are orders of the Standard game, or none."""
    text = fold_line(line.text)
    remembered = meanings(variant, position, power, text)
    stands = standing(position)
    for meaning in remembered:
        if meaning.holds(variant, rules, stands):
            return (meaning.order,)
    whole = Scene(position, power, line, 0, rules)
    cut = _cut_kindly(variant, whole, text)
    if isinstance(cut, Complaint):
        return (cut,)
    in_brackets = tuple(_in_brackets(variant, whole, text)) if "(" in text else ()
    read: list[Order | Complaint] = []
    for offset, piece, phrase in cut:
        scene = replace(whole, offset=offset, notes=[], seen={})
        if phrase is not None:
            try:
                order = _read(variant, scene, phrase)
                read += (order, *scene.notes)
                if len(cut) == 1 and not scene.notes and not in_brackets and hangs_on_units(variant, phrase):
                    remember(remembered, Meaning(order, variant, rules, tuple(scene.seen.items())))
            except Unclear as unclear:
                read.append(_with_an_example_that_works(variant, scene, unclear.complaint, piece, phrase, read))
        elif (complaint := _left(variant, scene, piece, after=any(map(_is_about_an_order, read)))) is not None:
            read.append(complaint)
    is_any = any(not isinstance(one, Complaint) for one in read)
    return (*read, *in_brackets) if is_any else tuple(read)


@dataclass(frozen=True, slots=True)
class Spelled:
    """An order as it was written, all of whose words are known; `at` the province of its unit, "" where unsure."""

    text: str
    at: str = ""


def read_spelling(
    variant: Variant, position: Position, power: str, line: NumberedLine
) -> tuple[Spelled | Complaint, ...]:
    """The orders of a line for another position, as written, and complaints about what nobody could read.

    Shape: in the order written; a complaint of kind `note` alone for words that are no order at all.
    Not: what they mean; `position` only gives names and examples.
    """
    whole = Scene(position, power, line, 0, variant.rules)
    cut = _cut_kindly(variant, whole, fold_line(line.text))
    if isinstance(cut, Complaint):
        return (cut,)
    read: list[Spelled | Complaint] = []
    for offset, piece, phrase in cut:
        if phrase is not None:
            start = offset + len(piece) - len(piece.lstrip())
            written = " ".join(line.text[start : offset + len(piece)].split())
            read.append(Spelled(written.strip(" .,;:"), _place_of(phrase)))
        elif (
            complaint := _left(variant, replace(whole, offset=offset, notes=[], seen={}), piece, after=bool(read))
        ) is not None:
            read.append(complaint)
    return tuple(read)


def _place_of(phrase: Phrase) -> str:
    """The province of the unit that an order is for, "" for an order that is for none, or for one of several."""
    ordered = phrase.rule in _FOR_UNITS and phrase.units and len(phrase.units[0].place.provinces) == 1
    return phrase.units[0].place.provinces[0] if ordered else ""


Cut = tuple[tuple[int, str, Phrase | None], ...]


def _cut_kindly(variant: Variant, scene: Scene, text: str) -> Cut | Complaint:
    """As `_cut`; a line that is not all orders in another way in which it is, a remark at its end aside."""
    cut, board = _cut(variant, scene, text), scene.position.board

    def are_orders(found: Cut | Complaint, *, remarks: bool) -> bool:
        if isinstance(found, Complaint):
            return False
        orders = [phrase is not None and phrase.rule != "bare" for *_, phrase in found]
        left = [piece for (_, piece, _), is_order in zip(found, orders, strict=True) if not is_order]
        meant = any(has_shape(variant, board, piece) or _CONDITION.match(piece) for piece in left)
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
    """The pieces of a line in plain form: where each begins, its text, what the parser made of it; () for nothing.

    Refuses: a complaint about the line as a whole, a note where it holds no order.
    """
    position, power, line, board = scene.position, scene.power, scene.line, scene.position.board
    if len(SEPARATOR.findall(text)) > MOST_ON_A_LINE:
        return _too_many(line) if looks_like_order(text, board) else no_order(position, power, line)
    heading = heading_of(board, power).match(text) if ":" in text else None
    if heading is not None:
        text = " " * heading.end() + text[heading.end() :]
    if "(" in text:  # what stands in brackets alone is no remark on anything
        text = _without_remarks(variant, text).rstrip() or text.replace("(", " ", 1)
    if heading is None and has_own_shape(variant, text) and (other := heading_of(board, None).match(text)):
        return _of_another(variant, replace(scene, offset=other.end()), text[other.end() :])
    parse = order_parser(variant.grammars, board)
    word = _ORDER_WORD.match(text) if heading is None else None
    if word is not None and _phrase(parse, SEPARATOR.split(text[word.end() :])[0]) is not None:
        text = " " * word.end() + text[word.end() :]
    crowded = _crowded(variant, text) if variant.riders and _phrase(parse, text) is None else None
    if crowded is not None:
        blank = " " * len(crowded[0])
        rest = _cut(variant, scene, text[: crowded.start()] + blank + text[crowded.end() :])
        return (crowded.start(), crowded[0], None), *(() if isinstance(rest, Complaint) else rest)
    pieces = tuple(pieces_of(lambda piece: _phrase(parse, piece), text, variant.spread))
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
        is_condition = begins and _CONDITION.match(piece) is not None
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
        lambda one: _phrase(parse, one), scene.position.board, ordered_by(scene), text,
        bare=kind is PhaseKind.ADJUSTMENT,
    )  # fmt: skip
    return tuple((offset + start, one, phrase) for start, one, phrase in found) or (piece,)


def _crowded(variant: Variant, text: str) -> re.Match[str] | None:
    """Brackets that belong to an order and hold several things, where only one can be."""
    found = _SEVERAL.search(text)
    return found if found is not None and found[1] in variant.riders else None


def _left(variant: Variant, scene: Scene, piece: str, *, after: bool) -> Complaint | None:
    """What is said of a piece that is no order; None for ornaments. `after` whether something stands before it."""
    board = scene.position.board
    if _SEVERAL.fullmatch(piece):
        written = scene.line.text[scene.offset : scene.offset + len(piece)]
        return Complaint(
            kind="unreadable", problem=f"“{written}” was left out, since it is more than one thing",
            line=scene.line.number, column=scene.offset + 1, text=scene.line.text, expected="one thing in the brackets",
        )  # fmt: skip
    if _CONDITION.match(piece) and after:
        return conditional(scene, piece)
    if has_shape(variant, board, piece):
        return _faulty(variant, scene, piece, order_parser(variant.grammars, board))
    if (among := _among(variant, scene, piece)) is not None:
        return among
    if piece.strip(" .!?-"):
        return no_order(scene.position, scene.power, scene.line, scene.offset, piece)
    return None


def _with_foreign_letters_named(
    variant: Variant,
    position: Position,
    power: str,
    line: NumberedLine,
    rules: Rules,
    found: tuple[Order | Complaint, ...],
) -> tuple[Order | Complaint, ...]:
    """What was found on a line; where it would be more with Latin letters, with the letter that is none.

    Not: the orders it would be; a letter that was not typed is not guessed, but shown in the example.
    """
    foreign = foreign_letter(line.text)
    if foreign is None:
        return found
    orders = [one for one in found if not isinstance(one, Complaint)]
    meant = _read_line(variant, position, power, replace(line, text=in_latin(line.text)), rules)
    more = [one for one in meant if not isinstance(one, Complaint) and one not in orders]
    if not more:
        return found
    possible = (one for one in more if illegal(variant, position, one, rules) is None)
    complaint = Complaint(
        kind="unreadable",
        problem=f"the “{foreign.sign}” is a {foreign.alphabet} letter and only looks like the Latin “{foreign.latin}”",
        line=line.number, column=foreign.column, text=line.text, piece=foreign.sign, expected="Latin letters",
        example=next((word_order(position.board, one) for one in possible), ""),
    )  # fmt: skip
    remaining = {one.problem for one in meant if isinstance(one, Complaint)}
    others = (one for one in found if isinstance(one, Complaint) and one.problem in remaining)
    return (*orders, *others, complaint)


def _is_about_an_order(found: Order | Complaint) -> bool:
    return not isinstance(found, Complaint) or found.kind != "note"


def _with_an_example_that_works(
    variant: Variant, scene: Scene, complaint: Complaint, piece: str, phrase: Phrase, read: Sequence[Order | Complaint]
) -> Complaint:
    """A complaint whose example is not one that is impossible now.

    Shape: a place alone behind an order goes on with that where this can be: `A Par - Bur & Mun` in a game with double
    moves. Not: an example with a unit that is not the power's, which only shows the form.
    """
    position, parse = scene.position, order_parser(variant.grammars, scene.position.board)
    last = read[-1] if read and phrase.rule == "bare" else None
    if last is not None and not isinstance(last, Complaint):
        joined = f"{word_order(position.board, last)} - {piece.strip()}"
        words = _words_of(variant, scene, parse(fold_line(joined)).phrase)
        return replace(complaint, example=words) if words else complaint
    shown = parse(fold_line(complaint.example)).phrase if complaint.example else None
    if shown is None or not shown.units or _words_of(variant, scene, shown):
        return complaint
    own = set(shown.units[0].place.provinces) & ordered_by(scene)
    if not own and position.phase.kind is PhaseKind.MOVEMENT:
        return complaint
    plain = _words_of(variant, scene, parse(fold_line(complaint.example).replace(" via convoy", "")).phrase)
    unit = first_unit(position, scene.power, complaint.example)
    return replace(complaint, example=plain or example_order(position, scene.power, unit))


def _in_brackets(variant: Variant, scene: Scene, text: str) -> Iterator[Complaint]:
    """The complaints about orders, or halves of one, in the brackets behind an order: `A Par - Bur (F Bre - MAO)`.

    Rule: nobody knows whether such words are an order, so they are told. Not: an order that the line has outside
    brackets, too, nor one that `(instead of A Par - Gas)` takes back.
    """
    plain = _without_remarks(variant, text)
    for remark in _BRACKETS.finditer(text):
        inside = remark[0][1:-1]
        passed_over = not plain[remark.start() : remark.end()].strip()
        if passed_over and inside.strip() not in plain and not _TAKEN_BACK.match(inside):
            told = _among(variant, replace(scene, offset=remark.start() + 1, notes=[], seen={}), inside)
            if told is not None:
                yield told


def _without_remarks(variant: Variant, text: str) -> str:
    """The line with the remarks in brackets blanked out; what the variant's riders begin is none."""

    def blank(remark: re.Match[str]) -> str:
        words = re.findall(r"[a-z.]+|[-=]*>+|-+", remark[0])
        return remark[0] if words and words[0] in variant.riders else " " * len(remark[0])

    return _BRACKETS.sub(blank, text)


def _phrase(parse: Parse, text: str) -> Phrase | None:
    """What the parser makes of an order; where it cannot be read, without those brackets that tell no way to go."""
    phrase = parse(text).phrase
    if phrase is not None or "(" not in text:
        return phrase
    plain = _BRACKETS.sub(lambda said: said[0] if _WAY.search(said[0]) else " " * len(said[0]), text)
    return parse(plain).phrase if plain != text else None


def _of_another(variant: Variant, scene: Scene, text: str) -> Complaint:
    """The complaint about an order for no unit that stands under the name of another power."""
    parse = order_parser(variant.grammars, scene.position.board)
    return Complaint(
        kind="illegal", problem="this stands under another power's name, not yours", line=scene.line.number,
        text=scene.line.text, expected="the order without that name",
        example=_words_of(variant, scene, parse(text).phrase),
    )  # fmt: skip


def _faulty(variant: Variant, scene: Scene, piece: str, parse: Parse) -> Complaint:
    """What is wrong with an order that cannot be read: a question is one, a name misspelt may be put right."""
    power, position, line = scene.power, scene.position, scene.line
    asked = piece.rstrip(" .!?")
    if piece.rstrip().endswith("?"):
        example = _words_of(variant, scene, parse(asked).phrase) or example_order(
            position, power, first_unit(position, power, asked)
        )
        return Complaint(
            kind="unreadable", problem="this reads as a question, so nothing was ordered", line=line.number,
            column=scene.offset + len(asked) + 1, text=line.text, piece="?", expected="an order without “?”",
            example=example,
        )  # fmt: skip
    condition = _CONDITION.search(piece)
    if condition is not None:
        bracket = piece.rfind("(", 0, condition.start())
        start = condition.start() if bracket < 0 else bracket + 1
        if parse(piece[:start].rstrip(" (")).phrase is not None:
            told = conditional(replace(scene, offset=scene.offset + start), piece[start:].rstrip(" )"))
            example = _words_of(variant, scene, parse(piece[:start].rstrip(" (")).phrase) or told.example
            return replace(told, problem="orders know no conditions, so nothing was ordered", example=example)
    if (second := second_order(lambda one: _phrase(parse, one), position.board, ordered_by(scene), piece)) is not None:
        return _run_together(variant, scene, piece, second, parse)
    among = _among(variant, scene, piece, first=True)
    if among is not None and among.column > scene.offset + len(piece) - len(piece.lstrip()) + 1:
        return among
    found = unreadable(position, power, line, piece, scene.offset, parse(piece))
    found = replace(found, example=among.example) if among is not None and among.example else found
    start = found.column - scene.offset - 1
    if found.piece and not found.piece[0].isalnum():
        example = _words_of(variant, scene, parse(f"{piece[:start]} {piece[start + 1 :]}").phrase)
        found = replace(found, example=example or found.example)
    for name in found.instead:
        mended = piece[:start] + fold_line(name) + piece[start + len(found.piece) :]
        example = _words_of(variant, scene, parse(mended).phrase)
        if example:
            return replace(found, example=example)
    return found


def _among(variant: Variant, scene: Scene, piece: str, *, first: bool = False) -> Complaint | None:
    """The complaint about an order among the words of a piece, or half of one; None for words that have none."""
    found = order_within(scene, order_parser(variant.grammars, scene.position.board), piece, first=first)
    if found is None and not first:
        found = half_within(scene, piece)
    return None if found is None else among_words(scene, piece, found, _words_of(variant, scene, found.phrase))


def _run_together(variant: Variant, scene: Scene, piece: str, second: int, parse: Parse) -> Complaint:
    """The complaint about several orders with nothing between them that cannot be taken apart surely."""
    return Complaint(
        kind="unreadable", problem="several orders stand here with nothing between them, so nothing was ordered",
        line=scene.line.number, column=scene.offset + second + 1, text=scene.line.text,
        piece=scene.line.text[scene.offset + second : scene.offset + len(piece)].strip(),
        expected="one order on a line, or “;” between them",
        example=_words_of(variant, scene, parse(piece[:second]).phrase),
    )  # fmt: skip


def _words_of(variant: Variant, scene: Scene, phrase: Phrase | None) -> str:
    """A phrase as an order in canonical words, "" when it is none or one that is not possible."""
    if phrase is None:
        return ""
    try:
        order = _read(variant, replace(scene, notes=[]), phrase)
    except Unclear:
        return ""
    possible = illegal(variant, scene.position, order, Rules()) is None
    return word_order(scene.position.board, order) if possible else ""


def _read(variant: Variant, scene: Scene, phrase: Phrase) -> Order:
    """The order in a phrase; a reader that the variant brings goes before ours."""
    for kind in variant.kinds:
        if kind.read is not None and kind.name == phrase.rule:
            return _placed(scene, kind.read(phrase, _reading(scene)))
    for rule, reader in variant.readers:
        if rule == phrase.rule:
            return _placed(scene, reader(phrase, _reading(scene)))
    return READERS[phrase.rule](scene, phrase)


def _too_many(line: NumberedLine) -> Complaint:
    return Complaint(
        kind="unreadable", problem=f"there are more than {MOST_ON_A_LINE} orders on this line", line=line.number,
        text=line.text[:200], expected="an order on a line of its own",
    )  # fmt: skip


def _reading(scene: Scene) -> Reading:
    """The language layer's services for a reader that the variant brings."""

    def order(phrase: Phrase, position: Position) -> Order | Complaint:
        try:
            return READERS[phrase.rule](replace(scene, position=position), phrase)
        except Unclear as unclear:
            return unclear.complaint

    def complain(problem: str, example: str, place: PlacePhrase | None) -> Complaint:
        return Complaint(
            kind="illegal", problem=problem, line=scene.line.number, text=scene.line.text, example=example,
            column=0 if place is None else scene.offset + place.column,
            piece="" if place is None else scene.written(place),
        )  # fmt: skip

    return Reading(position=scene.position, power=scene.power, order=order, complain=complain)


def _placed(scene: Scene, read: Order | Complaint) -> Order:
    """The order that a variant's reader made. Refuses: Unclear for a complaint, put where its piece stands."""
    if isinstance(read, Complaint):
        if read.line:
            raise Unclear(read)
        column = read.column and scene.offset + read.column
        raise Unclear(replace(read, line=scene.line.number, column=column, text=scene.line.text))
    return read
