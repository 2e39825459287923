"""The options of a game as CREATE gives them: one name and one value at a time."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from judge.board import Board
from judge.desk.clock_options import CLOCK_OPTIONS, OptionReader, write_clock
from judge.desk.snapshot import GameSettings
from judge.game.complaints import Complaint
from judge.game.rules import RULE_CHOICES, Rules, Ruling, choose_rule

_YES = frozenset({"yes", "on", "true", "1", "y"})
_NO = frozenset({"no", "off", "false", "0", "n"})
_PRESS = ("white", "none")


def read_option(
    settings: GameSettings, name: str, value: str, board: Board, rulings: Sequence[Ruling] = ()
) -> GameSettings | Complaint:
    """The settings with one option set, or what is wrong with it and what would be right.

    Shape: `name` a field of GameSettings or of Rules, any case, `-` as good as `_`, or the number of a rule choice
    in the DATC or of one of the variant's `rulings`; `value` as written.
    """
    known = name.strip().lower().replace("-", "_")
    known = next((choice.name for choice in RULE_CHOICES if choice.issue.lower() == known), known)
    ruling = next((one for one in rulings if one.is_called(known)), None)
    if ruling is not None:
        return _ruling(settings, ruling, value)
    reader = OPTIONS.get(known)
    if reader is None:
        return Complaint(
            kind="refused",
            problem=f"There is no option {name}.",
            piece=name,
            expected="one of " + ", ".join([*sorted(OPTIONS), *(one.number for one in rulings)]),
            example="CREATE game standard movement=3d at=18:00 zone=Europe/Berlin",
            instead=tuple(get_close_matches(known, OPTIONS, n=2)),
        )
    read, expected, example = reader
    found = read(settings, known, value.strip(), board)
    if found is not None:
        return found
    return Complaint(
        kind="refused",
        problem=f"The option {known} cannot be {value.strip() or 'empty'}.",
        piece=value.strip(),
        expected=expected,
        example=f"{known}={example}",
    )


def _ruling(settings: GameSettings, ruling: Ruling, value: str) -> GameSettings | Complaint:
    chosen = ruling.choose(settings.rules, value)
    if chosen is not None:
        return replace(settings, rules=chosen)
    return Complaint(
        kind="refused",
        problem=f"The option {ruling.number} ({ruling.about}) cannot be {value.strip() or 'empty'}.",
        piece=value.strip(),
        expected=" or ".join((*(f"{choice} ({meaning})" for choice, meaning in ruling.meanings), *ruling.range)),
        example=f"{ruling.number}={ruling.values[-1]}",
    )


def _press(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    return replace(settings, press=value.lower()) if value.lower() in _PRESS else None


def _switch(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
    if value.lower() not in _YES | _NO:
        return None
    chosen = value.lower() in _YES
    return replace(settings, listed=chosen) if name == "listed" else replace(settings, autostart=chosen)


def _to_win(settings: GameSettings, _name: str, value: str, board: Board) -> GameSettings | None:
    count = int(value) if value.isascii() and value.isdigit() and len(value) < 5 else 0
    if not 1 <= count <= len(board.centers()):
        return None
    return replace(settings, rules=replace(settings.rules, to_win=count))


def _rule(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
    chosen = choose_rule(settings.rules, name, value)
    return None if chosen is None else replace(settings, rules=chosen)


OPTIONS: dict[str, tuple[OptionReader, str, str]] = {
    **CLOCK_OPTIONS,
    "press": (_press, " or ".join(_PRESS), "white"),
    "autostart": (_switch, "yes or no", "yes"),
    "listed": (_switch, "yes or no", "yes"),
    "to_win": (_to_win, "a number of centers that the board has", "18"),
    **{choice.name: (_rule, " or ".join(choice.values), choice.values[-1]) for choice in RULE_CHOICES},
}


def write_options(settings: GameSettings, usual: Rules) -> tuple[str, ...]:
    """The options of a game as CREATE would be given them; rules of play only where they are not the `usual` ones."""
    written = write_clock(settings) | {
        "press": settings.press,
        "autostart": "yes" if settings.autostart else "no",
        "listed": "yes" if settings.listed else "no",
    }
    names = ("to_win", *(choice.name for choice in RULE_CHOICES))
    chosen = {name: getattr(settings.rules, name) for name in names}
    written |= {name: str(value) for name, value in chosen.items() if value != getattr(usual, name)}
    written |= {number: choice for number, choice in settings.rules.rulings if (number, choice) not in usual.rulings}
    return tuple(f"{name}={value}" for name, value in written.items())
