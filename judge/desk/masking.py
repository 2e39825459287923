"""Passwords never go out again: lines that hold one are shown without it."""

import re
from dataclasses import replace

from judge.game.commands import Create, Join, SetPassword, SignOn
from judge.game.lines import NumberedLine
from judge.game.statements import Statement

MASK = "********"
# A line that failed to read as one of these commands may hold a password all the same.
_RISKY = re.compile(
    r"\s*(?:(?:sign[\s-]*on|log[\s-]*(?:in|on)|hello|create|join|observe|watch|monitor)\s+\S+|(?:set\s+)?pass\s*word\b|(?:set\s+)?pw\b)",
    re.IGNORECASE,
)


def masked(statement: Statement) -> Statement:
    """The statement as it may be shown: the password of its line and of its complaint is blotted out."""
    command = statement.command
    text = statement.line.text
    if isinstance(command, SignOn):
        text = f"SIGNON {command.seat}{command.game} {MASK}"
    elif isinstance(command, SetPassword):
        text = f"SET PASSWORD {MASK}"
    elif isinstance(command, Join) and command.password:
        text = " ".join(["JOIN", command.game, *command.preferences, MASK])
    elif isinstance(command, Create) and "password" in dict(command.options):
        shown = (f"{name}={MASK if name == 'password' else value}" for name, value in command.options)
        text = " ".join(["CREATE", command.game, command.variant, *shown])
    elif command is None:
        text = masked_text(text)
    if text == statement.line.text:
        return statement
    complaint = statement.complaint
    if complaint is not None:
        # What it quotes may be the password, also in its sentence.
        complaint = replace(complaint, text="", piece="", column=0, problem="This line cannot be read.")
    return replace(statement, line=replace(statement.line, text=text), complaint=complaint)


def masked_text(text: str) -> str:
    """A line that may hold a password by its first words, without what follows them."""
    found = _RISKY.match(text)
    if found is None or not text[found.end() :].strip():
        return text
    return f"{found[0].strip()} {MASK}"


def masked_line(line: NumberedLine) -> NumberedLine:
    """A line of which nothing is known yet, as it may be shown."""
    return replace(line, text=masked_text(line.text))
