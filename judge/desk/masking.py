"""Passwords never go out again: lines that hold one are shown without it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from judge.desk.posts import board_of
from judge.desk.snapshot import Game
from judge.game.commands import Announce, Create, Join, Observe, Press, SetOptions, SetPassword, SignOn, TakeOver
from judge.game.lines import Label, NumberedLine
from judge.game.statements import Statement
from judge.language.commands import read_statements
from judge.language.powers import read_power, read_powers

MASK = "********"
_EMPTY = " .:=!?\"'"
_LONGEST_LOOKED_AT = 1_000  # characters
# Words for a password, well and badly spelt, in the languages in which the judge knows other words: what follows on
# the line may be one. Then commands that take one, and what other judges call them.
_SECRET_WORD = (
    r"pas{1,2}[ -]?[wv]o?r?o?(?:dt|d|t)s?|pas{1,2}(?:phrase|code|wd)|pas{1,2}w(?:ro?|o)d|pwd?|p/w"
    r"|kenn?wort|mot de passe|wachtwoord|contrase[ñn]a|senha|parola d'ordine|l[öo]senord|adgangskode"
)
_SECRET = re.compile(
    rf"\b(?:set|change|new)?\s*(?:{_SECRET_WORD})\b|\b(?:set|change)\s+(?:pass|secret|key)\b", re.IGNORECASE
)
_SIGN_ON = r"s ?i ?g ?n[ -]*o ?n|(?:sing|sig|sgin|sogn|signn)[ -]*on|log[ -]*(?:in|on)|user"
_SIGNED = re.compile(rf"\b(?:{_SIGN_ON})\b[ :=]*(?=\S)", re.IGNORECASE)
_ENTERED = re.compile(
    r"(?:(?:re|aw|sv|antw|fwd?|wg) ?: *)*[\W\d_]*"
    r"(?:(?:create|join|jion|joni|observe|watch|monitor|enter|take[ -]?over) +\S+"
    r"|hello +\S+(?= +\S+ *$))",
    re.IGNORECASE,
)

# Of a game, `p`, `confirm` or `b` and a number; as it stands in a link too, and torn where a line ended.
_REPLY_TOKEN = re.compile(
    r"((?:\+|%2b|=2b|&#43;|&plus;)(?:b\.[0-9]{1,18}|[a-z0-9][a-z0-9_-]{0,40})\.(?:\n[> ]*)?)[a-z2-7]{16}(?![a-z0-9])",
    re.IGNORECASE,
)


def _without_words(options: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Options as they may be shown."""
    return tuple(f"{name}={MASK if name in ('password', 'key') else value}" for name, value in options)


def masked(statement: Statement) -> Statement:
    """The statement as it may be shown: the password of its line and of its complaint is blotted out."""
    command = statement.command
    text = statement.line.text
    if isinstance(command, SignOn):
        between = "@" if len(command.seat) > 1 else ""
        text = f"SIGNON {command.seat}{between}{command.game} {MASK}"
    elif isinstance(command, SetPassword):
        text = f"SET PASSWORD {MASK}"
    elif isinstance(command, Join) and command.password:
        text = " ".join(["JOIN", command.game, *command.preferences, MASK])
    elif isinstance(command, Observe) and command.password:
        text = " ".join(["MONITOR" if command.monitor else "OBSERVE", command.game, MASK])
    elif isinstance(command, SetOptions) and "key" in dict(command.options):
        text = " ".join(["SET", *_without_words(command.options)])
    elif isinstance(command, TakeOver) and command.password:
        text = " ".join(one for one in ("TAKEOVER", command.game, command.power, MASK) if one)
    elif isinstance(command, Create) and {"password", "key"} & set(dict(command.options)):
        text = " ".join(["CREATE", command.game, command.variant, *_without_words(command.options)])
    elif command is None:
        text = masked_text(text)
    else:
        text = _without_secret(text, _first(_SECRET, text))
    if text == statement.line.text:
        return statement
    complaint = statement.complaint
    if complaint is not None:
        # What it quotes may be the password, also in its sentence.
        complaint = replace(complaint, text="", piece="", column=0, problem="This line cannot be read.")
    return replace(statement, line=replace(statement.line, text=text), complaint=complaint)


def is_of_names(command: Join | Observe | TakeOver, game: Game | None) -> bool:
    """Whether all the words of a command but its password are the name of a game and names of its powers."""
    if game is None or isinstance(command, Observe):
        return False
    words = command.power.split() if isinstance(command, TakeOver) else [*command.preferences]
    known = [game.name.lower(), (command.game or game.name).lower()]
    words, board = [word for word in words if word.lower() not in known], board_of(game)
    return read_power(board, " ".join(words)) is not None or not read_powers(board, words)[1]


def masked_text(text: str) -> str:
    """A line that may hold a password by its words, without what follows them.

    Rule: after a word for a password nothing is shown, nor after the game of a sign-on or of a command that other
    judges give a password to; a sign-on with one word only may have forgotten the game.
    """
    ends = [found.end() for pattern in (_SECRET, _ENTERED) if (found := _first(pattern, text)) is not None]
    signed = _SIGNED.search(text, 0, _LONGEST_LOOKED_AT)
    if signed is not None:
        first, _, rest = text[signed.end() :].partition(" ")
        ends.append(signed.end() + (len(first) if rest.strip() else 0))
    end = min(ends, default=len(text))
    return f"{text[:end].strip()} {MASK}" if text[end:].strip(_EMPTY) else text


def hide_torn(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """The statements, with a password that stands alone on the line after its unfinished command blotted out."""
    shown = list(statements)
    for at, (one, after) in enumerate(pairwise(statements)):
        unfinished = one.complaint is not None and (_SECRET.search(one.line.text) or _SIGNED.search(one.line.text))
        talk = after.command is None and after.complaint is None
        if unfinished and talk and len(after.line.text.split()) == 1:
            shown[at + 1] = replace(after, line=replace(after.line, text=MASK))
    return tuple(shown)


def hide_in_messages(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """The statements, with what proves their writer blotted out of what he writes to others.

    Rule: a reply address of ours that he has pasted; the line of a command with a password, which stands in a message
    that was not ended. Words of such a command in a sentence stay.
    """
    return tuple(
        replace(one, command=replace(one.command, text=_for_others(one.command.text)))
        if isinstance(one.command, Press | Announce)
        else one
        for one in statements
    )


def _for_others(text: str) -> str:
    text = _REPLY_TOKEN.sub(rf"\1{MASK}", text)
    return "\n".join(map(_line_for_others, text.split("\n")))


def _line_for_others(text: str) -> str:
    if _first(_SECRET, text) is None and _first(_SIGNED, text) is None:
        return text
    (statement,) = read_statements([NumberedLine(1, text, Label.OWN)]) or (None,)
    holds_one = statement is not None and isinstance(statement.command, SignOn | SetPassword)
    return masked(statement).line.text if statement is not None and holds_one else text


def _without_secret(text: str, found: re.Match[str] | None) -> str:
    if found is None or not text[found.end() :].strip(_EMPTY):
        return text
    return f"{text[: found.end()].strip()} {MASK}"


def _first(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    find = pattern.match if pattern is _ENTERED else pattern.search
    return find(text, 0, _LONGEST_LOOKED_AT)


def masked_line(line: NumberedLine) -> NumberedLine:
    """A line of which nothing is known yet, as it may be shown."""
    return replace(line, text=masked_text(line.text))
