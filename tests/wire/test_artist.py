"""Pictures are drawn in a process with limits, which is replaced when a picture ends it."""

import io
import os
import sys
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from judge.adjudication.turns import start_position
from judge.desk.snapshot import GameSettings
from judge.errors import PictureError
from judge.store.codec import write_position, write_settings
from judge.variants import find_variant
from judge.wire.artist import Picture, WorkerArtist
from judge.wire.easel import POLITENESS

# Draws what it is told to: the name of the game says what it does.
OBEDIENT = """
import os, time
from judge.errors import PictureError
from judge.wire.easel import serve

def paint(document):
    what = document["game"]
    if what == "sleep":
        time.sleep(60)
    elif what == "die":
        os._exit(3)
    elif what == "eat":
        [bytearray(50_000_000) for _ in range(100)]
    elif what == "huge":
        return {}, bytes(1_000_001)
    elif what == "refuse":
        raise PictureError("the board has no drawing")
    elif what == "nice":
        return {}, str(os.nice(0)).encode()
    return {}, what.encode()

serve(paint)
"""


@pytest.fixture
def make_artist() -> Iterator[Callable[..., WorkerArtist]]:
    """Makes artists, who are let go at the end."""
    made: list[WorkerArtist] = []

    def make(script: str = "", **more: float) -> WorkerArtist:
        command = {"command": (sys.executable, "-c", script)} if script else {}
        made.append(WorkerArtist(**command, **more))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_a_stored_position_is_drawn_as_a_png_for_a_mail(make_artist) -> None:
    variant, settings = find_variant("standard", None), GameSettings()
    picture = make_artist().draw({
        "game": "cassis", "variant": "standard", "on": None, "settings": write_settings(settings),
        "position": write_position(start_position(variant, settings.rules)), "turn": None, "drawings": [],
    })  # fmt: skip
    assert (picture.drawing, picture.behind) == (None, False)
    image = Image.open(io.BytesIO(picture.png))
    assert (image.format, image.width) == ("PNG", 1200)
    assert len(picture.png) < 200_000


@pytest.mark.parametrize(("what", "told"), [("die", "ended with status 3"), ("refuse", "has no drawing"),
    ("huge", "too large for a mail"), ("eat", "MemoryError|ended with status")])  # fmt: skip
def test_a_picture_that_fails_costs_no_other(make_artist, what: str, told: str) -> None:
    artist = make_artist(OBEDIENT)
    with pytest.raises(PictureError, match=told):
        artist.draw({"game": what})
    assert artist.draw({"game": "next"}) == Picture(b"next")


def test_who_draws_stands_back_behind_who_plays_the_turns(make_artist) -> None:
    """A turn at a deadline of many games is not to wait for the pictures of those that were played before it."""
    artist = make_artist(OBEDIENT)
    assert int(artist.draw({"game": "nice"}).png) == min(os.nice(0) + POLITENESS, 19)


def test_a_process_that_hangs_is_replaced(make_artist) -> None:
    artist = make_artist(OBEDIENT, patience=2.0)
    with pytest.raises(PictureError, match="not drawn in 2 seconds"):
        artist.draw({"game": "sleep"})
    assert artist.draw({"game": "next"}) == Picture(b"next")


def test_an_artist_that_does_not_come_up_is_told(make_artist) -> None:
    with pytest.raises(PictureError, match="the process that draws does not come up"):
        make_artist("raise SystemExit(3)").draw({"game": "x"})
    with pytest.raises(PictureError, match="cannot be started"):
        WorkerArtist(command=("/nowhere/at/all",)).draw({"game": "x"})
