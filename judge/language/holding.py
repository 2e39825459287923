"""One line for many units: `all units hold`, `the rest hold`."""

import re
from dataclasses import dataclass

from judge.language.folding import fold_line

_UNITS = (
    r"(?:\s+(?:of\s+)?(?:my|the|our))?(?:\s+(?:own\s+)?(?:units?|armies and fleets|fleets and armies|forces|troops))?"
)
_HOLD = (
    r"\s+(?:to\s+|will\s+|shall\s+|just\s+|should\s+)?(?:hold|holds|stand|stands|h)(?:\s+(?:still|firm|fast|position))?"
)
_OTHERS = r"(?:rest|others?|other\s+units|remaining(?:\s+units)?|everything\s+else|everyone\s+else|all\s+else)"
_END = r"(?:\s*,?\s*\b(?:please|pls|plz|thanks|thank you))?[\s.!]*$"
_REST = (
    rf"(?:(?:all|the|my|and)\s+)*{_OTHERS}{_UNITS}{_HOLD}|hold\s+(?:with\s+)?(?:(?:all|the|my)\s+)*{_OTHERS}{_UNITS}"
)
_ALL = (
    rf"(?:all|every|everything|everyone|everybody){_UNITS}{_HOLD}"
    rf"|(?:hold|stand)\s+(?:with\s+)?(?:all|everything|everyone|everywhere){_UNITS}"
)
_HELD = re.compile(rf"(?:^|[,;.&:]|\band\b)\s*(?:please\s+)?(?:(?P<rest>{_REST})|(?P<all>{_ALL})){_END}")


@dataclass(frozen=True, slots=True)
class Holding:
    """That many units hold: all, or with `rest` those without an order; its words begin behind `start` letters."""

    rest: bool
    start: int


def read_holding(text: str) -> Holding | None:
    """What the end of a line says of many units at once; None where it says nothing of the kind."""
    found = _HELD.search(fold_line(text))
    return None if found is None else Holding(found["rest"] is not None, found.start())
