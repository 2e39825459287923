"""Subjects as people write them who are used to masters of flesh and blood."""

import pytest

from tests.desk.speaking import flat


@pytest.mark.parametrize(
    "subject",
    ["cassis France S1901M v2", "[cassis] France orders", "Re: cassis: Spring 1901", "cassis S1901 v3 (replaces v2)",
     "Re: cassis: W1900 results", "Re: [tokay] F1907M", "DC512 orders", "orders 1901"],
)  # fmt: skip
def test_orders_under_such_a_subject_count(game_town, subject: str) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "A Par - Bur", subject=subject)
    assert [line.fate for line in town.sessions[-1].lines] == ["ok"]
    assert [order.at for order in town.phase().orders_of("france").orders] == ["par"]


@pytest.mark.parametrize("subject", ["cassis France F1902M v2", "[cassis] France Fall 1902", "Cassis: F1902 orders"])
def test_a_phase_in_the_subject_that_is_to_come_is_the_one_that_orders_are_kept_for(game_town, subject: str) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "A Par - Bur", subject=subject)
    assert [(one.tag, one.lines) for one in town.game().later] == [("F1902M", ("A Par - Bur",))]
    assert town.phase().orders_of("france").orders == ()


def test_a_phase_in_the_subject_that_is_over_is_told(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "A Par - Bur", subject="cassis France W1900 v1")
    assert "is over" in flat(receipt.text)
    assert town.phase().orders_of("france").orders == ()


def test_the_subject_names_the_game_where_the_letter_does_not(game_town) -> None:
    town = game_town()

    cleo = next(mail for mail in town.mails if mail.to == "cleo@example.org" and mail.subject == "Welcome")
    town.reply(cleo, "CREATE tokay")
    (unclear,) = town.reply(cleo, "A Par - Bur", subject="my orders")
    assert "does not say which" in flat(unclear.text)
    town.reply(cleo, "A Par - Bur", subject="Cassis France S1901M v2")
    assert [line.fate for line in town.sessions[-1].lines] == ["ok"]
    town.reply(cleo, "A Par - Bur", subject="cassis and tokay")
    assert [line.fate for line in town.sessions[-1].lines] == ["error"]
