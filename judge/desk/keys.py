"""The key of a private game: a password that lets in whoever knows it. It is kept as a hash and never shown."""

from collections.abc import Sequence
from dataclasses import replace

from judge.desk.office import Office
from judge.desk.snapshot import GameSettings
from judge.game.complaints import Complaint

SHORTEST_KEY, LONGEST_KEY = 6, 100
_NONE = frozenset({"none", "no", "off"})


def read_key(
    office: Office, settings: GameSettings, options: Sequence[tuple[str, str]]
) -> GameSettings | Complaint:  # fmt: skip
    """The settings with the key that is among options given, or what is wrong with it, which does not repeat it.

    Rule: a game that is not private has none.
    """
    given = [value for name, value in options if name == "key"]
    if not given:
        return settings if settings.private else replace(settings, entry="")
    key = given[-1]
    if key.lower() in _NONE:
        return replace(settings, entry="")
    if not settings.private:
        return Complaint(
            kind="refused", problem="A game that everybody may join has no key.", expected="private=yes beside it",
            example="private=yes key=word",
        )  # fmt: skip
    if not SHORTEST_KEY <= len(key) <= LONGEST_KEY:
        return Complaint(
            kind="refused", problem="That is no good key.",
            expected=f"one word of {SHORTEST_KEY} to {LONGEST_KEY} characters, or none", example="key=word",
        )  # fmt: skip
    return replace(settings, entry=office.hash_password(key))
