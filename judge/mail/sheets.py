"""Style sheets of an HTML mail: what they say of an element, written into its own style."""

from typing import Final

from css_inline import CSSInliner, InlineError
from selectolax.lexbor import LexborHTMLParser, LexborNode

_LARGEST: Final = 64_000  # characters of all sheets together
_MOST_MATCHES: Final = 400_000  # selectors times tags, which take half a second at worst
_DEEPEST: Final = 300  # elements in one another; the library's stack grows with them
_INLINER: Final = CSSInliner(load_remote_stylesheets=False)


def with_styles(text: str) -> LexborHTMLParser:
    """The tree of an HTML text in which each element has the style that the text's own sheets give it.

    Rule: the library's order of precedence; sheets for paper or for another medium than screens, and what a sheet says
    of some screens only (`@media`), count for nothing. Nothing is fetched.
    Not: sheets that are crooked, too long, or for too many or too deep elements; then the tree is as it came.
    """
    tree = LexborHTMLParser(text)
    sheets = tree.css("style") if "<style" in text.lower() else []
    for sheet in sheets:
        if not _is_for_screens(sheet):
            sheet.decompose()
    rules = "".join(sheet.text(deep=True) for sheet in tree.css("style")) if sheets else ""
    selectors = rules.count("{") + rules.count(",")
    if not selectors or len(rules) > _LARGEST or selectors * text.count("<") > _MOST_MATCHES or _is_deep(tree):
        return tree
    try:
        return LexborHTMLParser(_INLINER.inline(tree.html or ""))
    except InlineError:
        return tree


def _is_for_screens(sheet: LexborNode) -> bool:
    media = (sheet.attributes.get("media") or "").lower()
    return not media.strip() or any(one.strip() in ("all", "screen") for one in media.split(","))


def _is_deep(tree: LexborHTMLParser) -> bool:
    waiting = [(tree.root, 1)] if tree.root is not None else []
    while waiting:
        node, depth = waiting.pop()
        if depth > _DEEPEST:
            return True
        waiting.extend((child, depth + 1) for child in node.iter())
    return False
