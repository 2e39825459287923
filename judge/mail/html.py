"""HTML mail as lines of text, with what its markup says of each: quoted, signature, footer."""

import re
from dataclasses import dataclass
from typing import Literal

from selectolax.lexbor import LexborNode

from judge.game.lines import Label
from judge.mail.colors import Paint
from judge.mail.marked import MarkedLine
from judge.mail.sheets import with_styles

MOST_TAGS = 15_000  # the parser's time grows with the square of the depth; this many take a second at worst

_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main",
    "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
})  # fmt: skip
_UNSEEN = frozenset({
    "head", "script", "style", "template", "title", "noscript", "object", "svg", "math", "select", "textarea", "iframe",
})  # fmt: skip
_CELLS = frozenset(("td", "th"))
_STRUCK = frozenset(("s", "strike", "del"))
_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|mso-hide:all|opacity:0(?:\.0*)?(?:;|!|$)"
    r"|(?:left|right|top|bottom|text-indent|margin-left|margin-top):-\d{3,}"  # beside the window
    r"|clip:rect\((?:0(?:px)?,?){4}\)|clip-path:inset\((?:50|100)%|transform:scale[xy]?\(0\)"
    r"|font-size:(?:0(?:\.0+)?(?:px|pt|em|rem|%)?|1(?:px|pt))(?:;|!|$)"
)
_NO_ROOM_STYLE = re.compile(r"(?:^|;)(?:max-)?(?:height|width):0(?:px|pt|em|%)?(?:;|!|$)")
_STRUCK_STYLE = re.compile(r"text-decoration[a-z-]*:[^;]*line-through")
_OLD_MAIL_STYLE = re.compile(r"border:none;border-top:solid#[0-9a-f]{6}1(?:\.0)?pt;padding:3(?:\.0)?pt0(?:cm|in|mm)?0")
_KEEPS_LINES = re.compile(r"white-space:(?:pre|pre-wrap|pre-line|break-spaces)(?:;|!|$)")

_QUOTING_CLASSES = frozenset({
    "gmail_quote", "gmail_quote_container", "yahoo_quoted", "protonmail_quote", "tutanota_quote", "zmail_extra",
    "moz-forward-container",
})  # fmt: skip
_SIGNING_CLASSES = frozenset({"gmail_signature", "moz-signature", "protonmail_signature_block", "moz-txt-sig"})
_SIGNING_IDS = frozenset({"signature", "ymail_android_signature"})
_FOOTER_IDS = frozenset({"ms-outlook-mobile-signature", "applemailsignature", "lineinnerfooter"})
# From these on to the end stands the old mail.
_OLD_MAIL_IDS = frozenset({
    "appendonsend", "divrplyfwdmsg", "mail-editor-reference-message-container", "stopspelling", "olk_src_body_section",
})  # fmt: skip

_Role = Literal["", "unseen", "hidden", "struck", "quoted", "signature", "footer", "old mail"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlText:
    """An HTML text as lines, and whether words that are struck through, or that nobody can see, were left out."""

    lines: tuple[MarkedLine, ...]
    struck: bool
    hidden: bool


def html_lines(text: str) -> HtmlText:
    """The lines of an HTML text.

    Rule: blocks and `br` end a line, a table's row is a line, its cells are parted by blanks, whatever blocks a cell of
    one line is made of; a cell of several lines keeps them. What is hidden, painted in the color of its ground, or
    struck through, by its own style or a sheet's (`with_styles`), is not there; quotations as Gmail, Outlook, Apple
    Mail, Thunderbird and others mark them are QUOTED, their signatures SIGNATURE.
    Not: numbers of lists, and addresses of links; whether there are more tags than `MOST_TAGS`.
    """
    root = with_styles(text).root
    writer = _Writer()
    if root is not None:
        _walk(root, writer)
    return HtmlText(lines=writer.finish(), struck=writer.struck, hidden=writer.hidden)


def _walk(root: LexborNode, writer: "_Writer") -> None:
    """Go through the tree without recursion: a mail may be nested deeper than Python's stack."""
    open_nodes: list[LexborNode] = []
    node: LexborNode | None = root
    while node is not None:
        inside = writer.enter(node)
        child = node.child if inside else None
        if child is not None:
            open_nodes.append(node)
            node = child
            continue
        if inside:
            writer.leave(node)
        while node is not None and node.next is None:
            node = open_nodes.pop() if open_nodes else None
            if node is not None:
                writer.leave(node)
        node = node.next if node is not None else None


@dataclass(frozen=True, slots=True)
class _Cell:
    """An open cell: which line will be its first, and what stood in the line of the row when it began."""

    first_line: int
    words: list[str]
    mark: Label | None


class _Writer:
    """Collects lines; the innermost label of the open elements is the label of what is written."""

    def __init__(self) -> None:
        self.struck = self.hidden = False
        self._paints = [Paint()]
        self._lines: list[MarkedLine] = []
        self._words: list[str] = []
        self._mark: Label | None = None
        self._labels: list[Label | None] = [None]
        self._kept_lines = 0
        self._old_mail = False
        self._cells: list[_Cell] = []

    def enter(self, node: LexborNode) -> bool:
        """Begin an element or write a text; whether what is inside the element is to be read."""
        tag = node.tag or ""
        if tag == "-text":
            self._write(node.text_content or "")
            return False
        if tag.startswith(("-", "!")):
            return False
        role = _role(node, tag)
        if role in ("unseen", "hidden", "struck"):
            self.struck = self.struck or role == "struck"
            self._hide(node.text(deep=True) if role == "hidden" else "")
            return False
        if tag == "br":
            self._end_line(forced=True)
            return False
        if tag in _CELLS:
            self._cells.append(_Cell(len(self._lines), self._words, self._mark))
            self._words, self._mark = [], None
        if tag in _BLOCKS:
            self._end_line()
        self._old_mail = self._old_mail or role == "old mail"
        self._labels.append(self._label(role))
        attributes = node.attributes
        self._paints.append(
            self._paints[-1].under(_style(node), attributes.get("color") or "", attributes.get("bgcolor") or "")
        )
        self._kept_lines += _keeps_lines(node, tag)
        return True

    def leave(self, node: LexborNode) -> None:
        """End an element."""
        tag = node.tag or ""
        if tag in _BLOCKS:
            self._end_line()
        if tag in _CELLS:
            self._end_cell(self._cells.pop())
        self._labels.pop()
        self._paints.pop()
        self._kept_lines -= _keeps_lines(node, tag)

    def finish(self) -> tuple[MarkedLine, ...]:
        """The lines, the last one ended."""
        self._end_line()
        return tuple(self._lines)

    def _label(self, role: _Role) -> Label | None:
        if self._labels[-1] is Label.QUOTED or role == "quoted":
            return Label.QUOTED
        return {"signature": Label.SIGNATURE, "footer": Label.FOOTER}.get(role, self._labels[-1])

    def _hide(self, text: str) -> None:
        """Leave words out; that is told unless they are quoted or none at all."""
        quoted = self._old_mail or self._labels[-1] is Label.QUOTED
        self.hidden = self.hidden or (not quoted and any(one.isalnum() for one in text))

    def _write(self, text: str) -> None:
        if self._paints[-1].is_invisible:
            self._hide(text)
            return
        pieces = text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if self._kept_lines else [text]
        for number, piece in enumerate(pieces):
            if number:
                self._end_line(forced=True)
            if piece.strip():
                self._mark = Label.QUOTED if self._old_mail else self._labels[-1]
            self._words.append(piece)

    def _end_cell(self, cell: "_Cell") -> None:
        """Go on in the line of the row when the cell that ends here has no more than one; else it has its own."""
        self._end_line()
        inside = self._lines[cell.first_line :]
        said = [line for line in inside if line.text.strip()]
        if len(said) > 1:
            del self._lines[cell.first_line :]
            self._words, self._mark = cell.words, cell.mark
            self._end_line()
            self._lines += inside
            return
        del self._lines[cell.first_line :]
        cell.words.append(" ")
        self._words, self._mark = cell.words, cell.mark
        if said:
            self._words.append(said[0].text)
            self._mark = said[0].mark

    def _end_line(self, *, forced: bool = False) -> None:
        line = re.sub(r"[ \t\n\r\f]+", " ", "".join(self._words)).lstrip(" ")
        if line.strip() or forced:
            # The blank at the end matters to "-- " alone.
            self._lines.append(MarkedLine("-- " if line.replace("\xa0", " ") == "-- " else line.rstrip(), self._mark))
        self._words, self._mark = [], None


def _keeps_lines(node: LexborNode, tag: str) -> bool:
    return tag == "pre" or _KEEPS_LINES.search(_style(node)) is not None


def _style(node: LexborNode) -> str:
    return re.sub(r"\s+", "", (node.attributes.get("style") or "")[:2_000].lower())


def _role(node: LexborNode, tag: str) -> _Role:
    """What an element is in a mail."""
    attributes, style = node.attributes, _style(node)
    identity = (attributes.get("id") or "").lower().removeprefix("x_")
    classes = {one.removeprefix("x_") for one in (attributes.get("class") or "").lower().split()}
    if tag in _UNSEEN:
        return "unseen"
    if "hidden" in attributes or _HIDDEN_STYLE.search(style):
        return "hidden"
    if "overflow:hidden" in style and _NO_ROOM_STYLE.search(style):
        return "hidden"
    if tag in _STRUCK or _STRUCK_STYLE.search(style):
        return "struck"
    if identity in _OLD_MAIL_IDS or _OLD_MAIL_STYLE.search(style):
        return "old mail"
    if identity in _SIGNING_IDS or classes & _SIGNING_CLASSES:
        return "signature"
    if identity in _FOOTER_IDS:
        return "footer"
    return "quoted" if _is_quotation(node, tag, classes, style) else ""


def _is_quotation(node: LexborNode, tag: str, classes: set[str], style: str) -> bool:
    if tag == "blockquote":
        # An editor's "indent more" makes a quotation of the writer's own words, without a border.
        indented = "border:none" in style or "border:medium none" in style
        return not indented or node.attributes.get("type") == "cite" or bool(classes & _QUOTING_CLASSES)
    if node.attributes.get("name") == "quote":
        return True
    if not (classes & _QUOTING_CLASSES or any(one.endswith("yahoo_quoted") for one in classes)):
        return False
    # Answers between quoted lines stand in this element too, beside the quotations in it.
    return node.css_first("blockquote") is None
