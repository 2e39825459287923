"""The options of a game as CREATE gives them: one name and one value at a time."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from difflib import get_close_matches
from types import MappingProxyType

from judge.board import Board
from judge.desk.clock_options import CLOCK_OPTIONS, OptionReader, choose, one_of, write_clock
from judge.desk.snapshot import GameSettings
from judge.game.chance import WAYS
from judge.game.complaints import Complaint
from judge.game.rules import RULE_CHOICES, Rules, Ruling, choose_rule
from judge.language.powers import read_powers
from judge.language.when import read_length

_YES = frozenset({"yes", "on", "true", "1", "y"})
_NO = frozenset({"no", "off", "false", "0", "n"})
_PRESS = ("none", "white", "grey", "white/grey", "grey/white")
_OBSERVERS = ("none", "white", "any")
_WATCHERS = ("none", "master", "all")
_PUBLISHED = ("none", "results", "broadcasts", "press")
_VOTES = ("cleared", "kept")
_AT_LIMIT = ("draw", "most")
_SYNONYMS = MappingProxyType({
    "gunboat": "anonymous", "start": "autostart", "players": "min_players", "fake_press": "fake",
    "partial_press": "partial",
})  # fmt: skip
MOST_YEARS = 200


def read_option(
    settings: GameSettings, name: str, value: str, board: Board, rulings: Sequence[Ruling] = ()
) -> GameSettings | Complaint:
    """The settings with one option set, or what is wrong with it and what would be right.

    Shape: `name` a field of GameSettings or of Rules, any case, `-` as good as `_`, or the number of a rule choice
    in the DATC or of one of the variant's `rulings`; `value` as written.
    """
    known = name.strip().lower().replace("-", "_")
    known = _SYNONYMS.get(known, known)
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
            expected=", ".join(("an option that HELP CREATE lists", *(one.number for one in rulings))),
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


def clash(settings: GameSettings) -> Complaint | None:
    """Why options cannot go together, and what would; None when they can."""
    if settings.approval and settings.anonymous:
        return Complaint(
            kind="refused",
            problem="A game cannot have approval=yes and anonymous=yes: nobody may know who would play in it.",
            expected="one of the two",
            example="approval=no",
        )
    return None


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


def _switch(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
    return choose(settings, name, value.lower() in _YES) if value.lower() in _YES | _NO else None


def _autostart(settings: GameSettings, name: str, value: str, board: Board) -> GameSettings | None:
    """Rule: as the classic judges had it, the start is automatic or manual."""
    words = {"auto": "yes", "automatic": "yes", "manual": "no", "manually": "no"}
    return _switch(settings, name, words.get(value.lower(), value), board)


def _min_players(settings: GameSettings, _name: str, value: str, board: Board) -> GameSettings | None:
    count = int(value) if value.isascii() and value.isdigit() and len(value) < 4 else 0
    count = len(board.seats()) if value.lower() == "all" else count
    return replace(settings, min_players=count) if 1 <= count <= len(board.seats()) else None


def _press(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    word = re.sub(r"[ /+,&-]+", "/", value.lower().replace("gray", "grey"))
    word = {"both": "white/grey", "any": "white/grey", **dict.fromkeys(_NO, "none")}.get(word, word)
    return replace(settings, press=word) if word in _PRESS else None


def _draws(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    """Rule: DIAS, draws include all survivors, as players write it and its contrary."""
    word = value.lower().replace("-", "").replace("_", "")
    meant = {"dias": "dias", "nodias": "lists", "lists": "lists"} | dict.fromkeys(_NO | {"none"}, "none")
    return replace(settings, draws=meant[word]) if word in meant else None


def _draw_size(settings: GameSettings, _name: str, value: str, board: Board) -> GameSettings | None:
    if value.lower() in ("any", "all", "none"):
        return replace(settings, draw_size=None)
    count = int(value) if value.isascii() and value.isdigit() and len(value) < 4 else 0
    return replace(settings, draw_size=count) if 2 <= count <= len(board.seats()) else None


def _last_year(settings: GameSettings, _name: str, value: str, board: Board) -> GameSettings | None:
    if value.lower() in ("none", "never"):
        return replace(settings, last_year=None)
    year, first = int(value) if value.isascii() and value.isdigit() and len(value) < 5 else 0, int(board.start[1:5])
    return replace(settings, last_year=year) if first <= year <= first + MOST_YEARS else None


def _max_absence(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    if value.lower() in _NO | {"none", "never"}:
        return replace(settings, max_absence=timedelta(0))
    length = (
        timedelta(days=int(value)) if value.isascii() and value.isdigit() and len(value) < 4 else read_length(value)
    )
    if length is None or not timedelta(days=1) <= length <= timedelta(days=60) or length % timedelta(days=1):
        return None
    return replace(settings, max_absence=length)


def _dummies(settings: GameSettings, _name: str, value: str, board: Board) -> GameSettings | None:
    """Powers that nobody is to play; somebody has to be left who plays."""
    if value.lower() in _NO | {"none"}:
        return replace(settings, dummies=())
    powers, unknown = read_powers(board, re.split(r"[,;+/]", value))
    if unknown or not set(powers) < set(board.seats()):
        return None
    return replace(settings, dummies=tuple(sorted(powers)))


def _to_win(settings: GameSettings, _name: str, value: str, board: Board) -> GameSettings | None:
    count = int(value) if value.isascii() and value.isdigit() and len(value) < 5 else 0
    if not 1 <= count <= len(board.centers()):
        return None
    return replace(settings, rules=replace(settings.rules, to_win=count))


def _rule(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
    chosen = choose_rule(settings.rules, name, value)
    return None if chosen is None else replace(settings, rules=chosen)


def _powers(settings: GameSettings, _name: str, value: str, board: Board) -> GameSettings | None:
    count = int(value) if value.isascii() and value.isdigit() and len(value) < 4 else 0
    return replace(settings, powers=count) if 1 <= count <= len(board.seats()) else None


OPTIONS: dict[str, tuple[OptionReader, str, str]] = {
    **CLOCK_OPTIONS,
    "press": (
        _press,
        "none, white (signed), grey (unsigned), white/grey or grey/white (both; the first unless it is said)",
        "white/grey",
    ),
    "partial": (_switch, "yes, or no (messages go to all or to the master)", "no"),
    "fake": (_switch, "yes (messages may tell a wrong sender or wrong readers) or no", "yes"),
    "late_press": (_switch, "yes, or no (powers that are late may not write)", "no"),
    "must_order": (_switch, "yes (a power orders first and writes then) or no", "yes"),
    "observer_press": (one_of(*_OBSERVERS), "none (to the master only), white or any", "white"),
    "watch_press": (one_of(*_WATCHERS), "none, master (who reads all messages) or all (observers as well)", "master"),
    "reveal_press": (_switch, "yes (who wrote what is told when the game is over) or no", "yes"),
    "autostart": (_autostart, "yes or no", "yes"),
    "approval": (_switch, "yes or no", "yes"),
    "min_players": (_min_players, "a number of players, at most as many as there are places, or all", "5"),
    "powers": (_powers, "how many powers one person may play (by TAKEOVER of those that nobody plays)", "2"),
    "assign": (
        one_of(*WAYS),
        "preferences (who goes first is drawn), arrival (first come, first served) or random",
        "arrival",
    ),
    "max_absence": (_max_absence, "a number of days, at most 60, or none", "15d"),
    "absence_now": (_switch, "yes or no", "yes"),
    "strict_wait": (_switch, "yes or no", "yes"),
    "listed": (_switch, "yes or no", "yes"),
    "private": (_switch, "yes or no", "yes"),
    "publish": (
        one_of(*_PUBLISHED),
        "none, results, broadcasts (once the game is over) or press (all of it), for the public archive",
        "broadcasts",
    ),
    "anonymous": (_switch, "yes or no", "yes"),
    "reveal": (_switch, "yes or no", "no"),
    "masters_play": (_switch, "yes or no", "no"),
    "dummies": (_dummies, "powers of the board, not all of them, or none", "Italy,Turkey"),
    "draws": (_draws, "dias (all who survive share it), lists (those whom all name) or none", "dias"),
    "votes": (one_of(*_VOTES), "cleared (when the phase is over) or kept (until they are changed)", "cleared"),
    "concessions": (_switch, "yes or no", "yes"),
    "draw_size": (_draw_size, "how many powers may share a draw, or any", "3"),
    "last_year": (_last_year, "a year, at most 200 after the first, or none", "1910"),
    "at_limit": (
        one_of(*_AT_LIMIT),
        "draw (the survivors share it) or most (whoever has the most centers has won)",
        "draw",
    ),
    "to_win": (_to_win, "a number of centers that the board has", "18"),
    **{choice.name: (_rule, " or ".join(choice.values), choice.values[-1]) for choice in RULE_CHOICES},
}


def write_options(settings: GameSettings, usual: Rules) -> tuple[str, ...]:
    """The options of a game as CREATE would be given them; rules of play only where they are not the `usual` ones."""
    written = write_clock(settings) | {
        "press": settings.press,
        "partial": _yes_or_no(settings.partial),
        "fake": _yes_or_no(settings.fake),
        "late_press": _yes_or_no(settings.late_press),
        "must_order": _yes_or_no(settings.must_order),
        "observer_press": settings.observer_press,
        "watch_press": settings.watch_press,
        "reveal_press": _yes_or_no(settings.reveal_press),
        "autostart": _yes_or_no(settings.autostart),
        "listed": _yes_or_no(settings.listed),
        "anonymous": _yes_or_no(settings.anonymous),
        "reveal": _yes_or_no(settings.reveal),
        "draws": settings.draws,
        "votes": settings.votes,
        "concessions": _yes_or_no(settings.concessions),
        "draw_size": "any" if settings.draw_size is None else str(settings.draw_size),
        "last_year": "none" if settings.last_year is None else str(settings.last_year),
        "at_limit": settings.at_limit,
        "max_absence": f"{settings.max_absence // timedelta(days=1)}d" if settings.max_absence else "none",
        "absence_now": _yes_or_no(settings.absence_now),
        "strict_wait": _yes_or_no(settings.strict_wait),
    }
    seldom = {"min_players": str(settings.min_players), "powers": str(settings.powers), "assign": settings.assign}
    written |= {name: value for name, value in seldom.items() if value != str(getattr(GameSettings(), name))}
    if settings.private:
        written["private"] = "yes"
    if settings.publish != GameSettings().publish:
        written["publish"] = settings.publish
    if settings.approval:
        written["approval"] = "yes"
    if not settings.masters_play:
        written["masters_play"] = "no"
    if settings.dummies:
        written["dummies"] = ",".join(settings.dummies)
    names = ("to_win", *(choice.name for choice in RULE_CHOICES))
    chosen = {name: getattr(settings.rules, name) for name in names}
    written |= {name: str(value) for name, value in chosen.items() if value != getattr(usual, name)}
    written |= {number: choice for number, choice in settings.rules.rulings if (number, choice) not in usual.rulings}
    return tuple(f"{name}={value}" for name, value in written.items())


def _yes_or_no(chosen: bool) -> str:
    return "yes" if chosen else "no"
