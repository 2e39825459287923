"""Invitations in the database: kept until they are answered, one for each person or address and game."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace

from judge.desk.effects import CloseInvitation, Invite
from judge.desk.guests import Invitation
from judge.desk.snapshot import Game
from judge.store.store import Store

Apply = Callable[..., None]


def waiting(store: Store, game: Game) -> tuple[Invitation, ...]:
    with store.reading() as transaction:
        return transaction.invitations(game.id)


def test_an_invitation_waits_until_it_is_answered_or_another_is_sent(
    store: Store, apply: Apply, game: Game, players: SimpleNamespace, now
) -> None:
    assert waiting(store, game) == ()
    by, bob = game.masters[0].player.id, game.seat_for("france")
    assert bob is not None
    apply(Invite(game=game.id, player=bob.player.id, email="", by=by, power="italy", replaces=True))
    apply(Invite(game=game.id, player=None, email="Carl@Home.example", by=None))
    apply(Invite(game=game.id, player=bob.player.id, email="carl@home.example", by=None))
    apply(Invite(game=game.id, player=None, email="dora@home.example", by=None))
    first, second, third = waiting(store, game)
    assert (first.player, first.email, first.by, first.power, first.replaces) == (bob.player.id, "", by, "italy", True)
    assert (second.player, second.email, second.asked_at) == (bob.player.id, "carl@home.example", now)
    assert third.email == "dora@home.example"
    apply(CloseInvitation(second.id))
    assert [one.id for one in waiting(store, game)] == [first.id, third.id]
    with store.reading() as transaction:
        assert len(transaction.invited(now - timedelta(minutes=1))) == 4
        assert transaction.invited(now) == ()
