"""Questions to lead a game in the database: kept until they are answered, one for each person and game."""

from collections.abc import Callable
from types import SimpleNamespace

from judge.desk.effects import CloseNomination, Nominate
from judge.desk.snapshot import Game, Nomination
from judge.store.store import Store

Apply = Callable[..., None]


def waiting(store: Store, game: Game) -> tuple[Nomination, ...]:
    with store.reading() as transaction:
        return transaction.nominations(game.id)


def test_a_question_waits_until_it_is_answered_or_another_is_put(
    store: Store, apply: Apply, game: Game, players: SimpleNamespace, now
) -> None:
    assert waiting(store, game) == ()
    by = game.masters[0].id
    bob, cyd = (game.seat_for(power) for power in ("france", "russia"))
    assert bob is not None and cyd is not None  # noqa: PT018
    apply(Nominate(game=game.id, player=bob.player.id, by=by, hand_over=False))
    apply(Nominate(game=game.id, player=cyd.player.id, by=None, hand_over=True))
    first, second = waiting(store, game)
    assert (first.player.name, first.by, first.hand_over, first.asked_at) == (bob.player.name, by, False, now)
    assert (second.player.name, second.by, second.hand_over) == (cyd.player.name, None, True)
    apply(Nominate(game=game.id, player=bob.player.id, by=by, hand_over=True))
    assert [(one.player.id, one.hand_over) for one in waiting(store, game)] == [
        (cyd.player.id, True), (bob.player.id, True)
    ]  # fmt: skip
    apply(CloseNomination(second.id))
    assert [one.player.id for one in waiting(store, game)] == [bob.player.id]
    assert waiting(store, game)[0].id not in (first.id, second.id)
