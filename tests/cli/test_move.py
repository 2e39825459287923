"""`judge move`: what the keeper sees when his judge goes on with PostgreSQL."""

from pathlib import Path

import pytest

from judge.cli.main import main
from judge.store.store import Store


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, migrated_sqlite: Path):
    """Runs `judge move --to` on an installation without a game."""
    (tmp_path / "judge.db").write_bytes(migrated_sqlite.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGE_VAR", str(tmp_path))

    def move(to: str) -> int:
        monkeypatch.setattr("sys.argv", ["judge", "move", "--to", to])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0)

    return move


def test_the_keeper_sees_what_was_carried_over_and_what_to_do_next(run, postgres_url: str, capsys) -> None:
    assert run(postgres_url) == 0
    told = capsys.readouterr().out
    assert "letters                 0  " in told
    assert "with the same counts and checksums" in told
    assert "Set `database` to it before you start the judge again" in told
    store = Store(postgres_url)
    store.check()
    store.dispose()


def test_another_way_is_refused_in_one_line(run, capsys, tmp_path: Path) -> None:
    assert run(f"sqlite:///{tmp_path}/other.db") == 2
    assert capsys.readouterr().err == (
        "judge: an installation is moved from SQLite to PostgreSQL, with --to postgresql://USER@HOST/NAME\n"
    )


def test_a_database_that_cannot_be_had_is_told_in_one_line(run, capsys) -> None:
    assert run("postgresql://judge@127.0.0.1:1/judge") == 2
    told = capsys.readouterr().err
    assert told.startswith(
        "judge: the database postgresql+psycopg://judge@127.0.0.1:1/judge cannot be used: connection"
    )
    assert told.count("\n") == 1
