"""What follows from figures: every kind of trouble is found, said in a line, and answered with what to do."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from judge.service.checkup import look_at_clock, look_at_disk, look_at_settings, look_at_work
from judge.service.findings import Finding, is_well
from judge.settings import Settings, SmartHost
from judge.store.figures import Figures

NOW = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
WAIT = timedelta(minutes=2)
WELL = Figures(
    at=NOW, letters=(("done", 20), ("held", 1)), mails=(("sent", 40),), games=(("running", 3),), waits_since=None,
    unsent_since=None, given_up=0, overdue=(), suspended=(), undrawn=0, undrawn_since=None, answered=(), last_beat=NOW,
)  # fmt: skip


def test_a_judge_at_work_is_well() -> None:
    found = look_at_work(WELL, WAIT)
    assert [one.about for one in found] == ["letters", "turns", "mails", "pictures", "addresses"]
    assert {one.level for one in found} == {"ok"}
    assert found[1].says == "none overdue in 3 running games"


def test_what_has_just_come_is_no_trouble() -> None:
    just = replace(
        WELL, letters=(("new", 3),), waits_since=NOW - timedelta(seconds=20), mails=(("new", 5), ("drawing", 2)),
        unsent_since=NOW - timedelta(minutes=3), undrawn=1, undrawn_since=NOW - WAIT,
    )  # fmt: skip
    assert {one.level for one in look_at_work(just, WAIT)} == {"ok"}


FAULTS: dict[str, tuple[dict, str, str, str]] = {
    "a letter set aside": ({"letters": (("shunted", 1),)}, "fail", "1 letter set aside", "judge unshunt"),
    "letters that wait": (
        {"letters": (("new", 4), ("claimed", 1)), "waits_since": NOW - HOUR},
        "fail", "5 letters not answered, the oldest of 2027-01-05 17:00 UTC", "judge serve",
    ),
    "a turn not played": ({"overdue": ("vault",)}, "fail", "has passed in vault", "judge log GAME"),
    "turns not played": ({"overdue": tuple("abcdefg")}, "fail", "a, b, c, d, e and 2 more", "judge log GAME"),
    "mails that wait": ({"mails": (("new", 2),), "unsent_since": NOW - HOUR}, "warn", "2 mails not sent", "delivery"),
    "mails that wait for long": (
        {"mails": (("claimed", 1),), "unsent_since": NOW - 9 * HOUR}, "fail", "1 mail not sent", "delivery",
    ),
    "mails given up": ({"given_up": 2}, "warn", "2 mails of the last day", "judge trace"),
    "mails held": ({"mails": (("held", 7),)}, "warn", "7 mails held since", "judge resend --held"),
    "pictures not drawn": ({"undrawn": 3, "undrawn_since": NOW - HOUR}, "warn", "3 pictures not drawn", "the log"),
    "an address where nothing arrives": (
        {"suspended": ("anna@x.example",)}, "warn", "coming back from anna@x.example", "judge address PLAYER",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_trouble_is_found_and_what_to_do_is_told(fault: str) -> None:
    change, level, says, do = FAULTS[fault]
    (found,) = [one for one in look_at_work(replace(WELL, **change), WAIT) if one.level != "ok"]
    assert found.level == level
    assert says in found.says
    assert do in found.do
    assert is_well([found]) == (level == "warn")


def test_where_no_pictures_are_wanted_none_is_missed() -> None:
    old = replace(WELL, undrawn=3, undrawn_since=NOW - HOUR)
    assert {one.level for one in look_at_work(old, timedelta(0))} == {"ok"}


def levels(found: list[Finding]) -> list[str]:
    return [one.level for one in found]


def test_a_clock_is_held_against_the_databases_and_against_the_last_work() -> None:
    assert levels(look_at_clock(WELL, NOW, None)) == ["ok"]
    assert levels(look_at_clock(WELL, NOW, NOW + timedelta(seconds=4))) == ["ok"]
    (off,) = look_at_clock(WELL, NOW, NOW + timedelta(seconds=90))
    assert (off.level, off.says) == ("warn", "the database's is +90 seconds beside this machine's")
    (behind,) = look_at_clock(WELL, NOW - HOUR, None)
    assert behind.level == "fail"
    assert "judge clock --believe" in behind.do


@pytest.mark.parametrize(("free", "level"), [(5e9, "ok"), (5e8, "warn"), (1e8, "fail")])
def test_a_disk_that_fills_up_is_told_of_before_it_is_full(free: float, level: str) -> None:
    assert look_at_disk(int(free), Path("/srv")).level == level


def test_settings_for_trying_out_are_told_from_those_for_real() -> None:
    trial = look_at_settings(Settings(), None)
    assert [(one.level, one.about) for one in trial] == [
        ("ok", "settings"), ("warn", "address"), ("warn", "keeper"), ("warn", "delivery"),
    ]  # fmt: skip
    real = Settings(address="judge@dipl.org", keeper="me@dipl.org", delivery=SmartHost("127.0.0.1", 25))
    (found,) = look_at_settings(real, Path("judge.toml"))
    assert (found.level, found.says) == ("ok", "read from judge.toml")
