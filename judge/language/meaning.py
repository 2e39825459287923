"""From a phrase to the order that it means, by the reader of its rule; a variant's own reader goes before ours."""

from dataclasses import replace

from judge.adjudication.legality import illegal
from judge.game.complaints import Complaint
from judge.game.kinds import Reading
from judge.game.orders import Order
from judge.game.phrases import Phrase, PlacePhrase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.variant import Variant
from judge.game.wording import word_order
from judge.language.places import Scene, Unclear
from judge.language.readers import READERS


def order_of(variant: Variant, scene: Scene, phrase: Phrase) -> Order:
    """The order in a phrase; a reader that the variant brings goes before ours."""
    for kind in variant.kinds:
        if kind.read is not None and kind.name == phrase.rule:
            return _placed(scene, kind.read(phrase, _reading(scene)))
    for rule, reader in variant.readers:
        if rule == phrase.rule:
            return _placed(scene, reader(phrase, _reading(scene)))
    return READERS[phrase.rule](scene, phrase)


def words_of(variant: Variant, scene: Scene, phrase: Phrase | None) -> str:
    """A phrase as an order in canonical words, "" when it is none or one that is not possible."""
    if phrase is None:
        return ""
    try:
        order = order_of(variant, replace(scene, notes=[]), phrase)
    except Unclear:
        return ""
    possible = illegal(variant, scene.position, order, Rules()) is None
    return word_order(scene.position.board, order) if possible else ""


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
