"""PREVIEW: a dry run for the master alone; LOG: all that has happened in a game."""

import pytest

from judge.desk.snapshot import LogEntry
from tests.desk.speaking import flat


def test_the_master_sees_what_the_phase_would_come_to_and_nothing_happens(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "A Par - Bur\nA Mar S A Par - Bur")
    before = town.game()
    (receipt,) = town.reply(town.last("Max"), "PREVIEW S1901M")
    told = flat(receipt.text)
    assert (
        "what Spring 1901, movement (S1901M) would come to with the orders as they stand. Nothing of this has" in told
    )
    assert "A Par - Bur" in told
    assert "Not all orders are there yet of Austria, England, France, Germany, Italy, Russia and Turkey." in told
    assert "Then would come Fall 1901, movement (F1901M)." in told
    assert town.game() == before
    assert [entry.text for entry in town.log if entry.kind == "preview"] == ["S1901M by the master"]
    assert max(len(line) for line in receipt.text.split("\n")) <= 72


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("PREVIEW", "PREVIEW needs the tag of the phase it is to look at."),
        ("predict F1901M", "which has not opened"),
    ],
)
def test_the_tag_of_the_open_phase_is_needed(game_town, words: str, why: str) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Max"), words)
    assert why in flat(receipt.text)
    assert "PREVIEW S1901M" in receipt.text


def test_neither_a_player_nor_a_master_who_plays_may_look(game_town) -> None:
    town = game_town("autostart=no", players=("Anna",))
    town.reply(town.last("Max"), "JOIN cassis")
    town.reply(town.last("Max"), "START")
    town.reply(town.last("Anna"), "A Vie - Tyr" if town.game().seat_for("austria") else "")
    (receipt,) = town.reply(town.last("Anna"), "PREVIEW S1901M")
    assert "Only the master of cassis, Max, can PREVIEW" in flat(receipt.text)
    (receipt,) = town.reply(town.last("Max"), "PREVIEW S1901M")
    assert "You play in cassis yourself" in flat(receipt.text)
    assert "would come to" not in receipt.text


def test_the_end_of_a_game_is_seen_ahead(game_town) -> None:
    town = game_town("to_win=3")
    for _ in range(1):
        town.reply(town.last("Max"), f"PROCESS {town.phase().position.phase.tag}")
    (receipt,) = town.reply(town.last("Max"), f"PREVIEW {town.phase().position.phase.tag}")
    assert "The game would be over: Russia would win." in flat(receipt.text)
    assert town.game().winner == ()


def test_the_log_is_the_masters(game_town) -> None:
    town = game_town()
    town.reply(town.last("Max"), "DEADLINE S1901M +48h\nPROCESS S1901M")
    (receipt,) = town.reply(town.last("Max"), "LOG cassis")
    told = flat(receipt.text)
    assert "The log of cassis, times in UTC" in told
    for entry in ("join: Anna joins", "start: S1901M", "process: S1901M by the master", "turn: S1901M"):
        assert entry in told, entry
    assert told.index("join: Anna") < told.index("start: S1901M") < told.index("turn: S1901M")
    (receipt,) = town.reply(town.last("Cleo"), "LOG")
    assert "Only the master of cassis, Max, can LOG" in flat(receipt.text)
    assert "Log entries would be nice" in flat(town.reply(town.last("Cleo"), "Log entries would be nice, Max.")[0].text)


def test_the_log_tells_a_master_who_plays_nothing_of_others(game_town, monkeypatch) -> None:
    town = game_town("autostart=no", players=("Anna",))
    entries = [("orders", "Austria for S1901M"), ("press", "Austria to France"), ("start", "S1901M")]
    monkeypatch.setattr(town, "_journal", lambda _name: [town_entry(town, *one) for one in entries])
    assert "Austria for S1901M" in flat(town.reply(town.last("Max"), "LOG")[0].text)
    town.reply(town.last("Max"), "JOIN cassis")
    told = flat(town.reply(town.last("Max"), "LOG")[0].text)
    assert "start: S1901M" in told
    assert "Austria" not in told.partition("The log of cassis, times")[2]


def town_entry(town, kind: str, text: str) -> LogEntry:
    return LogEntry(at=town.now, kind=kind, text=text)


def test_of_many_previews_in_a_letter_the_first_are_answered(game_town) -> None:
    """Each plays a turn."""
    town = game_town()
    (receipt,) = town.reply(town.last("Max"), "PREVIEW S1901M\n" * 4)
    assert "A letter may hold 3 trials" in flat(receipt.text)
    assert sum(one.kind == "preview" for one in town.log) == 3
