"""Deadlines in calendars: one entry a phase, which moves with it and goes when it is no more."""

from datetime import timedelta

from tests.desk.speaking import ORDERS, answer, tag

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def told(mails, name: str) -> list[tuple[str, int, bool]]:
    """What somebody's calendar is told by these mails: names, numbers, whether taken back."""
    return [
        (one.name, one.sequence, one.cancelled)
        for mail in mails
        if mail.to == f"{name.lower()}@example.org"
        for one in mail.appointments
    ]


def test_the_start_and_each_result_bring_the_next_deadline_to_players_and_master(game_town) -> None:
    town = game_town("movement=1d remind=none")
    town.reply(town.register("Olga")["Olga"], "OBSERVE cassis")
    (entry,) = town.last("Anna", "start").appointments
    assert (entry.name, entry.sequence, entry.at) == ("cassis.s1901m.1", 0, town.phase().deadline)
    assert entry.title == "cassis: orders for Spring 1901, movement"
    played = town.tick(DAY)
    assert told(played, "Anna") == told(played, "Max") == [("cassis.f1901m.2", 0, False)]
    assert told(played, "Olga") == []


def test_a_moved_deadline_moves_the_entry(game_town) -> None:
    """The name stays, the number counts up, also when the deadline is moved twice in one letter."""
    town = game_town("movement=2d remind=none")
    mails = town.reply(town.last("Max"), "DEADLINE +24h\nDEADLINE +30h")
    assert told(mails, "Anna") == [("cassis.s1901m.1", 1, False), ("cassis.s1901m.1", 2, False)]
    assert town.last("Anna").appointments[0].at == town.phase().deadline


def test_a_stopped_clock_takes_the_entry_back_and_a_started_one_brings_it_again(game_town) -> None:
    town = game_town("movement=2d remind=none")
    assert told(town.reply(town.last("Max"), "PAUSE"), "Anna") == [("cassis.s1901m.1", 1, True)]
    assert told(town.reply(town.last("Max"), "ANNOUNCE\nsoon\nENDANNOUNCE"), "Anna") == []
    assert told(town.reply(town.last("Max"), "RESUME"), "Anna") == [("cassis.s1901m.1", 2, False)]


def test_a_turn_that_is_played_early_takes_its_entry_back(game_town) -> None:
    """The deadline of the phase was a day off still; no alarm is to ring for it."""
    town = game_town("movement=2d remind=none delay=none")
    played = [mail for who, orders in ORDERS.items() for mail in town.reply(town.last(who), orders)]
    assert tag(town) == "F1901M"
    assert told(played, "Anna") == [("cassis.s1901m.1", 1, True), ("cassis.f1901m.2", 0, False)]


def test_a_game_that_ends_takes_its_entry_back_once(game_town) -> None:
    town = game_town("movement=2d remind=none")
    mails = [mail for who in ORDERS for mail in town.reply(town.last(who, "start"), "VOTE DRAW")]
    assert town.game().state.is_over
    assert told(mails, "Anna") == [("cassis.s1901m.1", 1, True)]
    town = game_town("movement=2d remind=none")
    assert told(town.reply(town.last("Max"), "TERMINATE"), "Gina") == [("cassis.s1901m.1", 1, True)]


def test_a_phase_that_is_opened_again_has_an_entry_of_its_own(game_town) -> None:
    """Calendars leave out whatever comes with a lower number under a name that they know."""
    town = game_town("movement=2d remind=none")
    town.tick(2 * DAY)
    mails = town.reply(town.last("Max"), "ROLLBACK S1901M")
    assert told(mails, "Anna") == [("cassis.f1901m.2", 1, True), ("cassis.s1901m.3", 0, False)]
    assert told(town.tick(2 * DAY), "Anna") == [("cassis.f1901m.4", 0, False)]


def test_a_reminder_brings_the_entry_as_it_is_and_other_notices_bring_none(game_town) -> None:
    town = game_town("movement=2d remind=12h")
    assert told(town.reply(town.last("Max"), "SET press=none"), "Anna") == []
    assert told(town.tick(DAY + 12 * HOUR), "Anna") == [("cassis.s1901m.1", 0, False)]


def test_an_extension_and_an_absence_move_the_entry(game_town) -> None:
    town = game_town("movement=1d remind=none nmr=extend extension=1d extensions=1")
    assert told(town.tick(DAY), "Anna") == [("cassis.s1901m.1", 1, False)]
    mails = town.reply(town.last("Anna"), "ABSENT 5 Jan TO 10 Jan NOW")
    moved = [one for one in told(mails, "Bert") if one[0] == "cassis.s1901m.1"]
    assert moved == [("cassis.s1901m.1", 2, False)]


def test_whoever_wants_no_entries_gets_none_in_any_of_his_games(game_town) -> None:
    town = game_town("movement=1d remind=none")
    assert "No more calendar entries come." in answer(town, "Anna", "SET CALENDAR OFF")
    played = town.tick(DAY)
    assert told(played, "Anna") == []
    assert told(played, "Bert") == [("cassis.f1901m.2", 0, False)]
    assert "Mails bring deadlines for your calendar." in answer(town, "Anna", "set calendar on")
    assert told(town.tick(DAY), "Anna") == [("cassis.w1901a.3", 0, False)] or tag(town) != "W1901A"


def test_in_a_gunboat_game_all_entries_are_alike(game_town) -> None:
    """What a calendar is told says nothing of who reads it."""
    town = game_town("movement=1d remind=none gunboat=yes")
    found = {mail.appointments for mail in town.mails if mail.kind == "start"}
    assert len(found) == 1
