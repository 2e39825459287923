"""Column types that read and write the same on SQLite and PostgreSQL: a moment in UTC, text that any engine takes."""

import re
from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, Text
from sqlalchemy.types import TypeDecorator

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """The text as any engine can keep it: U+FFFD for NUL and lone surrogates."""
    return _UNSTORABLE.sub("\ufffd", text)


class UtcTime(TypeDecorator[datetime]):
    """A moment: aware on the way in, aware and in UTC on the way out.

    Refuses: ValueError for a datetime without a zone.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment in UTC; SQLite has no zones and gets it bare."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without a zone: {value!r}")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The moment in UTC, aware."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class PlainText(TypeDecorator[str]):
    """Text of any length, made `storable` on the way in."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text as it can be stored."""
        return None if value is None else storable(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text."""
        return value
