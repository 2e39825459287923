"""Where the data files lie: beside `pyproject.toml` in a checkout, under `judge/_data/` in a wheel."""

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent

DataKind = Literal["grammar", "maps", "migrations", "templates"]


def data_folder(kind: DataKind) -> Path:
    """The folder that holds the project's files of one kind.

    Shape: an existing folder. A wheel's own copy wins over a folder beside the package.
    """
    packed = _PACKAGE / "_data" / kind
    return packed if packed.is_dir() else _PACKAGE.parent / kind


def data_file(kind: DataKind, name: str) -> Path:
    """The path of one data file; it need not exist."""
    return data_folder(kind) / name
