"""A banned sender: nothing of his letters is done, the log says why, and only who has proven himself is told."""

from sqlalchemy import select

from judge.desk.bans import Ban
from judge.store.tables import LetterRow


def ban(judge, whom: str, *, allowed: bool = False) -> None:
    with judge.store.begin() as tx:
        tx.keep_ban(Ban(whom=whom, allowed=allowed, since=judge.now))


def lift(judge, whom: str) -> bool:
    with judge.store.begin() as tx:
        return tx.drop_ban(whom, judge.now)


def last_log(judge) -> str:
    with judge.store.reading() as tx:
        message_id = tx.session.scalars(select(LetterRow.message_id).order_by(LetterRow.id.desc())).first()
        return " | ".join(f"{one.kind}: {one.text}" for one in tx.trace(message_id.strip("<>")))


def test_a_stranger_from_a_banned_domain_gets_no_answer_and_is_not_registered(judge) -> None:
    ban(judge, "@spam.example")
    assert judge.write("vic@mail.spam.example", "REGISTER Vic\nLIST") == []
    assert judge.last_letter() == ("ignored", "its sender is banned")
    assert "banned: by the keeper's entry @spam.example" in last_log(judge)
    assert not judge.knows("vic")
    assert len(judge.write("vic@home.example", "REGISTER Vic")) == 1


def test_a_banned_player_is_told_once_a_day_and_his_orders_are_not_kept(judge) -> None:
    start = judge.begin()
    judge.reply(start["anna"], "A Vie - Gal")
    ban(judge, "anna@home.example")
    (told,) = judge.reply(start["anna"], "A Vie - Tri\nSET WAIT\nBROADCAST: hello")
    assert "the keeper of this judge takes no letters from you at present" in " ".join(
        told.get_body(("plain",)).get_content().split()
    )
    assert (str(told["To"]), told["Reply-To"]) == ("anna@home.example", None)
    assert judge.reply(start["anna"], "F Tri - Alb") == []
    assert "proven: by seat token | banned:" in last_log(judge)
    phase = judge.game().phase
    assert len(phase.orders_of("austria").orders) == 1
    assert phase.orders_of("austria").wait is None
    judge.pass_time(hours=25)
    assert len(judge.reply(start["anna"], "F Tri - Alb")) == 1


def test_who_cannot_be_proven_is_not_told_and_nothing_is_held(judge) -> None:
    judge.begin()
    ban(judge, "anna@home.example")
    assert judge.write("anna@home.example", "A Vie - Gal") == []
    assert judge.last_letter()[0] == "ignored"


def test_after_the_ban_is_lifted_letters_are_taken_again_also_the_very_same(judge) -> None:
    start = judge.begin()
    ban(judge, "anna@home.example")
    judge.reply(start["anna"], "A Vie - Gal")
    assert lift(judge, "anna@home.example")
    assert not lift(judge, "anna@home.example")
    judge.reply(start["anna"], "A Vie - Gal")
    assert len(judge.game().phase.orders_of("austria").orders) == 1


def test_a_member_of_an_allowed_club_may_write_while_everybody_is_banned_and_so_may_the_keeper(judge) -> None:
    judge.register("keeper")
    ban(judge, "*")
    ban(judge, "@club.example", allowed=True)
    assert judge.write("vic@home.example", "REGISTER Vic") == []
    assert len(judge.write("ada@club.example", "REGISTER Ada")) == 1
    assert len(judge.write(judge.house.keeper, "REGISTER The Keeper")) == 1
