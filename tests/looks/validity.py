"""Whether a page is written as HTML is to be: what is opened is closed, and stands where it may.

Rule: the content models of the HTML standard, as far as our pages use them.
"""

from html.parser import HTMLParser

VOID = frozenset({"meta", "link", "img", "br", "hr"})
_WORDS = frozenset({"p", "h1", "h2", "h3", "span", "a", "abbr", "title"})  # these hold words, and no blocks
_BLOCKS = frozenset({
    "article", "blockquote", "div", "h1", "h2", "h3", "hr", "main", "ol", "p", "section", "table", "ul",
})  # fmt: skip
_PLACES = {
    "thead": {"table"}, "tbody": {"table"}, "tr": {"table", "thead", "tbody"}, "th": {"tr"}, "td": {"tr"},
    "li": {"ol", "ul"}, "head": {"html"}, "body": {"html"}, "title": {"head"}, "meta": {"head"}, "link": {"head"},
    "main": {"body"},
}  # fmt: skip
_CHILDREN = {"ol": {"li"}, "ul": {"li"}, "table": {"thead", "tbody", "tr"}, "tr": {"th", "td"}}
OBSOLETE = frozenset({"align", "valign", "nowrap", "cellpadding", "cellspacing", "bgcolor", "border"})


class _Check(HTMLParser):
    """Reads a page and notes what is wrong with it; tables by how many columns their rows have."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.wrong: list[str] = []
        self._open: list[str] = []
        self._filled: list[bool] = []
        self._ids: set[str] = set()
        self._columns: list[set[int]] = []
        self._cells = 0

    def handle_decl(self, decl: str) -> None:
        if self._open or decl.lower() != "doctype html":
            self.wrong.append(f"a declaration {decl}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        above, names = (self._open[-1] if self._open else ""), [name for name, _ in attrs]
        if len(set(names)) < len(names) or OBSOLETE & set(names):
            self.wrong.append(f"attributes of {tag}: {', '.join(names)}")
        if above not in _PLACES.get(tag, {above}) or tag not in _CHILDREN.get(above, {tag}):
            self.wrong.append(f"{tag} in {above}")
        if tag in _BLOCKS and _WORDS & set(self._open):
            self.wrong.append(f"{tag} among words")
        if (name := dict(attrs).get("id")) is not None:
            self.wrong += [f"a second {name}"] if name in self._ids else []
            self._ids.add(name)
        if self._filled:
            self._filled[-1] = True
        if tag in ("th", "td"):
            self._cells += int(dict(attrs).get("colspan") or 1)
        if tag == "table":
            self._columns.append(set())
        if tag not in VOID:
            self._open.append(tag)
            self._filled.append(False)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.wrong.append(f"</{tag}>")
            return
        self._open.pop()
        if not self._filled.pop():
            self.wrong.append(f"an empty {tag}") if tag not in ("td", "script") else None
        if tag == "tr" and self._columns:
            self._columns[-1].add(self._cells)
            self._cells = 0
        if tag == "table" and len(columns := self._columns.pop()) != 1:
            self.wrong.append(f"a table of {sorted(columns)} columns")

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._filled[-1:] = [True] if self._filled else []
            if self._open and self._open[-1] in _CHILDREN:
                self.wrong.append(f"words in {self._open[-1]}: {data.strip()}")
        if "&" in data or "<" in data:
            self.wrong.append(f"a sign that is not written out: {data.strip()[:40]}")

    def handle_entityref(self, name: str) -> None:
        self.handle_data(name)

    def handle_charref(self, name: str) -> None:
        self.handle_data(name)

    def ended(self) -> list[str]:
        """What was wrong, and what was never closed."""
        return [*self.wrong, *(f"{tag} is not closed" for tag in self._open)]


def flaws(html: str) -> list[str]:
    """What is wrong with how a page is written; empty when nothing is."""
    check = _Check()
    if not html.startswith("<!DOCTYPE html>\n"):
        check.wrong.append("no doctype")
    check.feed(html)
    check.close()
    return check.ended()
