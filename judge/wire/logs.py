"""Structured logs, of our own events and of the libraries', without secrets and without the text of letters."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, TextIO

import structlog

HIDDEN = "(hidden)"
# Names under which a secret or a body could get into a line.
_SECRET_NAMES = frozenset({
    "authorization", "body", "content", "orders", "password", "password_hash", "press", "raw", "secret",
    "text", "token",
})  # fmt: skip
# Reply addresses prove who answers: judge+GAME.TOKEN@, judge+p.TOKEN@, judge+confirm.TOKEN@, judge+b.ID.HMAC@.
_TOKEN = re.compile(r"(\+[^\s@+]*?\.)([a-z2-7]{16})(?![a-z0-9])", re.IGNORECASE)
_PASSWORD = re.compile(r"(\bsignon\s+\S+\s+|\bpassword\s+)\S+", re.IGNORECASE)
_URL_PASSWORD = re.compile(r"(\b[a-z][a-z0-9+]*://[^\s:/@]+:)[^\s@]+(@)", re.IGNORECASE)
# What steers the terminal of who reads the log, or turns letters round on it; not the line ends of a traceback.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SUSPECT = re.compile(r"\[parameters: |\+|://|\bsignon\s|\bpassword\s", re.IGNORECASE)  # what all of them have in them
# What SQLAlchemy adds to the words of an error: the values of the statement, whole letters among them.
_PARAMETERS = re.compile(r"\[parameters: .*?(?=\n\(Background on|\n\n|\Z)", re.DOTALL)
# aiosmtpd logs every command, addresses with their tokens included; APScheduler every run of a job; alembic its
# plugins and engines, a screen full before the first word of ours; flufl.bounce a stack of a thousand frames for a
# crooked mail, which is no trouble of ours, and says so by an exception as well.
_QUIET = {
    "mail.log": logging.CRITICAL,
    "apscheduler": logging.ERROR,
    "asyncio": logging.WARNING,
    "alembic": logging.WARNING,
    "flufl.bounce": logging.CRITICAL,
}


def set_up_logs(form: str = "auto", level: str = "info", stream: TextIO | None = None) -> None:
    """Send all log lines to `stream` (standard error by default) in the form and from the level that are set.

    Shape: `form` is `text`, `json`, or `auto`: text on a terminal, one JSON object a line elsewhere.
    """
    out = stream or sys.stderr
    as_text = form == "text" or (form == "auto" and out.isatty())
    shared: list[structlog.types.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        hide_secrets,
    ]
    end: structlog.types.Processor = (
        structlog.dev.ConsoleRenderer(colors=out.isatty()) if as_text else structlog.processors.JSONRenderer()
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, end],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name, quiet in _QUIET.items():
        logging.getLogger(name).setLevel(quiet)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def hide_secrets(logger: Any, name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:  # noqa: ARG001
    """The log line without secrets: suspicious names lose their value, tokens and passwords are cut out of the rest.

    `Any` is structlog's own type for a logger and for values.
    """
    return {
        key: value if key.startswith("_") else HIDDEN if key.lower() in _SECRET_NAMES else _hidden(value)
        for key, value in event.items()
    }


def _hidden(value: Any) -> Any:
    """A value without secrets, whatever it is; bytes may be a letter and are only counted."""
    match value:
        case str():
            return hide_in_text(value)
        case bytes() | bytearray() | memoryview():
            return f"({len(value)} bytes)"
        case dict():
            return {
                key: HIDDEN if str(key).lower() in _SECRET_NAMES else _hidden(inner) for key, inner in value.items()
            }
        case list() | tuple() | set() | frozenset():
            return [_hidden(inner) for inner in value]
        case None | bool() | int() | float():
            return value
        case _:
            return hide_in_text(str(value))


def shown_on_line(text: str) -> str:
    """The same on one line, so that no text looks like several lines of a list."""
    return " ".join(hide_in_text(text).split())


def hide_in_text(text: str) -> str:
    """A text without reply tokens, passwords, the values of SQL statements, and signs that steer a terminal."""
    if not text.isprintable():
        text = _STEERING.sub(" ", text)
    if text.isalnum() or not _SUSPECT.search(text):  # as most values of a log line are
        return text
    text = _PARAMETERS.sub(f"[parameters: {HIDDEN}]", text)
    text = _TOKEN.sub(rf"\g<1>{HIDDEN}", text)
    text = _URL_PASSWORD.sub(rf"\g<1>{HIDDEN}\g<2>", text)
    return _PASSWORD.sub(rf"\g<1>{HIDDEN}", text)
