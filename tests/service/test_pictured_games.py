"""Games played at random through the judge, with a picture in every result: none is held back, drawn or not."""

import random
from email.message import EmailMessage
from functools import partial

import pytest

from judge.errors import PictureError
from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.variant import Variant
from judge.game.wording import word_order
from judge.pictures.raster import rasterized
from judge.variants import find_variant
from judge.wire.artist import Picture
from judge.wire.easel import painted
from judge.wire.frames import Document
from tests.service.conftest import Judge
from tests.service.test_drawing import ArtistHere, Gallery, page_of, pictures_of
from tests.variants.colonial_phases import random_orders
from tests.variants.test_seismic_random import random_orders as with_events

PLAYERS = ("anna", "bert", "cleo")
UNDRAWN = "The picture could not be drawn in time."


class Moody(ArtistHere):
    """Draws as the process does, but for every fourth picture, which fails."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def draw(self, document: Document) -> Picture:
        self.count += 1
        if self.count % 4 == 0:
            raise PictureError("the pen broke")
        told, png = painted(document)
        self.drawn.append(document["position"]["phase"])
        assert not told["behind"]
        return Picture(png, **told)


def orders_of(variant: Variant, position: Position, rng: random.Random) -> list[Order]:
    if position.phase.kind is PhaseKind.EVENTS:
        return with_events(variant, position, rng)
    return random_orders(rng, variant, position)


def begin(gallery: Gallery, name: str) -> dict[str, str]:
    """A game of this variant that has begun, three powers of it led by players; by player the power."""
    judge, powers = gallery.judge, [power for power in find_variant(name).board.powers if power.seated]
    judge.welcomes |= judge.register("max", *PLAYERS)
    judge.reply(judge.welcomes["max"], f"CREATE cassis {name} movement=7d")
    seats = dict(zip(PLAYERS, powers, strict=False))
    for one, power in seats.items():
        judge.reply(judge.welcomes[one], f"JOIN cassis {power.name}")
    judge.reply(judge.welcomes["max"], "START cassis")
    gallery.draw()
    return {one: power.id for one, power in seats.items()}


def results(gallery: Gallery, tag: str) -> list[tuple[str, EmailMessage]]:
    return [one for mails in gallery.mails(says=f" {tag} -> ").values() for one in mails]


@pytest.mark.soak
@pytest.mark.parametrize("name", ["seismic"])
def test_a_long_game_has_a_picture_in_every_result_and_none_waits(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Twelve phases, drawn small; where a picture fails the results go without it and say so."""
    monkeypatch.setattr("judge.wire.easel.rasterized", partial(rasterized, width=200))
    gallery, variant, rng = Gallery(judge), find_variant(name), random.Random(name)
    artist = Moody()
    gallery.artist, gallery.drawing = artist, gallery.studio(artist)
    powers = begin(gallery, name)
    for _ in range(12):
        phase = judge.game().phase
        if phase is None:  # somebody has won
            break
        position = phase.position
        orders, tag = orders_of(variant, position, rng), position.phase.tag
        for one, power in powers.items():
            own = [word_order(position.board, order) for order in orders if order.power == power]
            judge.reply(judge.welcomes[one], "\n".join(["GAME cassis", *own]))
        failures = artist.count // 4
        gallery.process(tag)
        gallery.draw()
        found = results(gallery, tag)
        assert len(found) == len(PLAYERS) + 1, tag
        assert {state for state, _ in found} == {"new"}, tag
        drawn = artist.count // 4 == failures
        for _, mail in found:
            assert len(pictures_of(mail)) == drawn, tag
            assert (UNDRAWN in page_of(mail)) != drawn, tag
    assert len(gallery.keeper_told()) >= 1
