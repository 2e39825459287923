"""The whole of `judge adjudicate` without typer, which takes longer to load than a turn to adjudicate."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import Any

from judge.cli.case_answers import Document, answer_case, play_case
from judge.cli.cases import Case, read_case
from judge.errors import CaseError, MisuseError, PictureError

_DESCRIPTION = """Adjudicate a case, a position with its orders, as a mailed turn would be.
CASE is a file or - for standard input: JSON, JSON lines (one case a line), or with --text plain text.
Powers without orders stand still: a case may hold the orders of some powers only.
Status 0: adjudicated; 1: --check found a difference, or --all-in a unit without an order; 2: a case cannot be read."""


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments of `judge adjudicate` ask for; the exit status.

    Shape: the answer goes to standard output, the reason why a case cannot be read to standard error.
    """
    parser = argparse.ArgumentParser(
        prog="judge adjudicate", description=_DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("case", metavar="CASE")
    parser.add_argument("--text", action="store_true", help="a plain text in, the digest for players out")
    parser.add_argument("--check", action="store_true", help="say only which cases differ from what they expect")
    parser.add_argument("--all-in", action="store_true", help="tell what nobody ordered, as if all had to be in")
    parser.add_argument("--map", metavar="FILE", help="draw the turn into this file, .svg or .png")
    asked = parser.parse_args(arguments)
    name = "standard input" if asked.case == "-" else asked.case
    if asked.text and asked.check:
        parser.error("--check compares with what a case expects, and a plain text cannot say that")
    try:
        source = _decoded(sys.stdin.buffer.read() if asked.case == "-" else Path(asked.case).read_bytes(), name)
        if asked.text:
            told, complete = _tell_text(source, name, asked.all_in)
        else:
            cases, lines = _read(source, name)
            told, complete = (_check if asked.check else _answer)(cases, lines, asked.all_in)
        if asked.map:
            _draw(source, name, asked.text, Path(asked.map))
    except (CaseError, MisuseError, PictureError, OSError) as trouble:
        sys.stderr.write(f"judge adjudicate: {trouble}\n")
        return 2
    sys.stdout.buffer.write(told.encode())
    sys.stdout.flush()
    return 0 if complete else 1


def _decoded(written: bytes, name: str) -> str:
    """The text of a file. Refuses: CaseError with the line that holds what is no UTF-8."""
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        line = written.count(b"\n", 0, trouble.start) + 1
        raise CaseError(f"no text in UTF-8: byte {written[trouble.start]:#04x}", file=name, line=line) from None


def _tell_text(source: str, name: str, all_in: bool) -> tuple[str, bool]:
    """The digest, after a line for each thing that is missing; and whether nothing is."""
    from judge.cli.case_text import read_case_text, tell_case  # the templates cost time that JSON need not spend

    case = read_case(read_case_text(source, name), name)
    missed = list(_missed(answer_case(case, all_in=True))) if all_in else []
    lines = "".join(f"no order: {one}\n" for one in missed)
    return lines + ("\n" if lines else "") + tell_case(case, datetime.now(UTC)), not missed


def _draw(source: str, name: str, text: bool, target: Path) -> None:
    """The case's turn as a picture; of several phases each in a file of its own, with its tag in the name.

    Refuses: CaseError for more cases than one; MisuseError, PictureError.
    """
    from judge.cli.case_text import read_case_text
    from judge.cli.drawing import picture_kind, save_picture
    from judge.pictures.drawings import drawn_turn

    picture_kind(target)
    cases = [read_case(read_case_text(source, name), name)] if text else list(_read(source, name)[0])
    if len(cases) != 1:
        raise CaseError(f"--map draws one case, and here are {len(cases)}", file=name)
    turns = [played.turn for played in play_case(cases[0])]
    about, variant = dict(cases[0].about), cases[0].variant
    title = str(about.get("title") or about.get("id") or target.stem)
    for turn in turns:
        tag = turn.before.phase.tag
        path = target if len(turns) == 1 else target.with_stem(f"{target.stem}-{tag}")
        save_picture(drawn_turn(variant, cases[0].rules, turn, title), path)


def _missed(answer: Document) -> Iterator[str]:
    """What is missing in an answer: phase, power and unit."""
    for phase in answer.get("phases", [answer]):
        for power, units in phase["missing"].items():
            yield from (f"{phase['played']} {power} {unit}" for unit in units)


def _read(source: str, name: str) -> tuple[Iterable[Case], bool]:
    """The cases of a file, and whether they stood one on a line; each is read when its turn comes."""
    try:
        return (read_case(_load(source, name), name),), False
    except json.JSONDecodeError as trouble:
        # a text in JSON may hold any other sign that ends a line
        rows = [(number, row) for number, row in enumerate(source.split("\n"), 1) if row.strip()]
        if not rows or not _is_json(rows[0][1]):
            raise CaseError(f"no JSON: {trouble.msg}, column {trouble.colno}", file=name, line=trouble.lineno) from None
    return _read_rows(rows, name), True


def _load(text: str, name: str, line: int | None = None) -> Any:  # Any: whatever JSON holds
    """What the text holds.

    Refuses: JSONDecodeError; CaseError for JSON that is deeper or longer than can be read, that says one thing twice,
    or that has no answer in JSON: numbers that are none, halves of characters.
    """
    try:
        document = json.loads(text, object_pairs_hook=_keyed, parse_constant=_no_number, parse_float=_number)
        if "\\u" in text:
            json.dumps(document, ensure_ascii=False).encode()
        return document
    except json.JSONDecodeError:
        raise
    except RecursionError:
        raise CaseError("no case: its lists and objects are nested too deep", file=name, line=line) from None
    except UnicodeEncodeError:
        raise CaseError("no case: a text in it holds half a character", file=name, line=line) from None
    except _FlawError as flaw:
        raise CaseError(f"no case: {flaw}", file=name, line=line) from None
    except ValueError:
        raise CaseError("no case: a number in it is too long", file=name, line=line) from None


class _FlawError(ValueError):
    """What is wrong with JSON that a program could read otherwise than it was meant."""


def _keyed(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Refuses: _FlawError for a key that stands in it twice, of which one would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _FlawError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in one object")
    return found


def _no_number(word: str) -> Any:
    raise _FlawError(f"{word} is no number")


def _number(written: str) -> float:
    number = float(written)
    return number if isfinite(number) else _no_number(written)


def _is_json(row: str) -> bool:
    try:
        _load(row, "")
    except json.JSONDecodeError:
        return False
    return True


def _read_rows(rows: list[tuple[int, str]], name: str) -> Iterator[Case]:
    for number, row in rows:
        try:
            document = _load(row, name, number)
        except json.JSONDecodeError as trouble:
            raise CaseError(f"no JSON: {trouble.msg}, column {trouble.colno}", file=name, line=number) from None
        yield read_case(document, name, number)


def _answer(cases: Iterable[Case], lines: bool, all_in: bool) -> tuple[str, bool]:
    """The answers, and whether nothing is missing that was asked for."""
    told, complete = [], True
    for case in cases:
        answer = answer_case(case, all_in=all_in)
        complete = complete and not (all_in and any(_missed(answer)))
        told.append(json.dumps(answer, ensure_ascii=False, indent=None if lines else 2) + "\n")
    return "".join(told), complete


def _check(cases: Iterable[Case], _lines: bool, all_in: bool) -> tuple[str, bool]:
    """A line for each case that differs or, with `all_in`, lacks an order; and whether none does."""
    from judge.cli.case_checks import differences

    told = []
    for number, case in enumerate(cases, 1):
        answer = answer_case(case, all_in=all_in)
        found = [*differences(case, answer), *(f"no order: {one}" for one in (_missed(answer) if all_in else ()))]
        if found:
            told.append(f"{dict(case.about).get('id', f'case {number}')}: {'; '.join(found)}\n")
    return "".join(told), not told
