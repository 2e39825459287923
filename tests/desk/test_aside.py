"""What a receipt says of lines that are not the sender's own but read as orders."""

import pytest

from judge.game.lines import Label
from judge.game.mails import REPLY_MARK

COUNTED = "reads as an order was left aside"


def answer(town, text: str, *, labels: dict[int, Label] | None = None, quoted: int | None = None) -> str:
    """The receipt of a letter of Anna's, who plays Austria; from line `quoted` on it is quoted."""
    lines = len(text.splitlines())
    marks = {} if quoted is None else dict.fromkeys(range(quoted, lines + 1), Label.QUOTED)
    return " ".join(town.reply(town.last("Anna", "start"), text, labels=marks | (labels or {}))[0].text.split())


def test_nothing_is_said_of_the_judges_own_mail_that_an_ordinary_reply_quotes(game_town) -> None:
    """Not even where its slip would put an order back that has been changed since."""
    town = game_town()
    slip = town.last("Anna", "start").text
    assert "left aside" not in answer(town, f"A Vie - Gal\n\nOn Mon, 4 Jan 2027 Judge wrote:\n{slip}", quoted=4)
    assert "left aside" not in answer(town, f"F Tri - Alb\n{slip}", quoted=2)


def test_nothing_is_said_of_quoted_lines_that_would_change_nothing(game_town) -> None:
    """A mail program may cut the judge's mark away: holds of the slip, orders that stand, units of others."""
    town = game_town()
    told = answer(town, "A Vie - Gal\nA Vie H\nA Bud H\nA Mun - Ber\nF Lon - NTH", quoted=2)
    assert "left aside" not in told


def test_quoted_orders_that_are_not_the_judges_words_are_counted(game_town) -> None:
    town = game_town()
    told = answer(town, "A Vie - Gal\nA Bud - Ser\nA Vie H", quoted=2)
    assert f"1 quoted line that {COUNTED}." in told


def test_an_order_that_is_quoted_above_the_mark_is_counted(game_town) -> None:
    town = game_town()
    told = answer(town, f"A Vie - Gal\nA Bud - Ser\n{REPLY_MARK}\nF Tri - Alb", quoted=2)
    assert f"1 quoted line that {COUNTED}." in told


@pytest.mark.parametrize("mark", ["", f"{REPLY_MARK}\n"])
def test_where_nothing_of_ones_own_was_read_the_quoted_orders_are_shown(game_town, mark: str) -> None:
    town = game_town()
    told = answer(town, f"Thanks!\n{mark}A Bud - Ser\nA Vie H", quoted=2)
    assert "A Bud - Ser Quoted text is never taken for orders." in told
    assert f"1 more quoted line that {COUNTED}." in told


def test_a_signature_that_reads_as_an_order_is_shown_beside_the_quotation(game_town) -> None:
    town = game_town()
    labels = {2: Label.SIGNATURE, 3: Label.QUOTED, 4: Label.QUOTED}
    told = answer(town, f"A Vie - Gal\nA Bud - Ser\n{REPLY_MARK}\nF Tri H", labels=labels)
    assert "A Bud - Ser It stands in a signature." in told
    assert COUNTED not in told
