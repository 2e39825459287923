"""BECOME: a master orders for a power; its player gets the receipt, and neither learns what is not his."""

from judge.game.wording import word_order
from tests.desk.speaking import flat


def orders(town, power: str) -> list[str]:
    phase = town.phase()
    return [word_order(phase.position.board, one) for one in phase.orders_of(power).orders]


def receipt_of(town, who: str, words: str) -> str:
    return flat(next(mail.text for mail in town.reply(town.last(who), words) if mail.kind == "receipt"))


def test_the_player_gets_the_receipt_and_the_master_what_went_wrong(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "A Par - Pic\nF Bre - ENG")
    told = receipt_of(town, "Max", "STATUS\nBECOME France\nA Par - Bur\nA Mar - Mos\nF Bre H")
    assert orders(town, "france") == ["A Par - Bur", "F Bre H"]
    assert "The orders below are those of France; Cleo is told." in told
    assert "For France: A Par - Bur" in told
    assert "A Mar - Mos" in told
    for secret in ("A Par - Pic", "F Bre - ENG", "instead of"):
        assert secret not in told
    mail = town.last("Cleo", "notice")
    assert "The master has ordered for you, France: A Par - Bur (instead of A Par - Pic)." in flat(mail.text)
    assert "status" not in flat(mail.text).lower()
    assert "A Mar - Mos" not in mail.text
    assert max(map(len, mail.text.split("\n"))) <= 72
    assert [one.text for one in town.log if one.kind == "become"] == ["France for S1901M by the master"]
    assert not [one for one in town.mails if one.kind == "notice" and one.to.startswith("anna")]


def test_clear_and_wait_are_the_powers_too_and_become_master_ends_it(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "A Par - Pic")
    told = receipt_of(town, "Max", "BECOME France\nCLEAR\nSET WAIT\nBECOME master\nA Par - Bur")
    assert orders(town, "france") == []
    assert town.phase().orders_of("france").wait is True
    assert "You play no power in cassis" in told
    assert "Your orders for S1901M (Spring 1901, movement) are cleared." in flat(town.last("Cleo", "notice").text)


def test_nothing_else_is_said_in_anothers_name(game_town) -> None:
    town = game_town()
    before = town.game()
    for words in ("PRESS TO England\nhello\nENDPRESS", "RESIGN", "SET PASSWORD secret", "VOTE DRAW", "JOIN cassis"):
        told = receipt_of(town, "Max", f"BECOME France\n{words}")
        assert "After BECOME only orders are given in that power's name." in told, words
    assert (town.game(), town.press) == (before, [])


def test_that_a_power_without_a_player_is_ordered_for_all_are_told_and_not_what(game_town) -> None:
    """Else a master who plays himself could put a neighbor out and lead his units, and nobody would know."""
    town = game_town()
    town.reply(town.last("Cleo"), "RESIGN cassis")
    told = receipt_of(town, "Max", "BECOME France\nA Par - Bur\nCLEAR\nA Par - Bur")
    assert "The orders below are those of France; nobody plays it." in told
    assert orders(town, "france") == ["A Par - Bur"]
    for name in ("Anna", "Gina"):
        mail = flat(town.last(name).text)
        assert "The master has ordered for France, which nobody plays." in mail
        assert "A Par - Bur" not in mail
    before = len(town.mails)
    receipt_of(town, "Max", "BECOME France\nA Mar - Mos")
    assert len(town.mails) == before + 1  # nothing was ordered


def test_a_master_who_plays_acts_only_where_nobody_does(game_town) -> None:
    town = game_town("autostart=no", players=("Anna", "Bert"))
    town.reply(town.last("Max"), "JOIN cassis Italy")
    town.reply(town.last("Max"), "START")
    assert "You play in cassis yourself, and Austria has a player" in receipt_of(town, "Max", "BECOME Austria\nA Vie H")
    assert orders(town, "austria") == []
    receipt_of(town, "Max", "BECOME Turkey\nA Con - Bul")
    assert orders(town, "turkey") == ["A Con - Bul"]


def test_only_the_master_becomes_another_and_no_power_that_is_not_there(game_town) -> None:
    town = game_town()
    assert "Only the master of cassis, Max, can BECOME" in receipt_of(town, "Cleo", "BECOME England\nF Lon - ENG")
    assert orders(town, "england") == []
    assert "There is no power Ruritania in cassis." in receipt_of(town, "Max", "BECOME Ruritania")


def test_the_keeper_may_too_and_the_player_is_told_who_it_was(game_town) -> None:
    town = game_town()
    town.keep("BECOME France\nA Par - Bur\nREADY")
    assert orders(town, "france") == ["A Par - Bur"]
    assert "The keeper has ordered for you, France: A Par - Bur." in flat(town.last("Cleo", "notice").text)
