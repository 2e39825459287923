"""What people ask a judge about its games, and what it answers; each by mail."""

from datetime import timedelta


def test_what_has_been_played_is_told_by_mail_and_what_is_ordered_now_is_not(quick_table) -> None:
    """HISTORY whole and by phase, MAP of a phase that is over, from a player and from somebody outside."""
    quick_table.say("france", "A Par - Bur\nA Mar - Bur\nF Bre - MAO")
    quick_table.advance(timedelta(days=3))
    quick_table.say("france", "F MAO - Por")
    told = quick_table.say("england", "HISTORY")
    assert "The history of walk, S1901M, is below." in told
    assert "BOUNCES A Par - Bur: bounced against A Mar - Bur, 1 against 1" in told
    assert "F MAO - Por" not in told
    told = quick_table.say("england", "HISTORY walk F1901M")
    assert "F1901M is open in walk; what is ordered in it is told when it has been played." in told
    told = quick_table.answer("olga", quick_table.register("Olga"), "HISTORY walk 1901\nMAP walk S1901M")
    assert "moves F Bre - MAO" in told
    assert "walk: the map in Spring 1901, movement (S1901M)." in told
    quick_table.audit().check()
