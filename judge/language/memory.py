"""What lines meant before: mail repeats itself, from turn to turn and from game to game.

A line of the movement phase means what it says and the units that stand where it points; with the same units there
it means the same order. Other phases ask the position for more, and their lines are few.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.phrases import Phrase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import Unit
from judge.game.variant import Variant

LINES = 4096
LONGEST = 500  # letters; nobody writes such a line twice, and thousands of the longest would fill the memory
_MEANINGS = 8  # of one line: other units stand where it points


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a line meant: the order, in which variant and under which rules, and what stood where it was read by."""

    order: Order
    variant: Variant
    rules: Rules
    seen: tuple[tuple[str, Unit | None], ...]

    def holds(self, variant: Variant, rules: Rules, stands: Mapping[str, Unit]) -> bool:
        """Whether the line means the same again, under these rules and with these units by province.

        Shape: `variant` the very same value, for another of its name may have other grammars and readers.
        """
        if self.variant is not variant or (self.rules is not rules and self.rules != rules):
            return False
        for province, unit in self.seen:  # noqa: SIM110 - twice as quick as `all`, and the whole cost of a known line
            if stands.get(province) != unit:
                return False
        return True


def meanings(variant: Variant, position: Position, power: str, text: str) -> list[Meaning]:
    """What a line in plain form meant when this power wrote it, the latest first.

    Shape: a list to remember more in; it is kept as long as the line is among the latest ones, when it is no longer
    than LONGEST and only in the movement phase: in retreats a meaning hangs on where a unit may go, in adjustments on
    a balance.
    """
    if position.phase.kind is not PhaseKind.MOVEMENT or len(text) > LONGEST:
        return []
    return _meanings(variant.name, position.board.digest, power, text)


@lru_cache(maxsize=LINES)
def _meanings(_name: str, _board: str, _power: str, _text: str) -> list[Meaning]:
    return []


def remember(known: list[Meaning], meaning: Meaning) -> None:
    """Add a meaning to those of its line; the oldest is forgotten when there are many."""
    known.insert(0, meaning)
    del known[_MEANINGS:]


def hangs_on_units(variant: Variant, phrase: Phrase) -> bool:
    """Whether the meaning of a phrase hangs on nothing but its words and the units that its reader looked at.

    Not so: in a variant's own reader it hangs on anything.
    """
    if any(rule == phrase.rule for rule, _ in variant.readers):
        return False
    return all(kind.read is None or kind.name != phrase.rule for kind in variant.kinds)


def forget_lines() -> None:
    """Forget what lines meant; for measurements."""
    _meanings.cache_clear()
