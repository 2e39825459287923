"""Trouble of ours: one letter or one game that fails holds up no other, and the keeper is told."""

import sqlite3
import sys
from datetime import timedelta

import pytest

from judge.cli.demo.correspondent import text_of
from judge.cli.main import main

ADDRESS = "judge@judge.example"
KEEPER = "keeper@judge.example"


def states(folder) -> list[tuple]:
    with sqlite3.connect(folder / "judge.db") as database:
        rows = database.execute("SELECT id, state, attempts FROM letters ORDER BY id").fetchall()
    database.close()
    return rows


def test_a_letter_that_fails_is_tried_three_times_and_set_aside_and_read_again_when_it_is_put_back(
    raise_stage, person_at, tmp_path, monkeypatch, capsys
) -> None:
    stage = raise_stage()
    zoe, yan = person_at(stage, "Zoe"), person_at(stage, "Yan")
    keeper = person_at(stage, "Keeper", KEEPER)
    tries = []
    right = sys.modules["judge.service.letters"].finish

    def fail_for_zoe(*given: object, **named: object) -> object:
        if "zoe@players.example" in repr(given):
            tries.append(1)
            raise ValueError("no such thing for judge+vault.abcdefghij234567@judge.example")
        return right(*given, **named)

    with monkeypatch.context() as broken:
        broken.setattr("judge.service.letters.finish", fail_for_zoe)
        asked = zoe.write("REGISTER Zoe", to=ADDRESS)
        yan.await_answer(yan.write("REGISTER Yan", to=ADDRESS), "the answer to the letter after it")
        told = keeper.await_mail(lambda mail: "set aside" in str(mail["Subject"]), "word of the letter")
    assert len(tries) - 1 in (2, 3)  # once more where it was first answered together with others
    assert [row[1:] for row in states(tmp_path)] == [("shunted", 3), ("done", 1)]
    assert zoe.look() == []
    number = states(tmp_path)[0][0]
    assert f"judge unshunt {number}" in text_of(told)
    assert "zoe@players.example" in text_of(told)
    assert "abcdefghij234567" not in text_of(told)
    assert "REGISTER" not in text_of(told)

    monkeypatch.setenv("JUDGE_VAR", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["judge", "unshunt", str(number)])
    main_ends_well(capsys)
    stage.advance(timedelta(seconds=1))
    zoe.await_answer(asked, "the answer after all")
    assert [row[1] for row in states(tmp_path)] == ["done", "done"]
    assert len(keeper.mails) == 1


def main_ends_well(capsys) -> None:
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code in (0, None)
    assert "back in the queue" in capsys.readouterr().out


def test_a_letter_that_was_set_aside_can_be_traced(raise_stage, person_at, tmp_path, monkeypatch, capsys) -> None:
    stage = raise_stage()
    zoe, keeper = person_at(stage, "Zoe"), person_at(stage, "Keeper", KEEPER)

    def fail(*_: object, **__: object) -> object:
        raise ValueError("boom")

    monkeypatch.setattr("judge.service.letters.finish", fail)
    asked = zoe.write("REGISTER Zoe", to=ADDRESS)
    told = keeper.await_mail(lambda mail: "set aside" in str(mail["Subject"]), "word of the letter")
    assert asked in text_of(told)
    monkeypatch.setenv("JUDGE_VAR", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["judge", "trace", asked])
    with pytest.raises(SystemExit):
        main()
    assert "shunted" in capsys.readouterr().out


def test_a_game_that_cannot_go_on_holds_up_no_other_and_the_keeper_is_told_once(
    raise_stage, person_at, monkeypatch
) -> None:
    stage = raise_stage()
    max_, keeper = person_at(stage, "Max"), person_at(stage, "Keeper", KEEPER)
    max_.await_answer(max_.reply(max_.await_answer(max_.write("REGISTER Max", to=ADDRESS), "?"), "yes"), "welcome")
    for game in ("broken", "sound"):
        words = f"CREATE {game} movement=1d\nJOIN {game} France\nSTART {game}"
        max_.await_answer(max_.reply(max_.mails[-1], words), game)
    right = sys.modules["judge.service.turns"].due

    def fail_for_one(office, game, **more: object) -> object:
        if game.name == "broken":
            raise ValueError("boom")
        return right(office, game, **more)

    with monkeypatch.context() as broken:
        broken.setattr("judge.service.turns.due", fail_for_one)
        stage.advance(timedelta(days=1, hours=1))
        max_.await_mail(lambda mail: ":: judge sound standard S1901M -> F1901M" in text_of(mail), "the sound game")
        told = keeper.await_mail(lambda mail: "broken cannot go on" in str(mail["Subject"]), "word of the other")
        assert "boom" in text_of(told)
        stage.advance(timedelta(minutes=1))
    stage.advance(timedelta(minutes=1))
    max_.await_mail(lambda mail: ":: judge broken standard S1901M -> F1901M" in text_of(mail), "the mended game")
    keeper.look()
    assert len(keeper.mails) == 1


@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable"])
def test_all_orders_on_one_endless_line_are_read_or_it_is_said_why_not(begun, encoding: str) -> None:
    """Some programs send a paragraph as one line; a line over the limit is told, and nothing breaks."""
    text = "; ".join(["A Vie - Gal", "A Bud - Ser", "F Tri - Alb"] * 50)
    assert len(text) > 1_800
    words = text if encoding == "8bit" else text.replace("; ", "; =\n")
    fields = f"Content-Transfer-Encoding: {encoding}\n"
    (receipt,) = begun.reply(begun.welcomes["anna"], words, fields=fields)
    said = " ".join(receipt.get_body(("plain",)).get_content().split())
    assert len(begun.orders("austria")) == 3 or "line" in said
    assert begun.last_letter()[0] == "done"
    begun.reply(begun.welcomes["anna"], "A Vie - Tri")
    assert len(begun.orders("austria")) >= 1
