"""The lexer of order lines: Lark's contextual lexer with all that only longer texts need left out."""

from collections.abc import Iterator
from typing import Any

from lark import Token
from lark.lexer import BasicLexer, ContextualLexer, LexerState


class Word(Token):
    """A token of a line: it knows its column, and nothing else of its place."""

    line = end_line = 1
    end_column = end_pos = None

    def __new__(cls, terminal: str, word: str, at: int) -> "Word":
        """The word at a place that counts from 0."""
        made = str.__new__(cls, word)
        made.type, made.value, made.start_pos, made.column = terminal, word, at, at + 1
        return made


class LineLexer(ContextualLexer):
    """Gives the words of one line, among the terminals that the parser can take next.

    An order is a few words, and Lark spends more time on counting lines than on finding words. Blanks are passed
    over first: a terminal may begin with some, but must not need them. Where no terminal fits, Lark's own lexer
    goes on from there and makes the error.
    """

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # Any: Lark says no more
        """The words, in their order."""
        counter, text = lexer_state.line_ctr, lexer_state.text
        line, at, end = text.text, counter.char_pos, text.end
        while True:
            while at < end and line[at] == " ":
                at += 1
            if at >= end:
                return
            lexer = self.lexers[parser_state.position]
            assert isinstance(lexer, BasicLexer)
            found = lexer.scanner.match(text, at)
            if found is None:
                counter.char_pos, counter.column = at, at + 1
                yield from super().lex(lexer_state, parser_state)
                return
            word, terminal = found
            if terminal not in lexer.ignore_types:
                token: Token = Word(terminal, word, at)
                if terminal in lexer.callback:  # strings of the grammar that a pattern fits too
                    token = lexer.callback[terminal](token)
                lexer_state.last_token = token
                yield token
            at += len(word)
