"""Frozen values as JSON documents and back, by the types of their fields.

A field that a document lacks gets the value's default, so a value may grow fields that have one. A key the
value does not know is refused: a newer program wrote it, and reading it half would be a silent guess.
"""

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from functools import lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from judge.errors import DatabaseError
from judge.game.orders import Order

# Any in this module: a JSON value, or a type hint of whatever form
Kinds = Mapping[str, type]


def write_value(value: object, kinds: Kinds) -> Any:
    """The JSON form of a value: values as objects, tuples as lists, enums by value, lengths in seconds.

    Shape: an order of one of the `kinds` (name -> class) carries its kind's name under `order`.
    Refuses: DatabaseError for a value that has no JSON form.
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Enum():
            return value.value
        case timedelta():
            return value.total_seconds()
        case date() | time():
            return value.isoformat()
        case tuple():
            return [write_value(one, kinds) for one in value]
    if not is_dataclass(value) or isinstance(value, type):
        raise DatabaseError(f"{value!r} cannot be stored as a document")
    names = [name for name, kind in kinds.items() if kind is type(value)]
    return ({"order": names[0]} if names else {}) | {
        field.name: write_value(getattr(value, field.name), kinds) for field in fields(value)
    }


def read_value(hint: Any, document: Any, kinds: Kinds) -> Any:
    """The value of a type from its JSON form. Refuses: DatabaseError when the document does not fit the type."""
    if hint is Order:
        return _read_order(document, kinds)
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        some = [one for one in get_args(hint) if one is not types.NoneType]
        return None if document is None else read_value(some[0], document, kinds)
    if origin is tuple and isinstance(document, list):
        return _read_tuple(get_args(hint), document, kinds)
    if isinstance(hint, type):
        if is_dataclass(hint) and isinstance(document, dict):
            return _read_fields(hint, document, kinds)
        if issubclass(hint, Enum):
            return _read_enum(hint, document)
        if hint is timedelta and isinstance(document, int | float):
            return timedelta(seconds=document)
        if hint in (date, datetime, time) and isinstance(document, str):
            return hint.fromisoformat(document)
        if hint in (bool, int, str, float) and isinstance(document, hint):
            return document
    raise DatabaseError(f"a stored document has {document!r} where {hint} belongs")


def _read_order(document: Any, kinds: Kinds) -> Any:
    name = str(document.get("order")) if isinstance(document, dict) else ""
    if name not in kinds:
        raise DatabaseError(f"a stored order is of no kind that this game knows: {document!r}")
    return read_value(kinds[name], {key: value for key, value in document.items() if key != "order"}, kinds)


def _read_tuple(parts: tuple[Any, ...], document: list[Any], kinds: Kinds) -> tuple[Any, ...]:
    if len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(read_value(parts[0], one, kinds) for one in document)
    if len(parts) != len(document):
        raise DatabaseError(f"a stored document has {document!r} where {len(parts)} parts belong")
    return tuple(read_value(part, one, kinds) for part, one in zip(parts, document, strict=True))


def _read_fields(kind: type, document: dict[str, Any], kinds: Kinds) -> Any:
    hints = _hints(kind)
    if unknown := set(document) - set(hints):
        raise DatabaseError(
            f"a stored {kind.__name__} has {', '.join(sorted(unknown))}, which this program does not know"
        )
    needed = {field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING}
    if missing := needed - set(document):
        raise DatabaseError(f"a stored {kind.__name__} lacks {', '.join(sorted(missing))}")
    return kind(**{name: read_value(hints[name], value, kinds) for name, value in document.items()})


def _read_enum(kind: type[Enum], document: Any) -> Enum:
    try:
        return kind(document)
    except ValueError:
        raise DatabaseError(f"a stored {kind.__name__} is {document!r}, which this program does not know") from None


@lru_cache(maxsize=256)
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
