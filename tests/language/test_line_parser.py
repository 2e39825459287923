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


def test_what_would_lead_on_is_told_though_much_else_was_read_before(lark: Lark) -> None:
    """Lark is asked once for all lines that stop alike; each gets what fits there, and the same set."""
    parser = LineParser(lark)
    lines = ("a par -", "a par bur", "par - bur ?", "f bre ?", "mar - ?", "? h", "a par -")
    found = []
    for line in lines:
        with pytest.raises(UnexpectedInput) as trouble:
            parser.parse(line)
        found.append(parser.leading_on(trouble.value))
        assert found[-1] == trouble.value.interactive_parser.accepts()
    assert found[0] == {"NAME"}
    assert found[0] is found[-1] is found[4]
    assert len(set(found)) == 5
