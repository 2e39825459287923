"""Real-looking mails are read as the sheet beside each says: every line, its number and whose words it holds.

And what becomes of them: as if Cleo had sent each to her reply address in a game in which she plays France, with what
the receipt says of its lines and the orders that are stored then.
"""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.game.letters import Letter
from judge.mail.reading import read_letter

LETTERS = Path(__file__).parent / "letters"
JUDGE = "judge@judge.example"


def sheet(letter: Letter) -> list[str]:
    """A letter in the form of the sheets."""
    return [
        f"sender: {letter.sender}",
        *([f"robot: {letter.robot}"] if letter.robot else []),
        *([f"trouble: {letter.trouble}"] if letter.trouble else []),
        *(f"notice: {notice}" for notice in letter.notices),
        *(f"{line.number} {line.label.name}: {line.text}" for line in letter.lines),
    ]


def read(raw: bytes) -> Letter:
    received = datetime(2027, 1, 4, 18, 31, tzinfo=UTC)
    return read_letter(raw, recipient="judge+g42@judge.example", received_at=received, judge_address=JUDGE)


@pytest.mark.parametrize("name", sorted(path.stem for path in LETTERS.glob("*.eml")))
def test_a_letter_is_read_as_its_sheet_says(name: str) -> None:
    expected = (LETTERS / f"{name}.lines").read_text(encoding="utf-8").splitlines()
    raw = (LETTERS / f"{name}.eml").read_bytes()
    assert sheet(read(raw)) == expected
    assert sheet(read(raw.replace(b"\n", b"\r\n"))) == expected


@pytest.mark.parametrize("name", sorted(path.stem for path in LETTERS.glob("*.eml")))
def test_a_letter_is_answered_as_its_sheet_says(name: str, tell) -> None:
    told = tell((LETTERS / f"{name}.eml").read_bytes()).sheet
    path = LETTERS / f"{name}.told"
    if os.environ.get("JUDGE_GOLDEN") == "write":
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def test_every_letter_has_its_sheets_and_every_sheet_a_letter() -> None:
    letters = {path.stem for path in LETTERS.glob("*.eml")}
    assert letters == {path.stem for path in LETTERS.glob("*.lines")}
    assert letters == {path.stem for path in LETTERS.glob("*.told")}
    assert len(letters) >= 90


def test_the_header_of_a_letter_is_read() -> None:
    letter = read((LETTERS / "gmail-top-post.eml").read_bytes())
    assert letter.sender == "anna@players.example"
    assert letter.sender_name == "Anna Öst"
    assert letter.subject == "Re: [g42] S1901M"
    assert letter.message_id == "<CA+1@mail.example>"
    assert letter.references == (
        "<g42@judge.example>",
        "<g42.s1901m@judge.example>",
        "<0123456789abcdef@judge.example>",
    )
    assert letter.recipient == "judge+g42@judge.example"
    assert letter.received_at == datetime(2027, 1, 4, 18, 31, tzinfo=UTC)
