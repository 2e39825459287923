"""What people and their programs put around orders: tables, lists, sentences, tags, a smile."""

import re
from collections.abc import Callable, Iterator

LONGEST = 400  # characters of a line that is looked at so closely

_ENTITIES = {"&gt;": ">", "&lt;": "<", "&nbsp;": " ", "&ndash;": "-", "&mdash;": "-", "&minus;": "-", "&rarr;": "->"}
_ENTITY = re.compile("|".join(_ENTITIES))
_TAG = re.compile(r"</?(?:br|p|div|li|ul|ol|span|font|b|i|u|em|strong|td|tr)\b[^<>]{0,100}>")
_CELLS = re.compile(r"\|")
_QUOTED = re.compile(r"\s*\|[\s|]*[^|]*")  # some programs mark so what others wrote, and so do our own mails
# Bullets as a word processor writes them where its fonts of signs are lost (`o`, a paragraph sign), letters as numbers.
_BULLET = re.compile(
    r"^\s*(?:[o\u00a7*+-]|[a-z][.)]|(?:i{2,3}|i?v|vi{1,3}|i?x)[.)]|\([a-z0-9]{1,2}\)|\[[ x]?\])\s+(?=\S)"
)
# Words before an order that change nothing of it, and behind one: `PS: F Bre H instead`.
_LEAD = re.compile(
    r"(?:^|(?<=[.;] ))\s*(?:(?:p\.? ?s\b\.?|edit|also|actually|finally|lastly|now|oh|ok|okay|right|well|so|and|but|just"
    r"|no[, ]+wait|sorry|oops|instead|correction|corrected|update|make (?:it|that)"
    r"|(?:first|second|1st|2nd)(?: (?:move|leg|half|part|step))?(?= ?:)|let|have|send|order|kindly|please"
    r"|(?:hi|hello|hey|dear)(?: judge|(?=[,!.:])))\b[\s,.:!-]*)+(?=[a-z(])"
)
_TAIL = re.compile(
    r"(?<=[a-z)])[\s,]+(?:instead|again|too|as well|also|now|this (?:time|turn|season)|for now|ok|okay"
    r"|as (?:planned|agreed|promised|discussed|before|usual|ordered|always))[\s.!]*(?=$|[;,.])"
)
_CODE = re.compile(r"`+")  # not quotation marks: what stands in them may be what somebody else has said
_SMILE = re.compile(r"\s*(?:[:;8]-?[)(dp/]+|\^\^|<3)\s*$")
_NAME = r"seas?|oceans?|channel|ch|coast|gulf|bay|strait|islands?|isles?|med|atl|desert|plateau|peninsula"
_SENTENCE_ENDS = (  # before a unit, unless `S. A Par` supports it, or before any word but in `Norw. Sea`
    re.compile(r"(?<![ .][sc])(?<=[a-z)])\.(?=\s+(?:a|f|army|fleet|the (?:army|fleet))\b)"),
    re.compile(rf"(?<=[a-z)])\.(?=\s+[a-z(])(?!\s+(?:{_NAME})\b)"),
)
_AFTER_UNIT = re.compile(r"(?P<unit>[^:.;,]{2,60}):(?=\s*\S)")


def other_ways(text: str, is_unit: Callable[[str], bool]) -> Iterator[str]:
    """A line in plain form as it may have been meant, letter for letter in its place: for a line that is no order.

    Rule: a cell of a table, a bullet, a tag or a smile is no part of an order, nor is `PS:` before it or `instead`
    behind it; sentences are orders one by one; what stands behind a unit and a colon is its order.
    Shape: the likeliest first; nothing for a line with none of these. `is_unit` whether some words name a unit.
    """
    if len(text) > LONGEST:
        return
    bare = _without_signs(text)
    ways = [_AFTER_UNIT.sub(lambda found: f"{found['unit']} " if is_unit(found["unit"].strip()) else found[0], bare)]
    ways += [_blank(_TAIL, _blank(_LEAD, way)) for way in ways]
    ways += [end.sub(";", way) for end in _SENTENCE_ENDS for way in ways]
    yield from (way for way in dict.fromkeys(ways) if way != text)


def sentence_by_sentence(text: str) -> str:
    """A line in plain form with a semicolon where a sentence ends, as long as before.

    Not: a line in which no sentence begins with a unit.
    """
    if len(text) > LONGEST or not _SENTENCE_ENDS[0].search(text):
        return text
    for end in _SENTENCE_ENDS:
        text = end.sub(";", text)
    return _blank(_LEAD, text)


def _without_signs(text: str) -> str:
    if "&" in text:
        text = _ENTITY.sub(lambda found: _ENTITIES[found[0]].ljust(len(found[0])), text)
    if "<" in text:
        text = _TAG.sub(lambda found: ";".ljust(len(found[0])), text)
    if "|" in text and not _QUOTED.fullmatch(text):
        text = _CELLS.sub(" ", text)
    for trimming in (_CODE, _BULLET, _SMILE):
        text = _blank(trimming, text)
    return text


def _blank(trimming: re.Pattern[str], text: str) -> str:
    return trimming.sub(lambda found: " " * len(found[0]), text)
