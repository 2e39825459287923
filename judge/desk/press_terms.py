"""What a game has agreed about its press, in sentences: who may write what, what may be false, who reads along."""

from judge.desk.snapshot import GameSettings

_KINDS = {
    "none": "There is no press in this game; only the master can be written to.",
    "grey": "Messages are unsigned.",
    "white/grey": "Messages are signed, or unsigned where their writer wants it (PRESS GREY TO ...).",
    "grey/white": "Messages are unsigned, or signed where their writer wants it (PRESS WHITE TO ...).",
}
_FAKE = "Messages may be faked: whom one says that it is from or to need not be true."
_WATCHERS = {
    "master": "The master reads all messages.",
    "all": "The master and the observers read all messages.",
}
_OBSERVERS = {
    "white": "Observers may write to everybody, and sign it.",
    "any": "Observers may write to everybody, as players do.",
}


def allowed_kinds(settings: GameSettings) -> tuple[str, ...]:
    """How messages may be signed, `white` and `grey`, the usual way first; () where there is no press."""
    return () if settings.press == "none" else tuple(settings.press.split("/"))


def press_terms(settings: GameSettings) -> tuple[str, ...]:
    """All that somebody who comes into the game is to know; () where it is signed press as everywhere."""
    hides = "grey" in allowed_kinds(settings) or settings.fake
    told = {
        _KINDS.get(settings.press, ""): True,
        "Messages go to everyone, or to the master.": not settings.partial and settings.press != "none",
        "A power that is late may write to the master only.": not settings.late_press,
        "A power may write to others once its orders are in.": settings.must_order,
        _OBSERVERS.get(settings.observer_press, ""): settings.press != "none",
        "When the game is over, everybody learns who wrote what was unsigned or faked.": hides
        and settings.reveal_press,
    }
    return tuple(sentence for sentence, holds in told.items() if sentence and holds) + reading_terms(settings)


def reading_terms(settings: GameSettings) -> tuple[str, ...]:
    """What the reader of any message is to know: whether it may be false, and who reads it that it does not name."""
    if settings.press == "none":
        return ()
    told = (_FAKE if settings.fake else "", _WATCHERS.get(settings.watch_press, ""))
    return tuple(sentence for sentence in told if sentence)
