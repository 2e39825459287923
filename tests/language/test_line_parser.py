"""Lark's tables driven over a line give what Lark gives, and its errors."""

import pytest
from lark import Lark, Token, Transformer, Tree
from lark.exceptions import UnexpectedInput

from judge.language.line_parser import LineParser

GRAMMAR = """
start: order "please"?
order: unit "-" place+ -> move
     | unit HOLD -> hold
     | WAIVE? -> nothing
unit: KIND? place
place: NAME coast?
coast: "/" COAST
KIND: /[af]\\b/
HOLD: /h\\b/
WAIVE: "waive"
COAST: /[ns]c\\b/
NAME.-1: /[a-z]{2,}/
SKIP: /[.]+/
BLANK: " "
%ignore BLANK
%ignore SKIP
"""


@pytest.fixture(scope="module")
def lark() -> Lark:
    return Lark(GRAMMAR, parser="lalr", lexer="contextual", transformer=Transformer())


def plain(tree: object) -> object:
    """A parse as tuples: rules, terminals, words and columns."""
    if isinstance(tree, Tree):
        return (str(tree.data), *map(plain, tree.children))
    assert isinstance(tree, Token)
    return (tree.type, str(tree), tree.column)


@pytest.mark.parametrize(
    "line",
    [
        "a par - bur",
        "par-bur",
        " f spa/sc  - mid por/nc please",
        "par h",
        "waive",
        "",
        "   ",
        "a par h. please..",
        "..waive",
    ],
)
def test_a_line_is_parsed_as_lark_parses_it(lark: Lark, line: str) -> None:
    assert plain(LineParser(lark).parse(line)) == plain(lark.parse(line))


@pytest.mark.parametrize(
    "line", ["a par -", "a par bur", "- bur", "par h h", "par ? bur", "a", "waive waive", "spa/xc h"]
)
def test_a_line_that_does_not_fit_gives_larks_own_error(lark: Lark, line: str) -> None:
    with pytest.raises(UnexpectedInput) as ours:
        LineParser(lark).parse(line)
    with pytest.raises(UnexpectedInput) as theirs:
        lark.parse(line)
    assert (type(ours.value), ours.value.column, str(ours.value)) == (
        type(theirs.value), theirs.value.column, str(theirs.value),
    )  # fmt: skip
