"""Drawings of a game are kept by phase and come back as they were."""

from dataclasses import replace

import pytest

from judge.desk.effects import CloseOpenPhase, OpenNextPhase, UndoPhases
from judge.desk.snapshot import Game
from judge.game.phases import parse_phase
from judge.game.turns import Turn
from judge.pictures.geometry import Geometry, find_geometry, read_geometry, write_geometry
from judge.store.drawings import LATEST, KeptDrawing, drawing_documents, kept_until
from judge.store.store import Store


@pytest.fixture
def plain() -> Geometry:
    geometry = find_geometry("standard")
    assert geometry is not None
    return geometry


@pytest.fixture
def twice(apply, game: Game, position) -> Game:
    """The game in its second phase."""
    fall = parse_phase("F1901M")
    assert fall is not None
    assert game.phase is not None
    after = replace(position, phase=fall)
    apply(
        CloseOpenPhase(phase=game.phase.id, turn=Turn(before=position, outcomes=(), after=after)),
        OpenNextPhase(game=game.id, position=after, deadline=None),
    )
    return game


def test_drawings_come_back_in_the_order_of_their_phases(store: Store, twice: Game, plain: Geometry) -> None:
    second = replace(plain, scale=0.5)
    with store.begin() as transaction:
        transaction.keep_drawing(twice.id, 2, write_geometry(second))
        transaction.keep_drawing(twice.id, 1, write_geometry(plain))
    with store.reading() as transaction:
        assert transaction.drawings(twice.id) == (KeptDrawing(1, plain), KeptDrawing(2, second))
        assert transaction.drawings(twice.id + 1) == ()
        for sequence, expected in ((0, []), (1, [plain]), (2, [plain, second]), (9, [plain, second])):
            documents = drawing_documents(transaction.session, twice.id, sequence)
            assert list(map(read_geometry, documents)) == expected


def test_a_drawing_kept_anew_takes_the_place_of_the_one_before(store: Store, game: Game, plain: Geometry) -> None:
    with store.begin() as transaction:
        transaction.keep_drawing(game.id, 1, write_geometry(plain))
        transaction.keep_drawing(game.id, 1, write_geometry(replace(plain, scale=0.5)))
    with store.reading() as transaction:
        assert [one.geometry.scale for one in transaction.drawings(game.id)] == [0.5]


def test_drawings_of_phases_that_were_undone_are_no_part_of_the_game(
    store: Store, apply, twice: Game, plain: Geometry, position
) -> None:
    """A game that is taken back is drawn as it was in that phase, and goes on from there."""
    with store.begin() as transaction:
        for sequence in (1, 2):
            transaction.keep_drawing(twice.id, sequence, write_geometry(replace(plain, scale=sequence)))
    with store.reading() as transaction:
        second = transaction.phases(twice.id)[1]
    apply(
        UndoPhases(game=twice.id, since=second.id),
        OpenNextPhase(game=twice.id, position=second.position, deadline=None),
    )
    with store.reading() as transaction:
        assert [one.sequence for one in transaction.drawings(twice.id)] == [1]
        (left,) = drawing_documents(transaction.session, twice.id, 3)
    assert left["scale"] == 1


def test_only_the_latest_drawings_are_gone_back_to(plain: Geometry) -> None:
    kept = [KeptDrawing(number, replace(plain, scale=number)) for number in range(1, 31)]
    assert [one.scale for one in kept_until(kept, 20)] == [*range(21 - LATEST, 21)]
