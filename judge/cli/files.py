"""Files that a command writes for its user: there once they are whole."""

import os
import secrets
from pathlib import Path

from judge.errors import MisuseError

_OWNED, _SHARED = 0o600, 0o666  # the latter less what the user's umask takes away


def save_file(target: Path, data: bytes, *, owned: bool = False) -> None:
    """Put a file in its place, instead of one of its name; `owned` where nobody but its owner may read it.

    Shape: where it cannot be written whole nothing of it is left, and a file that was there stays. What is no file, as
    /dev/stdout, is written into.
    Refuses: MisuseError when it cannot be written.
    """
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _put(target.resolve(), data, _OWNED if owned else _SHARED)
    except OSError as trouble:
        raise MisuseError(f"{target}: {trouble.strerror}") from None


def _put(target: Path, data: bytes, mode: int) -> None:
    aside = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
    try:
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)
