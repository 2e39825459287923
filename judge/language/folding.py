"""The plain form in which an order line is read: lower case, one kind of dash, no accents, columns unchanged."""

import re
import unicodedata
from functools import lru_cache

# Hyphens, dashes, the minus sign, arrows; single quotes; bullets.
_DASHES = (
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d"
    "\u2192\u21d2\u27f6\u27f9\u2794\u279c\u2799\u279e\u21e8\u21a6"
)
_QUOTES = "\u2019\u2018\u201b\u00b4`"
_BULLETS = "\u2022\u00b7\u2023"
_KEYCAP = "\u20e3"  # behind a digit: a number in a box
_SIGNS = ((_DASHES, "-"), (_QUOTES, "'"), (_BULLETS, " "), (_KEYCAP, "."))
_TABLE = {ord(mark): plain for marks, plain in _SIGNS for mark in marks}
_NOTE = re.compile(r"\(\*.*?\*\)")
_COMMENT = re.compile(r"(?:^|\s)//.*$|^\s*#(?!\d{1,2}[\s.:)]).*$|(?<=\S)\s+#.*$")
# Bold or in italics as plain text has it, where a mail program makes plain text of a page.
_EMPHASIS = re.compile(r"(?<![^\s(,;])[*_]{1,3}(?=[^\W_])|(?<=[^\W_])[*_]{1,3}(?![^\s.,;:)])")
# Struck through, as markdown and chat programs have it where they make plain text.
_STRUCK = re.compile(r"~~(?=[^\s~>])[^~]*[^\s~]~~")
# What became of an order, as results tell it behind the order.
_OUTCOME = re.compile(r"succe|fail|bounce|held|cut|void|dislodged|moved")
_OUTCOME_BEHIND = re.compile(
    r"(?<=[a-z)])(?:\s*(?:\.{2,}|(?<=\s)\.|:|\(|(?<=\s)[\[*]|(?<=\s)-{2,})\s*"
    r"(?:succeed(?:s|ed)|success(?:ful)?|fail(?:s|ed)|bounce[sd]?|held|cut|void|dislodged|moved)|\s+succeed(?:s|ed))"
    r"(?:\s+(?:with|against|by)\s(?:(?!\band\b[^;]{0,60}(?:-|\b(?:[shc]|holds?|supports?|convoys?|moves?|to)\b))"
    r"(?:(?<=\bst)\.|[^;,.&)\]])){0,120})?[)\]*.!\s]*$"  # as far as another order may begin
)
_NUMBERING = re.compile(r"^\s*(?:#?\d{1,2}(?:[.):](?!\d)|\s-(?=\s))|#\d{1,2}(?=\s))")


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    if unicodedata.category(char) in ("So", "Sk", "Cn"):
        return " "  # an emoji
    lower = (unicodedata.normalize("NFKD", char)[:1] or char).lower()
    return lower if len(lower) == 1 else char


def fold_line(text: str) -> str:
    """The line in plain form, character for character: dashes and arrows `-`, emojis blanks, trailing comments gone.

    Shape: as long as `text`, or shorter by a comment at its end or by what a result tells there, `... succeeded`. A
    number before the order (`1.`, `#1:`), the notes of a result, `(*bounce*)`, what is struck through, `~~A Par H~~`,
    and what makes words bold, `*A Par - Bur*`, are blanked out.
    """
    text = text.lower() if text.isascii() else "".join(map(_plain, text.translate(_TABLE)))
    if "(*" in text:
        text = _NOTE.sub(lambda note: " " * len(note[0]), text)
    if "//" in text or "#" in text:
        text = _COMMENT.sub("", text)
    if "~~" in text:
        text = _STRUCK.sub(lambda gone: " " * len(gone[0]), text)
    if _OUTCOME.search(text):
        text = _OUTCOME_BEHIND.sub("", text)
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub(lambda mark: " " * len(mark[0]), text)
    if text[:3].strip(" #")[:1].isdigit():
        text = _NUMBERING.sub(lambda number: " " * len(number[0]), text)
    return text
