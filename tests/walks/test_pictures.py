"""Mails that bring the picture of their turn: asked for by mail, drawn in a process, delivered as parts of mails."""

import io
from email.message import EmailMessage

from PIL import Image


def pictures_of(mail: EmailMessage) -> list[bytes]:
    """The PNG parts of a mail."""
    return [part.get_content() for part in mail.walk() if part.get_content_type() == "image/png"]


def test_a_result_brings_the_picture_of_its_turn_to_all_who_want_it(gallery) -> None:
    """It is drawn once for everybody."""
    gallery.say("italy", "A Ven - Tri\nA Rom H\nF Nap - ION")
    assert "Mails bring no pictures." in gallery.say("turkey", "SET MAP OFF")
    gallery.say("master", "PROCESS S1901M")
    gallery.settle()
    results = {who: gallery.game_mail(who) for who in ("italy", "france", "turkey")}
    assert "S1901M" in gallery.flat(results["italy"])
    (italy,), (france,), none = (pictures_of(one) for one in results.values())
    assert (italy, none) == (france, [])
    assert Image.open(io.BytesIO(italy)).width == 1200
    assert len(italy) < 200_000
    ((drawn,),) = gallery.ask("SELECT count(*) FROM pictures WHERE state = 'drawn'")
    assert drawn == 1
    gallery.audit().check()


def test_map_is_answered_with_the_picture_of_the_game_as_it_stands_or_stood(gallery) -> None:
    """The neighbors in words are there as well; the orders of the open phase are in no picture."""
    france = gallery.people["france"]
    now = france.await_answer(france.reply(gallery.game_mail("france"), "A Par - Bur\nMAP"), "the map")
    gallery.say("master", "PROCESS S1901M")
    gallery.settle()
    then = france.await_answer(france.reply(gallery.game_mail("france"), "MAP S1901M"), "the map of the spring")
    for mail in (now, then):
        assert "Lon Wal Lvp" in gallery.flat(mail)
        assert len(pictures_of(mail)) == 1
    result = next(mail for mail in france.mails if ":: judge walk standard S1901M" in gallery.flat(mail))
    assert pictures_of(then) == pictures_of(result)
    assert pictures_of(now) != pictures_of(then)
    assert sorted(key for (key,) in gallery.ask("SELECT key FROM pictures")) == [
        "position/1/s1901m/1",
        "turn/1/s1901m/1",
    ]
