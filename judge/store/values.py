"""Values of columns as JSON holds them, in a backup and in the document of a game, and back."""

import base64
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import JSON, Boolean, Integer, Interval, LargeBinary, Text
from sqlalchemy.types import TypeEngine

from judge.store.columns import PlainText, UtcTime

_TICK = timedelta(microseconds=1)

Kind = str
Value = Any  # what a database or JSON holds in one place
TYPES: dict[Kind, TypeEngine[Any]] = {
    "bool": Boolean(),
    "bytes": LargeBinary(),
    "int": Integer(),
    "json": JSON(none_as_null=True),
    "span": Interval(),
    "text": Text(),
    "time": UtcTime(),
}
_WRITE: dict[Kind, Callable[[Value], Value]] = {
    "bytes": lambda value: base64.b64encode(value).decode("ascii"),
    "span": lambda value: value // _TICK,
    "time": lambda value: value.astimezone(UTC).isoformat(),
}
_READ: dict[Kind, Callable[[Value], Value]] = {
    "bytes": lambda value: base64.b64decode(value, validate=True),
    "span": lambda value: value * _TICK,
    "time": datetime.fromisoformat,
}


def kind_of(column: TypeEngine[Any]) -> Kind:
    """How values of a column are written."""
    match column:
        case UtcTime():
            return "time"
        case PlainText():
            return "text"
        case _:
            return next(kind for kind, one in TYPES.items() if isinstance(column, type(one)))


def to_json(kind: Kind, value: Value) -> Value:
    """A value of a column of this kind for JSON: lengths of time in microseconds, moments in UTC, bytes in base64."""
    return value if value is None or kind not in _WRITE else _WRITE[kind](value)


def from_json(kind: Kind, value: Value) -> Value:
    """The value of a column that JSON holds so. Refuses: ValueError, TypeError for what is none."""
    return value if value is None or kind not in _READ else _READ[kind](value)
