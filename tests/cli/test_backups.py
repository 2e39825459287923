"""`judge backup`, `judge restore`, and what the keeper is told; after it nothing is sent twice unless he says so."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECRET = "a secret that the settings hold"


def forget(folder: Path, *, secret: bool = True) -> str:
    """The machine is lost, with all but the backup; its secret."""
    kept = (folder / "secret").read_text()
    for file in folder.glob("judge.db*"):
        file.unlink()
    if secret:
        (folder / "secret").unlink()
    return kept


def make_unsent(folder: Path) -> str:
    """The mail that went out last waits again, as it did when the backup was made; its Message-ID."""
    with sqlite3.connect(folder / "judge.db") as database:
        number, name = database.execute("SELECT id, message_id FROM mails ORDER BY id DESC").fetchone()
        database.execute("UPDATE mails SET state = 'new', sent_at = NULL WHERE id = ?", (number,))
    database.close()
    return name


def states(folder: Path) -> dict[str, int]:
    with sqlite3.connect(folder / "judge.db") as database:
        found = dict(database.execute("SELECT state, count(*) FROM mails GROUP BY state").fetchall())
    database.close()
    return found


def test_a_lost_machine_is_set_up_again_from_its_backup(judge, folder, played) -> None:
    before = judge("games", "--all").out + judge("show", "vault").out + judge("trace", played.orders).out
    made = judge("backup", "kept")
    assert (made.status, made.err) == (0, "")
    assert "kept: 3 games, 3 players, " in made.out
    assert "keep it where nobody else can read it" in made.out
    secret = forget(folder)
    assert judge("restore", "kept").status == 0
    assert (folder / "secret").read_text() == secret
    assert judge("games", "--all").out + judge("show", "vault").out + judge("trace", played.orders).out == before


def test_mails_that_may_have_gone_out_are_held_until_the_keeper_sends_them(judge, folder) -> None:
    unsent = make_unsent(folder)
    judge("backup", "kept")
    forget(folder)
    told = judge("restore", "kept").flat
    assert "1 mails had not been sent then, and are held" in told
    assert "judge resend --held" in told
    assert "new" not in states(folder)
    assert unsent in judge("resend").out
    assert states(folder)["held"] == 1
    assert "held it waited when the backup was made, and may have gone out since" in judge("trace", unsent).flat
    assert judge("resend", "--held").out.startswith(f"{unsent} goes to ")
    assert (states(folder)["new"], states(folder).get("held")) == (1, None)
    assert judge("resend").out == "No mail is held.\n"


def test_a_judge_that_did_no_more_after_its_backup_sends_what_it_had_to_send(judge, folder) -> None:
    make_unsent(folder)
    judge("backup", "kept")
    forget(folder)
    assert "1 mails had not been sent then; `judge serve` sends them." in judge("restore", "kept", "--send").out
    assert states(folder)["new"] == 1


def test_what_is_mailed_after_a_restoration_is_not_taken_for_what_went_out_before(judge, folder) -> None:
    """What the backup did not see happens again: the same mails by their keys, and others by their Message-IDs."""
    judge("backup", "kept")
    known = ids(folder)
    judge("master", "vault", "PAUSE")
    before = ids(folder) - known
    forget(folder)
    judge("restore", "kept")
    assert ids(folder) == known
    judge("master", "vault", "PAUSE")
    after = ids(folder) - known
    assert before
    assert {key for key, _ in after} == {key for key, _ in before}
    assert {name for _, name in after}.isdisjoint(name for _, name in before)


def ids(folder: Path) -> set[tuple[str, str]]:
    """The mails by key and Message-ID."""
    with sqlite3.connect(folder / "judge.db") as database:
        found = set(database.execute("SELECT key, message_id FROM mails WHERE state != 'void'").fetchall())
    database.close()
    return found


def test_a_backup_is_checked_without_a_database(judge, folder) -> None:
    judge("backup", "kept")
    forget(folder)
    done = judge("restore", "--check", "kept")
    assert done.out.startswith("kept is whole: 3 games, 3 players, ")
    assert not (folder / "judge.db").exists()
    assert not (folder / "secret").exists()


def test_a_damaged_backup_leaves_nothing_behind(judge, folder) -> None:
    judge("backup", "kept")
    forget(folder)
    Path("kept").write_bytes(Path("kept").read_bytes()[:-20])
    for check in ((), ("--check",)):
        done = judge("restore", "kept", *check)
        assert done.status == 2
        assert done.err.startswith("judge: kept:")
        assert "the backup is damaged" in done.err
        assert done.err.count("\n") == 1
    assert [path.name for path in folder.glob("judge.db*")] == []
    assert not (folder / "secret").exists()


def test_a_database_that_is_in_use_is_not_filled(judge, folder) -> None:
    judge("backup", "kept")
    before = states(folder)
    done = judge("restore", "kept")
    assert done.status == 2
    assert "into an empty one" in done.err
    assert states(folder) == before


def test_the_secret_of_the_backup_goes_before_one_that_nothing_was_made_with(judge, folder) -> None:
    judge("backup", "kept")
    secret = forget(folder)
    (folder / "secret").write_text("0123456789abcdef\n")
    assert judge("restore", "kept").status == 0
    assert (folder / "secret").read_text() == secret
    assert (folder / "secret.old").read_text() == "0123456789abcdef\n"


def test_a_secret_that_is_set_must_be_that_of_the_backup(judge, folder, monkeypatch: pytest.MonkeyPatch) -> None:
    judge("backup", "kept")
    forget(folder)
    monkeypatch.setenv("JUDGE_SECRET", SECRET)
    done = judge("restore", "kept")
    assert done.status == 2
    assert "secret (JUDGE_SECRET): it is not the one of the backup" in done.err
    assert SECRET not in done.err
    assert judge("restore", "kept", "--other-secret").status == 0
    assert not (folder / "secret").exists()


def test_a_restoration_that_is_killed_has_done_nothing_and_is_done_again(judge, folder) -> None:
    """In a process of its own, since it is killed; all rows are in by then, and nothing is committed."""
    judge("backup", "kept")
    forget(folder)
    program = [sys.executable, "-c", "from judge.cli.main import main; main()", "restore", "kept"]
    environ = os.environ | {"PYTHONPATH": str(ROOT), "JUDGE_CRASH_AT": "restore-loaded"}
    done = subprocess.run(program, env=environ, capture_output=True, timeout=200, check=False)
    assert done.returncode == -signal.SIGKILL
    assert "judge upgrade" in judge("games").err
    assert judge("restore", "kept").status == 0
    assert "vault" in judge("games").out
