"""Who kept the time of a phase is counted when it is played; who leaves a living power has abandoned a game."""

from datetime import timedelta

import pytest

from judge.desk.snapshot import Record


def slip(town, name: str) -> str:
    return "\n".join(line for line in town.last(name).text.splitlines() if line.endswith(" H"))


def test_at_the_deadline_whole_sets_are_on_time_parts_are_late_and_nothing_is_missed(game_town) -> None:
    town = game_town()
    town.reply(town.last("Gina"), slip(town, "Gina"))
    town.reply(town.last("Cleo"), "A Par - Bur")
    town.tick(timedelta(days=4))
    assert sorted(town.conduct) == [
        ("Anna", "missed"), ("Bert", "missed"), ("Cleo", "late"), ("Dora", "missed"), ("Emil", "missed"),
        ("Fred", "missed"), ("Gina", "on_time"),
    ]  # fmt: skip


def test_all_hold_is_an_order_and_a_phase_that_ends_early_finds_all_on_time(game_town) -> None:
    town = game_town()
    for name in ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina"):
        town.reply(town.last(name), slip(town, name))
    town.tick(timedelta(hours=1))
    assert {conduct for _, conduct in town.conduct} == {"on_time"}
    assert len(town.conduct) == 7


def test_nobody_is_late_where_the_master_ends_a_phase_before_its_deadline(game_town) -> None:
    town = game_town()
    town.reply(town.last("Gina"), slip(town, "Gina"))
    town.reply(town.last("Max"), "PROCESS S1901M")
    assert town.conduct == [("Gina", "on_time")]


def test_what_nobody_has_to_order_counts_neither_way(game_town) -> None:
    town = game_town(variant="seismic")
    town.tick(timedelta(days=4))
    town.conduct.clear()
    town.tick(timedelta(days=1))
    assert town.phase().position.phase.tag == "F1901M"
    assert town.conduct == []


def test_who_resigns_a_living_power_has_abandoned_the_game_and_a_place_before_the_start_is_free_to_leave(
    game_town,
) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "RESIGN")
    assert town.conduct == [("Cleo", "abandoned")]
    forming = game_town(players=("Anna", "Bert"))
    forming.reply(forming.last("Anna"), "RESIGN cassis")
    assert forming.conduct == []


@pytest.mark.parametrize(
    ("record", "share"),
    [
        (Record(), None),
        (Record(abandoned=1), None),
        (Record(on_time=3), 100),
        (Record(on_time=2, late=1), 66),
        (Record(missed=2), 0),
    ],
)
def test_a_record_has_one_ratio_of_phases_on_time(record: Record, share: int | None) -> None:
    assert record.share == share
