"""Drawings of a game are kept by phase and come back as they were."""

from dataclasses import replace

from judge.desk.snapshot import Game
from judge.pictures.geometry import find_geometry
from judge.store.store import Store


def test_drawings_come_back_in_the_order_of_their_phases(store: Store, game: Game) -> None:
    first = find_geometry("standard")
    assert first is not None
    second = replace(first, scale=0.5)
    with store.begin() as transaction:
        transaction.keep_drawing(game.id, 9, second)
        transaction.keep_drawing(game.id, 4, first)
    with store.reading() as transaction:
        assert transaction.drawings(game.id) == (first, second)
        assert transaction.drawings(game.id + 1) == ()


def test_a_drawing_kept_anew_takes_the_place_of_the_one_before(store: Store, game: Game) -> None:
    first = find_geometry("standard")
    assert first is not None
    with store.begin() as transaction:
        transaction.keep_drawing(game.id, 4, first)
        transaction.keep_drawing(game.id, 4, replace(first, scale=0.5))
    with store.reading() as transaction:
        assert [one.scale for one in transaction.drawings(game.id)] == [0.5]
