"""Rule choices by name and by number."""

from dataclasses import fields

import pytest

from judge.game.rules import RULE_CHOICES, SETTLED, Rules, Ruling, choose_rule


def test_the_first_value_of_every_choice_is_the_default() -> None:
    rules = Rules()
    assert all(getattr(rules, choice.name) == choice.values[0] for choice in RULE_CHOICES)
    named = {field.name for field in fields(Rules)} - {"to_win", "rulings", "nations"}
    assert {choice.name for choice in RULE_CHOICES} == named


@pytest.mark.parametrize("name", ["convoyed_cut", "4.A.4", " Convoyed_Cut "])
def test_a_rule_is_chosen_by_name_or_by_issue(name: str) -> None:
    assert choose_rule(Rules(), name, "B_cut") == Rules(convoyed_cut="b_cut")


@pytest.mark.parametrize(("name", "value"), [("convoyed_cut", "maybe"), ("4.Z.1", "b_cut"), ("to_win", "18")])
def test_a_choice_that_is_not_there_is_refused(name: str, value: str) -> None:
    assert choose_rule(Rules(), name, value) is None


def test_every_question_of_the_datc_about_adjudication_is_a_choice_or_settled_with_a_reason() -> None:
    """DATC 3.1, chapter 4: how many questions each part has."""
    issues = [choice.issue for choice in (*RULE_CHOICES, *SETTLED)]
    assert len(issues) == len(set(issues))
    counts = {"4.A": 7, "4.B": 7, "4.C": 6, "4.D": 9, "4.E": 6}
    assert set(issues) == {f"{part}.{number}" for part, count in counts.items() for number in range(1, count + 1)}
    assert all(choice.why and choice.choice not in choice.left_out for choice in SETTLED)


def test_every_choice_says_what_it_means() -> None:
    for choice in RULE_CHOICES:
        assert len(choice.values) > 1
        assert len(set(choice.values)) == len(choice.values)
        assert all(meaning for _, meaning in choice.meanings)


def test_a_ruling_of_a_variant_is_its_first_choice_until_a_game_has_it_otherwise() -> None:
    """Going back to the default leaves the rules as they were."""
    ruling = Ruling(number="C5", about="who gets in", meanings=(("b", "nobody"), ("a", "the train")))
    assert ruling.chosen(Rules()) == "b"
    changed = ruling.choose(Rules(rulings=(("A1", "a"),)), " A ")
    assert changed == Rules(rulings=(("A1", "a"), ("C5", "a")))
    assert changed is not None
    assert ruling.chosen(changed) == "a"
    assert ruling.choose(changed, "b") == Rules(rulings=(("A1", "a"),))
    assert ruling.choose(changed, "c") is None


def test_a_ruling_may_have_a_name_and_words_of_its_own() -> None:
    ruling = Ruling(
        number="X1", name="two_dice", about="dice", meanings=(("a", "one"), ("b", "two")), words=(("double", "b"),)
    )
    assert ruling.choose(Rules(), "double") == ruling.choose(Rules(), "B") == Rules(rulings=(("X1", "b"),))
    assert [ruling.is_called(name) for name in ("x1", "Two-Dice", "two_dice", "", "X2")] == [True] * 3 + [False] * 2


def test_a_number_of_thousands_of_digits_is_no_choice() -> None:
    ruling = Ruling(number="N1", about="how long", meanings=(("3", "three"),), numbers=(1, 9))
    assert ruling.choose(Rules(), "4") is not None
    assert ruling.choose(Rules(), "9" * 5_000) is None
