"""DEADLINE as masters write it: twenty ways and more, and what is said where a moment may be another or cannot be."""

from datetime import UTC, datetime, timedelta

import pytest

from judge.desk.snapshot import GameState
from tests.desk.speaking import flat, tag


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("DEADLINE 2027-01-08 18:00", "2027-01-08T17:00"),
        ("DEADLINE S1901M 2027-01-08 18:00", "2027-01-08T17:00"),
        ("deadline is 2027-01-08T18:00Z", "2027-01-08T18:00"),
        ("SET DEADLINE Fri 18:00", "2027-01-08T17:00"),
        ("Set deadline to friday 6pm, please", "2027-01-08T17:00"),
        ("DEADLINE by friday 18:00", "2027-01-08T17:00"),
        ("DEADLINE Fri, 8 Jan 2027 18:00:00 +0100", "2027-01-08T17:00"),
        ("DEADLINE next monday 18:00 Europe/Berlin", "2027-01-11T17:00"),
        ("DEADLINE monday 18:00", "2027-01-04T17:00"),
        ("DEADLINE friday 18:00 London time", "2027-01-08T18:00"),
        ("DEADLINE friday 18:00 (New York)", None),
        ("DEADLINE friday 18:00 EST", "2027-01-08T23:00"),
        ("DEADLINE tomorrow noon", "2027-01-05T11:00"),
        ("DEADLINE 8.1.2027 18 Uhr", "2027-01-08T17:00"),
        ("DEADLINE 13/1 18:00", "2027-01-13T17:00"),
        ("DEADLINE 3 Jan 2028 18:00", "2028-01-03T17:00"),
        ("DEADLINE January 8th at 6:30 pm", "2027-01-08T17:30"),
        ("DEADLINE +24h", "2027-01-05T12:00"),
        ("DEADLINE +1d12h", "2027-01-06T00:00"),
        ("DEADLINE in two days", None),
        ("DEADLINE in 2 days", "2027-01-06T12:00"),
        ("DEADLINE another 24h", "2027-01-08T17:00"),
        ("DEADLINE extended by 2 days", "2027-01-09T17:00"),
        ("DEADLINE 24 hours later", "2027-01-08T17:00"),
        ("DEADLINE friday", "2027-01-08T17:00"),
        ("DEADLINE 2027-03-28 02:30", "2027-03-28T01:30"),
        ("DEADLINE 2027-10-31 02:30", "2027-10-31T01:30"),
    ],
)
def test_a_deadline_is_read_as_it_is_written_and_echoed(game_town, words: str, moment: str | None) -> None:
    town = game_town("zone=Europe/Berlin at=18:00")
    before = town.phase().deadline
    assert before == datetime(2027, 1, 7, 17, tzinfo=UTC)
    receipt = town.reply(town.last("Max"), words)[-1]
    if moment is None:
        assert "no moment that can be read" in flat(receipt.text)
        assert town.phase().deadline == before
        return
    assert town.phase().deadline == datetime.fromisoformat(f"{moment}+00:00")
    assert "The deadline of S1901M (Spring 1901, movement) is now" in flat(receipt.text)
    assert all(len(line) <= 72 for line in receipt.text.splitlines())


@pytest.mark.parametrize(
    ("words", "why", "instead"),
    [
        ("DEADLINE 24h", "24h may be meant from now or from the present deadline.", "another 24h"),
        ("DEADLINE 5/1/2027 18:00", "5/1/2027 may be one of two days.", "the month by its name"),
        ("DEADLINE 2027-01-03 18:00", "2027-01-03 18:00 (Europe/Berlin) is past.", "a moment to come"),
        (
            "DEADLINE 2 Jan 18:00",
            "2027-01-02 18:00 (Europe/Berlin) is past.",
            "with the year where it is not this one's",
        ),
        ("DEADLINE yesterday 18:00", "2027-01-03 18:00 (Europe/Berlin) is past.", "a moment to come"),
        ("DEADLINE 2029-01-03 18:00", "more than a year away", "within a year"),
        ("DEADLINE friday 18:00 Atlantis", "is no moment that can be read", "a date and a clock time"),
        ("DEADLINE friday", "is no moment that can be read", "a date and a clock time"),
        ("DEADLINE to", "is no moment that can be read", "a date and a clock time"),
        ("DEADLINE F1901M +24h", "which has not opened", "DEADLINE S1901M"),
    ],
)
def test_what_may_be_another_moment_or_none_is_not_guessed(game_town, words: str, why: str, instead: str) -> None:
    town = game_town("zone=Europe/Berlin")
    before = town.phase().deadline
    (receipt,) = town.reply(town.last("Max"), words)
    assert why in flat(receipt.text)
    assert instead in flat(receipt.text)
    assert town.phase().deadline == before


def test_a_deadline_on_a_day_that_the_game_leaves_out_is_taken_and_remarked_on(game_town) -> None:
    town = game_town("days=mon-fri holidays=2027-01-06")
    for words, day in (("DEADLINE 2027-01-09 18:00", "Saturday"), ("DEADLINE 2027-01-06 18:00", "Wednesday")):
        receipt = town.reply(town.last("Max"), words)[-1]
        assert f"That is a {day} on which cassis has no deadlines by its own clock." in flat(receipt.text)
    assert town.phase().deadline == datetime(2027, 1, 6, 18, tzinfo=UTC)
    receipt = town.reply(town.last("Max"), "DEADLINE 2027-01-08 18:00")[-1]
    assert "by its own clock" not in flat(receipt.text)


def test_a_game_that_was_ended_by_a_slip_goes_on_where_it_was(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "A Par - Bur")
    receipt = town.reply(town.last("Max"), "TERMINATE cassis")[-1]
    assert "Was it a slip? ROLLBACK S1901M takes it back." in flat(receipt.text)
    assert town.game().state is GameState.TERMINATED
    town.reply(town.last("Max"), "GAME cassis\nROLLBACK S1901M")
    assert (town.game().state, tag(town)) == (GameState.RUNNING, "S1901M")
    assert town.phase().deadline == town.now + timedelta(days=3)
    assert [order.to for order in town.phase().orders_of("france").orders] == ["bur"]
