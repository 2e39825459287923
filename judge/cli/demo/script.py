"""A scripted game: who writes what in which phase.

The form, one file a game:

    # a comment
    game standard to_win=12
    player france Claire Dubois claire@players.example
    observer nikos Nikos Pappas nikos@guests.example
    master Marta Vogel marta@masters.example

    phase S1901M
    france: A Par - Bur; A Mar S A Par - Bur
    turkey> BROADCAST
    turkey> Nobody attacks before breakfast.
    turkey> ENDPRESS
    germany:
    master> DEADLINE +1d

`power:` gives that power's orders, one mail a phase; a power that is not
named has nothing to write, and a power named without orders stays silent and lets the deadline pass. `power>` is a
line of that person's mail that goes out before the orders. An observer has a word of his own for a power, under which
he writes also when he has come to lead one.
"""

from dataclasses import dataclass
from pathlib import Path

from judge.errors import DataError


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the script: his power's id ("master" for the master), name and address; `plays` False for others."""

    power: str
    name: str
    email: str
    plays: bool = True


@dataclass(frozen=True, slots=True)
class ScriptedPhase:
    """What is written in one phase: (power, mail text) pairs of orders and of other mails, in the script's order.

    Shape: a text is "" for a power that stays silent.
    """

    tag: str
    orders: tuple[tuple[str, str], ...]
    mails: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Script:
    """A whole scripted game; `options` as they stand in CREATE, "" for none."""

    variant: str
    people: tuple[Person, ...]
    phases: tuple[ScriptedPhase, ...]
    options: str = ""


def read_script(path: Path) -> Script:
    """The game written in a script file. Refuses: DataError with the file and line."""
    variant = options = ""
    people: list[Person] = []
    phases: list[tuple[str, dict[str, list[str]], dict[str, list[str]]]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        head = words[0]
        if head == "game" and len(words) >= 2:
            variant, options = words[1], " ".join(words[2:])
        elif head == "player" and len(words) >= 4:
            people.append(Person(words[1], " ".join(words[2:-1]), words[-1]))
        elif head == "observer" and len(words) >= 4:
            people.append(Person(words[1], " ".join(words[2:-1]), words[-1], plays=False))
        elif head == "master" and len(words) >= 3:
            people.append(Person("master", " ".join(words[1:-1]), words[-1], plays=False))
        elif head == "phase" and len(words) == 2:
            phases.append((words[1], {}, {}))
        elif head[-1] in ":>" and phases:
            _, orders, mails = phases[-1]
            said = line.split(head[-1], 1)[1].removeprefix(" ").rstrip()
            (orders if head[-1] == ":" else mails).setdefault(head[:-1], []).append(said)
        else:
            raise DataError(f"no line of a script: {line.strip()!r}", file=str(path), line=number)
    return Script(
        variant,
        tuple(people),
        tuple(ScriptedPhase(tag, _texts(orders), _texts(mails)) for tag, orders, mails in phases),
        options,
    )


def _texts(written: dict[str, list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((who, "\n".join(lines).strip()) for who, lines in written.items())
