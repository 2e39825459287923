"""Lark's tables, driven over one short line.

An order is a few words. Lark spends more time on setting out, on counting lines and on keeping what an error message
may want than on the words themselves. The tables that it made of a grammar are used here as they are, its scanners and
the callbacks of its rules too; a line that they do not take is given to Lark, which makes the error.
"""

from typing import Any

from lark import Lark, TextSlice, Token
from lark.exceptions import UnexpectedInput
from lark.lexer import BasicLexer, ContextualLexer
from lark.parsers.lalr_analysis import Shift

_START, _END = "start", "$END"
_MOST_STACKS = 4096  # of states in which a line may stop; a grammar of orders has some hundreds


class Word(Token):
    """A token of a line: it knows its column, and nothing else of its place."""

    line = end_line = 1
    end_column = end_pos = None

    def __new__(cls, terminal: str, word: str, at: int) -> "Word":
        """The word at a place that counts from 0."""
        made = str.__new__(cls, word)
        made.type, made.value, made.start_pos, made.column = terminal, word, at, at + 1
        return made


class LineParser:
    """Parses lines by the grammar of a Lark object with an LALR parser, a contextual lexer and a transformer.

    Shape: `steps` by state and symbol the state that follows, or (how many values, what makes one of them, the symbol
    that they become).
    Not: terminals that need a blank before them; blanks are passed over first.
    """

    def __init__(self, lark: Lark) -> None:
        # Any: Lark does not say what its parts are
        front: Any = lark.parser
        inner = front.parser.parser
        assert isinstance(front.lexer, ContextualLexer)
        self.lark, self.lexers = lark, front.lexer.lexers
        table = inner.parse_table
        self.first, self.last = table.start_states[_START], table.end_states[_START]
        self.steps: dict[int, dict[str, Any]] = {
            state: {
                str(symbol): to if action is Shift else (len(to.expansion), inner.callbacks[to], str(to.origin.name))
                for symbol, (action, to) in actions.items()
            }
            for state, actions in table.states.items()
        }
        self._leading_on: dict[tuple[int, ...], frozenset[str]] = {}  # asking Lark takes longer than reading a line
        self._sets: dict[frozenset[str], frozenset[str]] = {}

    def parse(self, text: str) -> Any:
        """What the transformer makes of a line.

        Refuses: UnexpectedInput of Lark.
        """
        states: list[int] = [self.first]
        values: list[Any] = []
        at, end = 0, len(text)
        line = TextSlice(text, 0, end)
        while True:
            while at < end and text[at] == " ":
                at += 1
            if at == end:
                if not self.reduce(_END, states, values) or states[-1] != self.last:
                    return self.lark.parse(text)
                return values[-1]
            lexer = self.lexers[states[-1]]
            assert isinstance(lexer, BasicLexer)
            found = lexer.scanner.match(line, at)
            if found is None:
                return self.lark.parse(text)
            word, terminal = found
            if terminal not in lexer.ignore_types:
                token: Token = Word(terminal, word, at)
                if terminal in lexer.callback:  # strings of the grammar that a pattern fits too
                    token = lexer.callback[terminal](token)
                if not self.reduce(token.type, states, values):
                    return self.lark.parse(text)
                states.append(self.steps[states[-1]][token.type])
                values.append(token)
            at += len(word)

    def leading_on(self, trouble: UnexpectedInput) -> frozenset[str]:
        """The terminals that lead on from where Lark stopped; the same set each time, since there are few.

        Rule: what Lark itself counts as allowed is wider: some of it fits only elsewhere.
        """
        parser = trouble.interactive_parser
        stack = tuple(parser.parser_state.state_stack)
        known = self._leading_on.get(stack)
        if known is None:
            found = frozenset(str(name) for name in parser.accepts())  # type: ignore[no-untyped-call]
            known = self._sets.setdefault(found, found)
            if len(self._leading_on) < _MOST_STACKS:
                self._leading_on[stack] = known
        return known

    def reduce(self, symbol: str, states: list[int], values: list[Any]) -> bool:
        """Put together the values that are whole when this symbol follows; False when it cannot follow."""
        steps = self.steps
        while True:
            step = steps[states[-1]].get(symbol)
            if type(step) is not tuple:
                return step is not None
            size, make, becomes = step
            if size:
                children = values[-size:]
                del states[-size:], values[-size:]
            else:
                children = []
            states.append(steps[states[-1]][becomes])
            values.append(make(children))
            if symbol is _END and states[-1] == self.last:
                return True
