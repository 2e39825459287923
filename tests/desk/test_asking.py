"""STATUS, LIST and HELP are answered in the receipt and change nothing."""

from tests.desk.speaking import flat


def test_status_shows_whose_orders_are_in_but_not_the_orders(game_town) -> None:
    town = game_town()
    slip = [line for line in town.last("Gina", "start").text.splitlines() if line.endswith(" H")]
    town.reply(town.last("Gina", "start"), "\n".join(slip))
    before = town.game()
    (receipt,) = town.reply(town.last("Cleo"), "STATUS")
    lines = [line for line in receipt.text.splitlines() if "orders in" in line]
    assert len(lines) == 1
    assert "Turkey" in lines[0]
    assert "A Con H" not in receipt.text
    assert town.game() == before


def test_help_asked_in_a_game_stays_in_its_thread_and_does_not_tell_how_the_orders_stand(game_town) -> None:
    town = game_town()
    start = town.last("Cleo", "start")
    (receipt,) = town.reply(start, "HELP press")
    assert (receipt.subject, receipt.reply_to) == (start.subject, start.reply_to)
    assert "as they stand now" not in flat(receipt.text)


def test_status_of_a_game_that_is_not_listed_is_for_those_in_it(game_town) -> None:
    town = game_town("listed=no")
    zoe = town.register("Zoe")["Zoe"]
    (receipt,) = town.reply(zoe, "STATUS cassis")
    assert "There is no game cassis" in flat(receipt.text)
    (receipt,) = town.reply(town.last("Cleo"), "STATUS cassis")
    assert "France" in receipt.text


def test_status_before_the_start_shows_who_has_joined(game_town) -> None:
    town = game_town(players=("Anna", "Bert"))
    (receipt,) = town.reply(town.last("Anna"), "STATUS cassis")
    assert "Bert" in receipt.text


def test_list_shows_the_games(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.register("Zoe")["Zoe"], "LIST")
    assert "cassis" in receipt.text


def test_help_shows_orders_of_ones_own_units(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "HELP orders")
    assert "A Mar" in receipt.text
    (receipt,) = town.reply(town.last("Max"), "HELP")
    assert len(receipt.text.splitlines()) > 10


def test_a_letter_holds_two_hundred_commands_and_the_same_question_has_one_answer(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(
        town.last("Cleo"), "HELP\n" * 10 + "READY\n" * 190 + "A Par - Bur\nREADY\nA Mar S A Par - Bur"
    )
    (once,) = town.reply(town.last("Cleo"), "HELP")
    assert len(receipt.text) < len(once.text) + 200 * 90  # a line for each command, and the page once
    assert "A letter may hold 200 commands. From line 202 on nothing was read" in flat(receipt.text)
    assert len(town.phase().orders_of("france").orders) == 1


def test_every_letter_that_is_proven_gets_one_receipt(game_town) -> None:
    town = game_town()
    for text in ("", "Hello there, how are you?", "LIST\nSTATUS\nHELP\nSIGNOFF\nA Par - Bur"):
        receipts = [mail for mail in town.reply(town.last("Cleo"), text) if mail.kind == "receipt"]
        assert len(receipts) == 1
        assert receipts[0].key == f"receipt/{town.sessions[-1].incoming.id}"
    assert town.phase().order_sets == ()


def test_version_tells_which_judge_this_is_and_what_it_plays_and_needs_no_proof(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "VERSION")
    assert "This is judge " in flat(receipt.text)
    assert "colonial" in receipt.text
    (unproven,) = town.write("cleo@example.org", "version")
    assert "This is judge " in flat(unproven.text)
    town.reply(town.last("Cleo"), "Version two of my plan is better.")
    assert "This is judge" not in town.last("Cleo").text
