"""Which reply token is good is kept, on both engines."""

from collections.abc import Callable
from datetime import datetime

import pytest

from judge.desk.effects import RenewToken
from judge.desk.snapshot import Game, TokenKey
from judge.errors import DatabaseError
from judge.store.store import Store


def test_the_keys_of_a_player_and_of_a_seat_are_counted_apart(
    store: Store, apply: Callable, game: Game, now: datetime
) -> None:
    with store.reading() as tx:
        seat = tx.game(game.name, lock=False).seats[0]
    player = seat.player.id
    assert (seat.key, seat.player.key) == (TokenKey(), TokenKey())
    apply(RenewToken(player=player, seat=None, since=now))
    apply(RenewToken(player=player, seat=seat.id, since=now), RenewToken(player=player, seat=seat.id, since=now))
    with store.reading() as tx:
        after = tx.game(game.name, lock=False).seats[0]
        assert (after.key, after.player.key) == (TokenKey(2, now), TokenKey(1, now))
        assert tx.player(player).key == TokenKey(1, now)
        assert {one.key for one in tx.game(game.name, lock=False).seats[1:]} == {TokenKey()}


def test_a_seat_of_another_has_no_key_of_his(store: Store, apply: Callable, game: Game, now: datetime) -> None:
    with store.reading() as tx:
        first, second = tx.game(game.name, lock=False).seats[:2]
    for seat in (second.id, 999):
        with pytest.raises(DatabaseError, match="has no such seat"):
            apply(RenewToken(player=first.player.id, seat=seat, since=now))
