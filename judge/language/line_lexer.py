"""The lexer of order lines: Lark's contextual lexer with all that only longer texts need left out."""

from collections.abc import Iterator
from typing import Any

from lark import Token
from lark.lexer import BasicLexer, ContextualLexer, LexerState


class LineLexer(ContextualLexer):
    """Gives the tokens of one line; they know their column and nothing else of their place.

    An order is a few words, and Lark spends more time on counting lines than on finding words. Where no terminal
    fits, Lark's own lexer goes on from there and makes the error.
    """

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # Any: Lark says no more
        """The tokens, each found among the terminals that the parser can take next."""
        counter, text = lexer_state.line_ctr, lexer_state.text
        at, end = counter.char_pos, text.end
        while at < end:
            lexer = self.lexers[parser_state.position]
            assert isinstance(lexer, BasicLexer)
            found = lexer.scanner.match(text, at)
            if found is None:
                counter.char_pos, counter.column = at, at + 1
                yield from super().lex(lexer_state, parser_state)
                return
            word, terminal = found
            if terminal not in lexer.ignore_types:
                token = Token(terminal, word, at, 1, at + 1)
                if terminal in lexer.callback:  # strings of the grammar that a pattern fits too
                    token = lexer.callback[terminal](token)
                lexer_state.last_token = token
                yield token
            at += len(word)
