"""Masters run their game by mail; retreats and adjustments come by mail; time does the rest."""

from datetime import UTC, datetime, timedelta

from icalendar import Calendar

from judge.cli.demo.correspondent import text_of

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
NOTHING = "SELECT tag, deadline FROM phases WHERE state = 'open'"


def open_tag(table) -> str:
    ((tag,),) = table.ask("SELECT tag FROM phases WHERE state = 'open'")
    return tag


def all_write(table, orders: dict[str, str]) -> None:
    for power, words in orders.items():
        table.say(power, words)
    table.settle()


def test_a_master_moves_the_deadline_and_everybody_is_told(quick_table) -> None:
    """DEADLINE from the master moves it; from anybody else, past or unreadable it does not."""
    before = quick_table.ask(NOTHING)
    assert "Only the master of walk, Marta, can DEADLINE" in quick_table.say("france", "DEADLINE +24h")
    assert "is no moment that can be read" in quick_table.say("master", "DEADLINE someday or other")
    assert "is past." in quick_table.say("master", "DEADLINE 2026-01-05 18:00")
    assert "which has not opened" in quick_table.say("master", "DEADLINE F1901M 2027-01-06 18:00")
    assert quick_table.ask(NOTHING) == before
    assert "The deadline of S1901M (Spring 1901, movement) is now Wed 2027-01-06 18:00 (UTC)." in quick_table.say(
        "master", "DEADLINE S1901M 2027-01-06 18:00"
    )
    quick_table.settle()
    for who, person in quick_table.people.items():
        told = [mail for mail in person.mails if "The master has moved the deadline." in text_of(mail)]
        assert len(told) == 1, who
        assert "Wed 6 Jan 2027 18:00 UTC" in quick_table.flat(told[0])
    quick_table.advance(timedelta(days=2, hours=5, minutes=59))
    assert open_tag(quick_table) == "S1901M"
    quick_table.advance(timedelta(minutes=1))
    assert open_tag(quick_table) == "F1901M"
    quick_table.audit().check()


def test_a_master_runs_the_phase_he_names_and_no_other(quick_table) -> None:
    """PROCESS without a tag, with a wrong one, twice, or from a player runs nothing more."""
    quick_table.say("france", "A Par - Bur")
    assert "PROCESS needs the tag of the phase" in quick_table.say("master", "PROCESS")
    assert "which has not opened" in quick_table.say("master", "PROCESS F1901M")
    assert "Only the master" in quick_table.say("france", "PROCESS S1901M")
    assert open_tag(quick_table) == "S1901M"
    start = quick_table.game_mail("master")
    assert "S1901M is adjudicated now." in quick_table.answer("master", start, "PROCESS S1901M")
    quick_table.settle()
    assert open_tag(quick_table) == "F1901M"
    assert "which is over" in quick_table.answer("master", start, "PROCESS S1901M")
    quick_table.settle()
    assert open_tag(quick_table) == "F1901M"
    assert quick_table.ask("SELECT count(*) FROM results") == [(1,)]
    quick_table.audit().check()


def test_a_pause_keeps_the_time_that_is_left(quick_table) -> None:
    """PAUSE stops the clock while orders are taken; RESUME gives back what was left, to the minute."""
    quick_table.advance(timedelta(days=1))
    assert "The clock of walk is stopped." in quick_table.say("master", "PAUSE")
    assert quick_table.ask("SELECT deadline FROM phases WHERE state = 'open'") == [(None,)]
    quick_table.advance(timedelta(days=30))
    assert open_tag(quick_table) == "S1901M"
    assert "A Par - Bur" in quick_table.say("france", "A Par - Bur")
    assert quick_table.orders_of("france") == ("A Par - Bur",)
    assert "RESUME first" in quick_table.say("master", "DEADLINE +24h")
    assert "The clock of walk is running again." in quick_table.say("master", "RESUME")
    quick_table.settle()
    assert "Next deadline: Sat 6 Feb 2027 12:00 UTC (in 2 days)" in quick_table.flat(quick_table.game_mail("france"))
    quick_table.advance(timedelta(days=2) - timedelta(minutes=1))
    assert open_tag(quick_table) == "S1901M"
    quick_table.advance(timedelta(minutes=1))
    assert open_tag(quick_table) == "F1901M"
    quick_table.audit().check()


def test_a_paused_game_waits_even_when_all_orders_are_in(quick_table) -> None:
    """Orders of all seven do not end a phase while the clock is stopped; RESUME does."""
    quick_table.say("master", "PAUSE")
    all_write(quick_table, quick_table.spring)
    assert open_tag(quick_table) == "S1901M"
    quick_table.say("master", "RESUME")
    quick_table.settle()
    assert open_tag(quick_table) == "F1901M"
    quick_table.audit().check()


def test_a_master_ends_the_game_and_nothing_moves_any_more(quick_table) -> None:
    """TERMINATE tells everyone; orders and time change nothing afterwards."""
    last = quick_table.game_mail("france")
    assert "Only the master" in quick_table.say("france", "TERMINATE walk")
    assert "The game walk is ended." in quick_table.say("master", "TERMINATE walk")
    quick_table.settle()
    for who, person in quick_table.people.items():
        assert sum("The master has ended the game" in text_of(mail) for mail in person.mails) == 1, who
    assert "The game walk is over." in quick_table.answer("france", last, "A Par - Bur")
    quick_table.advance(timedelta(days=10))
    assert quick_table.ask("SELECT state FROM games") == [("terminated",)]
    assert quick_table.ask("SELECT count(*) FROM results") == [(0,)]
    quick_table.audit().check()


def test_who_is_silent_is_reminded_and_told_that_he_was_late(table) -> None:
    """Eight hours before the deadline a reminder, at the deadline a late notice, each once and to the silent only."""
    for power in POWERS[1:]:
        table.say(power, table.spring[power])
    table.advance(timedelta(days=2, hours=16))
    table.advance(timedelta(hours=1))
    reminders = {
        who: sum("still needs from you" in table.flat(mail) for mail in person.mails)
        for who, person in table.people.items()
    }
    assert {who for who, count in reminders.items() if count} == {"austria"}
    assert reminders["austria"] == 1
    table.advance(timedelta(hours=7))
    late = {
        who: sum("passed without all orders of Austria" in table.flat(mail) for mail in person.mails)
        for who, person in table.people.items()
    }
    assert late["austria"] == 1
    assert set(late.values()) <= {0, 1}
    assert open_tag(table) == "F1901M"
    table.audit().check()


def test_retreats_and_builds_come_by_mail(table) -> None:
    """A unit dislodged retreats by its owner's letter alone; in winter those with builds write, and nobody else."""
    all_write(
        table,
        table.spring
        | {"germany": "A Mun - Bur\nA Ber - Mun\nF Kie - Den", "france": "A Par - Pic\nA Mar - Spa\nF Bre - MAO"},
    )
    assert open_tag(table) == "F1901M"
    fall = {
        "austria": "A Ser H\nA Gal H\nF Alb - Gre",
        "england": "F NTH - Nwy\nF NWG H\nA Yor H",
        "france": "A Pic H\nA Spa - Gas\nF MAO - Por",
        "germany": "A Bur - Par\nA Mun - Bur\nF Den H",
        "italy": "A Ven H\nA Apu - Tun\nF ION C A Apu - Tun",
        "russia": "A Ukr - Rum\nA Sev S A Ukr - Rum\nF BLA S A Ukr - Rum\nF GOB - Swe",
        "turkey": "A Bul H\nA Con H\nF Ank H",
    }
    all_write(table, fall)
    assert open_tag(table) == "W1901A"
    asked = {who for who in POWERS if "Due from you next" in table.flat(table.game_mail(who))}
    assert asked == set(POWERS) - {"france"}
    assert "1 line needs a look, 2 lines are done." in table.say("germany", "build A Mun\nbuild F Kie\nbuild F Mun")
    assert table.orders_of("germany") == ("build A Mun", "build F Kie")
    assert "France may" not in table.say("france", "build A Mar")
    assert table.orders_of("france") == ()
    all_write(
        table,
        {
            "austria": "build A Vie; build A Bud",
            "england": "build F Lon",
            "italy": "build F Nap",
            "russia": "build A War\nbuild F StP/nc",
            "turkey": "waive",
        },
    )
    assert open_tag(table) == "S1902M"
    table.audit().check()


def test_a_dislodged_unit_retreats_where_its_owner_says(table) -> None:
    """Only the owner of the dislodged unit is asked, and the phase ends with his letter."""
    all_write(
        table,
        table.spring
        | {
            "austria": "A Vie - Tyr\nA Bud - Vie\nF Tri H",
            "germany": "A Mun - Boh\nA Ber - Mun\nF Kie - Den",
            "italy": "A Ven - Pie\nA Rom - Ven\nF Nap - ION",
        },
    )
    assert open_tag(table) == "F1901M"
    all_write(
        table,
        {
            "austria": "A Tyr - Ven\nA Vie H\nF Tri S A Tyr - Ven",
            "england": "F NTH H\nF NWG H\nA Yor H",
            "france": "A Bur H\nA Spa H\nF MAO H",
            "germany": "A Boh H\nA Mun H\nF Den H",
            "italy": "A Pie H\nA Ven H\nF ION H",
            "russia": "A Ukr H\nA Sev H\nF BLA H\nF GOB H",
            "turkey": "A Bul H\nA Con H\nF Ank H",
        },
    )
    assert open_tag(table) == "F1901R"
    asked = {who for who in POWERS if "Due from you next" in table.flat(table.game_mail(who))}
    assert asked == {"italy"}
    assert "nothing" in table.say("france", "A Bur - Par").lower()
    assert open_tag(table) == "F1901R"
    told = table.say("italy", "A Ven - Tri")
    assert table.orders_of("italy") == ()
    assert "A Ven - " in told
    table.say("italy", "A Ven retreats to Rom")
    table.settle()
    assert open_tag(table) == "W1901A"
    table.audit().check()


def test_a_master_takes_the_game_back_and_plays_the_phase_anew(table) -> None:
    """ROLLBACK gives the orders back; PREVIEW shows what they come to; the phase played anew has mails of its own."""
    all_write(table, table.spring)
    assert open_tag(table) == "F1901M"
    assert "Only the master" in table.say("france", "ROLLBACK S1901M")
    assert "walk is taken back to S1901M" in table.say("master", "ROLLBACK S1901M")
    table.settle()
    assert open_tag(table) == "S1901M"
    assert table.orders_of("france") == ("A Mar - Spa", "A Par - Bur", "F Bre - MAO")
    told = table.flat(table.game_mail("france"))
    assert "The master has taken the game back to Spring 1901, movement." in told
    assert "A Par - Pic" in table.say("france", "A Par - Pic")
    seen = table.say("master", "PREVIEW S1901M")
    assert "A Par - Pic" in seen
    assert open_tag(table) == "S1901M"
    assert "S1901M is adjudicated now." in table.say("master", "PROCESS S1901M")
    table.settle()
    assert table.ask("SELECT tag, state FROM phases ORDER BY sequence") == [
        ("S1901M", "undone"), ("F1901M", "undone"), ("S1901M", "closed"), ("F1901M", "open"),
    ]  # fmt: skip
    assert table.ask("SELECT count(*) FROM results") == [(2,)]
    log = table.say("master", "LOG")
    for entry in (
        "orders: France for S1901M",
        "rollback: F1901M -> S1901M with orders by the master",
        "preview: S1901M",
    ):
        assert entry in log, entry
    assert "S1901M" in table.say("france", "HISTORY")
    table.audit().check()


def test_a_master_changes_the_clock_and_tells_why(quick_table) -> None:
    """SET changes the options of the running game, ANNOUNCE reaches everyone; the next phase has the new length."""
    told = quick_table.say("master", "SET movement=5d press=none\nANNOUNCE: we play slower from now on")
    assert "movement is 5d (was 3d)" in told
    quick_table.settle()
    for who, person in quick_table.people.items():
        if who != "master":
            assert any("we play slower from now on" in text_of(mail) for mail in person.mails), who
    quick_table.say("master", "PROCESS S1901M")
    quick_table.settle()
    assert "Sat 9 Jan 2027 12:00 UTC" in quick_table.flat(quick_table.game_mail("france"))
    quick_table.audit().check()


def test_a_master_sets_the_position_right_and_orders_for_a_player(table) -> None:
    """REMOVE and PLACE keep deadline and orders; what BECOME orders is told to its player, not to the master."""
    deadline = table.ask("SELECT deadline FROM phases WHERE state = 'open'")
    table.say("france", "A Par - Pic\nF Bre - MAO")
    assert "Only the master" in table.say("france", "PLACE S1901M A Bur France")
    told = table.say("master", "REMOVE S1901M A Mar\nPLACE S1901M A Gas France\nOWN S1901M Spa France")
    assert "A Gas of France has been placed." in told
    table.settle()
    assert table.ask("SELECT deadline FROM phases WHERE state = 'open'") == deadline
    assert table.orders_of("france") == ("A Par - Pic", "F Bre - MAO")
    told = table.say("master", "BECOME France\nA Gas - Spa\nA Par - Bur")
    assert "For France: A Gas - Spa" in told
    assert "A Par - Pic" not in told
    table.settle()
    assert table.orders_of("france") == ("A Gas - Spa", "A Par - Bur", "F Bre - MAO")
    mails = [table.flat(mail) for mail in table.people["france"].mails]
    assert sum("The master has ordered for you, France: A Gas - Spa. A Par - Bur" in mail for mail in mails) == 1
    assert sum("A Gas of France has been placed" in mail for mail in mails) == 1
    table.say("master", "PROCESS S1901M")
    table.settle()
    assert open_tag(table) == "F1901M"
    table.audit().check()


def test_a_deadline_mail_brings_an_entry_for_the_calendar_which_a_moved_deadline_moves(quick_table) -> None:
    """As it travels: a part of its own beside the text, PUBLISH, one UID; none for whoever does not want it."""
    quick_table.say("italy", "SET CALENDAR OFF")
    quick_table.say("master", "DEADLINE S1901M 2027-01-06 18:00")
    quick_table.settle()
    found = []
    for mail in quick_table.people["france"].mails:
        for part in mail.walk():
            if part.get_content_type() == "text/calendar":
                calendar = Calendar.from_ical(part.get_payload(decode=True))
                (event,) = calendar.walk("VEVENT")
                found.append(
                    (str(calendar["METHOD"]), int(event["SEQUENCE"]), event.decoded("DTSTART"), str(event["UID"]))
                )
    assert [(method, number) for method, number, _, _ in found] == [("PUBLISH", 0), ("PUBLISH", 1)]
    assert found[1][2] == datetime(2027, 1, 6, 18, tzinfo=UTC)
    assert len({name for _, _, _, name in found}) == 1
    last = quick_table.people["italy"].mails[-1]
    assert "The master has moved the deadline." in text_of(last)
    assert "text/calendar" not in [part.get_content_type() for part in last.walk()]
