"""Files that a command writes for its user are whole, or not there."""

import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.cli.files import save_file
from judge.errors import MisuseError


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """A disk on which no file can be larger than so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_file_takes_the_place_of_one_of_its_name(tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    file.write_bytes(b"of old")
    save_file(file, b"new")
    assert file.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("before", [None, b"of old"])
def test_a_file_for_which_there_is_no_room_leaves_everything_as_it_was(tmp_path: Path, before: bytes | None) -> None:
    file = tmp_path / "map.svg"
    if before is not None:
        file.write_bytes(before)
    with room_for(1_000), pytest.raises(MisuseError, match=r"map\.svg: File too large"):
        save_file(file, bytes(5_000))
    assert [one.read_bytes() for one in tmp_path.iterdir()] == ([] if before is None else [before])


def test_a_file_with_secrets_is_for_its_owner_alone(tmp_path: Path) -> None:
    save_file(tmp_path / "game.json", b"{}", owned=True)
    assert stat.S_IMODE((tmp_path / "game.json").stat().st_mode) == 0o600


def test_a_link_stays_one_and_what_is_no_file_is_written_into(tmp_path: Path) -> None:
    target, link = tmp_path / "there.svg", tmp_path / "here.svg"
    target.write_bytes(b"of old")
    link.symlink_to(target)
    save_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    save_file(Path("/dev/null"), b"for nobody")
    assert not Path("/dev/null").is_file()
