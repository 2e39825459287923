"""What the README says of the tree is so."""

import re
from pathlib import Path

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
