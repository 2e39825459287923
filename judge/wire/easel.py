"""The process in which pictures are drawn: `python -m judge.wire.easel`, fed through its standard input.

It has no database, no secrets and little of the machine. It ends with its input, so it never outlives the judge.
Whoever answers letters and plays turns goes before it: no result waits for another game's picture.
"""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from judge.errors import PictureError
from judge.game.rules import Rules
from judge.game.variant import Variant
from judge.pictures.drawings import drawn_position, drawn_turn, fresh, is_behind
from judge.pictures.geometry import Geometry, read_geometry, write_geometry
from judge.pictures.picture import palette_styles, sheets
from judge.pictures.raster import rasterized
from judge.pictures.views import View
from judge.store.codec import read_position, read_settings, read_turn
from judge.variants import find_variant
from judge.wire.frames import Document, pack, receive
from judge.wire.worker import claim_output, leave_signals_to_the_judge, limit_memory, limit_work

LARGEST = 1024 * 1024 * 1024  # octets of memory
CPU_SECONDS = 40  # for a picture, whatever else the machine does
POLITENESS = 5  # how far it stands back behind the judge where the machine has too much to do
EVENTS = 16  # that are drawn anew for one picture: some seconds, where a release is among them

Painted = tuple[Document, bytes]
"""What is told of a picture, and the picture as PNG.

Shape: `drawing` how the board is drawn, where that was made for this picture and is to be kept, else None; `behind`
whether the picture shows borders that are none any more, and tells so in words.
"""


def painted(document: Document) -> Painted:
    """The picture of a phase; `document` as `judge/store/pictures.py` makes it.

    Refuses: PictureError for a board without a drawing.
    """
    variant = find_variant(document["variant"], document["on"])
    rules = read_settings(document["settings"]).rules
    board = variant.board_by(rules)
    kept = tuple(map(read_geometry, document["drawings"]))
    view = _view(document, variant, rules, kept)
    new = fresh(view, board, kept)
    told: Document = {"drawing": None if new is None else write_geometry(new), "behind": is_behind(view)}
    return told, rasterized(sheets(view), palette_styles(view))


def _view(document: Document, variant: Variant, rules: Rules, kept: Sequence[Geometry]) -> View:
    """What a picture is to show: a turn where the document has one, else the position."""
    board = variant.board_by(rules)
    position = read_position(document["position"], board, variant)
    if document["turn"] is None:
        return drawn_position(variant, rules, position, document["game"], kept, most=EVENTS)
    turn = read_turn(document["turn"], position, variant, board)
    return drawn_turn(variant, rules, turn, document["game"], kept, most=EVENTS)


def serve(paint: Callable[[Document], Painted] = painted) -> None:
    """Draw pictures until the input ends; of one that cannot be drawn it is told what went wrong."""
    out = claim_output()
    leave_signals_to_the_judge()
    limit_memory(LARGEST)
    os.nice(POLITENESS)
    out.write(pack({"ready": True}))
    out.flush()
    while (asked := receive(sys.stdin.buffer)) is not None:
        limit_work(CPU_SECONDS)
        try:
            told, png = paint(asked[0])
            frame = pack({"drawn": told}, png)
        except PictureError as trouble:
            frame = pack({"trouble": str(trouble)})
        except Exception as trouble:
            frame = pack({"trouble": repr(trouble)})
        out.write(frame)
        out.flush()


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the judge is gone
        serve()
