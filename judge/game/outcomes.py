"""What became of an order, and why."""

from dataclasses import dataclass

from judge.game.orders import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """Why an order did not succeed: a code of `causes.py` and what is needed to tell it.

    Shape: `by` the orders that stopped it, the strongest first; `place` the province it is about; `strengths`
    (own, opposing) where strength decided; `about` further words that the sentence of the code takes, in order.
    """

    code: str
    by: tuple[Order, ...] = ()
    place: str | None = None
    strengths: tuple[int, int] | None = None
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """An order's fate.

    Shape: `result` is one of the words of `RESULTS` or of a variant; `dislodged` tells that the unit was
    dislodged, whatever became of its order; `parts` the outcomes of its parts, of an order that was adjudicated in
    several stages of the phase, else empty.
    """

    order: Order
    result: str
    cause: Cause | None = None
    dislodged: bool = False
    parts: tuple["Outcome", ...] = ()


RESULTS = (
    "moves",
    "bounces",
    "no-convoy",
    "holds",
    "supports",
    "cut",
    "convoys",
    "unused",
    "void",
    "unreadable",
    "dislodged",
    "retreats",
    "disbands",
    "builds",
    "removes",
    "waives",
)
# With those of variants that are successes (a train `arrives`, an event `succeeds`).
SUCCESSES = frozenset(
    ("arrives", "joins", "noted", "replaces", "moves", "holds", "supports", "convoys", "retreats", "disbands", "builds",
     "removes", "waives", "succeeds")
)  # fmt: skip
# What came to nothing as nothing was needed of it: a wish for a coast where there was no choice, a convoy that nobody
# used. It is no success, and nobody has failed.
IDLE = frozenset(("unused",))
