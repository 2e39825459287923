"""What people ask a judge about its games, and what it answers; each by mail."""

from datetime import timedelta


def test_what_has_been_played_is_told_by_mail_and_what_is_ordered_now_is_not(table) -> None:
    """HISTORY whole, by phase and by days, MAP of a phase that is over, from a player and from somebody outside."""
    table.say("france", "A Par - Bur\nA Mar - Bur\nF Bre - MAO")
    table.advance(timedelta(days=3))
    table.say("france", "F MAO - Por")
    told = table.say("england", "HISTORY")
    assert "The history of walk, S1901M, is below." in told
    assert "BOUNCES A Par - Bur: bounced against A Mar - Bur, 1 against 1" in told
    assert "F MAO - Por" not in told
    for days in ("FROM 7 Jan", "7/1/2027", "since yesterday", "between 20/12/2026 and 13/1", "last 0"):
        told = table.say("england", f"HISTORY {days}")
        shown = {"7/1/2027": "7/1/2027 may be one of two days.", "last 0": "None of the last is nothing at all."}
        assert shown.get(days, "The history of walk, S1901M, is below.") in told, days
    told = table.say("england", "HISTORY walk F1901M")
    assert "F1901M is open in walk; what is ordered in it is told when it has been played." in told
    told = table.answer("olga", table.register("Olga"), "HISTORY walk 1901\nMAP walk S1901M")
    assert "moves F Bre - MAO" in told
    assert "walk: the map in Spring 1901, movement (S1901M)." in told
    table.audit().check()


def test_a_trial_is_answered_to_its_sender_and_leaves_no_trace_in_the_game(table) -> None:
    """TRY with supposed orders of others; the real ones of another are not in it; the record counts the deadline."""
    table.say("germany", "A Mun - Ruh")
    table.say("france", "A Mar - Spa")
    told = table.say("france", "TRY\nA Par - Bur\nGermany: A Mun - Bur\nENDTRY\nF Bre - MAO")
    assert "A trial of S1901M in walk; nothing is stored." in told
    assert "BOUNCES A Par - Bur: bounced against A Mun - Bur, 1 against 1" in told
    assert "A Mar - Spa (as stored)" in told
    assert "Ruh" not in told.partition("a trial of")[2]
    assert table.orders_of("france") == ("A Mar - Spa", "F Bre - MAO")
    assert table.orders_of("germany") == ("A Mun - Ruh",)
    table.advance(timedelta(days=3))
    counted = "SELECT conduct, count(*) FROM conduct GROUP BY conduct ORDER BY conduct"
    assert table.ask(counted) == [("late", 2), ("missed", 5)]
    table.audit().check()


def test_games_and_people_are_told_by_mail(quick_table) -> None:
    """SUMMARY, WHO, WHO IS and LIST of a kind, from a player and from somebody outside."""
    quick_table.say("france", "A Par - Bur")
    quick_table.advance(timedelta(days=3))
    told = quick_table.say("england", "SUMMARY\nWHO\nLIST OPEN")
    assert "Played: S1901M" in told
    assert "France France, 0% of 1 phase on time, 1 late" in told
    assert "There are no such games (open); LIST shows all." in told
    told = quick_table.answer("olga", quick_table.register("Olga"), "WHO IS engl\nLIST standard\nWho is it?")
    assert "England: 0% of 1 phase on time, 1 missed. walk (standard, running, F1901M): England" in told
    assert "walk: standard, running, F1901M" in told
    quick_table.audit().check()


def test_a_monitor_gets_the_results_by_mail_and_no_press(quick_table) -> None:
    """MONITOR, a broadcast, a deadline; the observer beside has both."""
    quick_table.answer("olga", quick_table.register("Olga"), "OBSERVE walk")
    told = quick_table.answer("zoe", quick_table.register("Zoe"), "MONITOR walk")
    assert "You observe walk from now on, its results without its press." in told
    quick_table.say("france", "BROADCAST\nGood morning.\nENDPRESS")
    quick_table.advance(timedelta(days=3))
    audit = quick_table.audit()
    audit.check()
    got = {who: " ".join(quick_table.flat(mail) for mail in audit.boxes[f"{who}@players.example"])
           for who in ("olga", "zoe")}  # fmt: skip
    assert {who: ("Good morning." in text, "walk: results of" in text) for who, text in got.items()} == {
        "olga": (True, True), "zoe": (False, True),
    }  # fmt: skip
