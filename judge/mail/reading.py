"""A letter read: its header, whether a machine wrote it, and its lines with their labels."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.letters import Letter
from judge.game.lines import Label, NumberedLine
from judge.mail import phrases
from judge.mail.armor import ENCRYPTED, without_armor
from judge.mail.flowed import unflow
from judge.mail.headers import read_header
from judge.mail.html import MOST_TAGS, html_lines
from judge.mail.marked import MarkedLine
from judge.mail.mime import IS_ENCRYPTED, Body, Piece, read_body
from judge.mail.parsing import TOO_COMPLEX, oversize, parse_header, parse_letter, readable
from judge.mail.quoting import LONGEST_LINE, label_lines
from judge.mail.robots import robot_reason

LARGEST_TEXT = 256_000  # octets of a letter's text
LARGEST_HTML = 512_000  # characters of a text with all its tags
MOST_LINES = 2_000

STRUCK = "Words that are struck through were left out."
HIDDEN = "Words that nobody can see in the letter, being hidden or painted like their ground, were left out."

_ELSEWHERE = "Orders are read in the text of the letter itself, or in the one text file (.txt) that comes with it."
_MOST_POINTING = 4  # lines of a text that does no more than point to a file
_UNREADABLE = "the letter is no mail that can be read"


def read_letter(
    raw: bytes, *, recipient: str, received_at: datetime, judge_address: str, mail_from: str | None = None
) -> Letter:
    """The letter in some bytes, whatever they are; never raises.

    Rule: caps first, then MIME, charset, format=flowed or HTML, cleaning, labels. What cannot be read is told in
    `trouble`, with the header as far as it could be read and without lines.
    Shape: `mail_from` the envelope's sender if it is known; the null sender makes the letter a robot's.
    """
    letter = Letter(sender="", recipient=recipient, received_at=received_at)
    # The library raises much on crooked input: IndexError, LookupError, RecursionError, AttributeError and others.
    try:
        data = readable(raw)
        message = parse_header(data)
        header = read_header(message)
        letter = replace(
            letter,
            sender=header.sender,
            sender_name=header.sender_name,
            subject=header.subject,
            message_id=header.message_id,
            references=header.references,
            robot=robot_reason(message, judge_address=judge_address, mail_from=mail_from),
        )
        trouble = oversize(data)
        return replace(letter, trouble=trouble) if trouble else _with_text(letter, read_body(parse_letter(data)))
    except Exception:
        return replace(letter, trouble=_UNREADABLE)


def _with_text(letter: Letter, body: Body) -> Letter:
    """The letter with the lines of its body.

    Rule: a text file that comes alone of its kind is read where the letter has no words of its writer's own, or none
    but those that point to it.
    """
    points_elsewhere = bool(body.file or body.aside or body.extras) and not _has_own_words(body.pieces)
    if points_elsewhere:
        body = body.with_file() if body.file is not None else body.with_extras()
    trouble = body.trouble or _too_much(body.pieces)
    if trouble:
        return replace(letter, notices=body.notices, trouble=trouble)
    marked, left_out = _marked_lines(body.pieces)
    trouble = _no_text(marked)
    if trouble:
        return replace(letter, notices=body.notices, trouble=trouble)
    lines = label_lines(marked)
    if any(len(marked[line.number - 1].text) > LONGEST_LINE for line in lines if line.label is Label.OWN):
        trouble = f"a line of the text is longer than {LONGEST_LINE} characters"
        return replace(letter, notices=body.notices, trouble=trouble)
    notices = (*body.notices, *_notices(body, lines, left_out))
    if body.aside and not body.read_from and points_elsewhere:
        notices += (_ELSEWHERE,)
    return replace(letter, lines=lines, notices=notices)


def _has_own_words(pieces: tuple[Piece, ...]) -> bool:
    if _too_much(pieces):
        return True
    marked, _ = _marked_lines(pieces)
    own = [line.text for line in label_lines(marked) if line.label is Label.OWN]
    points = len(own) <= _MOST_POINTING and any(phrases.ATTACHED.search(text) for text in own)
    return bool(_no_text(marked)) or not (points or not own)


def _no_text(marked: Sequence[MarkedLine]) -> str:
    """Why the lines of a text are not looked at one by one, "" when they are."""
    if sum(len(line.text.encode("utf-8", "replace")) for line in marked) > LARGEST_TEXT:
        return _too_large()
    if len(marked) > MOST_LINES:
        return f"the text has more than {MOST_LINES} lines"
    first = next((line.text.strip() for line in marked if line.text.strip()), "")
    return IS_ENCRYPTED if first == ENCRYPTED else ""


def _too_much(pieces: tuple[Piece, ...]) -> str:
    """Why a text is too long to be looked at, before anything is made of it."""
    if sum(len(piece.text) for piece in pieces if piece.kind == "plain") > LARGEST_TEXT:
        return _too_large()
    if sum(len(piece.text) for piece in pieces if piece.kind == "html") > LARGEST_HTML:
        return _too_large()
    if any(piece.text.count("<") > MOST_TAGS for piece in pieces if piece.kind == "html"):
        return TOO_COMPLEX
    return ""


def _too_large() -> str:
    return f"the text is larger than {LARGEST_TEXT // 1_000} kB"


def _marked_lines(pieces: tuple[Piece, ...]) -> tuple[list[MarkedLine], tuple[str, ...]]:
    """The lines of all pieces, one after the other, and sentences on what was left out of them."""
    lines: list[MarkedLine] = []
    left_out: list[str] = []
    for piece in pieces:
        if piece.kind == "html":
            found = html_lines(piece.text)
            lines.extend(found.lines)
            left_out += [STRUCK] * found.struck + [HIDDEN] * found.hidden
        elif piece.flowed:
            lines.extend(without_armor(unflow(piece.text, delete_space=piece.delete_space)))
        else:
            lines.extend(without_armor(MarkedLine(line) for line in piece.text.split("\n")))
    return lines, tuple(dict.fromkeys(left_out))


def _notices(body: Body, lines: tuple[NumberedLine, ...], left_out: tuple[str, ...]) -> tuple[str, ...]:
    if body.other and _html_says_more(body.other, lines):
        return (*left_out, "The plain text and the HTML text of the letter differ; the plain text was read.")
    return left_out


def _html_says_more(other: tuple[Piece, ...], lines: tuple[NumberedLine, ...]) -> bool:
    """Whether the HTML that was not read has a line of the sender's own that the plain text has not."""
    if _too_much(other):
        return False
    marked, _ = _marked_lines(other)
    if len(marked) > MOST_LINES:
        return False
    plain = _letters_of(" ".join(line.text for line in lines))
    own = [line for line in label_lines(marked) if line.label is Label.OWN]
    return any(_letters_of(line.text) not in plain for line in own)


def _letters_of(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()
