"""Getting known: REGISTER, the confirming reply, letters without proof, SET PASSWORD and SET ZONE."""

from dataclasses import replace

import pytest

from judge.desk.registration import proper_name
from judge.game.lines import Label


def test_a_registration_is_confirmed_by_any_reply_from_the_same_address(town) -> None:
    (asked,) = town.write("anna@example.org", "REGISTER Anna Bell")
    assert asked.to == "anna@example.org"
    assert asked.kind == "confirm"
    assert asked.reply_to.startswith("confirm.")
    assert not town.players["anna@example.org"].confirmed
    (welcome,) = town.reply(asked, "ok")
    assert town.players["anna@example.org"].confirmed
    assert town.players["anna@example.org"].name == "Anna Bell"
    assert welcome.reply_to.startswith("p.")
    assert town.sessions[-1].state == "done"


def test_a_confirmation_from_another_address_confirms_nothing(town) -> None:
    (asked,) = town.write("anna@example.org", "REGISTER Anna")
    (answer,) = town.reply(asked, "yes", sender="eve@example.org")
    assert not town.players["anna@example.org"].confirmed
    assert answer.to == "eve@example.org"
    assert answer.reply_to == ""


def test_a_second_registration_before_the_confirmation_renames(town) -> None:
    town.write("anna@example.org", "REGISTER Ana")
    (asked,) = town.write("anna@example.org", "REGISTER Anna")
    town.reply(asked, "yes")
    assert town.players["anna@example.org"].name == "Anna"


def test_a_confirmation_sent_twice_is_no_harm(town) -> None:
    (asked,) = town.write("anna@example.org", "REGISTER Anna")
    town.reply(asked, "yes")
    (receipt,) = town.reply(asked, "yes")
    assert receipt.kind == "receipt"
    assert town.players["anna@example.org"].confirmed


def test_somebody_registered_who_registers_again_is_told_kindly(town) -> None:
    welcome = town.register("Anna")["Anna"]
    for mails in (town.reply(welcome, "REGISTER Anna"), town.write("anna@example.org", "REGISTER Anna")):
        (receipt,) = mails
        assert "registered already" in receipt.text
    assert len(town.players) == 1


def test_a_stranger_is_told_how_to_register_and_his_answer_is_on_the_budget(town) -> None:
    (answer,) = town.write("eve@example.org", "A Par - Bur", to="cassis")
    assert "REGISTER" in answer.text
    assert answer.to == "eve@example.org"
    assert not town.sessions[-1].speaker.proven
    assert town.players == {}


def test_a_stranger_who_asks_for_help_gets_it(town) -> None:
    (answer,) = town.write("eve@example.org", "HELP")
    assert "REGISTER" in answer.text
    assert len(answer.text.splitlines()) > 8


def test_a_letter_without_a_sender_is_not_answered(town) -> None:
    assert town.write("", "HELP") == []
    assert town.sessions[-1].state == "ignored"


def test_what_a_new_player_asks_for_besides_is_done_when_he_confirms(game_town) -> None:
    town = game_town(players=("Anna",))
    (asked,) = town.write("zoe@example.org", "REGISTER Zoe\nJOIN cassis")
    assert town.sessions[-1].state == "held"
    mails = town.reply(asked, "yes")
    assert [mail.kind for mail in mails] == ["confirm", "receipt"]
    assert town.game().seat_of(town.players["zoe@example.org"].id) is not None


def test_confirming_an_address_releases_no_other_letter_in_its_name(game_town) -> None:
    town = game_town(players=("Anna",))
    town.write("zoe@example.org", "REGISTER Zoe\nJOIN cassis")
    (asked,) = town.write("zoe@example.org", "REGISTER Zoe")
    town.reply(asked, "yes")
    assert town.players["zoe@example.org"].confirmed
    assert town.game().seat_of(town.players["zoe@example.org"].id) is None
    assert len(town.held) == 1


def test_an_unproven_letter_is_held_and_counts_from_when_it_came_once_confirmed(game_town) -> None:
    town = game_town("movement=1d")
    (asked,) = town.write("cleo@example.org", "A Par - Bur", to="cassis")
    assert asked.kind == "held"
    assert asked.to == "cleo@example.org"
    assert "A Par - Bur" in asked.text
    assert town.sessions[-1].state == "held"
    assert not town.sessions[-1].speaker.proven
    assert town.phase().order_sets == ()
    (receipt,) = town.reply(asked, "yes, mine")
    assert receipt.kind == "receipt"
    assert [order.at for order in town.phase().orders_of("france").orders] == ["par"]
    assert town.held == []


def test_a_held_letter_is_confirmed_by_nobody_else(game_town) -> None:
    town = game_town()
    (asked,) = town.write("cleo@example.org", "A Par - Bur", to="cassis")
    town.reply(asked, "yes", sender="gina@example.org")
    town.reply(replace(asked, reply_to=asked.reply_to[:-1] + "a"), "yes")
    assert town.phase().order_sets == ()
    assert len(town.held) == 1


def test_an_unproven_letter_that_only_chats_or_asks_for_help_is_answered_without_a_token(game_town) -> None:
    town = game_town()
    for text in ("Are you there?", "HELP orders", ""):
        (answer,) = town.write("cleo@example.org", text)
        assert answer.kind == "receipt"
        assert "did not prove" in " ".join(answer.text.split())
        assert answer.reply_to == ""
        assert not town.sessions[-1].speaker.proven


@pytest.mark.parametrize("line", ["LIST", "STATUS cassis", "BROADCAST\nhello all\nENDPRESS", "CLEAR", "RESIGN cassis"])
def test_all_other_commands_need_proof(game_town, line: str) -> None:
    town = game_town()
    (answer,) = town.write("cleo@example.org", line)
    assert answer.kind == "held"
    assert town.game().seat_for("france") is not None


def test_a_line_with_a_password_proves_the_letter(town, game_town) -> None:
    town = game_town()
    cleo = town.players["cleo@example.org"]
    (receipt,) = town.reply(town.last("Cleo"), "SET PASSWORD sesame-street")
    assert "sesame-street" not in receipt.text
    assert town.game().seat_of(cleo.id).password_hash == "hash of sesame-street"
    assert town.players["cleo@example.org"].password_hash == ""


def test_a_password_outside_of_a_game_is_the_players_own(town) -> None:
    welcome = town.register("Anna")["Anna"]
    (receipt,) = town.reply(welcome, "SET PASSWORD sesame-street")
    assert town.players["anna@example.org"].password_hash == "hash of sesame-street"
    assert "sesame" not in receipt.text


def test_a_password_that_is_too_short_is_refused_without_being_shown(town) -> None:
    welcome = town.register("Anna")["Anna"]
    (receipt,) = town.reply(welcome, "SET PASSWORD xq7")
    assert town.players["anna@example.org"].password_hash == ""
    assert "xq7" not in receipt.text


def test_passwords_are_in_no_mail_whatever_is_wrong_with_their_line(game_town) -> None:
    town = game_town()
    before = len(town.mails)
    text = (
        "SIGNON Fcassis canary-1\nSIGNON Fnowhere canary-2\nSIGNON F canary-3 and more\n"
        "SET PASSWORD canary-4 canary-5\nJOIN cassis canary-6\npassword: canary-7\n\n"
    )
    town.write("cleo@example.org", text)
    town.reply(town.last("Cleo", "start"), text)
    town.write("cleo@example.org", "SET PASSWORD canary-8", to="cassis")
    assert not [mail for mail in town.mails[before:] if "canary" in mail.text + mail.subject]


def test_a_zone_is_known_by_its_name_or_its_city_in_any_case(town) -> None:
    welcome = town.register("Anna")["Anna"]
    town.reply(welcome, "SET ZONE europe/berlin")
    assert town.players["anna@example.org"].zone == "Europe/Berlin"
    town.reply(welcome, "SET ZONE Tokyo")
    assert town.players["anna@example.org"].zone == "Asia/Tokyo"


def test_an_unknown_zone_is_refused_with_one_that_may_have_been_meant(town) -> None:
    welcome = town.register("Anna")["Anna"]
    (receipt,) = town.reply(welcome, "SET ZONE Europe/Berlyn")
    assert "Europe/Berlin" in receipt.text
    assert town.players["anna@example.org"].zone == "UTC"


def test_names_are_made_fit_for_a_mail() -> None:
    assert proper_name('  "Anna\r\nBcc: x"  ') == "Anna Bcc x"
    assert len(proper_name("x" * 500)) == 60
    assert proper_name(' "" ') == ""
    assert proper_name("Win at http://shop.example/x") == "Win at http shop.example x"


@pytest.mark.parametrize("name", ["the Master", "JUDGE", "Everyone"])
def test_a_name_that_mails_give_to_a_part_is_none(town, name: str) -> None:
    (answer,) = town.write("eve@example.org", f"REGISTER {name}")
    assert answer.kind == "notice"
    assert town.players == {}


def test_who_is_asked_to_confirm_sees_what_else_his_answer_sets_off(town) -> None:
    """Somebody may have written it in his name, to be in possession of his password later."""
    (asked,) = town.write("anna@example.org", "REGISTER Anna\nSET PASSWORD known-to-me\nLIST")
    assert "  | SET PASSWORD ****" in asked.text
    assert "known-to-me" not in asked.text
    (plain,) = town.write("bert@example.org", "REGISTER Bert")
    assert "The letter says" not in plain.text


def test_no_length_of_talk_hides_what_a_held_letter_would_do(game_town) -> None:
    town = game_town()
    talk = "\n".join(f"so much talk {number}" for number in range(100))
    (asked,) = town.write("cleo@example.org", f"{talk}\nPRESS TO Italy\nI shall attack you.\nENDPRESS\nRESIGN")
    assert "  | RESIGN" in asked.text
    assert "I shall attack you." in asked.text


@pytest.mark.parametrize(
    "words", ["No.", "NO, that was not me!", "Nein", "I didn't write this", "I did not send that.", "this isn't mine"]
)
def test_a_no_to_a_question_confirms_nothing_and_drops_the_letter(game_town, words: str) -> None:
    town = game_town()
    (asked,) = town.write("cleo@example.org", "A Par - Bur", to="cassis")
    (answer,) = town.reply(asked, words)
    assert "Nothing of it was done" in answer.text
    assert town.held == []
    town.reply(asked, "yes")
    assert town.phase().order_sets == ()


def test_a_no_to_a_registration_registers_nobody(town) -> None:
    (asked,) = town.write("eve@example.org", "REGISTER Eve")
    town.reply(asked, "No thanks")
    assert not town.players["eve@example.org"].confirmed
    town.reply(asked, "")
    assert town.players["eve@example.org"].confirmed


def test_a_no_that_is_quoted_is_no_answer_and_neither_is_a_quoted_yes(game_town) -> None:
    """What counts is the first line that whoever answers has written himself."""
    town = game_town()
    first, second = (town.write("cleo@example.org", one, to="cassis")[0] for one in ("A Par - Bur", "A Mar - Spa"))
    town.reply(first, "> No. 7 of your letters\nIt is mine.", labels={1: Label.QUOTED})
    assert [one.at for one in town.phase().orders_of("france").orders] == ["par"]
    (answer,) = town.reply(second, "> Is this letter yours?\n> Yes\nNo!", labels={1: Label.QUOTED, 2: Label.QUOTED})
    assert "Nothing of it was done" in answer.text
    assert [one.at for one in town.phase().orders_of("france").orders] == ["par"]


@pytest.mark.parametrize(
    "words",
    [
        "I am currently out of the office until Monday.",
        "This is an automated response.\nYour request has ticket number 7.",
        "Ich bin bis zum 5. Januar im Urlaub.",
        "Thank you for contacting support. We have received your mail.",
        "I will be on vacation with limited access to email.",
        "A ticket has been opened for you: INC0010001",
    ],
)
def test_a_vacation_program_that_forgets_its_marks_confirms_nothing(game_town, words: str) -> None:
    town = game_town()
    (asked,) = town.write("cleo@example.org", "A Par - Bur", to="cassis")
    assert town.reply(asked, words) == []
    (asked,) = town.write("eve@example.org", "REGISTER Eve")
    assert town.reply(asked, words) == []
    assert town.phase().order_sets == ()
    assert not town.players["eve@example.org"].confirmed


@pytest.mark.parametrize("words", ["Yes, we received your question.", "ja!\nPlease do not reply to this by phone."])
def test_a_yes_is_one_though_it_goes_on_in_the_words_of_a_desk(game_town, words: str) -> None:
    town = game_town()
    (asked,) = town.write("cleo@example.org", "A Par - Bur", to="cassis")
    town.reply(asked, words)
    assert [one.at for one in town.phase().orders_of("france").orders] == ["par"]


def test_quoted_orders_are_shown_but_not_taken(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "> A Par - Bur\nthanks", labels={1: Label.QUOTED})
    assert town.phase().order_sets == ()
    assert "A Par - Bur" in receipt.text
    assert "quoted" in receipt.text
    (receipt,) = town.reply(town.last("Cleo"), "A Par - Pic\n> A Mar - Bur", labels={2: Label.QUOTED})
    assert "A Mar - Bur" not in receipt.text
    assert "1 quoted line" in receipt.text


def test_of_a_quoted_slip_only_what_was_changed_in_it_is_shown(game_town) -> None:
    town = game_town()
    start = town.last("Cleo", "start")
    slip = [line for line in start.text.splitlines() if line.endswith(" H")]
    text = "\n".join(f"> {line}" for line in ("Turkey A Con, A Smy, F Ank", *slip)).replace("A Par H", "A Par - Bur")
    (receipt,) = town.reply(start, text, labels=dict.fromkeys(range(1, 5), Label.QUOTED))
    assert "A Par - Bur" in receipt.text
    assert "A Con" not in receipt.text
    assert "3 more quoted lines" in receipt.text
    assert receipt.subject == start.subject


def test_orders_in_the_subject_alone_are_answered_with_where_they_belong(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo", "start"), "", subject="A Par - Bur")
    assert "subject is never read" in receipt.text


def test_a_letter_whose_sender_cannot_be_read_registers_nobody_and_is_left_aside(town) -> None:
    """A crooked From field gives no sender, and nobody can be asked whether the letter is his."""
    assert town.write("", "REGISTER Zoe\nCREATE vault") == []
    assert town.players == {}
