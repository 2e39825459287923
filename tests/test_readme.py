"""What the README says of the tree is so."""

import re
from pathlib import Path

from judge.variants.table import VARIANTS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FOLDERS = ("judge/", "grammar/", "templates/", "maps/", "migrations/", "tests/", "deploy/")


def named_files() -> list[str]:
    """Every file or folder that the README names; one without a folder lies where the one before it does."""
    found, folder = [], ""
    for line in README.splitlines():
        for name in re.findall(r"`([A-Za-z0-9_./-]+)`", line):
            if name.startswith(FOLDERS):
                folder = name.rpartition("/")[0]
                found.append(name)
            elif name.endswith((".py", ".lark")) and folder:
                found.append(f"{folder}/{name}")
    return found


def test_every_file_that_the_readme_names_is_there() -> None:
    """The tables of the path of a mail and of a turn lead to real files."""
    names = named_files()
    assert len(names) > 30
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_every_make_target_that_the_readme_names_is_there() -> None:
    """`make run`, `make test` and the others."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)", README))
    assert {"run", "test"} <= named <= targets


def test_the_table_of_games_names_all_that_can_be_played() -> None:
    """Each under the name that CREATE takes."""
    _, table = README.split("## The games", 1)
    rows = re.findall(r"^\| `([a-z-]+)` \|", table.split("\n## ", 1)[0], re.MULTILINE)
    assert sorted(rows) == sorted(VARIANTS)
