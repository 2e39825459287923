"""A mail is made once: what is sent again after a crash is the same, whatever has become of the program meanwhile."""

import shutil
from pathlib import Path

from tests.kills.conftest import ROOT, Judge

CHANGED = "These are the words of another release."


def another_release(folder: Path) -> Path:
    """A copy of the program all of whose mails end in other words."""
    for part in ("judge", "grammar", "maps", "migrations", "templates"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for template in folder.glob("templates/**/*.txt.j2"):
        template.write_text(f"{template.read_text()}\n{CHANGED}\n")
    return folder


def test_a_mail_that_is_sent_again_by_another_release_is_the_same(
    judge: Judge, letters, account_of, tmp_path: Path
) -> None:
    """Killed between the server's 250 and our mark; and a letter that is answered later shows the other words."""
    first, *others = letters.values()
    judge.start(crash_at="mail-delivered:1")
    assert judge.send(*first)
    assert judge.has_died(within=20)
    judge.kill()
    ((frozen,),) = judge.ask("SELECT raw FROM mails WHERE state = 'claimed'")

    judge.root = another_release(tmp_path / "release")
    judge.start()
    for letter in others:
        assert judge.send(*letter)
    account = account_of(judge)
    (message_id,) = [one for one, copies in account.copies.items() if frozen in copies]
    assert account.copies[message_id] == [frozen, frozen]
    assert CHANGED.encode() not in frozen
    later = [copies[0] for one, copies in account.copies.items() if one != message_id]
    assert later
    assert any(CHANGED.encode() in raw for raw in later)
