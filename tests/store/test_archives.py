"""The press of a game comes back in order, with its phase."""

from judge.desk.effects import KeepPress
from judge.reports.cards import Message


def test_the_messages_of_a_game_come_back_as_they_were_delivered(store, apply, game, now) -> None:
    early = KeepPress(game=game.id, phase=None, sender="France", audience=("everyone",), text="Hello")
    later = KeepPress(game=game.id, phase=game.phase.id, sender="Russia", audience=("France",), text="No")
    apply(early, later)
    with store.reading() as transaction:
        assert transaction.messages(game.id) == (
            Message(sender="France", audience=("everyone",), text="Hello", sent_at=now),
            Message(sender="Russia", audience=("France",), text="No", sent_at=now, tag="S1901M"),
        )
        assert transaction.messages(game.id + 1) == ()


def test_who_wrote_and_who_read_a_message_is_kept_with_it(store, apply, game, players, now) -> None:
    told = KeepPress(
        game=game.id, phase=None, sender="Russia", audience=("everyone",), text="Hello", kind="fake",
        author=players.ann.id, readers=(players.bob.id,), author_name="France", reached=("Russia",),
    )  # fmt: skip
    apply(told)
    with store.reading() as transaction:
        assert transaction.messages(game.id) == (
            Message(
                sender="Russia", audience=("everyone",), text="Hello", sent_at=now, kind="fake",
                author=players.ann.id, readers=(players.bob.id,), author_name="France", reached=("Russia",),
            ),
        )  # fmt: skip
        (entry,) = [one for one in transaction.journal(game.id) if one.kind == "press"]
    assert entry.text == "fake: France to Russia, told as Russia to everyone"
