"""A game of a variant that brings orders, choices and lessons of its own, as its players meet it: Colonial."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from judge.desk.options import read_option
from judge.desk.snapshot import GameSettings
from judge.game.complaints import Complaint
from judge.variants import find_variant
from tests.desk.speaking import flat

PEOPLE = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina")
POWERS = ("Britain", "China", "France", "Holland", "Japan", "Russia", "Turkey")
COLONIAL = find_variant("colonial")


@pytest.fixture
def eastern(town) -> Callable:
    """A running Colonial game with Max as master, Anna as Britain to Gina as Turkey."""

    def found(options: str = ""):
        welcomes = town.register("Max", *PEOPLE)
        town.reply(welcomes["Max"], f"CREATE silk colonial {options}")
        for name, power in zip(PEOPLE, POWERS, strict=True):
            town.reply(welcomes[name], f"JOIN silk {power}")
        return town

    return found


@pytest.mark.parametrize(("option", "value"), [("C5", "a"), ("train-tie", "A"), ("land_bridges", "armies")])
def test_the_choices_of_a_variant_are_made_by_name_or_by_ruling(option: str, value: str) -> None:
    settings = read_option(GameSettings(), option, value, COLONIAL.board, COLONIAL.rulings)
    assert isinstance(settings, GameSettings)
    assert len(settings.rules.rulings) == 1


def test_a_choice_that_is_not_offered_is_explained() -> None:
    wrong = read_option(GameSettings(), "C27", "boats", COLONIAL.board, COLONIAL.rulings)
    assert isinstance(wrong, Complaint)
    assert (wrong.expected, wrong.example) == ("a (armies and fleets) or b (armies alone)", "C27=b")
    standard = read_option(GameSettings(), "C27", "b", find_variant("standard").board)
    assert isinstance(standard, Complaint)


def test_a_game_is_created_with_its_choices_and_played_on_the_board_that_they_make(eastern) -> None:
    town = eastern("C5=a land_bridges=armies")
    assert town.game("silk").settings.rules.rulings == (("C27", "b"), ("C5", "a"))
    assert len(town.phase("silk").position.board.fleet) == 203
    (receipt,) = town.reply(town.last("Emil", "start"), "F Kyu - Kyo")
    assert "cannot reach Kyo" in flat(receipt.text)


def test_help_prints_the_house_rules_and_the_choices_of_the_game(eastern) -> None:
    town = eastern("C20=b")
    (receipt,) = town.reply(town.last("Cleo"), "HELP rules")
    text = flat(receipt.text)
    for words in (
        "Hong Kong is a center for all but China",
        "(C22)",
        "C20 b,",
        "C5 b,",
        "30 cent",
    ):
        assert words in text
    assert all(len(line) <= 72 for line in receipt.text.splitlines())


def test_everybody_gets_the_house_rules_with_the_choices_when_the_game_starts(eastern) -> None:
    town = eastern("C20=b 4.A.2=1982")
    sent = [mail for mail in town.mails if mail.kind == "rules"]
    assert [mail.to.split("@")[0] for mail in sent] == ["max", *map(str.lower, PEOPLE)]
    assert {mail.subject for mail in sent} == {"[silk] S1870M"}
    text = flat(sent[3].text)
    for words in (
        "HELP RULES", "Hong Kong is a center for all but China", "convoy_paradox",
        "C5 b, two equal foreign attackers", "(train_tie): all three are kept out",
        "C20 b, leave to pass", "(permission): is leave to pass and no more (usually: supports the move as well)",
    ):  # fmt: skip
        assert words in text, words
    assert all(len(line) <= 72 for mail in sent for line in mail.text.splitlines())


def test_the_mail_of_the_rules_can_be_answered_with_orders(eastern) -> None:
    town = eastern()
    rules = town.last("Emil", "rules")
    quoted = "\n".join(f"> {line}" for line in rules.text.splitlines())
    (receipt,) = town.reply(rules, f"F Kyu - ECS\n\n{quoted}")
    assert "F Kyu - ECS" in receipt.text
    assert "1 line is done" in flat(receipt.text)


@pytest.mark.parametrize(("options", "sent"), [("", 0), ("4.A.2=1982", 8)])
def test_a_game_by_the_rulebook_alone_has_no_rules_to_tell_but_those_it_chose(town, options: str, sent: int) -> None:
    welcomes = town.register("Max", *PEOPLE)
    town.reply(welcomes["Max"], f"CREATE plain standard {options}")
    for name in PEOPLE:
        town.reply(welcomes[name], "JOIN plain")
    mails = [mail for mail in town.mails if mail.kind == "rules"]
    assert len(mails) == sent


def test_help_on_a_variant_tells_its_rules_to_everyone(town) -> None:
    zoe = town.register("Zoe")["Zoe"]
    (receipt,) = town.reply(zoe, "HELP colonial")
    assert "Only" not in receipt.text
    assert "land_bridges" in receipt.text
    assert "(C29)" in receipt.text
    (receipt,) = town.reply(town.last("Zoe"), "HELP standard")
    assert "without house rules" in flat(receipt.text)


@pytest.mark.parametrize("topic", ["orders", "TSR", "train", "Suez"])
def test_help_teaches_trains_with_the_readers_own_armies(eastern, topic: str) -> None:
    town = eastern()
    (receipt,) = town.reply(town.last("Fred"), f"HELP {topic}")
    assert "    A Mos - TSR - Vla" in receipt.text.splitlines()
    (receipt,) = town.reply(town.last("Bert"), f"HELP {topic}")
    assert "    A Mac S A Mos - Irk" in receipt.text.splitlines()


def test_help_teaches_the_canal_with_the_units_that_stand_at_it(eastern) -> None:
    town = eastern()
    hold = "\n".join(f"{unit} H" for unit in ("A Ang", "F Bag"))
    town.reply(town.last("Gina", "start"), f"F Con - MEDS\n{hold}")
    town.reply(town.last("Anna", "start"), "F Ade - REDS")
    town.tick(timedelta(days=8))
    town.reply(town.last("Gina", "result"), "F MEDS - Egy")
    (receipt,) = town.reply(town.last("Anna", "result"), "HELP suez")
    assert "    F REDS - MEDS" in receipt.text.splitlines()
    town.tick(timedelta(days=8))
    (receipt,) = town.reply(town.last("Gina", "result"), "HELP suez")
    while "W1870A" in town.phase("silk").position.phase.tag:
        town.tick(timedelta(days=8))
    (receipt,) = town.reply(town.last("Gina", "result"), "HELP suez")
    assert "    F Egy S British F REDS - MEDS" in receipt.text.splitlines()
    assert "    permit F REDS - MEDS" in receipt.text.splitlines()


def test_who_forgets_the_train_is_shown_one_that_works(eastern) -> None:
    town = eastern()
    (receipt,) = town.reply(town.last("Fred", "start"), "A Mos - Irk")
    assert "This would work: A Mos - TSR - Irk " in flat(receipt.text)


@pytest.mark.parametrize(
    "written",
    [
        "Move A Mos to Irk with TSR",
        "A Mos trains to Irk",
        "A Mos rails to Irk",
        "A Moscow TSR to Irkutsk via Omsk",
        "Send A Mos by train to Irk",
    ],
)
def test_a_train_is_read_as_people_speak_of_it(eastern, written: str) -> None:
    town = eastern()
    (receipt,) = town.reply(town.last("Fred", "start"), written)
    assert "line 1: A Mos - TSR - Irk" in receipt.text


def test_two_trains_are_warned_of_in_the_receipt_and_none_runs(eastern) -> None:
    """Ruling C4."""
    town = eastern()
    (receipt,) = town.reply(town.last("Fred", "start"), "A Mos - TSR - Irk")
    assert "Careful" not in receipt.text
    (receipt,) = town.reply(town.last("Fred"), "A Oms - TSR - Kra")
    assert "Careful: You have ordered 2 trains." in flat(receipt.text)
    town.tick(timedelta(days=8))
    result = flat(town.last("Fred", "result").text)
    assert "VOID" in result
    assert "No train leaves Moscow: only one train runs a turn, and there was also A Oms - TSR - Kra." in result


def test_the_digest_tells_where_the_train_stopped_and_why_in_one_sentence(eastern) -> None:
    town = eastern()
    town.reply(town.last("Fred", "start"), "A Mos - TSR - Irk; A Oms - Akm; A Vla H")
    town.reply(town.last("Bert", "start"), "A Mac - Irk")
    town.tick(timedelta(days=8))
    result = town.last("Cleo", "result").text
    assert "STOPS-SHORT" in result
    told = "The train from Moscow to Irkutsk stopped in Krasnoyarsk: bounced against A Mac - Irk in Irk, 1 against 1."
    assert told in flat(result)
