"""The lines for programs: those of all mails are as `deploy/interchange.md` tells, and nobody else can write one."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
TOLD = (HERE.parent.parent / "deploy" / "interchange.md").read_text(encoding="utf-8")
FIRST = re.compile(r":: judge [a-z0-9-]{2,20} [a-z-]+ ([SUFW]\d{4}[MRAEV]|start) -> ([SUFW]\d{4}[MRAEV]|over)")
SECOND = re.compile(r":: deadline (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|none)")
MAILS = sorted((HERE / "golden").glob("*.txt"))


def machine_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip().startswith(":: ")]


def test_the_lines_that_are_told_are_lines_of_the_form() -> None:
    first, second = machine_lines(TOLD)
    assert FIRST.fullmatch(first)
    assert SECOND.fullmatch(second)


@pytest.mark.parametrize("mail", MAILS, ids=lambda path: path.stem)
def test_a_mail_ends_with_two_lines_of_the_form_or_has_none(mail: Path) -> None:
    text = mail.read_text(encoding="utf-8")
    lines = machine_lines(text)
    begins = mail.stem.startswith(("result", "start", "final"))
    assert bool(lines) == begins
    if begins:
        first, second = lines
        assert FIRST.fullmatch(first)
        assert SECOND.fullmatch(second)
        assert text.rstrip("\n").splitlines()[-2:] == lines
