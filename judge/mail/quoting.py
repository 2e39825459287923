"""Whose words each line of a mail holds.

Quoted text is never an order, so a line is its sender's own only if nothing says otherwise; and an answer typed
under a quoted line is the sender's own, so quoting by marks never swallows what stands below it.
"""

import re
from collections.abc import Callable, Sequence

from judge.game.lines import Label, NumberedLine
from judge.game.mails import REPLY_MARK
from judge.mail import phrases
from judge.mail.cleaning import clean
from judge.mail.marked import MarkedLine

LONGEST_LINE = 4_000  # characters; what is longer is cut before it is looked at
_LONGEST_ATTRIBUTION = 4  # lines
_LEAST_FIELDS = 4  # of a header block in a language that is not known here
_LONGEST_BLOCK = 6  # lines, with text in them, of a header block that are looked at

_QUOTE_MARKS = re.compile(r"^(?:> ?)+")
_QUOTED = re.compile(r"[ \t\xa0]{0,3}[>\uff1e]")
# Where a mail program does not mark what it quotes, all below this line of ours is quoted. One that makes a page of
# the text takes the signs around it for a heading's.
_REPLY_MARK = re.compile(REPLY_MARK.replace("#### ", "#{2,} ?").replace(" ####", " ?#{2,}"), re.IGNORECASE)
_CLOCK_OR_ADDRESS = re.compile(r"\d{1,2}[:.h]\d\d|\S@\S")
_CLOCK = re.compile(r"\b\d{1,2}[:.]\d\d\b")
_ADDRESS = re.compile(r"[\w.+-]@[\w-]+\.\w")
_REPLY_WORDS = REPLY_MARK.strip(" #").lower()
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_RULE = re.compile(r"[_-]{5,}")
_BLOCK_SENDER = re.compile(rf"\*?(?:{phrases.BLOCK_SENDER}) ?:.*", re.IGNORECASE)
_BLOCK_FIELDS = {
    name: re.compile(rf"\*?(?:{words}) ?:.*", re.IGNORECASE) for name, words in phrases.BLOCK_FIELDS.items()
}


def label_lines(lines: Sequence[MarkedLine]) -> tuple[NumberedLine, ...]:
    """The lines that are not blank, cleaned, numbered from 1 as they stand in the text, each with its label.

    Rule: RFC 3676 4.3 for the signature after "-- "; after a bare "--" lines are AFTER_DASHES. A line with ">" is
    quoted, and one that ends with a colon right above it leads it in. An attribution above unmarked text, a header
    block as Outlook makes it, and our own reply mark without ">" make all below them quoted; a forwarded message goes
    on to the end.
    Shape: quoted lines without their ">"; one that holds nothing else is blank.
    """
    return _Labelling(lines).run()


def _tells_a_letter(text: str) -> bool:
    """Whether a line says who wrote and when to the minute, in whatever language: an address, a clock and a year."""
    return all(sign.search(text) is not None for sign in (_ADDRESS, _CLOCK, _YEAR))


def is_reply_mark(text: str) -> bool:
    """Whether a line has in it the one that our mails begin with.

    Shape: some programs put it behind their own words: `… wrote: #### Write …` (Yahoo on telephones).
    """
    return _REPLY_MARK.search(text) is not None or text.strip(" #*").lower() == _REPLY_WORDS


class _Labelling:
    """One pass over the lines; `_state` is the label of lines that say nothing of their own."""

    def __init__(self, lines: Sequence[MarkedLine]) -> None:
        self._raw = [line.text[:LONGEST_LINE] for line in lines]
        self._marks = [line.mark for line in lines]
        self._texts = [clean(text) for text in self._raw]
        self._filled = [at for at, text in enumerate(self._texts) if text]
        self._labels: dict[int, Label] = {}
        self._state = Label.OWN
        # In this order: the first that knows the line wins.
        self._rules: tuple[Callable[[int], bool], ...] = (
            self._take_end,
            self._take_mark,
            self._take_quoted,
            self._take_reply_mark,
            self._take_forwarded,
            self._take_block,
            self._take_attribution,
            self._take_signature,
            self._take_footer,
        )

    def run(self) -> tuple[NumberedLine, ...]:
        for place in range(len(self._filled)):
            at = self._filled[place]
            if at not in self._labels and not any(rule(place) for rule in self._rules):
                self._labels[at] = self._state
        lines = (NumberedLine(at + 1, self._said(at), self._labels[at]) for at in self._filled)
        return tuple(line for line in lines if line.text)

    def _said(self, at: int) -> str:
        """What a line says; the label tells that it is quoted, so the marks go, and orders in it can be recognized."""
        text = self._texts[at][:LONGEST_LINE]
        return text if self._labels[at] is Label.OWN else _QUOTE_MARKS.sub("", text)

    def _text(self, place: int) -> str:
        return self._texts[self._filled[place]]

    def _is_quoted(self, place: int) -> bool:
        at = self._filled[place]
        return self._marks[at] is Label.QUOTED or _QUOTED.match(self._raw[at]) is not None

    def _set(self, place: int, label: Label) -> bool:
        self._labels[self._filled[place]] = label
        return True

    def _take_end(self, place: int) -> bool:
        """Below an unmarked old mail or a forwarded one nothing has another label."""
        return self._state in (Label.QUOTED, Label.FORWARDED) and self._set(place, self._state)

    def _take_mark(self, place: int) -> bool:
        mark = self._marks[self._filled[place]]
        return mark is not None and self._set(place, mark)

    def _take_quoted(self, place: int) -> bool:
        if not self._is_quoted(place):
            return False
        if phrases.BETWEEN_MARKS.fullmatch(self._text(place)[:500]):
            self._state = Label.QUOTED
        return self._set(place, Label.QUOTED)

    def _take_reply_mark(self, place: int) -> bool:
        if not is_reply_mark(self._text(place)):
            return False
        self._state = Label.QUOTED
        return self._set(place, Label.QUOTED)

    def _take_forwarded(self, place: int) -> bool:
        if not phrases.FORWARDED.fullmatch(self._text(place)):
            return False
        self._state = Label.FORWARDED
        return self._set(place, Label.FORWARDED)

    def _take_block(self, place: int) -> bool:
        """A header block, with the rule or "Original Message" line above it, begins an old mail."""
        text = self._text(place)
        original = self._is_original(text)
        ruled = _RULE.fullmatch(text) is not None and self._is_block(place + 1)
        if not (original or ruled or self._is_block(place)):
            return False
        self._state = Label.QUOTED
        return self._set(place, Label.ATTRIBUTION)

    @staticmethod
    def _is_original(text: str) -> bool:
        """Whether a line is "Original Message" in its dashes, alone or with the whole block behind it (Samsung)."""
        found = phrases.ORIGINAL_MESSAGE.match(text)
        rest = "" if found is None else text[found.end() :].strip()
        return found is not None and (not rest or _BLOCK_SENDER.fullmatch(rest) is not None)

    def _is_block(self, place: int) -> bool:
        if place + 1 < len(self._filled) and _BLOCK_FIELDS["date"].fullmatch(self._text(place)):
            place += 1  # GMX tells first when it was sent
        if self._is_block_of_any_language(place):
            return True
        following = range(place + 1, min(place + _LONGEST_BLOCK, len(self._filled)))
        if place >= len(self._filled) or not _BLOCK_SENDER.fullmatch(self._text(place)):
            return False
        found = {
            name
            for next_place in following
            for name, field in _BLOCK_FIELDS.items()
            if field.fullmatch(self._text(next_place).lstrip())
        }
        return len(found) >= 2

    def _is_block_of_any_language(self, place: int) -> bool:
        """Whether fields follow line by line, four or more, the first with an address and one with a moment."""
        at = self._filled[place : place + _LEAST_FIELDS]
        if len(at) < _LEAST_FIELDS or at[-1] - at[0] != _LEAST_FIELDS - 1:
            return False
        sender, *others = (self._texts[one][:500] for one in at)
        return (
            phrases.BLOCK_SENDER_OF_ANY_LANGUAGE.fullmatch(sender) is not None
            and all(phrases.BLOCK_FIELD_OF_ANY_LANGUAGE.fullmatch(one) for one in (sender, *others))
            and any(_CLOCK.search(one) for one in others)
        )

    def _take_attribution(self, place: int) -> bool:
        if self._has_text_behind(place):
            self._state = Label.QUOTED
            return self._set(place, Label.QUOTED)
        end = self._attribution_end(place)
        if end is None:
            return False
        for one in range(place, end + 1):
            self._set(one, Label.ATTRIBUTION)
        if not self._quote_follows(end):
            self._state = Label.QUOTED
        return True

    def _has_text_behind(self, place: int) -> bool:
        """Whether a line is an attribution with the first line of the old mail behind it, as Yahoo's on telephones."""
        text = self._text(place)[:500]
        found = phrases.ATTRIBUTION_OF_ANY_LANGUAGE.match(text)
        if found is None or not text[found.end() :].strip():
            return False
        return _CLOCK.search(found[0]) is not None and _YEAR.search(found[0]) is not None

    def _attribution_end(self, place: int) -> int | None:
        """The place of the last line of an attribution that begins here, None when none does."""
        if self._leads_in(place):
            return place
        words: list[str] = []
        for end in range(place, min(place + _LONGEST_ATTRIBUTION, len(self._filled))):
            torn = end > place and self._filled[end] != self._filled[end - 1] + 1
            if torn or self._is_quoted(end):
                return None
            words.append(self._text(end)[:500])
            if words[-1].endswith(":") and self._is_attribution(" ".join(words), end):
                return None if self._begins_later(words) else end
        return None

    def _begins_later(self, words: list[str]) -> bool:
        """Whether an attribution of some lines is one without the first of them, which then is the writer's own."""
        rests = [" ".join(words[first:]) for first in range(1, len(words))]
        if any(phrases.ATTRIBUTION.fullmatch(one) and any(sign.isdigit() for sign in one) for one in rests):
            return True
        known = phrases.ATTRIBUTION.fullmatch(" ".join(words)) is not None
        return not known and any(
            _tells_a_letter(one) or (phrases.ATTRIBUTION_OF_ANY_LANGUAGE.fullmatch(one) and _CLOCK.search(one))
            for one in rests
        )

    def _leads_in(self, place: int) -> bool:
        """Whether a line leads in a quotation whatever its words: a colon at its end, the quotation right below."""
        text = self._text(place)
        if not text.endswith(":") or phrases.MESSAGE_HEADING.match(text) or not self._quote_follows(place):
            return False
        return self._filled[place + 1] - self._filled[place] <= 2

    def _is_attribution(self, text: str, end: int) -> bool:
        quote_follows = self._quote_follows(end)
        if phrases.ATTRIBUTION.fullmatch(text) and any(one.isdigit() for one in text):
            return quote_follows or (end + 1 < len(self._filled) and _CLOCK_OR_ADDRESS.search(text) is not None)
        if not quote_follows and end + 1 < len(self._filled) and _tells_a_letter(text):
            return True
        sure = quote_follows or (end + 1 < len(self._filled) and _CLOCK.search(text) is not None)
        return sure and phrases.ATTRIBUTION_OF_ANY_LANGUAGE.fullmatch(text) is not None

    def _quote_follows(self, place: int) -> bool:
        return place + 1 < len(self._filled) and self._is_quoted(place + 1)

    def _take_signature(self, place: int) -> bool:
        at = self._filled[place]
        if self._texts[at] not in ("--", "-") or self._state is Label.SIGNATURE:
            return False
        # A telephone makes one long dash of two short ones; a single short one is no mark.
        if self._texts[at] == "-" and self._raw[at].strip() == "-":
            return False
        delimited = self._raw[at].replace("\xa0", " ").rstrip("\r") == "-- "
        self._state = Label.SIGNATURE if delimited else Label.AFTER_DASHES
        return self._set(place, self._state)

    def _take_footer(self, place: int) -> bool:
        text = self._text(place)
        if phrases.DISCLAIMER.fullmatch(text[:1_000]):
            self._state = Label.FOOTER
        return phrases.FOOTER.fullmatch(text) is not None and self._set(place, Label.FOOTER)
