"""What happened in a turn, as its page tells it: tables where a reader looks something up, sentences elsewhere."""

from dataclasses import replace

from judge.game.turns import PROVINCE, Event, Turn
from judge.reports.happenings import happenings


def told(turn: Turn, *events: tuple[str, str, tuple[str, ...]]) -> list[tuple[object, tuple[tuple[str, ...], ...]]]:
    made = tuple(Event(kind=kind, text=text, powers=powers) for kind, text, powers in events)
    return [(one.heads, one.rows) for one in happenings(replace(turn, events=made))]


def test_centers_that_changed_hands_are_told_by_who_took_them(story) -> None:
    (taken,) = happenings(story.turns[2])
    assert taken.heads == ("Power", "Takes")
    assert taken.rows == (
        ("Austria", "Serbia"), ("England", "Norway"), ("France", "Portugal, Spain"), ("Germany", "Denmark"),
        ("Italy", "Trieste from Austria, Tunis"), ("Turkey", "Bulgaria"),
    )  # fmt: skip


def test_what_has_a_comma_in_it_is_parted_by_more_than_that(story) -> None:
    first = ("center", "Italy takes Rome from France, where it counts nothing.", ("italy", "france"))
    second = ("center", "Italy takes Tunis.", ("italy",))
    ((_, rows),) = told(story.turns[0], first, second)
    assert rows == (("Italy", "Rome from France, where it counts nothing; Tunis"),)


def test_borders_that_moved_stand_by_place_with_what_was_before(story) -> None:
    apulia = "Apu: ADR Nap Rom (before: ADR ION Nap Rom); one coast (ADR), before one coast (ADR ION)."
    sea = "ADR: Alb | Apu Ven (before: Alb ION | Apu Ven)."
    ((heads, rows),) = told(story.turns[0], ("borders", apulia, ()), ("borders", sea, ()))
    assert heads == ("Place", "Neighbors, clockwise")
    assert rows == (
        ("Apu", "ADR Nap Rom", "before: ADR ION Nap Rom", "one coast (ADR), before one coast (ADR ION)"),
        ("ADR", "Alb | Apu Ven", "before: Alb ION | Apu Ven"),
    )


def test_all_else_is_told_in_sentences_in_the_order_in_which_it_happened(story) -> None:
    """A sentence of another form is not pressed into a table, and how provinces stand is told elsewhere."""
    train = ("train", "The train from Moscow arrived in Omsk.", ("russia",))
    odd = ("center", "Rome is nobody's any more.", ())
    province = (PROVINCE, "Rome: empty.", ())
    moved = ("borders", "Everything is new.", ())
    assert told(story.turns[0], train, train, odd, province, moved) == [
        (None, ((train[1],), (train[1],))),
        (None, ((odd[1],),)),
        (None, ((moved[1],),)),
    ]
