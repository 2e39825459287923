"""Blocks of press in a letter: where one ends, and what belongs to it."""

import re
from collections.abc import Sequence

from judge.game.lines import Label, NumberedLine
from judge.language.remarks import without_remark

# ENDPRESS as people write it: END PRESS, END OF PRESS, END OF MESSAGE, ENDPRES, ENDPRESSS, ENPRESS, ENDPRSS, END.
_END_MARK = re.compile(
    r"[\s*_<\[(/#=-]*(?:"
    r"(?:end|en|edn|ende)[ _-]*(?:of[ _-]*)?(?:(?:the|my|this)[ _-]*)?"
    r"(?:pres{1,3}e?|prese?s|perss|prss|presd|[po]ress|broad?ca?s?t|announce(?:ment)?|mess?age|msg)"
    r"|end"
    r")[\s*_>\])/#=.!;-]*",
    re.IGNORECASE,
)
END_OF_LETTER = re.compile(r"\s*(sign[ -]?off[ .!]*(?:\s(?://|#).*)?|--\s*)$", re.IGNORECASE)
_COMMENT = re.compile(r"\s*//")
# A line within a message at which the next one begins: a heading that can hardly be anything else.
_SIGNED = r"(?:(?:white|gr[ae]y|anonymous(?:ly)?|fake)\s+)?"
_NEXT = re.compile(
    rf"\s*{_SIGNED}press\s+{_SIGNED}(?:to|from)\s+(?P<list>[^:.!?]+)(?::.*)?$"
    rf"|\s*press\s+{_SIGNED}[+-]\w+\s*(?::.*)?$"
    r"|\s*broadcast(?:\s+(?:white|gr[ae]y|anonymous(?:ly)?))?\s*(?::.*)?$|\s*announce\s*(?::.*)?$",
    re.IGNORECASE,
)
_JOINED = re.compile(r"[,;/&+]|\b(?:and|but|from|to|fake)\b", re.IGNORECASE)
_MANY = 4  # words without anything between them: more of them are no list but a sentence


def ends_message(text: str) -> bool:
    """Whether a line is ENDPRESS, in one of the spellings that people give it."""
    return _END_MARK.fullmatch(without_remark(text)) is not None


def begins_message(text: str) -> bool:
    """Whether a line within a message is the heading of the next one."""
    found = _NEXT.match(text)
    return found is not None and all(len(part.split()) <= _MANY for part in _JOINED.split(found["list"] or ""))


def end_of_message(lines: Sequence[NumberedLine], start: int) -> int | None:
    """The entry with the end mark of a message, None when the letter or the next message comes first."""
    for at in range(start, len(lines)):
        if lines[at].label is not Label.OWN:
            continue
        if ends_message(lines[at].text):
            return at
        if END_OF_LETTER.match(lines[at].text) or begins_message(lines[at].text):
            return None
    return None


def message_text(lines: Sequence[NumberedLine], start: int, number: int, first: str = "") -> tuple[str, int, bool]:
    """The text of a message that begins on line `number`, the entry to go on with, and whether an end mark closed it.

    Shape: `first` what stands on the heading's own line. The sender's own lines alone, without comments (`//`); where
    lines were left out or blank there is one blank line.
    Rule: it ends at the end mark, at a signature, at the stop mark, before the next message, or with the letter.
    """
    texts = [first] if first else []
    at, marked = start, False
    while at < len(lines):
        one = lines[at]
        if one.label in (Label.SIGNATURE, Label.FOOTER, Label.AFTER_DASHES):
            break
        if one.label is Label.OWN:
            if END_OF_LETTER.match(one.text) or begins_message(one.text):
                break
            if ends_message(one.text):
                at, marked = at + 1, True
                break
            if not _COMMENT.match(one.text):
                if texts and one.number > number + 1:
                    texts.append("")
                texts.append(one.text.rstrip())
        number = one.number
        at += 1
    return "\n".join(texts), at, marked
