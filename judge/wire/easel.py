"""The process in which pictures are drawn: `python -m judge.wire.easel`, fed through its standard input.

It has no database, no secrets and little of the machine. It ends with its input, so it never outlives the judge.
"""

import sys
from collections.abc import Callable
from contextlib import suppress

from judge.errors import PictureError
from judge.pictures.picture import draw, palette_styles
from judge.pictures.raster import rasterized
from judge.pictures.views import View, view_of_position, view_of_turn
from judge.store.codec import read_position, read_settings, read_turn
from judge.variants import find_variant
from judge.wire.frames import Document, pack, receive
from judge.wire.worker import claim_output, leave_signals_to_the_judge, limit_memory, limit_work

LARGEST = 1024 * 1024 * 1024  # octets of memory
CPU_SECONDS = 20  # for a picture, whatever else the machine does


def painted(document: Document) -> bytes:
    """The picture of a phase as PNG; `document` as `judge/store/pictures.py` makes it.

    Refuses: PictureError for a board without a drawing.
    """
    view = view_of(document)
    return rasterized(draw(view), palette_styles(view))


def view_of(document: Document) -> View:
    """What a picture is to show: a turn where the document has one, else the position."""
    variant = find_variant(document["variant"], document["on"])
    board = variant.board_by(read_settings(document["settings"]).rules)
    position = read_position(document["position"], board, variant)
    if document["turn"] is None:
        return view_of_position(position, document["game"])
    return view_of_turn(read_turn(document["turn"], position, variant, board), document["game"])


def serve(paint: Callable[[Document], bytes] = painted) -> None:
    """Draw pictures until the input ends; of one that cannot be drawn it is told what went wrong."""
    out = claim_output()
    leave_signals_to_the_judge()
    limit_memory(LARGEST)
    out.write(pack({"ready": True}))
    out.flush()
    while (asked := receive(sys.stdin.buffer)) is not None:
        limit_work(CPU_SECONDS)
        try:
            frame = pack({"drawn": True}, paint(asked[0]))
        except PictureError as trouble:
            frame = pack({"trouble": str(trouble)})
        except Exception as trouble:
            frame = pack({"trouble": repr(trouble)})
        out.write(frame)
        out.flush()


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the judge is gone
        serve()
