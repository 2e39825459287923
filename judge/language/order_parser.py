"""From one order in plain form to a phrase, by the grammar of a variant and the names of a board."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, Tree
from lark.exceptions import LarkError, UnexpectedInput
from lark.lexer import PatternRE, TerminalDef

from judge.board import Board
from judge.errors import GrammarError
from judge.game.phrases import Phrase, PlacePhrase, UnitPhrase
from judge.game.units import UnitKind
from judge.language.line_parser import LineParser, Word
from judge.language.memory import LINES, LONGEST
from judge.language.spellings import Spellings, face_spellings, spellings
from judge.paths import data_file


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the parser made of a text: a phrase, or the trouble and the terminals it would have taken there."""

    phrase: Phrase | None = None
    column: int = 0
    expected: frozenset[str] = frozenset()


Parse = Callable[[str], Parsed]


@lru_cache(maxsize=64)
def order_parser(grammars: tuple[str, ...], board: Board) -> Parse:
    """The parser for these grammars and this board; the same one for boards with the same names.

    Shape: it takes a text in plain form and remembers the last texts, of no more than LONGEST letters. Columns count
    from 1. What the first grammar cannot read is given to the next; of what none can read, the trouble of the one that
    came farthest.
    Refuses: GrammarError when a grammar file is wrong.
    """
    nations = tuple(
        (spelling.lower(), power.id)
        for power in board.powers
        for spelling in (power.name, power.adjective, *power.aliases)
    )
    known = _Known(spellings(board), face_spellings(board), nations)
    parsers = tuple(_order_parser(grammar, known) for grammar in grammars)
    return parsers[0] if len(parsers) == 1 else _chain(parsers)


@lru_cache(maxsize=16)
def _chain(parsers: tuple[Parse, ...]) -> Parse:
    def parse(text: str) -> Parsed:
        found = parsers[0](text)
        for parser in parsers[1:]:
            if found.phrase is not None:
                break
            other = parser(text)
            if other.phrase is not None or other.column > found.column:
                found = other
        return found

    return parse


class _Known:
    """The names of a board; equal to any other with the same patterns and nations."""

    def __init__(self, places: Spellings, faces: Spellings, nations: tuple[tuple[str, str], ...]) -> None:
        self.places, self.faces, self.nations = places, faces, dict(nations)
        self._key = (places.pattern, faces.pattern, nations)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=16)
def _order_parser(grammar: str, known: _Known) -> Parse:
    patterns = {
        "PLACE": known.places.pattern,
        "FACE": known.faces.pattern,
        "SHORE": known.places.coast_pattern,
        "BERTH": known.places.numbered_pattern,
        "NATION": _nation_pattern(known),
    }

    def fill_in(terminal: TerminalDef) -> None:
        name = terminal.name.rpartition("__")[2]
        if name in patterns:
            terminal.pattern = PatternRE(patterns[name])

    file = Path(grammar) if grammar.endswith(".lark") else data_file("grammar", f"{grammar}.lark")
    try:
        lark = Lark(
            file.read_text(encoding="utf-8"), parser="lalr", lexer="contextual", transformer=_Phrases(known),
            edit_terminals=fill_in, source_path=str(file), import_paths=[str(data_file("grammar", ""))],
        )  # fmt: skip
    except (OSError, LarkError) as trouble:
        raise GrammarError(str(trouble), file=str(file)) from trouble

    line_parser = LineParser(lark)

    def parse(text: str) -> Parsed:
        try:
            return Parsed(line_parser.parse(text))
        except UnexpectedInput as trouble:
            token = getattr(trouble, "token", None)
            ended = token is not None and token.type == "$END"
            column = len(text.rstrip()) + 1 if ended else trouble.column
            return Parsed(None, column, line_parser.leading_on(trouble))

    return lambda text: _parsed(parse, text) if len(text) <= LONGEST else parse(text)


@lru_cache(maxsize=LINES)
def _parsed(parse: Parse, text: str) -> Parsed:
    return parse(text)


def forget_texts() -> None:
    """Forget what parsers made of texts; for measurements."""
    _parsed.cache_clear()


def _nation_pattern(known: _Known) -> str:
    """Names and adjectives of powers; one that is also a place counts only before a unit's kind.

    One that begins the name of a place is no nation there: `Russian Plateau - Mos`.
    """
    names = [name.replace("-", " ") for name in known.places.names]
    forms = []
    for spelling in sorted(known.nations, key=lambda form: (-len(form), form)):
        before = r"(?='?s? +(?:army|fleet|[af])\b)" if known.places.provinces(spelling) else r"(?![a-z0-9])"
        longer = [re.escape(name[len(spelling) + 1 :]) for name in names if name.startswith(f"{spelling} ")]
        elsewhere = rf"(?![ -]+(?:{'|'.join(longer)})\b)" if longer else ""
        forms.append(re.escape(spelling).replace(r"\ ", " +") + before + elsewhere)
    return f"(?:{'|'.join(forms)})(?:'s?)?" if forms else r"(?!)."


class _Phrases(Transformer[Token, Any]):
    """Makes phrases of a parse; tokens end here. `Any`: what inner rules gave."""

    def __init__(self, known: _Known) -> None:
        super().__init__()
        self._places, self._faces, self._nations = known.places, known.faces, known.nations

    def start(self, children: list[Any]) -> Phrase:
        if len(children) == 1:
            return children[0]  # type: ignore[no-any-return]  # the phrase of the one rule inside
        phrase = next(child for child in children if isinstance(child, Phrase))
        sign = tuple((child.type, str(child)) for child in children if isinstance(child, Token))
        return Phrase(
            rule=phrase.rule, units=phrase.units, places=phrase.places, parts=phrase.parts, words=phrase.words + sign
        )

    def place(self, children: list[Any]) -> PlacePhrase:
        text = children[0].value
        if len(children) == 1:
            return PlacePhrase(text, self._places.provinces(text), "", children[0].column)
        if str(children[1].type).endswith("SHORE"):
            return PlacePhrase(text, self._places.provinces(text), self._shore(str(children[1])), children[0].column)
        letters = re.findall(r"[nsew](?=c\b|\.c|orth|outh|ast|est|\b)", str(children[1]))
        coast = f"{letters[0]}c" if letters else ""
        return PlacePhrase(text, self._places.provinces(text), coast, children[0].column)

    def face(self, children: list[Any]) -> PlacePhrase:
        text = children[0].value
        return PlacePhrase(text, self._faces.provinces(text), "", children[0].column)

    def berth(self, children: list[Any]) -> PlacePhrase:
        text = children[0].value
        return PlacePhrase(text, (), self._shore(text), children[0].column)

    def _shore(self, text: str) -> str:
        """The suffix of a coast that is called by a place, `mao2`; that of no coast when the place is not clear."""
        name, number = re.fullmatch(r"[ /(\[{]*(.*?)([0-9]*)[ )\]}]*", text).groups()  # type: ignore[union-attr]
        meant = self._places.provinces(name)
        return f"{meant[0]}{number}" if len(meant) == 1 else name

    def unit(self, children: list[Any]) -> UnitPhrase:
        kind = nation = None
        for child in children[:-1]:
            if child.type.endswith("KIND"):
                kind = UnitKind.FLEET if "f" in child else UnitKind.ARMY
            elif child.type.endswith("NATION"):
                nation = self._nations[re.sub(r"'s?$", "", " ".join(child.split()))]
        return UnitPhrase(children[-1], kind, nation)

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        if data.startswith("_"):
            return Tree(data, children, meta)  # Lark itself puts the children of such a rule into the one above
        words: list[Token] = []
        by_class: dict[type, list[Any]] = {UnitPhrase: [], PlacePhrase: [], Phrase: [], Word: words, Token: words}
        for child in children:
            by_class[type(child)].append(child)
        return Phrase(
            rule=_own_name(data),
            units=tuple(by_class[UnitPhrase]),
            places=tuple(by_class[PlacePhrase]),
            parts=tuple(by_class[Phrase]),
            words=tuple([(_own_name(word.type), word.value) for word in words]),
        )


def _own_name(name: str) -> str:
    """The name of a rule or terminal without the grammars that it was imported through."""
    return str(name).rpartition("__")[2]
