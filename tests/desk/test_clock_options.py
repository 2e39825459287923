"""The options of a game's clock: what they take, what they refuse, and that they are written as they are read."""

from datetime import date, timedelta

import pytest

from judge.desk.clock_options import CLOCK_OPTIONS, read_holidays
from judge.desk.options import read_option, write_options
from judge.desk.snapshot import GameSettings
from judge.game.complaints import Complaint
from judge.game.rules import Rules
from judge.variants import find_variant

BOARD = find_variant("standard").board
CHRISTMAS = (date(2026, 12, 24), date(2027, 1, 2))
EASTER = (date(2027, 4, 5), date(2027, 4, 5))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("remind", "none", ()),
        ("remind", "2h", (timedelta(hours=2),)),
        ("remind", "4h, 24h", (timedelta(hours=24), timedelta(hours=4))),
        ("remind", "1d;90 minutes", (timedelta(days=1), timedelta(minutes=90))),
        ("delay", "30m", timedelta(minutes=30)),
        ("delay", "off", timedelta(0)),
        ("movement_min", "12h", timedelta(hours=12)),
        ("retreat-min", "2h", timedelta(hours=2)),
        ("Adjustment_Min", "none", timedelta(0)),
        ("holidays", "2027-04-05,2026-12-24..2027-01-02", (CHRISTMAS, EASTER)),
        ("holidays", "none", ()),
    ],
)
def test_an_option_of_the_clock_is_read(name: str, value: str, expected: object) -> None:
    settings = read_option(GameSettings(), name, value, BOARD)
    assert isinstance(settings, GameSettings)
    assert getattr(settings, name.lower().replace("-", "_")) == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("movement", "0"), ("movement", "0d"), ("movement", "100 days"), ("movement", "tomorrow"), ("movement", "-1"),
        ("movement", "none"), ("movement", "nan days"), ("at", "25:00"), ("zone", "Mars/Base"), ("movement_min", "61d"),
        ("delay", "3d"), ("delay", "soon"), ("remind", "4h,soon"), ("remind", "4h,0h"), ("remind", "1h,2h,3h,4h,5h,6h"),
        ("remind", ""), ("days", "someday"), ("holidays", "easter"), ("holidays", "2027-02-29"), ("holidays", ""),
        ("holidays", "2027-01-02..2026-12-24"), ("holidays", "2027-01-01..2029-01-01"), ("holidays", "9999-01-01"),
    ],
)  # fmt: skip
def test_an_absurd_value_is_refused_with_what_would_be_right(name: str, value: str) -> None:
    """It never gets as far as a game whose start it would spoil."""
    refused = read_option(GameSettings(), name, value, BOARD)
    assert isinstance(refused, Complaint)
    assert name in refused.problem
    assert refused.expected
    assert isinstance(read_option(GameSettings(), name, refused.example.partition("=")[2], BOARD), GameSettings)


@pytest.mark.parametrize("line", ["movement=0d", "movement=100d", "movement=-1", "at=25:00", "zone=Mars/Base"])
def test_a_game_with_an_absurd_clock_is_not_created(town, line: str) -> None:
    (receipt,) = town.reply(town.register("Max")["Max"], f"CREATE cassis standard {line}")
    assert town.games == {}
    assert f"The option {line.partition('=')[0]} cannot be" in " ".join(receipt.text.split())
    assert "Expected:" in receipt.text


def test_every_option_is_written_as_it_is_read() -> None:
    given = GameSettings()
    for name, (_, _, example) in CLOCK_OPTIONS.items():
        read = read_option(given, name, example, BOARD)
        assert isinstance(read, GameSettings)
        given = read
    again = GameSettings()
    for option in write_options(given, Rules()):
        name, _, value = option.partition("=")
        read = read_option(again, name, value, BOARD)
        assert isinstance(read, GameSettings)
        again = read
    assert again == given
    assert given != GameSettings()


def test_seldom_options_are_told_only_where_they_are_used() -> None:
    told = " ".join(write_options(GameSettings(), Rules()))
    assert "_min" not in told
    assert "holidays" not in told
    assert "delay=30m" in told


def test_holidays_are_in_order_and_told_once() -> None:
    assert read_holidays("2027-04-05; 2026-12-24..2027-01-02,2027-04-05") == (CHRISTMAS, EASTER)
