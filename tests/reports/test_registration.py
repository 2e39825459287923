"""Letters to people whom the judge does not know for certain."""

from datetime import UTC, datetime, timedelta

from judge.reports import texts
from judge.reports.cards import TimeLeft

LEFT = TimeLeft(deadline=datetime(2027, 1, 5, 18, tzinfo=UTC), zone="Europe/Berlin", left=timedelta(hours=2))


def test_the_question_to_a_new_player_names_him_and_where_the_reply_goes() -> None:
    text = texts.confirm("Anna Berg", "anna@example.org", "judge+confirm.abc@example.net")
    assert "Hello Anna Berg," in text
    assert "anna@example.org" in text
    assert "judge+confirm.abc@example.net" in text


def test_a_name_cannot_bring_lines_of_its_own() -> None:
    text = texts.confirm("Anna\n\nYou have won! Click here", "anna@example.org", "judge+confirm.abc@example.net")
    assert not any(line.startswith("You have won") for line in text.splitlines())


def test_a_held_letter_is_shown_after_bars_and_only_its_beginning() -> None:
    lines = tuple(f"A Par - Bur {number}" for number in range(65))
    text = texts.held("Re: [g42] S1901M", lines, "judge+confirm.abc@example.net", LEFT, "dunkirk")
    assert "until Tue 5 Jan 2027 19:00 Europe/Berlin (in 2 hours), the deadline of dunkirk." in " ".join(text.split())
    assert '"Re: [g42] S1901M"' in text
    assert "  | A Par - Bur 59\n" in text
    assert "A Par - Bur 60" not in text
    assert "... and 5 more." in text


def test_a_held_letter_without_text_is_asked_about_all_the_same() -> None:
    text = texts.held("", (), "judge+confirm.abc@example.net", LEFT)
    assert "(in 2 hours). If it is not yours" in " ".join(text.split())
    assert "reply to this mail" in text
    assert "The letter says" not in text


def test_a_stranger_is_told_how_to_register() -> None:
    assert "    REGISTER Your Name\n" in texts.stranger("judge@example.net")


def test_a_new_player_is_told_what_to_do_next() -> None:
    text = texts.welcome("Anna Berg", "judge+p.abc@example.net")
    assert "\nWelcome, Anna Berg. You are registered.\n" in text
    assert "    LIST\n" in text
