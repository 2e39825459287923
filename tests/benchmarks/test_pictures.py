"""Pictures: of a hundred games at one deadline, by the loop and the processes that draw; and of each board alone."""

import os
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from judge.desk.effects import (
    AddGame,
    AddPlayer,
    CloseOpenPhase,
    ConfirmPlayer,
    OpenNextPhase,
    Post,
    SetGameState,
)
from judge.desk.snapshot import GameSettings, GameState
from judge.game.mails import TURN, Draft, picture_key
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.pictures.drawings import drawn_turn
from judge.pictures.picture import palette_styles, sheets
from judge.pictures.raster import LARGEST, rasterized
from judge.service.drawing import Drawing
from judge.service.house import House
from judge.service.server import ARTISTS
from judge.store.store import Store
from judge.store.tables import MailRow, PictureRow
from judge.variants import find_variant
from judge.wire.artist import WorkerArtist
from tests.pictures.conftest import PLAYED, random_game

GAMES, READERS = 100, 8
NOW = datetime(2027, 1, 4, 12, tzinfo=UTC)
PATIENCE = 600.0  # seconds for a picture, however busy the machine is


@pytest.fixture
def house() -> House:
    return House(address="judge@judge.example", secret=b"s" * 32, clock=lambda: NOW, pictures=True)


@pytest.fixture
def store(migrated_sqlite: Path, tmp_path: Path, house: House) -> Iterator[Store]:
    """A hundred games whose phase has just been played, each with eight mails that wait for one picture."""
    path = tmp_path / "judge.sqlite"
    shutil.copy(migrated_sqlite, path)
    store = Store(f"sqlite:///{path}", find_variant)
    turns = {name: list(random_game(name, 11, 9))[-1] for name in PLAYED}
    with store.begin() as tx:
        tx.apply([AddPlayer("Ann", "ann@x.example"), ConfirmPlayer(0)], now=NOW, letter=None, freeze=house.freezer(NOW))
    for number in range(GAMES):
        name = PLAYED[number % len(PLAYED)]
        _play(store, house, f"game{number}", name, turns[name])
    yield store
    store.dispose()


def _play(store: Store, house: House, game: str, variant: str, turn: Turn) -> None:
    """A game in which this turn was played, and the mails about it."""
    freeze = house.freezer(NOW)
    with store.begin() as tx:
        player = tx.player_by_address("ann@x.example")
        assert player is not None
        tx.apply(
            [
                AddGame(name=game, variant=variant, on=None, settings=GameSettings(), seed="s", master=player.id),
                SetGameState(game=0, state=GameState.RUNNING),
                OpenNextPhase(game=0, position=turn.before, deadline=None),
            ],
            now=NOW, letter=None, freeze=freeze,
        )  # fmt: skip
        found = tx.game(game)
        assert found is not None
        assert found.phase is not None
        key = picture_key(TURN, found.id, turn.before.phase.tag, found.phase.sequence)
        mails = [
            Draft(key=f"{game}/{one}", kind="result", to=f"reader{one}@x.example", subject=game, text="x", picture=key)
            for one in range(READERS)
        ]
        closed = CloseOpenPhase(phase=found.phase.id, turn=turn)
        tx.apply([closed, *map(Post, mails)], now=NOW, letter=None, freeze=freeze)


def test_the_pictures_of_a_hundred_games(benchmark, figures, store: Store, house: House) -> None:
    """By as many processes as a judge has: each picture is drawn once and goes into eight mails."""
    artists = [WorkerArtist(patience=PATIENCE) for _ in range(ARTISTS)]

    def work(artist: WorkerArtist) -> None:
        drawing = Drawing(store, house, artist, timedelta(hours=1))
        while drawing.draw_next():
            pass

    def run() -> None:
        with ThreadPoolExecutor(ARTISTS) as pool:
            list(pool.map(work, artists))
        for artist in artists:
            artist.close()

    before, began = os.times(), time.monotonic()
    benchmark.pedantic(run, rounds=1, iterations=1)
    took, after = time.monotonic() - began, os.times()
    own = after.user + after.system - before.user - before.system
    drawers = after.children_user + after.children_system - before.children_user - before.children_system
    with store.reading() as tx:
        drawn = tx.session.scalars(select(func.length(PictureRow.png)).where(PictureRow.state == "drawn")).all()
        states = tx.session.execute(select(MailRow.state, func.count()).group_by(MailRow.state)).all()
        bare = tx.session.scalar(select(func.count()).where(func.length(MailRow.raw) < min(drawn)))
    assert (len(drawn), [tuple(row) for row in states], bare) == (GAMES, [("new", GAMES * READERS)], 0)
    assert max(drawn) <= LARGEST
    figures.lines.append(
        f"pictures of {GAMES} games in {GAMES * READERS} mails: {took:.0f} s with {ARTISTS} processes; "
        f"of the processor for each {drawers / GAMES:.2f} s to draw, {own / GAMES * 1000:.0f} ms of the judge"
    )


@pytest.mark.parametrize("name", PLAYED)
def test_one_picture(benchmark, figures, name: str) -> None:
    """A movement phase late in a game, from the turn to the PNG, on one core."""
    variant = find_variant(name)
    turn = max(random_game(name, 11, 16), key=lambda one: len(one.outcomes))
    sizes: list[int] = []

    def run() -> None:
        view = drawn_turn(variant, Rules(), turn, "cassis")
        sizes.append(len(rasterized(sheets(view), palette_styles(view))))

    started = time.process_time()
    benchmark.pedantic(run, rounds=3, iterations=1, warmup_rounds=1)
    seconds = (time.process_time() - started) / len(sizes)
    assert len(set(sizes)) == 1
    assert sizes[0] <= LARGEST
    figures.lines.append(f"a picture of {name}: {seconds:.2f} s of one core, {sizes[0] / 1000:.0f} kB")
