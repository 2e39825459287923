"""What is found when the judge is looked over: one line each, and what to do about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: `about` a word for it, `says` how it is, `do` what to do, "" for nothing."""

    level: Level
    about: str
    says: str
    do: str = ""


def ok(about: str, says: str) -> Finding:
    """All is well."""
    return Finding("ok", about, says)


def warn(about: str, says: str, do: str) -> Finding:
    """Somebody should look at it; the judge works."""
    return Finding("warn", about, says, do)


def fail(about: str, says: str, do: str) -> Finding:
    """Something does not work, or somebody loses by it."""
    return Finding("fail", about, says, do)


def is_well(findings: Iterable[Finding]) -> bool:
    """Whether nothing has failed."""
    return all(one.level != "fail" for one in findings)
