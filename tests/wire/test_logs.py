"""Log lines are structured, and hold neither secrets nor letters, whoever writes them."""

import io
import json
import logging

import pytest
import structlog

from judge.wire.logs import HIDDEN, set_up_logs, shown_on_line

TOKEN = "abcdefghij234567"
CANARY = "canary-in-the-mine"


@pytest.fixture
def lines() -> io.StringIO:
    """What the log says as JSON."""
    stream = io.StringIO()
    set_up_logs("json", "info", stream)
    return stream


def said(lines: io.StringIO) -> list[dict]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def test_a_line_has_time_level_logger_event_and_values(lines: io.StringIO) -> None:
    structlog.get_logger("judge.wire").info("letters_stored", letters=3, game="g42")
    (line,) = said(lines)
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "letters_stored", "level": "info", "logger": "judge.wire", "letters": 3, "game": "g42"}


def test_the_libraries_lines_take_the_same_form(lines: io.StringIO) -> None:
    logging.getLogger("sqlalchemy").warning("%s is slow", "it")
    (line,) = said(lines)
    assert (line["event"], line["logger"], line["level"]) == ("it is slow", "sqlalchemy", "warning")


def test_less_weighty_lines_are_left_out(lines: io.StringIO) -> None:
    structlog.get_logger("judge").debug("detail")
    logging.getLogger("other").debug("detail")
    logging.getLogger("mail.log").warning("b'RCPT TO:<judge+g42.x@h>'")
    assert lines.getvalue() == ""


@pytest.mark.parametrize("name", ["raw", "body", "text", "password", "Secret", "token", "press", "orders"])
def test_values_under_suspicious_names_are_hidden(lines: io.StringIO, name: str) -> None:
    structlog.get_logger("judge").info("event", **{name: CANARY}, inner={name: CANARY})
    (line,) = said(lines)
    assert (line[name], line["inner"]) == (HIDDEN, {name: HIDDEN})


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (f"judge+g42.{TOKEN}@host", f"judge+g42.{HIDDEN}@host"),
        (f"JUDGE+P.{TOKEN.upper()}@HOST", f"JUDGE+P.{HIDDEN}@HOST"),
        (f"j+confirm.{TOKEN}@h and j+b.17.{TOKEN}@h", f"j+confirm.{HIDDEN}@h and j+b.17.{HIDDEN}@h"),
        ("SIGNON Fg42 hush", f"SIGNON Fg42 {HIDDEN}"),
        ("set password hush", f"set password {HIDDEN}"),
        ("postgresql+psycopg://u:hush@h/n", f"postgresql+psycopg://u:{HIDDEN}@h/n"),
        (b"From: a letter", "(14 bytes)"),
        ([f"judge+g42.{TOKEN}@host"], [f"judge+g42.{HIDDEN}@host"]),
        ((1, None, True, 1.5), [1, None, True, 1.5]),
        (ValueError(f"+g.{TOKEN}@"), f"+g.{HIDDEN}@"),
        ("judge+g42@host, A Par - Bur", "judge+g42@host, A Par - Bur"),
    ],
)
def test_tokens_passwords_and_bytes_are_cut_out_of_values(lines: io.StringIO, value: object, shown: object) -> None:
    structlog.get_logger("judge").info("event", value=value)
    assert said(lines)[0]["value"] == shown


def test_no_value_steers_the_terminal_of_who_reads_the_log(lines: io.StringIO) -> None:
    structlog.get_logger("judge").info("event", reason="a\x1b[2J\x9b1m\u202eb", trouble="one\n\ttwo")
    logging.getLogger("library").warning("%s", "\x1b]0;mine\x07")
    ours, theirs = said(lines)
    assert (ours["reason"], ours["trouble"]) == ("a [2J 1m b", "one\n\ttwo")
    assert theirs["event"] == " ]0;mine "
    assert shown_on_line(f"a\n2027-01-04 12:00  b\x1b\u2028+g.{TOKEN}@") == f"a 2027-01-04 12:00 b +g.{HIDDEN}@"


def test_an_error_of_the_database_does_not_show_the_letter_it_was_about(lines: io.StringIO) -> None:
    error = RuntimeError(
        f"(psycopg.Error) no space\n[SQL: INSERT INTO letters]\n[parameters: {{'raw': b'{CANARY}', 'n': [1]}}]\n"
        "(Background on this error at: https://sqlalche.me/e/20/e3q8)"
    )
    try:
        raise error
    except RuntimeError:
        structlog.get_logger("judge").exception("letters_not_stored")
        logging.getLogger("apscheduler").exception("job failed")
    ours, theirs = said(lines)
    for line in (ours, theirs):
        assert "no space" in line["exception"]
        assert "INSERT INTO letters" in line["exception"]
        assert "test_logs.py" in line["exception"]
        assert CANARY not in json.dumps(line)


def test_on_a_terminal_lines_are_for_people_and_elsewhere_for_machines(lines: io.StringIO) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    set_up_logs("auto", "debug", terminal)
    structlog.get_logger("judge").debug("hello", to=f"judge+p.{TOKEN}@h")
    assert "hello" in terminal.getvalue()
    assert TOKEN not in terminal.getvalue()
    assert not terminal.getvalue().startswith("{")
    set_up_logs("auto", "info", lines)
    structlog.get_logger("judge").info("hello")
    assert said(lines)[0]["event"] == "hello"


def test_the_chatter_of_libraries_is_kept_out(lines: io.StringIO) -> None:
    logging.getLogger("alembic.runtime.plugins").info("setup plugin")
    logging.getLogger("flufl.bounce").error("a stack")
    logging.getLogger("alembic.runtime.migration").warning("a trouble")
    (line,) = said(lines)
    assert line["event"] == "a trouble"
