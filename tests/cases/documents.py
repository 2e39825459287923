"""The cases of this folder as documents, and what does not hold in one."""

import json
from pathlib import Path

from judge.cli.case_answers import answer_case
from judge.cli.case_checks import differences
from judge.cli.cases import read_case

CASES = Path(__file__).parent


def documents(pattern: str) -> list[dict]:
    """The cases of all files that a pattern names, as `datc/?.jsonl`, file by file."""
    rows = [row for file in sorted(CASES.glob(pattern)) for row in file.read_text(encoding="utf-8").splitlines()]
    return [json.loads(row) for row in rows]


def failures(document: dict) -> tuple[str, ...]:
    """Where the answer to a case differs from what the case expects."""
    case = read_case(document)
    return differences(case, answer_case(case))
