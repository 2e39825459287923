"""NEW TOKEN: a reply address that leaked proves nothing any more, and nobody but its owner gets the new one."""

from datetime import timedelta

import pytest

ORDER = "A Vie - Gal"


def said(town) -> str:
    return " ".join(
        line.said or (line.complaint.problem if line.complaint else "") for line in town.sessions[-1].lines
    )  # fmt: skip


def counts(town, mail, sender: str = "anna@example.org") -> bool:
    """Whether an order in reply to a mail is taken; it is taken back again."""
    town.now += timedelta(minutes=1)
    town.reply(mail, ORDER, sender=sender)
    taken = bool(town.phase().orders_of("austria").orders)
    if taken:
        town.reply(mail, "CLEAR", sender=sender)
    return taken


@pytest.mark.parametrize("kind", ["start", "confirm"])
def test_every_reply_address_of_his_is_new_and_the_old_ones_prove_nothing(game_town, kind: str) -> None:
    """Whatever mail of his he replies to, of a game or of none."""
    town = game_town()
    start, welcome = town.last("Anna", "start"), town.last("Anna", "confirm")
    asked = next(mail for mail in town.mails if mail.to == start.to)
    assert counts(town, asked)
    came = town.now = town.now + timedelta(minutes=1)
    town.now += timedelta(minutes=1)
    (receipt,) = town.reply(town.last("Anna", kind), "NEW TOKEN")
    assert "Your reply addresses are new, in all games" in said(town)
    assert receipt.to == "anna@example.org"
    assert counts(town, receipt)
    assert not counts(town, start)
    assert not counts(town, welcome)
    assert not counts(town, asked)
    assert town.sessions[-1].state == "held"
    town.reply(asked, "CLEAR", received_at=came)
    assert town.sessions[-1].speaker.proven
    assert counts(town, town.last("Anna", "receipt"))


def test_what_a_token_has_done_before_stands_and_a_letter_that_had_come_in_still_counts(game_town) -> None:
    town = game_town()
    start = town.last("Anna", "start")
    town.reply(start, ORDER)
    before = town.now = town.now + timedelta(minutes=1)
    town.now += timedelta(minutes=1)
    town.reply(start, "NEW TOKEN")
    assert len(town.phase().orders_of("austria").orders) == 1
    town.now += timedelta(minutes=1)
    town.reply(start, "A Bud - Ser", received_at=before)
    assert len(town.phase().orders_of("austria").orders) == 2
    town.reply(start, "F Tri - Alb")
    assert len(town.phase().orders_of("austria").orders) == 2


def test_a_token_that_was_given_up_twice_over_counts_for_no_letter_any_more(game_town) -> None:
    town = game_town()
    start, before = town.last("Anna", "start"), town.now
    for _ in range(2):
        town.now += timedelta(minutes=1)
        town.reply(town.last("Anna"), "NEW TOKEN")
    town.reply(start, ORDER, received_at=before)
    assert town.sessions[-1].state == "held"


def test_the_token_of_one_game_alone_can_be_new(game_town) -> None:
    town = game_town()
    start, welcome = town.last("Anna", "start"), town.last("Anna", "confirm")
    town.now += timedelta(minutes=1)
    (receipt,) = town.reply(welcome, "NEW TOKEN cassis")
    assert "Your reply address for cassis is new" in said(town)
    assert counts(town, receipt)
    assert counts(town, welcome)
    assert not counts(town, start)
    town.reply(town.last("Bert"), "CREATE tokay standard")
    town.reply(welcome, "NEW TOKEN tokay")
    assert said(town) == "You have no place in tokay."


def test_said_twice_in_a_letter_it_is_done_once(game_town) -> None:
    town = game_town()
    town.reply(town.last("Anna", "start"), "NEW TOKEN\nSET TOKEN NEW\nNEW TOKEN cassis\nnew token for Austria")
    assert said(town).count("prove nothing any more") == 1
    assert said(town).count("new already") == 2
    assert town.game().seat_for("austria").player.key.number == 1
    assert town.game().seat_for("austria").key.number == 1


def test_what_is_written_below_it_in_the_same_letter_is_done(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Anna", "start"), f"NEW TOKEN\n{ORDER}")
    assert len(town.phase().orders_of("austria").orders) == 1
    assert counts(town, receipt)


@pytest.mark.parametrize("whom", ["Austria", "Austrian", "anna"])
def test_the_master_changes_it_for_a_player_who_gets_the_new_one_and_nobody_else(game_town, whom: str) -> None:
    town = game_town()
    start = town.last("Anna", "start")
    town.now += timedelta(minutes=1)
    mails = town.reply(town.last("Max", "start"), f"NEW TOKEN FOR {whom}")
    (told,) = (mail for mail in mails if mail.kind == "notice")
    assert told.to == "anna@example.org"
    assert "The master has changed your reply address" in " ".join(told.text.split())
    assert "The reply address of Austria in cassis is new" in said(town)
    assert counts(town, told)
    assert not counts(town, start)
    assert [one.text for one in town.log if one.kind == "token"] == [
        "the reply address of Austria is new by the master"
    ]
    assert counts(town, town.last("Anna", "confirm"))


def test_the_keeper_does_what_the_master_does_and_names_whom(game_town) -> None:
    town = game_town()
    start = town.last("Anna", "start")
    town.now += timedelta(minutes=1)
    session = town.keep("NEW TOKEN FOR Austria")
    assert [line.fate for line in session.lines] == ["ok"]
    assert not counts(town, start)
    for words in ("NEW TOKEN", "NEW TOKEN FOR Narnia", "NEW TOKEN cassis"):
        assert [line.fate for line in town.keep(words).lines] == ["error"], words


def test_nobody_else_changes_anothers(game_town) -> None:
    town = game_town()
    start = town.last("Anna", "start")
    town.reply(town.last("Bert", "start"), "NEW TOKEN FOR Austria")
    assert "Only the master of cassis" in said(town)
    assert counts(town, start)


def test_in_an_anonymous_game_a_seat_is_known_by_its_power_alone(game_town) -> None:
    town = game_town("gunboat=yes")
    start = town.last("Anna", "start")
    for name in ("anna", "Anna"):
        town.reply(town.last("Max", "start"), f"NEW TOKEN FOR {name}")
        assert f"Nobody is known as {name} in cassis." in said(town)
    assert counts(town, start)
    town.reply(town.last("Max", "start"), "NEW TOKEN FOR Austria")
    assert "Anna" not in said(town)
    assert not counts(town, start)


@pytest.mark.parametrize("line", ["new token of friendship", "New token of my love"])
def test_a_sentence_that_means_nobody_here_is_a_note(game_town, line: str) -> None:
    town = game_town()
    start = town.last("Anna", "start")
    town.reply(start, line)
    assert [one.fate for one in town.sessions[-1].lines] == ["note"]
    assert counts(town, start)


def test_without_proof_it_waits_like_any_command(game_town) -> None:
    town = game_town()
    start = town.last("Anna", "start")
    town.write("anna@example.org", "NEW TOKEN")
    assert town.sessions[-1].state == "held"
    assert counts(town, start)
