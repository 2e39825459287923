"""From a line to orders. Each order of a line stands alone; what cannot be read gives a complaint."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judge.adjudication.legality import illegal
from judge.adjudication.turns import owed
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.phrases import Phrase
from judge.game.position import Position, standing
from judge.game.rules import Rules
from judge.game.variant import Variant
from judge.game.wording import word_order
from judge.language.alphabets import foreign_letter, in_latin
from judge.language.cutting import BRACKETS, CONDITION, SEVERAL, cut_kindly, phrase_in, without_remarks
from judge.language.faults import example_order, first_unit, unreadable
from judge.language.folding import fold_line
from judge.language.looks import has_shape
from judge.language.meaning import order_of, words_of
from judge.language.memory import Meaning, hangs_on_units, meanings, remember
from judge.language.order_parser import Parse, order_parser
from judge.language.pieces import second_order
from judge.language.places import Scene, Unclear
from judge.language.sentences import among_words, conditional, half_within, no_order, order_within, ordered_by

_TAKEN_BACK = re.compile(r"\s*(?:and |but )?(?:not|no|instead|rather than|was|were|before|formerly|previously)\b")
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
    if phrase is None or words_of(variant, Scene(position, power, line, 0, variant.rules), phrase):
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
    cut = cut_kindly(variant, whole, text)
    if isinstance(cut, Complaint):
        return (cut,)
    in_brackets = tuple(_in_brackets(variant, whole, text)) if "(" in text else ()
    read: list[Order | Complaint] = []
    for offset, piece, phrase in cut:
        scene = replace(whole, offset=offset, notes=[], seen={})
        if phrase is not None:
            try:
                order = order_of(variant, scene, phrase)
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
    cut = cut_kindly(variant, whole, fold_line(line.text))
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


def _left(variant: Variant, scene: Scene, piece: str, *, after: bool) -> Complaint | None:
    """What is said of a piece that is no order; None for ornaments. `after` whether something stands before it."""
    board = scene.position.board
    if SEVERAL.fullmatch(piece):
        written = scene.line.text[scene.offset : scene.offset + len(piece)]
        return Complaint(
            kind="unreadable", problem=f"“{written}” was left out, since it is more than one thing",
            line=scene.line.number, column=scene.offset + 1, text=scene.line.text, expected="one thing in the brackets",
        )  # fmt: skip
    if CONDITION.match(piece) and after:
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
        words = words_of(variant, scene, parse(fold_line(joined)).phrase)
        return replace(complaint, example=words) if words else complaint
    shown = parse(fold_line(complaint.example)).phrase if complaint.example else None
    if shown is None or not shown.units or words_of(variant, scene, shown):
        return complaint
    own = set(shown.units[0].place.provinces) & ordered_by(scene)
    if not own and position.phase.kind is PhaseKind.MOVEMENT:
        return complaint
    plain = words_of(variant, scene, parse(fold_line(complaint.example).replace(" via convoy", "")).phrase)
    unit = first_unit(position, scene.power, complaint.example)
    return replace(complaint, example=plain or example_order(position, scene.power, unit))


def _in_brackets(variant: Variant, scene: Scene, text: str) -> Iterator[Complaint]:
    """The complaints about orders, or halves of one, in the brackets behind an order: `A Par - Bur (F Bre - MAO)`.

    Rule: nobody knows whether such words are an order, so they are told. Not: an order that the line has outside
    brackets, too, nor one that `(instead of A Par - Gas)` takes back.
    """
    plain = without_remarks(variant, text)
    for remark in BRACKETS.finditer(text):
        inside = remark[0][1:-1]
        passed_over = not plain[remark.start() : remark.end()].strip()
        if passed_over and inside.strip() not in plain and not _TAKEN_BACK.match(inside):
            told = _among(variant, replace(scene, offset=remark.start() + 1, notes=[], seen={}), inside)
            if told is not None:
                yield told


def _faulty(variant: Variant, scene: Scene, piece: str, parse: Parse) -> Complaint:
    """What is wrong with an order that cannot be read: a question is one, a name misspelt may be put right."""
    power, position, line = scene.power, scene.position, scene.line
    asked = piece.rstrip(" .!?")
    if piece.rstrip().endswith("?"):
        example = words_of(variant, scene, parse(asked).phrase) or example_order(
            position, power, first_unit(position, power, asked)
        )
        return Complaint(
            kind="unreadable", problem="this reads as a question, so nothing was ordered", line=line.number,
            column=scene.offset + len(asked) + 1, text=line.text, piece="?", expected="an order without “?”",
            example=example,
        )  # fmt: skip
    condition = CONDITION.search(piece)
    if condition is not None:
        bracket = piece.rfind("(", 0, condition.start())
        start = condition.start() if bracket < 0 else bracket + 1
        before = parse(piece[:start].rstrip(" (")).phrase
        if before is not None:
            told = conditional(replace(scene, offset=scene.offset + start), piece[start:].rstrip(" )"))
            example = words_of(variant, scene, before) or told.example
            return replace(told, problem="orders know no conditions, so nothing was ordered", example=example)
    second = second_order(lambda one: phrase_in(parse, one), position.board, ordered_by(scene), piece)
    if second is not None:
        return _run_together(variant, scene, piece, second, parse)
    among = _among(variant, scene, piece, first=True)
    if among is not None and among.column > scene.offset + len(piece) - len(piece.lstrip()) + 1:
        return among
    found = unreadable(position, power, line, piece, scene.offset, parse(piece))
    found = replace(found, example=among.example) if among is not None and among.example else found
    start = found.column - scene.offset - 1
    if found.piece and not found.piece[0].isalnum():
        example = words_of(variant, scene, parse(f"{piece[:start]} {piece[start + 1 :]}").phrase)
        found = replace(found, example=example or found.example)
    for name in found.instead:
        mended = piece[:start] + fold_line(name) + piece[start + len(found.piece) :]
        example = words_of(variant, scene, parse(mended).phrase)
        if example:
            return replace(found, example=example)
    return found


def _among(variant: Variant, scene: Scene, piece: str, *, first: bool = False) -> Complaint | None:
    """The complaint about an order among the words of a piece, or half of one; None for words that have none."""
    found = order_within(scene, order_parser(variant.grammars, scene.position.board), piece, first=first)
    if found is None and not first:
        found = half_within(scene, piece)
    return None if found is None else among_words(scene, piece, found, words_of(variant, scene, found.phrase))


def _run_together(variant: Variant, scene: Scene, piece: str, second: int, parse: Parse) -> Complaint:
    """The complaint about several orders with nothing between them that cannot be taken apart surely."""
    return Complaint(
        kind="unreadable", problem="several orders stand here with nothing between them, so nothing was ordered",
        line=scene.line.number, column=scene.offset + second + 1, text=scene.line.text,
        piece=scene.line.text[scene.offset + second : scene.offset + len(piece)].strip(),
        expected="one order on a line, or “;” between them",
        example=words_of(variant, scene, parse(piece[:second]).phrase),
    )  # fmt: skip
