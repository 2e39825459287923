"""SUMMARY and WHO as they are read."""

from collections.abc import Callable

from judge.reports import texts
from judge.reports.people import PersonLine

Golden = Callable[[str, str], None]


def test_a_game_on_one_page(story, same_as_golden: Golden) -> None:
    position = story.turns[-1].after
    years = ((1901, tuple((power.id, len(position.counted_of(power.id))) for power in position.board.powers)),)
    text = texts.summary(
        story.card(position), story.reader(position, "france"), story.now,
        years=years, tags=("S1901M", "F1901M", "F1901R", "W1901A"), after=position,
    )  # fmt: skip
    same_as_golden("summary", text)


def test_a_game_that_is_over_has_its_end_and_no_phase(story) -> None:
    position = story.turns[-1].after
    card = story.card(None, state="finished", winner=("turkey",), ending="solo", deadline=None)
    text = texts.summary(card, story.reader(position, "france"), story.now, years=(), tags=("S1901M",), after=position)
    assert "Turkey has won, played by Emre." in " ".join(text.split())
    assert "At the end" in text
    assert "deadline" not in text


def test_the_people_of_a_game(story, same_as_golden: Golden) -> None:
    people = (
        PersonLine(place="Austria", name="Jonas", record="96% of 25 phases on time, 1 late; 1 game abandoned"),
        PersonLine(place="England", name=""),
        PersonLine(place="Master", name="Max Frei"),
    )
    former = (PersonLine(place="Germany", name="Kai", record="no phase counted yet; 1 game abandoned"),)
    same_as_golden("who", texts.who(story.card(story.opening), people, former))
