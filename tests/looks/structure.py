"""What can be said against a page without a browser: sizes, words for pictures, headings of tables, contrasts."""

import re
from collections.abc import Iterator

from css_inline import CSSInliner
from selectolax.lexbor import LexborHTMLParser, LexborNode

LONGEST = 100_000  # octets; mail programs cut off what is longer than 102 kB
LEAST_CONTRAST = 4.5  # WCAG 2 1.4.3
LONG_WORD = 40  # signs that fit a phone's line
_COLOURS = re.compile(r"(?<![-\w])(background-color|color):\s*(#[0-9a-f]{6})")
_DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{\n(.*?)\n\}", re.DOTALL)
_LINK = re.compile(r'<link rel="stylesheet"[^>]*>')
_RULE = re.compile(r"([^{}]+)\{([^{}]+)\}")


def faults(html: str) -> list[str]:
    """What is wrong with a page, in words; empty when nothing is."""
    tree = LexborHTMLParser(html)
    return [*_document(html, tree), *_pictures(tree), *_tables(tree), *_texts(tree), *_contrasts(html, tree)]


def site_faults(html: str, sheet: str) -> list[str]:
    """What is wrong with a page of the archive, whose style is a file beside it."""
    dark = "\n".join(found[0] for found in _DARK.finditer(sheet))
    light = f'<style>{sheet}</style><style data-css-inline="keep">{dark}</style>'
    styled = CSSInliner(load_remote_stylesheets=False).inline(_LINK.sub(light, html))
    tree = LexborHTMLParser(styled)
    return [*_archived(html, tree), *_tables(tree), *_texts(tree), *_contrasts(styled, tree)]


def _archived(html: str, tree: LexborHTMLParser) -> Iterator[str]:
    if (tree.css_first("html").attributes.get("lang") or "") != "en" or not tree.css_first("title").text(strip=True):
        yield "no language or no title"
    if tree.css("script, iframe, form, object, [onclick]") or re.search(r"(?:src|href)=.(?:https?:|//|data:)", html):
        yield "something that is fetched from elsewhere or runs"
    if len(tree.css("main")) != 1 or len(tree.css("h1")) != 1:
        yield "more or less than one heading of the page"
    for image in tree.css("img"):
        told = image.attributes.get("alt") or ""
        if not told.startswith("Map of ") or len(told.split()) < 10:
            yield f"a picture that is not told in a sentence: {told!r}"


def _document(html: str, tree: LexborHTMLParser) -> Iterator[str]:
    if len(html.encode()) > LONGEST:
        yield f"{len(html.encode())} octets"
    if (tree.css_first("html").attributes.get("lang") or "") != "en":
        yield "no language"
    if not tree.css('meta[name="color-scheme"][content="light dark"]'):
        yield "no word on dark screens"
    if not (tree.css_first("title").text(strip=True) and tree.css_first(".preheader").text(strip=True)):
        yield "no title, or nothing for a list of mails"
    if tree.css("script, link, iframe, form, object") or re.search(r"https?://|url\(", html):
        yield "something that is fetched or runs"


def _pictures(tree: LexborHTMLParser) -> Iterator[str]:
    for image in tree.css("img"):
        told = image.attributes.get("alt") or ""
        if not told.startswith("Map of ") or not told.endswith(".") or len(told.split()) < 10:
            yield f"a picture that is not told in a sentence: {told!r}"
        if image.attributes.get("width") != "600" or "max-width: 600px" not in (image.attributes.get("style") or ""):
            yield "a picture without a width"


def _tables(tree: LexborHTMLParser) -> Iterator[str]:
    for table in tree.css("table"):
        if table.attributes.get("role") == "presentation":
            continue
        if not table.css("th"):
            yield f"a table without headings: {_shown(table)}"
        for row in table.css("tr"):
            if not row.css("th, td"):
                yield f"a row without cells: {_shown(table)}"
        yield from _columns(table)
    for head in tree.css("th"):
        if head.attributes.get("scope") not in ("col", "row", "rowgroup"):
            yield f"a heading of nothing: {_shown(head)}"
        if not head.text(strip=True):
            yield "a heading without words"


def _columns(table: LexborNode) -> Iterator[str]:
    """Columns without anything in them, and headings that do not stand above their numbers."""
    rows = [row.css("th, td") for row in table.css("tr")]
    heads = rows[0] if rows else []
    for place, head in enumerate(heads):
        below = [row[place] for row in rows[1:] if len(row) == len(heads)]
        if below and not any(cell.text(strip=True) for cell in below):
            yield f"a column of nothing: {_shown(head)}"
        sides = {_side(cell) for cell in below}
        if len(sides) == 1 and head.text(strip=True) and _side(head) not in sides:
            yield f"a heading that does not stand above its column: {_shown(head)}"


def _side(cell: LexborNode) -> str:
    """To which side the text of a cell is set; a style goes before the attribute."""
    style, attribute = cell.attributes.get("style") or "", cell.attributes.get("align") or ""
    said = re.search(r"text-align:\s*(\w+)", style)
    return said[1] if said else attribute or "left"


def _texts(tree: LexborHTMLParser) -> Iterator[str]:
    for node in tree.css("h1, h2, h3, p, blockquote, .slip, .item"):
        if not node.text(strip=True) and not node.css("img"):
            yield f"an empty {node.tag}"
    for node in tree.css("body *"):
        own = node.text(deep=False)
        style = " ".join(one.attributes.get("style") or "" for one in _upwards(node))
        if not re.search("break-word|anywhere", style) and any(len(word) > LONG_WORD for word in own.split()):
            yield f"a word that no phone has room for: {_shown(node)}"
        if "nowrap" in (node.attributes.get("style") or "") and len(own) > LONG_WORD // 2:
            yield f"a line that cannot be broken: {_shown(node)}"
        if "(before: " in own:
            yield f"neighbors that stand in no table: {_shown(node)}"
        if own.lstrip().startswith("|"):
            yield f"a bar of the plain text: {_shown(node)}"


def _contrasts(html: str, tree: LexborHTMLParser) -> Iterator[str]:
    """Texts that do not stand out from their ground, on a light screen or on a dark one."""
    dark = _dark_colours(html)
    for classes in ({}, dark):
        for node in tree.css("body, body *"):
            if not node.text(deep=False, strip=True) or "preheader" in (node.attributes.get("class") or ""):
                continue
            ink, paper = _seen(node, classes)
            if not (ink and paper):
                yield f"no colours for {_shown(node)}"
            elif contrast(ink, paper) < LEAST_CONTRAST:
                yield f"{ink} on {paper}{' when dark' if classes else ''}: {_shown(node)}"


def _seen(node: LexborNode, classes: dict[str, dict[str, str]]) -> tuple[str, str]:
    """The colours of a text and of its ground, each of the nearest element that has one."""
    ink = paper = ""
    for one in _upwards(node):
        found = dict(_COLOURS.findall(one.attributes.get("style") or ""))
        for name in (*(one.attributes.get("class") or "").split(), f"sheet {one.tag}"):
            found |= classes.get(name, {})
        ink, paper = ink or found.get("color", ""), paper or found.get("background-color", "")
    return ink, paper


def _upwards(node: LexborNode) -> Iterator[LexborNode]:
    up: LexborNode | None = node
    while up is not None and up.tag not in ("html", "-undef", "-document"):
        yield up
        up = up.parent


def _dark_colours(html: str) -> dict[str, dict[str, str]]:
    """The colours that a dark screen gives to the classes of a page."""
    found: dict[str, dict[str, str]] = {}
    for names, body in _RULE.findall("\n".join(sheet[1] for sheet in _DARK.finditer(html))):
        for name in names.split(","):
            found.setdefault(name.strip().removeprefix("."), {}).update(_COLOURS.findall(body))
    return found


def contrast(one: str, other: str) -> float:
    """How much two colours differ, from 1 to 21.

    Rule: WCAG 2, contrast ratio.
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _shown(node: LexborNode) -> str:
    return " ".join(node.text(separator=" ").split())[:60]
